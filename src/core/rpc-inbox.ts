import type { PlainError } from './errors.ts';

/** What the serving side sends back for call `id`. */
export type Reply = { id: number } & (
  { item: unknown } | { value: unknown } | { error: PlainError }
);

/** A reply, or the reason why the caller no longer waits for one. */
export type Delivery = Reply | { reason: unknown };

/** What has arrived for one call and waits to be taken. */
export class Inbox {
  readonly #queue: Delivery[] = [];
  #wake = () => {};

  put(delivery: Delivery): void {
    this.#queue.push(delivery);
    this.#wake();
  }

  async take(): Promise<Delivery> {
    for (;;) {
      const next = this.#queue.shift();
      if (next) return next;
      await new Promise<void>((resolve) => (this.#wake = resolve));
    }
  }
}
