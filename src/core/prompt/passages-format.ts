import { headingPath } from '../documents/passages.ts';
import type { Passage } from '../ports.ts';

/** A passage with the number by which the answer cites it. */
export interface NumberedPassage {
  id: number;
  passage: Passage;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** An attribute's value: one line, with the characters escaped that could end it. */
export function escapeAttribute(value: string): string {
  return value.replace(/\s+/g, ' ').replace(/[&<>"]/g, (character) => ESCAPES[character] ?? '');
}

/** Passages between tags whose names carry the nonce, in the order given. */
export function formatPassages(passages: readonly NumberedPassage[], nonce: string): string {
  const inner = passages.map((numbered) => formatPassage(numbered, nonce));
  return [`<passages-${nonce}>`, ...inner, `</passages-${nonce}>`].join('\n');
}

function formatPassage({ id, passage }: NumberedPassage, nonce: string): string {
  const { section, text } = passage;
  const attributes: [name: string, value: string | undefined][] = [
    ['id', String(id)],
    ['title', headingPath(section)],
    ['url', section.url],
    ['date', section.date],
  ];
  const written = attributes
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escapeAttribute(value ?? '')}"`);
  return `<passage-${nonce}${written.join('')}>\n${text}\n</passage-${nonce}>`;
}

export function formatQuestion(question: string, nonce: string): string {
  return `<question-${nonce}>\n${question}\n</question-${nonce}>`;
}
