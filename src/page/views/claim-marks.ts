import type { SourceQuote, SupportedClaim } from '../../core/grounding/support-report.ts';

/** What a stretch of an answer is: in its sources, not found in them, or not in them letter by letter. */
export type Mark = 'none' | 'unfound' | 'absent';

/** A stretch of a leaf that is drawn in one way. */
export interface MarkedPiece {
  text: string;
  /** In the answer; −1 where the leaf was not found in it. */
  start: number;
  mark: Mark;
  /** Whether what is marked ends here, so that it can be said once. */
  isLast: boolean;
}

interface Span {
  start: number;
  end: number;
  mark: Mark;
  /** More of what is unfound follows in the same claim: it is said there. */
  goesOn?: boolean;
}

/** Marks that may stand between the last word of a claim and its end. */
const NO_WORDS = /^(?:\]\([^)]*\)|[\s*_~`|)\]>])*$/;

/**
 * The marks of an answer's claims over the leaves of its parsed text. A lexer gives no places: so each
 * leaf is looked for behind the one before it. Leaves have to come in reading order.
 */
export class ClaimMarks {
  readonly #text: string;
  readonly #claims: readonly SupportedClaim[];
  readonly #spans: readonly Span[];
  #at = 0;

  constructor(text: string, claims: readonly SupportedClaim[]) {
    this.#text = text;
    this.#claims = claims;
    this.#spans = claims.flatMap(spansOf).sort((a, b) => a.start - b.start);
  }

  /** The pieces of a leaf, as it is written in Markdown. Its lines may have lost what was before them. */
  take(raw: string): MarkedPiece[] {
    return raw.split(/(?<=\n)/).flatMap((line) => {
      const words = line.trim();
      const found = words ? this.#text.indexOf(words, this.#at) : -1;
      if (found < 0) return [{ text: line, start: -1, mark: 'none', isLast: false }];
      this.#at = found + words.length;
      const start = found - line.indexOf(words);
      return this.#cut(line, start);
    });
  }

  /** Passes over what a leaf is followed by, such as a link's address. */
  pass(raw: string): void {
    const found = this.#text.indexOf(raw, this.#at);
    if (found >= 0) this.#at = found + raw.length;
  }

  /** A claim that is a block of code, by its first line. */
  takeCode(code: string): SupportedClaim | undefined {
    const line =
      code
        .split('\n')
        .find((each) => each.trim() !== '')
        ?.trim() ?? '';
    const found = line ? this.#text.indexOf(line, this.#at) : -1;
    if (found < 0) return undefined;
    this.#at = found + line.length;
    return this.#claims.find(
      ({ kind, start, end }) => kind === 'code' && start <= found && found < end,
    );
  }

  /** What a source says of the claim that is cited at a place. */
  quoteAt(start: number, source: number): SourceQuote | undefined {
    const claim = this.#claims.findLast((each) => each.start <= start);
    return claim?.sources.find((quote) => quote.source === source);
  }

  #cut(text: string, start: number): MarkedPiece[] {
    const pieces: MarkedPiece[] = [];
    const end = start + text.length;
    for (let from = start; from < end;) {
      const inside = this.#spans.find((span) => span.start <= from && from < span.end);
      const next = this.#spans.find((span) => span.start > from)?.start ?? Infinity;
      const to = Math.min(end, inside?.end ?? next);
      const isLast = inside && !inside.goesOn && NO_WORDS.test(this.#text.slice(to, inside.end));
      const piece = text.slice(from - start, to - start);
      pieces.push({
        text: piece,
        start: from,
        mark: inside?.mark ?? 'none',
        isLast: isLast === true,
      });
      from = to;
    }
    return pieces;
  }
}

/** What of a claim is marked: all of it, or the names that are nowhere. */
function spansOf({ kind, verdict, isStruck, start, end, missing }: SupportedClaim): Span[] {
  if (kind === 'code') return [];
  if (verdict === 'not' && isStruck) return [{ start, end, mark: 'absent' }];
  const absent = missing.map((part): Span => ({ ...part, mark: 'absent' }));
  return verdict === 'not' ? around({ start, end }, absent) : absent;
}

/** An unfound claim, less what is absent in it. */
function around({ start, end }: { start: number; end: number }, absent: readonly Span[]): Span[] {
  const spans: Span[] = [];
  let from = start;
  for (const span of [...absent].sort((a, b) => a.start - b.start)) {
    if (span.start > from)
      spans.push({ start: from, end: span.start, mark: 'unfound', goesOn: span.end < end });
    spans.push(span);
    from = Math.max(from, span.end);
  }
  return from < end ? [...spans, { start: from, end, mark: 'unfound' }] : spans;
}
