import { escapeHtml } from './html.ts';

const KEYWORDS =
  `as async await break case catch class const continue declare default delete do else
  enum export extends false finally for from function if implements import in instanceof interface
  let module namespace new null of return static switch this throw true try type typeof undefined
  var void while yield`.replace(/\s+/g, '|');

const SCRIPT = new RegExp(
  [
    String.raw`(?<comment>\/\/[^\n]*|\/\*[\s\S]*?\*\/)`,
    String.raw`(?<string>'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|\`(?:\\.|[^\`\\])*\`)`,
    String.raw`(?<keyword>(?<![.$\w-])(?:${KEYWORDS})(?![$\w-]|\s*:))`,
  ].join('|'),
  'g',
);
const SHELL = /(?<comment>(?<=^|\s)#[^\n]*)|(?<string>'[^'\n]*'|"(?:\\.|[^"\\\n])*")/gm;

const LANGUAGES: Readonly<Record<string, RegExp>> = {
  js: SCRIPT,
  javascript: SCRIPT,
  ts: SCRIPT,
  typescript: SCRIPT,
  json: SCRIPT,
  jsonc: SCRIPT,
  sh: SHELL,
  bash: SHELL,
  yaml: SHELL,
  toml: SHELL,
  nginx: SHELL,
  conf: SHELL,
  dockerfile: SHELL,
};

/** Escapes `code` and marks comments, strings and keywords, nothing finer. */
export function highlight(code: string, language: string): string {
  const pattern = LANGUAGES[language.toLowerCase()];
  if (pattern === undefined) return escapeHtml(code);
  let html = '';
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => Boolean(text))?.[0];
    html += escapeHtml(code.slice(end, match.index));
    html += `<span class="${kind ?? 'code'}">${escapeHtml(match[0])}</span>`;
    end = match.index + match[0].length;
  }
  return html + escapeHtml(code.slice(end));
}
