import GithubSlugger from 'github-slugger';
import { Marked, type MarkedToken, type Token, type Tokens, type TokensList } from 'marked';

export interface Heading {
  id: string;
  /** 1 for the page's title, 2 to 6 below it. */
  depth: number;
  text: string;
}

/** A Markdown document, read once: what the page, its contents list and other pages' links need. */
export interface Outline {
  title: string;
  /** True where the document has no title of its own and `title` is the navigation's label. */
  untitled: boolean;
  /** Plain text of the first real paragraph. */
  summary: string;
  tokens: TokensList;
  headings: ReadonlyMap<Token, Heading>;
  /** Explicit anchors (`<a id>`), by the token that opens them. */
  anchors: ReadonlyMap<Token, string>;
  ids: ReadonlySet<string>;
}

// Nearly every file starts with the same centred "Fastify": a page needs a title of its own.
const BANNER = /^\s*<h1 [^>]*>[^<]*<\/h1>/;
const ANCHOR_BELOW_HEADING = /^(#{1,6} .*)\n+((?:<a (?:id|name)="[^"]*"><\/a>[ \t]*\n)+)/gm;
const ANCHOR = /^<a (?:id|name)="([^"]*)"/;

/** Reads `markdown`; `label` is the title where the document names none. */
export function readOutline(markdown: string, label: string): Outline {
  const source = markdown.replace(BANNER, '').replace(ANCHOR_BELOW_HEADING, anchorsIntoHeading);
  const parser = new Marked();
  const tokens = parser.lexer(source);
  const found: Tokens.Heading[] = [];
  const links: Tokens.HTML[] = [];
  void parser.walkTokens(tokens, (token) => {
    if (isHeading(token)) found.push(token);
    if (isHtml(token)) links.push(token);
  });
  const titleToken = findTitle(tokens, found, label);
  const headings = nameHeadings(found, titleToken);
  const ids = new Set([...headings.values()].map(({ id }) => id));
  const anchors = nameAnchors(links, ids);
  return {
    title: titleToken === undefined ? label : plainText(titleToken.tokens),
    untitled: titleToken === undefined,
    summary: summarise(tokens) ?? label,
    tokens,
    headings,
    anchors,
    ids: new Set([...ids, ...anchors.values()]),
  };
}

/** The text that a reader sees, without markup. */
export function plainText(tokens: readonly Token[]): string {
  return (tokens as readonly MarkedToken[]).map(tokenText).join('').replace(/\s+/g, ' ').trim();
}

function tokenText(token: MarkedToken): string {
  if (token.type === 'html') return '';
  if (token.type === 'br') return ' ';
  if ('tokens' in token) {
    return (token.tokens as MarkedToken[]).map(tokenText).join('');
  }
  return 'text' in token ? token.text : '';
}

/** An anchor on the line below its heading would scroll the heading out of view. */
function anchorsIntoHeading(_match: string, heading: string, anchors: string): string {
  return `${heading}${anchors.trim().replace(/\s*\n\s*/g, '')}\n`;
}

function findTitle(
  tokens: readonly Token[],
  headings: readonly Tokens.Heading[],
  label: string,
): Tokens.Heading | undefined {
  const first = tokens.find(({ type }) => type !== 'space');
  if (first === undefined || !isHeading(first)) return undefined;
  const letters = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');
  const alone = headings.every((other) => other === first || other.depth > first.depth);
  const named = letters(plainText(first.tokens)) === letters(label);
  return first.depth === 1 || alone || named ? first : undefined;
}

function nameHeadings(
  found: readonly Tokens.Heading[],
  title: Tokens.Heading | undefined,
): Map<Token, Heading> {
  const slugger = new GithubSlugger();
  const depths = found.filter((token) => token !== title).map(({ depth }) => depth);
  // With the title at level 1 and none skipped, the highest of the others is level 2.
  const shift = 2 - Math.min(...depths);
  return new Map(
    found.map((token) => {
      const text = plainText(token.tokens);
      const depth = token === title ? 1 : token.depth + shift;
      return [token, { id: slugger.slug(text), depth, text }];
    }),
  );
}

/** Most anchors repeat their heading's id; an id may stand only once on a page. */
function nameAnchors(
  links: readonly Tokens.HTML[],
  headingIds: ReadonlySet<string>,
): Map<Token, string> {
  const taken = new Set(headingIds);
  const anchors = new Map<Token, string>();
  for (const token of links) {
    const id = ANCHOR.exec(token.text)?.[1];
    if (id === undefined || taken.has(id)) continue;
    taken.add(id);
    anchors.set(token, id);
  }
  return anchors;
}

function summarise(tokens: readonly Token[]): string | undefined {
  for (const token of tokens as readonly MarkedToken[]) {
    if (token.type !== 'paragraph') continue;
    const text = plainText(token.tokens);
    if (text.length > 40) return shorten(text);
  }
  return undefined;
}

function shorten(text: string): string {
  return text.length <= 160 ? text : `${text.slice(0, 158).replace(/\s+\S*$/, '')} …`;
}

function isHeading(token: Token): token is Tokens.Heading {
  return token.type === 'heading';
}

function isHtml(token: Token): token is Tokens.HTML {
  return token.type === 'html';
}
