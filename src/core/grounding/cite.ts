import { LEFT_ALONE, MARKER, readMarker } from './citation-forms.ts';
import type { SupportedClaim, SupportReport, TextPart } from './support-report.ts';

export interface CitedAnswer {
  text: string;
  /** Numbers of the passages cited, in order of first mention. */
  citations: number[];
  /** The claims with their places in the new text. */
  claims: SupportedClaim[];
}

/**
 * An answer whose citations name what supports it. Each supported claim is cited with the passages
 * that the model named, as far as they support it, else with the one that supports it best. Markers of
 * anything else go: where a small model sets them says nothing. Of neighbours with equal citations the
 * last is marked.
 */
export function citeBySupport(answer: string, { claims }: SupportReport): CitedAnswer {
  const markers = markersIn(answer);
  const numbers = claims.map((claim) => citedBy(claim, markers));
  const isShown = (index: number) => !isSaidNext(answer, claims, { numbers, index });
  const edits = [
    ...markers.map(({ start, end }) => ({ start, end, text: '' })),
    ...claims.flatMap((claim, index) =>
      isShown(index) ? markerEdit(answer, claim, numbers[index] ?? []) : [],
    ),
  ].sort((a, b) => a.start - b.start || a.end - b.end);
  const text = apply(answer, edits);
  const move = mover(edits);
  const moved = claims.map((claim) => moveClaim(claim, text, move));
  return { text, citations: [...new Set(numbers.flat())], claims: moved };
}

interface Marker {
  start: number;
  end: number;
  numbers: number[];
}

const MARKERS = new RegExp(`(?<leave>${LEFT_ALONE})|[ \\t]*(?<marker>${MARKER})`, 'gim');

/** Citations with the space before them, but for those in code and links. */
function markersIn(answer: string): Marker[] {
  return [...answer.matchAll(MARKERS)].flatMap(({ 0: whole, index, groups }) => {
    const marker = groups?.['marker'];
    if (marker === undefined) return [];
    const named = [...marker.matchAll(/\d+/g)].map(([number]) => Number(number));
    const numbers = readMarker(marker, new Set(named));
    return numbers ? [{ start: index, end: index + whole.length, numbers }] : [];
  });
}

function citedBy(claim: SupportedClaim, markers: readonly Marker[]): number[] {
  const supporting = claim.sources.map(({ source }) => source);
  const named = markers
    .filter(({ start, end }) => start <= claim.end && claim.start <= end)
    .flatMap(({ numbers }) => numbers);
  const kept = [...new Set(named)].filter((number) => supporting.includes(number));
  return kept.length > 0 ? kept : supporting.slice(0, 1);
}

interface Place {
  numbers: readonly number[][];
  index: number;
}

/** Whether the next claim follows in the same paragraph with the same citations. */
function isSaidNext(
  answer: string,
  claims: readonly SupportedClaim[],
  { numbers, index }: Place,
): boolean {
  const claim = claims[index];
  const next = claims[index + 1];
  if (!claim || !next || next.kind === 'code') return false;
  const gap = answer.slice(claim.end, next.start);
  return (
    gap.trim() === '' &&
    !gap.includes('\n') &&
    String(numbers[index]) === String(numbers[index + 1])
  );
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Code is cited below its fence; code without an end can't be. */
function markerEdit(answer: string, claim: SupportedClaim, numbers: readonly number[]): Edit[] {
  if (numbers.length === 0) return [];
  const marker = numbers.map((number) => `[${number}]`).join('');
  const insert = (at: number, text: string) => [{ start: at, end: at, text }];
  if (claim.kind === 'sentence') return insert(sentenceEnd(answer, claim), ` ${marker}`);
  const fence = /^\r?\n[^\n]*(?:`{3,}|~{3,})[ \t]*(?=\r?\n|$)/.exec(answer.slice(claim.end));
  return fence ? insert(claim.end + fence[0].length, `\n\n${marker}`) : [];
}

/** Before its own marker, and within the last cell of a table's row. */
function sentenceEnd(answer: string, { start, end }: SupportedClaim): number {
  const text = answer.slice(start, end);
  const rest = /(?:\s*\[\d+\])*\s*\|?$/.exec(text)?.[0] ?? '';
  return end - rest.length;
}

function apply(answer: string, edits: readonly Edit[]): string {
  let text = '';
  let from = 0;
  for (const { start, end, text: inserted } of edits) {
    text += answer.slice(from, start) + inserted;
    from = end;
  }
  return text + answer.slice(from);
}

/** Where a place of the old text lies in the new one; `isEnd` keeps what is inserted there out. */
const mover =
  (edits: readonly Edit[]) =>
  (place: number, isEnd: boolean): number =>
    edits.reduce((moved, { start, end, text }) => {
      if (start > place || (start === place && isEnd)) return moved;
      return moved + text.length - (Math.min(end, place) - start);
    }, place);

type Move = ReturnType<typeof mover>;

function moveClaim(claim: SupportedClaim, text: string, move: Move): SupportedClaim {
  const movePart = ({ start, end }: TextPart): TextPart => {
    const [from, to] = [move(start, false), move(end, true)];
    return { text: text.slice(from, to), start: from, end: to };
  };
  return {
    ...claim,
    ...movePart(claim),
    missing: claim.missing.map(movePart),
    altered: claim.altered.map(movePart),
  };
}
