/** Words at either end of a longer text that name it in the page. */
const EDGE_WORDS = 5;

/** Up to so many words a text is named whole. */
const WHOLE_WORDS = 10;

/**
 * An address that opens `url` and shows `quote` there: browsers scroll to the text and mark it.
 * Where the text isn't found, the anchor still is.
 * Source: WICG, "Text Fragments" (`#:~:text=start,end`).
 */
export function linkToText(url: string, quote: string): string {
  const directive = textDirective(quote);
  if (!directive) return url;
  return `${url}${url.includes('#') ? '' : '#'}:~:${directive}`;
}

function textDirective(quote: string): string {
  const words = plainText(quote).split(' ').filter(Boolean);
  if (words.length === 0) return '';
  if (words.length <= WHOLE_WORDS) return `text=${encode(words.join(' '))}`;
  const start = words.slice(0, EDGE_WORDS).join(' ');
  const end = words.slice(-EDGE_WORDS).join(' ');
  return `text=${encode(start)},${encode(end)}`;
}

/** The words as they stand on the page: without the backticks that mark code in a passage. */
export function plainText(quote: string): string {
  return quote.replaceAll('`', '').replace(/\s+/g, ' ').trim();
}

/** `-`, `,` and `&` have a meaning in a text directive; half a character has no encoding. */
const encode = (text: string) =>
  encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')).replace(/-/g, '%2D');
