import type { UnansweredQuestion } from './unanswered.ts';

const COLUMNS = ['question', 'time', 'page', 'confidence', 'reason'] as const;

/** What a spreadsheet takes for the beginning of a formula. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r]/;

/**
 * The list for a spreadsheet, with a line of column names. Questions are written by strangers: one that
 * begins like a formula gets an apostrophe before it.
 * Source: RFC 4180; OWASP, "CSV Injection".
 */
export function unansweredCsv(list: readonly UnansweredQuestion[]): string {
  const rows = list.map((each) => COLUMNS.map((name) => cell(each[name])));
  return [COLUMNS, ...rows].map((row) => `${row.join(',')}\r\n`).join('');
}

function cell(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]|^'|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The list for programs. */
export function unansweredJson(list: readonly UnansweredQuestion[]): string {
  const plain = list.map((each) => Object.fromEntries(COLUMNS.map((name) => [name, each[name]])));
  return `${JSON.stringify(plain, null, 2)}\n`;
}
