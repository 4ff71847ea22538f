import type { Answer } from '../../core/answer.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';

/** A numbered source as it is shown. */
export interface TextSource {
  id: number;
  title: string;
  headings: readonly string[];
  href: string;
}

export interface AnswerText {
  question: string;
  /** The answer that the reader is shown first. */
  answer: Answer;
  /** All that it may cite. */
  sources: readonly TextSource[];
  /** Address of the page, by which addresses become absolute. */
  base: string;
  /** The line above the sources. */
  heading: string;
  /** Who wrote it, where a model did. */
  note?: string | undefined;
}

/** An answer to take along, in Markdown: question, text, and the sources that it cites, by their numbers. */
export function answerMarkdown(text: AnswerText): string {
  const { question, answer, base, heading, note } = text;
  const cited = text.sources.filter(({ id }) => answer.citations.includes(id));
  const parts = [
    `## ${lineOf(question)}`,
    withAbsoluteLinks(removeInvisible(answer.text).trim(), base),
    ...(note ? [`*${note}*`] : []),
    ...(cited.length > 0
      ? [`${heading}:`, cited.map((each) => sourceLine(each, base)).join('\n')]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** An address that opens a page and asks there. @param page Address of the page, with or without an anchor. */
export function questionLink(page: string, question: string): string {
  return `${page.replace(/#.*$/, '')}#ask=${encode(question)}`;
}

function sourceLine({ id, title, headings, href }: TextSource, base: string): string {
  const path = [title, ...headings].filter((name, place, all) => name !== all[place - 1]);
  const name = lineOf(path.join(' › ')).replace(/[\\`*_[\]<>]/g, '\\$&');
  return `- [${id}] [${name}](${target(href, base)})`;
}

const lineOf = (text: string): string => removeInvisible(text).replace(/\s+/g, ' ').trim();

/** Brackets would end the link. */
function target(address: string, base: string): string {
  const url = URL.canParse(address, base) ? new URL(address, base).href : address;
  return url.replace(/[()\s<>]/g, (sign) =>
    sign === '(' ? '%28' : sign === ')' ? '%29' : encode(sign),
  );
}

/** Half a character has no encoding. */
const encode = (text: string): string =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));

/** Fences and spans of code, in which nothing is a link. */
const CODE =
  /(^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\2[`~]*[ \t]*$|$(?![\s\S]))|(`+)(?!`)[^\n]*?[^`]\3(?!`))/m;

/** A link's target, up to its title. */
const TARGET = /(\]\(<?)([^\s()<>]+)/g;

function withAbsoluteLinks(markdown: string, base: string): string {
  const code = CODE.exec(markdown);
  const [before, rest] = code
    ? [markdown.slice(0, code.index), markdown.slice(code.index + code[0].length)]
    : [markdown, ''];
  const linked = before.replace(
    TARGET,
    (_, start: string, address: string) => `${start}${target(address, base)}`,
  );
  return code ? `${linked}${code[0]}${withAbsoluteLinks(rest, base)}` : linked;
}
