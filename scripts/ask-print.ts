import type { Asked } from './ask-browser.ts';

/** An asked question for people. */
export function describeAsked(asked: Asked): string {
  const { question, engine, answer, sources, requests } = asked;
  const cited = sources.filter(({ id }) => answer?.citations.includes(id));
  const lines = [
    `Question: ${question}`,
    '',
    answer ? `${TITLES[answer.kind]}\n\n${answer.text}` : 'No answer.',
    '',
    ...(cited.length > 0 ? ['Sources', ...cited.map(sourceLine), ''] : []),
    timingsLine(asked),
    requestsLine(requests),
    `Engine: ${engine}`,
  ];
  return lines.join('\n');
}

const TITLES = {
  extractive: 'Answer, quoted from the pages',
  generated: 'Answer, written by a language model',
  abstained: 'No answer was attempted',
} as const;

function sourceLine({ id, title, url, score }: Asked['sources'][number]): string {
  return `  [${id}] ${title}  ${url}  (similarity ${score.toFixed(2)})`;
}

function timingsLine({ timings: { openMs, firstHitsMs, answerMs } }: Asked): string {
  const time = (value: number | null) => (value === null ? '–' : `${Math.round(value)} ms`);
  return `Dialog after ${time(openMs)}, first results ${time(firstHitsMs)} after the first key, answer ${time(answerMs)} after Enter`;
}

function requestsLine({ total, foreign }: Asked['requests']): string {
  if (foreign.length === 0) return `${total} requests, none to another host`;
  return `${total} requests, ${foreign.length} to other hosts: ${foreign.join(', ')}`;
}
