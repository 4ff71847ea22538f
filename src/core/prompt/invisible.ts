/** What a reader can't see, by ranges of code points. */
const RANGES = [
  '\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f', // controls but tab and line feed
  '\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069', // bidi
  '\\u00ad\\u034f\\u180e\\u200b-\\u200d\\u2060-\\u2065\\u206a-\\u206f\\ufeff', // of no width
  '\\u115f\\u1160\\u17b4\\u17b5\\u3164\\uffa0', // fillers
  '\\ufff0-\\ufffb\\u{1bca0}-\\u{1bca3}\\u{1d173}-\\u{1d17a}', // annotation and notation
  '\\u{e0000}-\\u{e00ff}\\u{e01f0}-\\u{e0fff}', // tags
];

const SELECTOR = '[\\ufe00-\\ufe0f\\u{e0100}-\\u{e01ef}]';

/** One selector belongs to the character before it; more are a way to hide bytes. */
const SELECTORS = `(?<=${SELECTOR})${SELECTOR}|(?<!\\p{Script=Han})[\\u{e0100}-\\u{e01ef}]`;

const INVISIBLE = new RegExp([...RANGES.map((range) => `[${range}]`), SELECTORS].join('|'), 'gu');

/** Scripts that need joiners to be written right. */
const JOINING =
  /[\p{scx=Arabic}\p{scx=Syriac}\p{scx=Mongolian}\p{scx=Nko}\p{scx=Devanagari}\p{scx=Bengali}\p{scx=Gurmukhi}\p{scx=Gujarati}\p{scx=Oriya}\p{scx=Tamil}\p{scx=Telugu}\p{scx=Kannada}\p{scx=Malayalam}\p{scx=Sinhala}\p{scx=Khmer}]/u;

const EMOJI = /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f]/u;

/**
 * A text without characters that a reader can't see but a model reads: NUL and other controls, bidi
 * controls, zero-width characters and tags. Joiners stay inside emoji and in scripts that need them.
 * Lone surrogates become U+FFFD.
 */
export function removeInvisible(text: string): string {
  return repairSurrogates(text).replace(INVISIBLE, (character, index: number, whole: string) => {
    const isJoiner = character === '\u200c' || character === '\u200d';
    return isJoiner && isNeededJoiner(whole, index) ? character : '';
  });
}

function isNeededJoiner(text: string, index: number): boolean {
  const before = /.$/su.exec(text.slice(Math.max(0, index - 2), index))?.[0] ?? '';
  const after = String.fromCodePoint(text.codePointAt(index + 1) ?? 0);
  if (EMOJI.test(before) && EMOJI.test(after)) return true;
  return JOINING.test(before);
}

const repairSurrogates = (text: string) =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');
