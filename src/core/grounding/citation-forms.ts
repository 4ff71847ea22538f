/** Words that models put before a number; `[passage id="2"]` has two of them. */
const WORD = '(?:passage|source|document|doc|id|ref|reference|citation|chunk)s?[\\s:=#._-]+';
const NUMBER = `(?:${WORD})*["']?\\d+["']?(?:\\s*[-–]\\s*\\d+)?`;
const AND = '\\s*(?:[,;&、，](?:\\s*and\\b)?|and\\b)\\s*';

/**
 * A citation as models write it: `[1]`, `[1, 2]`, `[1-3]`, `[^1]`, `[passage 2]`, `[id: 2]`, `【1】`,
 * `【1†source】`. A link, `[1](address)`, is none.
 */
export const MARKER = `[\\[【［]\\s*\\^?${NUMBER}(?:${AND}${NUMBER})*\\s*(?:†[^\\]】］\\n]*)?(?:\\](?!\\()|[】］])`;

const FENCE =
  '^[ \\t>]*(?:(?:[-*+]|\\d+[.)])[ \\t]+)?(?<fence>`{3,}(?![^\\n]*`)|~{3,})[\\s\\S]*?(?:\\n[ \\t>]*\\k<fence>(?!\\w)|(?![\\s\\S]))';
const SPAN = '(?<!`)(?<ticks>`+)(?!`)[^\\n]*?(?<!`)\\k<ticks>(?!`)';
const LINK = '\\[(?:[^[\\]\\n]|\\[[^[\\]\\n]*\\])*\\]\\([^()\\n]*\\)';

/** Fenced code, an unclosed fence included, and code in a line. Flags: `gm`. */
export const CODE = `${FENCE}|${SPAN}`;

/** What citations are never looked for in: code and links. Flags: `gm`. */
export const LEFT_ALONE = `${CODE}|${LINK}`;

/** A longer number in plain brackets is a year or a code, unless a passage has it. */
const LARGEST = 999;

/**
 * The injected numbers that a marker names, each once; none where all are invented.
 * @returns undefined where the brackets are no citation: `[2024]`, `[0-9]`.
 */
export function readMarker(marker: string, injected: ReadonlySet<number>): number[] | undefined {
  const [numbers = ''] = marker.split('†');
  const ranges = [...numbers.matchAll(/(\d+)(?:["']?\s*[-–]\s*(\d+))?/g)].map(
    ([, first, last]) => [Number(first), Number(last ?? first)] as const,
  );
  const known = [...injected].filter((id) => ranges.some(([a, b]) => a <= id && id <= b));
  if (/[a-z†^]/i.test(marker)) return inOrder(known, ranges);
  const isClass = ranges.some(([a, b]) => a !== b && !(injected.has(a) && injected.has(b)));
  const isYear = known.length === 0 && ranges.some(([a]) => a > LARGEST);
  return isClass || isYear ? undefined : inOrder(known, ranges);
}

/** Numbers in the order in which the marker has them. */
function inOrder(ids: number[], ranges: readonly (readonly [number, number])[]): number[] {
  const placeOf = (id: number) => ranges.findIndex(([a, b]) => a <= id && id <= b);
  return ids.sort((x, y) => placeOf(x) - placeOf(y) || x - y);
}
