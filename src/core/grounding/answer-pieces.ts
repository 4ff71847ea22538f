import { splitSentences } from '../documents/sentences.ts';
import { MARKER } from './citation-forms.ts';

/** A sentence or a block of code of an answer, in reading order. */
export interface AnswerPiece {
  kind: 'sentence' | 'code';
  /** As it stands in the answer: `answer.slice(start, end)`. Code without its fences. */
  text: string;
  start: number;
  end: number;
  /** Whether the answer broke off here: no closing fence, or no end of the sentence. */
  isCut: boolean;
}

/** A stretch of the answer: of a line, without the marks before its text. */
interface Span {
  start: number;
  end: number;
}

interface OpenFence {
  marks: string;
  content: Span | undefined;
}

const FENCE = /^(`{3,}(?![^\n]*`)|~{3,})/;
const QUOTE = /^[ \t]*>[ \t]?/;
const ITEM = /^[ \t]*(?:[-*+•]|\d{1,3}[.)])[ \t]+/;
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const RULE = /^[ \t]*(?:(?:-[ \t]*){3,}|(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|={3,})$/;
const TABLE_RULE = /^[ \t]*\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)+$/;
const TABLE_ROW = /^[ \t]*\|.*\S/;
const SENTENCE_END = /[.!?…。！？:：]["'”’)\]*_`]*(?:\s*\[\d+\])*\s*$/u;

/**
 * Splits an answer in Markdown into what can be checked. Headings and rules are left out; items,
 * quotations and rows of tables lose the marks before them.
 */
export function answerPieces(answer: string): AnswerPiece[] {
  const reader = new PieceReader(answer);
  for (const line of linesOf(answer)) reader.read(line);
  return reader.finish();
}

function* linesOf(text: string): Generator<Span> {
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf('\n', start);
    const end = newline < 0 ? text.length : newline;
    yield { start, end: text[end - 1] === '\r' && end > start ? end - 1 : end };
    start = newline < 0 ? text.length : newline + 1;
  }
}

class PieceReader {
  readonly #answer: string;
  readonly #pieces: AnswerPiece[] = [];
  #paragraph: Span[] = [];
  #fence: OpenFence | undefined;

  constructor(answer: string) {
    this.#answer = answer;
  }

  read(line: Span): void {
    const body = this.#withoutMark(line, QUOTE);
    if (this.#fence) return this.#readCode(line, this.#fence);
    const text = this.#slice(body);
    const opening = FENCE.exec(text.replace(ITEM, '').trimStart())?.[1];
    if (opening !== undefined) return this.#open(opening);
    if (text.trim() === '' || HEADING.test(text) || RULE.test(text) || TABLE_RULE.test(text)) {
      // The line above a table's rule names its columns.
      if (TABLE_RULE.test(text) && text.includes('|')) this.#paragraph = [];
      return this.#flush();
    }
    if (ITEM.test(text) || TABLE_ROW.test(text)) this.#flush();
    this.#paragraph.push(this.#trim(this.#withoutMark(body, ITEM)));
  }

  finish(): AnswerPiece[] {
    this.#flush();
    if (this.#fence) this.#close(this.#fence, true);
    return this.#pieces;
  }

  readonly #slice = ({ start, end }: Span) => this.#answer.slice(start, end);

  #withoutMark(span: Span, mark: RegExp): Span {
    const found = mark.exec(this.#slice(span));
    return found ? { start: span.start + found[0].length, end: span.end } : span;
  }

  #trim(span: Span): Span {
    const text = this.#slice(span);
    const before = text.length - text.trimStart().length;
    return { start: span.start + before, end: span.end - (text.length - text.trimEnd().length) };
  }

  #open(marks: string): void {
    this.#flush();
    this.#fence = { marks, content: undefined };
  }

  #readCode(line: Span, fence: OpenFence): void {
    const text = this.#slice(line).replace(QUOTE, '').trim();
    if (text.startsWith(fence.marks) && new Set(text).size === 1) return this.#close(fence, false);
    fence.content = { start: fence.content?.start ?? line.start, end: line.end };
  }

  #close({ content }: OpenFence, isCut: boolean): void {
    this.#fence = undefined;
    if (!content || this.#slice(content).trim() === '') return;
    this.#pieces.push({ kind: 'code', text: this.#slice(content), ...content, isCut });
  }

  #flush(): void {
    const spans = this.#paragraph;
    this.#paragraph = [];
    for (const span of sentencesOf(this.#answer, spans)) {
      const text = this.#slice(span);
      const isLast = this.#answer.slice(span.end).trim() === '';
      const isCut = isLast && !SENTENCE_END.test(text) && !text.startsWith('|');
      this.#pieces.push({ kind: 'sentence', text, ...span, isCut });
    }
  }
}

const LINK = /\[[^\]]*\]\([^()\n]*\)/g;
const LEADING_MARKERS = new RegExp(`^(?:${MARKER}\\s*)+`, 'i');

/** Sentences of a paragraph whose lines lie in `spans`. A citation after a full stop is the sentence's. */
function sentencesOf(answer: string, spans: readonly Span[]): Span[] {
  const joined = spans.map(({ start, end }) => answer.slice(start, end)).join('\n');
  // The title and address of a link may hold full stops.
  const masked = joined.replace(LINK, (link) => link.replace(/[.!?…。！？]/g, '_'));
  const found: Span[] = [];
  let from = 0;
  for (const sentence of splitSentences(masked)) {
    const start = masked.indexOf(sentence, from);
    from = start + sentence.length;
    const previous = found.at(-1);
    const markers = previous ? (LEADING_MARKERS.exec(sentence)?.[0] ?? '') : '';
    if (previous && markers) previous.end = start + markers.trimEnd().length;
    if (markers.length < sentence.length) found.push({ start: start + markers.length, end: from });
  }
  return found.map(({ start, end }) => ({
    start: toAnswer(spans, start),
    end: toAnswer(spans, end - 1) + 1,
  }));
}

/** The place in the answer of a character of the joined lines. */
function toAnswer(spans: readonly Span[], index: number): number {
  let passed = 0;
  for (const { start, end } of spans) {
    if (index - passed <= end - start) return start + index - passed;
    passed += end - start + 1;
  }
  return spans.at(-1)?.end ?? 0;
}
