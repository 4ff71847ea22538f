import type { Engine, GenerateOptions, Message } from '../../core/ports.ts';
import { orAborted, takeTurns, within } from '../waiting.ts';

/** Milliseconds that an engine has to end a reply that was left, before the next one is asked for. */
const DRAIN_PATIENCE = 1_000;

/** What belongs to one tab; compared by identity. */
export type Owner = object;

/** The replies of one engine, one at a time, in the order in which they were asked for. */
export class Replies {
  /** Whether a reply has failed since this was last set to false: the model may be gone. */
  hasFailed = false;
  readonly #engine: Engine;
  readonly #myTurn = takeTurns();
  readonly #waiting = new Set<{ owner: Owner; abort: AbortController }>();
  #running: Owner | undefined;

  constructor(engine: Engine) {
    this.#engine = engine;
  }

  /** Who aborts, or leaves early, waits for nothing; the next reply waits until the engine is free. */
  async *generate(
    owner: Owner,
    messages: readonly Message[],
    options: GenerateOptions,
  ): AsyncGenerator<string, void, void> {
    const done = await this.#enter(owner, options.signal);
    if (!done) return;
    this.#running = owner;
    const pieces = this.#engine.generate(messages, options)[Symbol.asyncIterator]();
    try {
      for (;;) {
        options.signal?.throwIfAborted();
        const next = await orAborted(pieces.next(), options.signal);
        if (next.done) return;
        yield next.value;
      }
    } catch (thrown) {
      if (!options.signal?.aborted) this.hasFailed = true;
      throw thrown;
    } finally {
      this.#running = undefined;
      void drain(pieces).then(done);
    }
  }

  /** Ends an owner's replies: the running one as the engine does it, waiting ones without a word. */
  interrupt(owner: Owner): void {
    if (this.#running === owner) this.#engine.interrupt();
    for (const entry of this.#waiting) if (entry.owner === owner) entry.abort.abort();
  }

  /** What ends the turn; undefined for a reply that was interrupted before it began. */
  async #enter(owner: Owner, signal?: AbortSignal): Promise<(() => void) | undefined> {
    const entry = { owner, abort: new AbortController() };
    const interrupted = entry.abort.signal;
    this.#waiting.add(entry);
    try {
      return await this.#myTurn(signal ? AbortSignal.any([signal, interrupted]) : interrupted);
    } catch (thrown) {
      if (interrupted.aborted) return undefined;
      throw thrown;
    } finally {
      this.#waiting.delete(entry);
    }
  }
}

/** Leaves a reply. An engine that never ends it must not keep all other tabs waiting. */
async function drain(pieces: AsyncIterator<string>): Promise<void> {
  await within(Promise.resolve(pieces.return?.()), DRAIN_PATIENCE);
}
