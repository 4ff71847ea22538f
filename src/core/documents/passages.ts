import { fingerprint } from '../hash.ts';
import type { Passage, Section } from '../ports.ts';
import { splitSentences } from './sentences.ts';
import { estimateTokens } from './tokens.ts';
import { parseUnits, unitText, type Unit } from './units.ts';

/** Tokens that a passage aims at, heading path included. */
export const TARGET_TOKENS = 200;

/** The embedder's window is 256; two tokens go to its own marks, the rest is a margin for the estimate. */
export const MAX_TOKENS = 220;

/** Of these the heading path takes at most so many; what the section says matters more. */
const MAX_PATH_TOKENS = 100;

/** The heading path in one line: it is embedded and searched with the text. */
export function headingPath(section: Omit<Section, 'text'>): string {
  return [section.title, ...section.headings].join(' › ');
}

/** What is embedded for a passage. The same text is embedded once, wherever it stands. */
export function embeddingText(passage: Passage): string {
  return `${shortPath(passage.section)}\n${passage.text}`;
}

/** The heading path without its middle, then without its start, where it is too long to embed. */
function shortPath({ title, headings }: Omit<Section, 'text'>): string {
  const path = [title, ...headings];
  const isLong = () => estimateTokens(path.join('')) > MAX_PATH_TOKENS;
  while (path.length > 1 && isLong()) path.splice(path.length > 2 ? 1 : 0, 1);
  return isLong() ? (cutLong(path.join(''), MAX_PATH_TOKENS)[0] ?? '') : path.join(' › ');
}

/**
 * Cuts a section into passages of about 200 estimated tokens: between paragraphs first, then
 * sentences, list items, a table's rows or a code block's lines, whose header or fence is repeated.
 */
export function passagesOf(section: Section): Passage[] {
  const { text, ...place } = section;
  const path = estimateTokens(shortPath(place));
  const limit = TARGET_TOKENS - path;
  const ceiling = MAX_TOKENS - path;
  const pieces = parseUnits(text).flatMap((unit) => splitUnit(unit, limit));
  return pack(pieces, limit, ceiling).map((part) => ({
    id: fingerprint(`${place.url}\n${part}`),
    section: place,
    text: part,
    tokens: path + estimateTokens(part),
  }));
}

/** Joins neighbours until the limit; a last crumb goes to its predecessor where the ceiling allows. */
function pack(pieces: string[], limit: number, ceiling: number): string[] {
  const parts: { text: string; tokens: number }[] = [];
  for (const [index, piece] of pieces.entries()) {
    const tokens = estimateTokens(piece);
    const last = parts.at(-1);
    const isCrumb = index === pieces.length - 1 && tokens < limit / 4;
    if (last && last.tokens + tokens <= (isCrumb ? ceiling : limit)) {
      last.text += `\n\n${piece}`;
      last.tokens += tokens;
    } else parts.push({ text: piece, tokens });
  }
  return parts.map(({ text }) => text);
}

function splitUnit(unit: Unit, limit: number): string[] {
  const whole = unitText(unit);
  if (estimateTokens(whole) <= limit) return [whole];
  switch (unit.kind) {
    case 'paragraph':
      return group(splitSentences(unit.text), { limit, joint: ' ' });
    case 'list':
      return group(unit.items, { limit, joint: '\n' });
    case 'code':
      return group(unit.lines, { limit, joint: '\n', before: unit.open, after: unit.close });
    case 'table':
      return group(unit.rows, { limit, joint: '\n', before: unit.header.join('\n') });
  }
}

interface Grouping {
  limit: number;
  joint: string;
  before?: string;
  after?: string;
}

/** Packs parts of one unit into pieces, each between the unit's own `before` and `after`. */
function group(parts: string[], { limit, joint, before = '', after = '' }: Grouping): string[] {
  const frame = estimateTokens(before) + estimateTokens(after);
  if (frame > limit / 2) {
    // Too long to be repeated: it is cut like the rest.
    const all = [before, ...parts, after].filter((part) => part !== '');
    return group(all, { limit, joint });
  }
  const room = limit - frame;
  const groups: { parts: string[]; tokens: number }[] = [];
  for (const part of parts.flatMap((long) => cutLong(long, room))) {
    const tokens = estimateTokens(part);
    const last = groups.at(-1);
    if (last && last.tokens + tokens <= room) {
      last.parts.push(part);
      last.tokens += tokens;
    } else groups.push({ parts: [part], tokens });
  }
  const framed = (text: string) => [before, text, after].filter((line) => line !== '').join('\n');
  return groups.map((each) => framed(each.parts.join(joint)));
}

/** A single line or sentence over the limit is cut between words, a single long word between characters. */
function cutLong(part: string, limit: number): string[] {
  if (estimateTokens(part) <= limit) return [part];
  const cuts: string[] = [];
  let current = '';
  let tokens = 0;
  for (const word of wordsOf(part, limit)) {
    const more = estimateTokens(word);
    if (current && tokens + more > limit) {
      cuts.push(current.trimEnd());
      current = '';
      tokens = 0;
    }
    current += word;
    tokens += more;
  }
  if (current.trim()) cuts.push(current.trimEnd());
  return cuts;
}

/** Words with the space behind them; a character takes two tokens at most. */
function wordsOf(part: string, limit: number): string[] {
  const pieces = new RegExp(`\\S{1,${Math.floor(limit / 2)}}\\s*`, 'gu');
  return (part.match(/\S+\s*/gu) ?? []).flatMap((word) =>
    estimateTokens(word) > limit ? (word.match(pieces) ?? []) : [word],
  );
}
