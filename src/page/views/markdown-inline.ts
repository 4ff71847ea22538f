import type { Token, Tokens } from 'marked';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import { html, nothing } from './lit.ts';
import { citationView } from './inline.ts';
import type { ClaimMarks, MarkedPiece } from './claim-marks.ts';
import { quoteLink, type SourceLink } from './links.ts';
import { say } from '../words/say.ts';
import { findAddress, type KnownAddresses } from './markdown-addresses.ts';
import { readEntities } from './markdown-tokens.ts';

export interface InlineOptions {
  /** Sources by the numbers that cite them. */
  links: ReadonlyMap<number, SourceLink>;
  /** All that may be linked. */
  known: KnownAddresses;
  /** What of it is in its sources, where that is known. */
  marks?: ClaimMarks | undefined;
  /** How deep it stands in lists, quotations and emphasis. */
  depth: number;
}

/** What is deeper than this stays text. */
export const DEEPEST = 12;

/** What stands in a line: emphasis, code, citations and known addresses become elements. */
export function inlineViews(token: Token, options: InlineOptions): unknown[] {
  const { tokens } = token as { tokens?: Token[] };
  if (!tokens || options.depth > DEEPEST) return [textOf(token)];
  const inner = { ...options, depth: options.depth + 1 };
  return tokens.flatMap((each) => tokenView(each, inner));
}

function tokenView(token: Token, options: InlineOptions): unknown {
  switch (token.type) {
    case 'strong':
      return html`<strong>${inlineViews(token, options)}</strong>`;
    case 'em':
      return html`<em>${inlineViews(token, options)}</em>`;
    case 'del':
      return html`<del>${inlineViews(token, options)}</del>`;
    case 'codespan':
      return codeViews(token as Tokens.Codespan, options);
    case 'br':
      return html`<br />`;
    case 'link':
    case 'image':
      return linkView(token as Tokens.Link | Tokens.Image, options);
    case 'text':
    case 'escape':
      return textViews(token, options);
    case 'checkbox':
      return nothing;
    default:
      return token.raw;
  }
}

const textOf = (token: Token): string => ('text' in token ? token.text : token.raw) as string;

/** Text with its citations, and with marks where its sources don't say it. */
function textViews(token: Token, options: InlineOptions): unknown[] {
  // An escaped sign stands in the answer with its backslash.
  const isEscape = token.type === 'escape';
  const pieces = options.marks?.take(isEscape ? token.raw : textOf(token)) ?? [wholeOf(token)];
  return pieces.flatMap((piece) => {
    const text = isEscape ? textOf(token) : piece.text;
    return markViews(citedViews(text, piece, options), piece);
  });
}

const wholeOf = (token: Token): MarkedPiece => ({
  ...{ text: textOf(token), start: -1, mark: 'none', isLast: false },
});

function citedViews(text: string, { start }: MarkedPiece, options: InlineOptions): unknown[] {
  let at = start;
  return text
    .split(/(\[\d+\])/)
    .map((part) => {
      const place = start < 0 ? start : at;
      at += part.length;
      const number = /^\[(\d+)\]$/.exec(part)?.[1];
      const citation = number && citationAt(place, Number(number), options);
      // What is invisible may have been written as an entity.
      return citation || removeInvisible(readEntities(part));
    })
    .filter((part) => part !== '');
}

/** The number leads to what the source says of the claim before it. */
function citationAt(start: number, number: number, { links, marks }: InlineOptions) {
  const link = links.get(number);
  const quote = start < 0 ? undefined : marks?.quoteAt(start, number);
  return citationView(link && quote ? quoteLink(link, quote.text) : link);
}

function codeViews(token: Tokens.Codespan, { marks }: InlineOptions): unknown {
  const pieces = marks?.take(token.text) ?? [wholeOf(token)];
  return html`<code>${pieces.map((piece) => markViews([piece.text], piece))}</code>`;
}

/** What is marked, and, where it ends, the same in words for those who can't see it. */
function markViews(views: unknown[], { mark, isLast }: MarkedPiece): unknown[] {
  if (mark === 'none' || views.length === 0) return views;
  const said = isLast ? html`<span class="spoken"> (${say(mark)})</span>` : nothing;
  return mark === 'unfound'
    ? [html`<span class="unfound">${views}</span>`, said]
    : [html`<s class="absent">${views}</s>`, said];
}

/**
 * A link, where a passage has its address; else its text, and the address as text. Of images nothing is
 * loaded: asking for one could carry away what was asked.
 */
function linkView(token: Tokens.Link | Tokens.Image, options: InlineOptions): unknown {
  const written = readEntities(token.href);
  const address = findAddress(options.known, written, document.baseURI);
  const isBare = token.raw === token.text || token.raw === `<${token.text}>`;
  const isAlone = address !== undefined || isBare || written === '';
  // A link holds no other one.
  const inner = isAlone ? { ...options, links: new Map(), known: new Map() } : options;
  const words = inlineViews(token, inner);
  options.marks?.pass(addressPart(token));
  if (address === undefined) return isAlone ? words : [...words, ` (${written})`];
  if (isBare || isOwn(address, options)) return anchorView(address, words);
  return [...words, ' (', anchorView(address, address), ')'];
}

const anchorView = (address: string, words: unknown) =>
  html`<a href=${address} rel="noreferrer">${words}</a>`;

/**
 * Whether an address is of this site, or of one that a source stands on. To all others a reader goes by
 * the address itself: words of a model, or of a page that it obeys, could pass it off as the site's.
 */
function isOwn(address: string, { links }: InlineOptions): boolean {
  const hostOf = (url: string) => new URL(url, document.baseURI).host;
  const hosts = [document.baseURI, ...[...links.values()].map(({ href }) => href)].map(hostOf);
  return hosts.includes(hostOf(address));
}

/** What stands behind a link's words. */
const addressPart = ({ raw, text }: Tokens.Link | Tokens.Image): string =>
  raw.slice(raw.lastIndexOf(text) + text.length);
