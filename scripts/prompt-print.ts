import type { Prompt } from '../src/core/prompt/assemble.ts';
import type { PromptReport } from '../src/core/prompt/report.ts';
import { ABSTENTION } from '../src/core/prompt/turns.ts';

/** A request for people: the messages, then what assembly did. */
export function describePrompt({ kind, messages, report }: Prompt): string {
  const request = messages.map(({ role, content }) => `--- ${role}\n${content}`);
  const none = `No request: nothing relevant was found, and the fixed reply is given:\n${ABSTENTION}`;
  return [
    ...(kind === 'abstain' ? [none] : request),
    `--- report\n${columns(reportRows(report))}`,
  ].join('\n\n');
}

function reportRows(report: PromptReport): string[][] {
  const { tokens, order } = report;
  const { system, passages, question, total, window, reply } = tokens;
  return [
    ['kind', report.kind],
    ['format', report.format],
    ['nonce', report.nonce || 'off'],
    ['template', report.template],
    ['placement', report.placement],
    ['tokens', `${total} of ${window - reply}, and ${reply} kept for the reply`],
    ['  system', String(system)],
    ['  history', historyOf(report)],
    ['  passages', String(passages)],
    ['  question', String(question)],
    ['order', order.map((id) => `[${id}]`).join(' ') || 'none'],
    ...report.passages.map(({ id, number, tokens: size, kept, reason }) => [
      `passage [${number}]`,
      `${id}, ${size} tokens: ${kept ? 'kept' : `dropped, ${reason ?? 'no reason given'}`}`,
    ]),
  ];
}

function historyOf({ tokens, droppedTurns, reducedTurns }: PromptReport): string {
  const left = droppedTurns > 0 ? `, exchanges left out: ${droppedTurns}` : '';
  const bare = reducedTurns > 0 ? `, without their passages: ${reducedTurns}` : '';
  return `${tokens.history}${left}${bare}`;
}

function columns(rows: readonly string[][]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value = '']) => `${name.padEnd(width)}  ${value}`).join('\n');
}
