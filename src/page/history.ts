import { entryOf, storedOf } from './thread/stored-entry.ts';
import type { Entry } from './thread/entry.ts';
import { newId, type LocalItems } from './thread/local-items.ts';

/** Questions and exchanges that are kept; older ones go. */
const RECENT = 20;
const EXCHANGES = 20;

/**
 * What is kept of questions and answers from page to page, where the owner wants it; else nothing.
 * One item of local storage for each.
 */
export class History {
  readonly #items: LocalItems;

  constructor(items: LocalItems) {
    this.#items = items;
  }

  /** Whether anything outlives the page. */
  get isOn(): boolean {
    return this.#items.isKept;
  }

  /** Questions of this reader on this site, newest first, each once. */
  get recent(): readonly string[] {
    if (!this.isOn) return [];
    const questions = this.#items.list('question').map(({ value }) => value);
    return [...new Set(questions.filter((value) => typeof value === 'string').reverse())];
  }

  /** Exchanges of the thread, oldest first. */
  get exchanges(): Entry[] {
    if (!this.isOn) return [];
    return this.#items.list('exchange').flatMap(({ id, value }) => entryOf(id, value) ?? []);
  }

  addQuestion(question: string): void {
    if (!this.isOn) return;
    for (const { id, value } of this.#items.list('question')) {
      if (value === question) this.#items.remove('question', id);
    }
    this.#items.put('question', { id: newId(), value: question }, RECENT);
  }

  /** Keeps an exchange, in the place of the one with its id. */
  keep(entry: Entry): void {
    if (!this.isOn) return;
    this.#items.put('exchange', { id: entry.id, value: storedOf(entry) }, EXCHANGES);
  }

  forget(id: string): void {
    this.#items.remove('exchange', id);
  }

  /** Deletes the questions; the thread stays. */
  clearRecent(): void {
    this.#items.clear('question');
  }
}
