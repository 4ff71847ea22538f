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
  const { tokens, order, droppedTurns } = report;
  const { system, history, question, total, window, reply } = tokens;
  return [
    ['kind', report.kind],
    ['format', report.format],
    ['nonce', report.nonce || 'off'],
    ['template', report.template],
    ['placement', report.placement],
    ['tokens', `${total} of ${window - reply}, and ${reply} kept for the reply`],
    ['  system', String(system)],
    ['  history', `${history}${droppedTurns > 0 ? `, exchanges left out: ${droppedTurns}` : ''}`],
    ['  question', String(question)],
    ['order', order.map((id) => `[${id}]`).join(' ') || 'none'],
    ...report.passages.map(({ id, kept, reason }, index) => [
      `passage [${index + 1}]`,
      `${id}: ${kept ? 'kept' : `dropped, ${reason ?? 'no reason given'}`}`,
    ]),
  ];
}

function columns(rows: readonly string[][]): string {
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', value = '']) => `${name.padEnd(width)}  ${value}`).join('\n');
}
