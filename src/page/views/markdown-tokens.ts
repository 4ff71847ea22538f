import { Lexer, Tokenizer, getDefaults, type Token } from 'marked';

/**
 * Three rules of Markdown are left out, so that text means the same wherever a stream stands. HTML is
 * text. So are definitions of links: with one at its end, `[1]` would no longer be a citation. And a
 * line of `-` or `=` makes no heading of what is above it.
 */
const NONE = { html: none, tag: none, def: none, lheading: none };

function none(): undefined {
  return undefined;
}

/**
 * The tokens of a Markdown text.
 * @returns undefined where it is nested too deeply to be read.
 */
export function readMarkdown(text: string): Token[] | undefined {
  const tokenizer = Object.assign(new Tokenizer(), NONE);
  try {
    return new Lexer({ ...getDefaults(), tokenizer }).lex(text);
  } catch (thrown) {
    if (thrown instanceof RangeError) return undefined;
    throw thrown;
  }
}

/** Marked reads only entities with numbers; these are the others that models write in prose. */
const ENTITIES: Record<string, string> = {
  ...{ '&amp;': '&', '&lt;': '<', '&gt;': '>' },
  ...{ '&quot;': '"', '&#39;': "'", '&nbsp;': '\u00a0' },
};

export const readEntities = (text: string): string =>
  text.replace(/&(?:amp|lt|gt|quot|#39|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
