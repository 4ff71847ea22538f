import type { Token, Tokens } from 'marked';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import { html, nothing } from './lit.ts';
import { citationView } from './inline.ts';
import type { SourceLink } from './links.ts';
import { findAddress, type KnownAddresses } from './markdown-addresses.ts';
import { readEntities } from './markdown-tokens.ts';

export interface InlineOptions {
  /** Sources by the numbers that cite them. */
  links: ReadonlyMap<number, SourceLink>;
  /** All that may be linked. */
  known: KnownAddresses;
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
      return html`<code>${(token as Tokens.Codespan).text}</code>`;
    case 'br':
      return html`<br />`;
    case 'link':
    case 'image':
      return linkView(token as Tokens.Link | Tokens.Image, options);
    case 'text':
    case 'escape':
      // What is invisible may have been written as an entity.
      return textViews(removeInvisible(readEntities(textOf(token))), options);
    case 'checkbox':
      return nothing;
    default:
      return token.raw;
  }
}

const textOf = (token: Token): string => ('text' in token ? token.text : token.raw) as string;

/** Text with its citations. */
function textViews(text: string, { links }: InlineOptions): unknown[] {
  // Every second part is a number that stood in brackets.
  return text
    .split(/\[(\d+)\]/)
    .map((part, index) =>
      index % 2 === 0 ? part : (citationView(links.get(Number(part))) ?? `[${part}]`),
    )
    .filter((part) => part !== '');
}

/**
 * A link, where a passage has its address; else its text, and the address as text. Of images nothing is
 * loaded: asking for one could carry away what was asked.
 */
function linkView(token: Tokens.Link | Tokens.Image, options: InlineOptions): unknown {
  const written = readEntities(token.href);
  const address = findAddress(options.known, written, document.baseURI);
  // A link holds no other one.
  const words = inlineViews(token, { ...options, links: new Map(), known: new Map() });
  if (address !== undefined) return html`<a href=${address} rel="noreferrer">${words}</a>`;
  const isBare = token.raw === token.text || token.raw === `<${token.text}>`;
  return isBare || written === '' ? words : [...inlineViews(token, options), ` (${written})`];
}
