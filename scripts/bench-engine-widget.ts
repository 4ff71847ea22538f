import type { ReplyTimings } from '../src/engines/llama-cpp.ts';
import type { OwnParts } from '../src/page/config.ts';
import type { Session } from '../src/page/session.ts';
import type { Heard, RequestBody, WorkerTap } from './bench-engine-tap.ts';

/** How one reply came. Times are milliseconds. */
export interface Reply extends ReplyTimings {
  /** From Enter, or the call, to the request at llama.cpp. */
  handedMs: number;
  /** To the first words: drawn, or handed out. */
  wordsMs: number;
  /** From the first words' arrival in the page to the reply's end, as the page shows or tells it. */
  writingMs: number;
  /** From the last word until the answer is checked; nothing without the widget. */
  checkMs?: number;
}

/** What a stop took, from the click on. */
export interface Stopped {
  /** Until the page showed it. */
  shownMs: number;
  /** Until the next request was handed to llama.cpp. */
  freeMs: number;
}

type Element = HTMLElement & {
  parts: OwnParts;
  sessionChanged(session: Session): void;
};

/** One question of the reader, from Enter on. Times are the page's clock. */
interface Asked {
  enter: number;
  drawnAt?: number;
  /** How often the answer grew. */
  pieces: number;
  stop?: number;
  /** When its last word was there, and it began to be checked. */
  writtenAt?: number;
  endedAt?: number;
  error?: string;
  freeAt?: number;
}

/** Milliseconds that a question may take. */
const LONGEST = 180_000;

/** What is said to llama.cpp after a stop, to see when it listens. */
const PROBE = [{ role: 'user', content: 'Hi' }] as const;

/** Watches the page's widget as a reader sees it. To be made before the dialog is opened. */
export class WidgetWatch {
  /** When the model became ready first. */
  readyAt: number | undefined;
  /** The last request that the widget sent. */
  body: RequestBody | undefined;
  readonly #element: Element;
  readonly #tap: WorkerTap;
  #asked: Asked = { enter: NaN, pieces: 0 };
  #session: Session | undefined;
  #text = '';
  #onEnd = () => {};

  constructor(tap: WorkerTap) {
    this.#tap = tap;
    this.#element = document.querySelector('ask-page') as unknown as Element;
    this.#tellSession();
    addEventListener('keydown', (event) => this.#onKey(event), true);
    addEventListener('click', (event) => this.#onClick(event), true);
    addEventListener('ask-done', () => this.#onDone());
    const root = this.#element.shadowRoot;
    if (!root) throw new Error('The widget is not there yet.');
    const observer = new MutationObserver(() => this.#look(root));
    observer.observe(root, { subtree: true, childList: true, characterData: true });
  }

  get session(): Session {
    if (!this.#session) throw new Error('The widget has no session yet.');
    return this.#session;
  }

  get heard(): Heard {
    return this.#tap.heard;
  }

  usePrompt(prompt: NonNullable<OwnParts['prompt']>): void {
    this.#element.parts = { prompt };
  }

  /** Resolves at the end of the reader's last question, where a model wrote the answer. */
  async reply(): Promise<Reply> {
    await this.#ended();
    const { enter, drawnAt, endedAt = NaN, writtenAt = endedAt, error } = this.#asked;
    if (error !== undefined) throw new Error(error);
    const times = { start: enter, drawnAt, endedAt: writtenAt };
    return { ...replyOf(this.heard, times), checkMs: endedAt - writtenAt };
  }

  /** Resolves when the answer to the last question has grown so often. */
  async grown(pieces: number): Promise<void> {
    await this.#until('words', (asked) => asked.pieces >= pieces || asked.endedAt !== undefined);
  }

  /** Resolves when llama.cpp has had the request for so many milliseconds. */
  async reading(ms: number): Promise<void> {
    const isOver = () => performance.now() >= (this.heard.handedAt ?? Infinity) + ms;
    await this.#until('the request', isOver);
  }

  async stopped(): Promise<Stopped> {
    await this.#until(
      'the stop',
      (asked) => asked.freeAt !== undefined && asked.endedAt !== undefined,
    );
    const { stop = NaN, endedAt = NaN, freeAt = NaN } = this.#asked;
    return { shownMs: endedAt - stop, freeMs: freeAt - stop };
  }

  /** Milliseconds from the last Enter until the model was ready. */
  async ready(): Promise<number> {
    await this.#until('the model', () => this.readyAt !== undefined);
    return (this.readyAt ?? NaN) - this.#asked.enter;
  }

  /** Sleeps until it is told: whoever looked now and then would take time from the model that is measured. */
  async #ended(): Promise<void> {
    const isOver = () => this.#asked.endedAt !== undefined || this.#asked.error !== undefined;
    if (isOver()) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, LONGEST);
      this.#onEnd = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    if (!isOver()) throw this.#late('the reply');
  }

  #late(what: string): Error {
    return new Error(`Waited too long for ${what}: ${JSON.stringify(this.#asked)}`);
  }

  /** Looks now and then: for what is timed elsewhere. */
  async #until(what: string, holds: (asked: Asked) => boolean): Promise<void> {
    for (const end = performance.now() + LONGEST; !holds(this.#asked);) {
      if (performance.now() > end) throw this.#late(what);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }

  #tellSession(): void {
    const told = this.#element.sessionChanged.bind(this.#element);
    this.#element.sessionChanged = (session) => {
      this.#session = session;
      const { ask, runtime } = session;
      if (runtime.engine.state.kind === 'ready') this.readyAt ??= performance.now();
      const isChecking = ask.kind === 'answering' && ask.isChecking;
      if (isChecking) this.#asked.writtenAt ??= performance.now();
      told(session);
    };
  }

  #onKey(event: KeyboardEvent): void {
    if (event.key !== 'Enter') return;
    this.#asked = { enter: event.timeStamp, pieces: 0 };
    this.#tap.reset();
  }

  #onClick(event: MouseEvent): void {
    const [target] = event.composedPath();
    if (!(target instanceof HTMLButtonElement) || target.textContent.trim() !== 'Stop') return;
    this.#asked.stop = event.timeStamp;
    // After the widget's own handler.
    setTimeout(() => void this.#probe());
  }

  async #probe(): Promise<void> {
    this.#tap.reset();
    const engine = this.session.runtime.engine.ready;
    if (!engine) throw new Error('No model is ready.');
    const pieces = engine.generate(PROBE, { maxTokens: 1 })[Symbol.asyncIterator]();
    while (!(await pieces.next()).done);
    this.#asked.freeAt = this.heard.handedAt ?? NaN;
  }

  /** Quotes alone are no end: the model's answer comes when the model is ready. */
  #onDone(): void {
    const { ask } = this.session;
    if (ask.kind === 'failed') this.#asked.error = ask.error.message;
    else if (ask.kind !== 'done') return;
    else if (ask.engineError) this.#asked.error = ask.engineError.message;
    else if (!ask.generated && !ask.stopped) return;
    this.#asked.endedAt ??= performance.now();
    this.body = this.heard.body ?? this.body;
    this.#onEnd();
  }

  #look(root: ShadowRoot): void {
    // The question's own; earlier ones stand below it, closed.
    const parts = [...root.querySelectorAll('.generated > :not(small)')];
    const text = parts.map(({ textContent }) => textContent).join('');
    const hasGrown = text !== '' && text !== this.#text;
    this.#text = text;
    // What stood there before the request is the answer before.
    if (!hasGrown || this.heard.handedAt === undefined) return;
    this.#asked.pieces++;
    this.#asked.drawnAt ??= performance.now();
  }
}

export function replyOf(
  { handedAt = NaN, wordsAt = NaN, timings }: Heard,
  {
    start,
    drawnAt = NaN,
    endedAt,
  }: { start: number; drawnAt?: number | undefined; endedAt: number },
): Reply {
  if (!timings) throw new Error('llama.cpp told no timings.');
  const times = {
    handedMs: handedAt - start,
    wordsMs: drawnAt - start,
    writingMs: endedAt - wordsAt,
  };
  if (Object.values(times).some(Number.isNaN)) throw new Error('A part of the reply was missed.');
  return { ...timings, ...times };
}
