import type { Exchange } from '../../core/ask.ts';
import type { History } from '../history.ts';
import type { Done, Entry } from './entry.ts';
import { NO_FEEDBACK } from './feedback.ts';
import { newId } from './local-items.ts';

/** The finished exchanges of a reader, oldest first. */
export class Thread {
  /** Id of the exchange whose question the reader is changing. */
  editing: string | undefined;
  /** Which exchanges the reader has opened or closed, by their ids. */
  readonly opened = new Map<string, boolean>();
  #entries: readonly Entry[];
  readonly #history: History;
  /** Id of what the question that is being answered takes the place of. */
  #replaced: string | undefined;
  /** The same of the last question, also when it has failed. */
  #aim: string | undefined;

  constructor(history: History) {
    this.#history = history;
    this.#entries = history.exchanges;
  }

  get newest(): Entry | undefined {
    return this.#entries.at(-1);
  }

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  /** What stands while a question is being answered: without what it replaces, and what came after that. */
  get standing(): readonly Entry[] {
    const place = this.#entries.findIndex(({ id }) => id === this.#replaced);
    return place < 0 ? this.#entries : this.#entries.slice(0, place);
  }

  find(id: string | undefined): Entry | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** What a question that is asked now is a follow-up to, oldest first. */
  turns(limit: number): readonly Exchange[] {
    return this.standing.slice(-limit).map(({ turn }) => turn);
  }

  /** A question is asked. Asked again, it is no follow-up to itself. */
  begin(question: string): void {
    const { newest } = this;
    this.#aim = this.editing ?? (newest?.done.question === question ? newest.id : undefined);
    this.#replaced = this.#aim;
    this.editing = undefined;
    this.opened.clear();
  }

  /** The same question is asked once more, such as after it has failed. */
  repeat(question: string): void {
    const { editing } = this;
    this.editing = this.#aim;
    this.begin(question);
    this.editing = editing;
  }

  /** The question has no answer: what it would have replaced stands. */
  abandon(): void {
    this.#replaced = undefined;
  }

  finish(answered: Omit<Entry, 'id' | 'feedback'>): void {
    const kept = this.standing;
    const id = this.find(this.#replaced)?.id ?? newId();
    for (const gone of this.#entries.slice(kept.length)) this.#history.forget(gone.id);
    const entry = { ...answered, id, feedback: NO_FEEDBACK };
    this.#entries = [...kept, entry];
    this.#replaced = undefined;
    this.#aim = id;
    this.#history.keep(entry);
  }

  /** Takes up what was kept, where there is nothing yet; what another tab has deleted goes. */
  follow(): void {
    if (!this.#history.isOn) return;
    const kept = this.#history.exchanges;
    const ids = new Set(kept.map(({ id }) => id));
    this.#entries = this.isEmpty ? kept : this.#entries.filter(({ id }) => ids.has(id));
  }

  entryOf(done: Done): Entry | undefined {
    return this.#entries.find((entry) => entry.done === done);
  }

  clear(): void {
    for (const { id } of this.#history.exchanges) this.#history.forget(id);
    this.#entries = [];
    this.#replaced = undefined;
    this.editing = undefined;
  }
}
