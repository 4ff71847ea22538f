import type { Answer } from '../../core/answer.ts';
import { splitSentences } from '../../core/documents/sentences.ts';
import { parseUnits } from '../../core/documents/units.ts';
import type { Hit, Passage } from '../../core/ports.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import { linkToText } from '../../core/text-fragment.ts';

/** A numbered source as it is linked. All but the address and what is marked is as a reader sees it. */
export interface SourceLink {
  id: number;
  title: string;
  headings: readonly string[];
  href: string;
  /** Address of the section, as the index has it. */
  url: string;
  /** What is marked on the page. */
  quote: string;
  /** The sentence, row or code that is cited, whole. */
  sentence: string;
  /** Of the document, as it says them. */
  date?: string | undefined;
  version?: string | undefined;
}

/** The sources of an answer by number: every hit, linked to the words that were quoted from it. */
export function sourceLinks(hits: readonly Hit[], quote?: Answer): Map<number, SourceLink> {
  const quotes = quote?.kind === 'extractive' ? quote.quotes : [];
  const links = hits.map(({ passage }, index): [number, SourceLink] => {
    const id = index + 1;
    const quoted = quotes.find(({ source }) => source === id);
    return [id, linkTo(passage, { id, sentence: quoted?.text })];
  });
  return new Map(links);
}

export function linkTo(
  { section, text }: Passage,
  { id, sentence }: { id: number; sentence?: string | undefined },
): SourceLink {
  const { url } = section;
  const title = removeInvisible(section.title);
  const headings = section.headings.map(removeInvisible);
  const words = sentence ?? firstLine(text);
  const age = { date: section.date, version: section.version && removeInvisible(section.version) };
  return quoteLink(
    { id, title, headings, url, ...age, href: '', quote: '', sentence: words },
    words,
  );
}

/** Title and headings of a place in one line. */
export const placeOf = ({ title, headings }: SourceLink): string =>
  [title, ...headings].join(' › ');

/** The same source, linked to other words of it. */
export function quoteLink(link: SourceLink, sentence: string): SourceLink {
  const quote = lineOf(sentence);
  return {
    ...link,
    sentence: removeInvisible(sentence),
    quote,
    href: safeHref(linkToText(link.url, quote)),
  };
}

/** An index is data as well: what is no web address links nowhere. */
function safeHref(url: string): string {
  return /^https?:$/.test(new URL(url, location.href).protocol) ? url : '#';
}

/** A text fragment must lie within one block, so of a code block only one line is named. */
function lineOf(text: string): string {
  const lines = text.split('\n').map((line) => line.trim());
  const line = lines.find((each) => /\w{3}/.test(each)) ?? text;
  // Of a table's row the first cell.
  return line.split(' · ')[0] ?? line;
}

function firstLine(text: string): string {
  const [unit] = parseUnits(text);
  switch (unit?.kind) {
    case undefined:
      return '';
    case 'paragraph':
      return splitSentences(unit.text)[0] ?? '';
    case 'list':
      return lineOf((unit.items[0] ?? '').replace(/^\s*(?:[-*+]|\d+[.)])\s+/, ''));
    case 'code':
      return lineOf(unit.lines.join('\n'));
    case 'table':
      return lineOf((unit.rows[0] ?? unit.header[0] ?? '').split('|')[1] ?? '');
  }
}
