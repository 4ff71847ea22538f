import { AskPageError } from '../errors.ts';
import { resolveFormat, type FormatName, type PromptFormat } from './formats.ts';
import { removeInvisible } from './invisible.ts';
import type { CandidatePassage } from './select.ts';

/** A passage that holds a delimiter of the format: without a code it could end its own marks. */
export interface Forgery {
  id: string;
  /** The delimiter as it stands in the passage. */
  forged: string;
}

/** A name and what opens it: `</doc`, `[/Document`, `{"passages`. */
const MARK = /[^\s\p{L}\p{N}>\])]{0,2}[\p{L}\p{N}_-]*$/u;

/** Marks each place where a format writes its code. */
const PROBE = '-00000000';

/**
 * Passages whose text, title, address, date or dataset holds a delimiter of the format, written
 * without a code. A corpus may do without the nonce only where this list is empty.
 * @throws {AskPageError} `bad-option` for an unknown format, and for one whose marks carry no code.
 */
export function findForgeries(
  passages: readonly CandidatePassage[],
  format: FormatName | PromptFormat,
): Forgery[] {
  const pattern = delimiterPattern(resolveFormat(format));
  return passages.flatMap(({ id, title, url, text, date = '', dataset = '' }) => {
    // A line break, so that no delimiter is made of two neighbours.
    const whole = removeInvisible([title, url, text, date, dataset].join('\n'));
    const found = new Set(Array.from(whole.matchAll(pattern), ([forged]) => forged));
    return [...found].map((forged) => ({ id, forged }));
  });
}

/** Any of the format's marks up to its code; models mind neither capitals nor a blank. */
function delimiterPattern(format: PromptFormat): RegExp {
  const probe = { id: 1, title: 'title', url: 'url', text: 'text' };
  const written = `${format.passages([probe], PROBE)}\n${format.question('question', PROBE)}`;
  const before = written.split(PROBE).slice(0, -1);
  const marks = new Set(before.map((piece) => MARK.exec(piece)?.[0] ?? ''));
  marks.delete('');
  if (marks.size === 0) {
    throw new AskPageError(
      'bad-option',
      `The marks of the prompt format "${format.name}" carry no code, so none can be looked for. ` +
        'Write the nonce that its functions are given into each of its marks.',
    );
  }
  return new RegExp([...marks].map(loosely).join('|'), 'giu');
}

/** `</doc` also matches `< / doc`, and not `</document`. */
function loosely(mark: string): string {
  const pieces = mark.match(/[\p{L}\p{N}_-]+|[^\s\p{L}\p{N}_-]/gu) ?? [];
  const escaped = pieces.map((piece) => piece.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
  const [start, end] = ['(?<![\\p{L}\\p{N}_-])', '(?![\\p{L}\\p{N}_-])'];
  return `${/^[\p{L}\p{N}_-]/u.test(mark) ? start : ''}${escaped.join('\\s*')}${end}`;
}
