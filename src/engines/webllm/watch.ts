/** How long silence is borne, and how a sign of life is asked for. */
export interface WatchRules {
  /** Milliseconds without an item that are borne: before the first one, and after each. */
  silence: { first: number; next: number };
  /** Called once: nothing came for `ms`. */
  onSilent: (ms: number) => void;
  /** Without it silence alone counts. */
  life?: {
    ping: () => Promise<unknown>;
    /** Milliseconds between two pings. */
    every: number;
    /** Called once: neither an item nor the answer to a ping came for `ms`. */
    onDeaf: (ms: number) => void;
  };
}

/** Pings' worth of time without an answer after which the worker counts as dead. */
const DEAF_AFTER = 3;

/**
 * Notices a worker that is dead or stuck: neither ever settles a call. An answered ping says only that
 * the worker's loop turns, as it does under the slowest reply (seen: at most 0.6 s to an answer in a
 * prefill of three minutes), so a model that never writes is told by silence alone. An unanswered one
 * says little by itself; after three pings' time (30 s) without any word the worker counts as dead.
 *
 * A load is no place for pings: a worker that opens a device while the graphics process still compiles
 * for one that was ended is blocked throughout (seen: 20 to 40 s on a slow machine).
 *
 * Time is counted in beats of a timer, not by the clock: after a laptop's sleep one late beat comes,
 * and the worker, which slept too, is given the rest of its time.
 */
class Watchdog {
  readonly #rules: WatchRules;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isPinging = false;

  constructor(rules: WatchRules) {
    this.#rules = rules;
  }

  start(limit: number): void {
    this.stop();
    const { onSilent, life } = this.#rules;
    const beat = Math.min(life?.every ?? limit, limit / 4);
    const deafLimit = DEAF_AFTER * (life?.every ?? Infinity);
    let [quiet, unanswered] = [0, 0];
    const end = (tell: ((ms: number) => void) | undefined, ms: number) => {
      this.stop();
      tell?.(ms);
    };
    this.#timer = setInterval(() => {
      quiet += beat;
      unanswered = this.#isPinging ? unanswered + beat : 0;
      if (quiet >= limit) end(onSilent, limit);
      else if (unanswered >= deafLimit) end(life?.onDeaf, deafLimit);
      else this.#ping();
    }, beat);
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #ping(): void {
    const { life } = this.#rules;
    if (!life || this.#isPinging) return;
    this.#isPinging = true;
    const answered = () => (this.#isPinging = false);
    life.ping().then(answered, answered);
  }
}

/** The same items, under a watch; the time that the reader of the items takes is not the worker's. */
export async function* watched<T>(
  items: AsyncIterable<T>,
  rules: WatchRules,
): AsyncGenerator<T, void, void> {
  const dog = new Watchdog(rules);
  dog.start(rules.silence.first);
  try {
    for await (const item of items) {
      dog.stop();
      yield item;
      dog.start(rules.silence.next);
    }
  } finally {
    dog.stop();
  }
}

/** The same, for a call that is answered once. */
export async function watchedCall<T>(call: Promise<T>, rules: WatchRules): Promise<T> {
  const dog = new Watchdog(rules);
  dog.start(rules.silence.first);
  try {
    return await call;
  } finally {
    dog.stop();
  }
}
