import { createAsk, type Ask, type AskEvent, type Exchange } from '../../core/ask.ts';
import type { Sources } from '../../core/ask-sources.ts';
import { standingAnswer } from '../../core/ask-support.ts';
import { AskPageError } from '../../core/errors.ts';
import { checkQuestion } from '../../core/options.ts';
import type { Prompt } from '../../core/prompt/assemble.ts';
import type { OwnParts } from '../config.ts';
import { oncePerFrame } from '../frame.ts';
import type { Runtime } from '../runtime.ts';
import type { AskState } from '../state.ts';
import { advance, type AnswerEnd } from './advance.ts';
import type { Done } from './entry.ts';
import type { Thread } from './thread.ts';

/** Exchanges that follow-ups are given; older ones rarely matter and cost prompt. */
const HISTORY = 3;

/** Milliseconds between two drawings of an answer that is being written: a reader sees no difference. */
const OFTEN = 66;
/** The same where each drawing takes time from the model. */
const SPARING = 300;

export interface AskerOptions {
  runtime: Runtime;
  own: OwnParts;
  /** Takes the finished exchanges, and gives follow-ups the earlier ones. */
  thread: Thread;
  /** Something that is drawn has changed. */
  onChange: () => void;
  /** A question has its answer; called before the change is. */
  onDone: (done: Done) => void;
}

/** One question on its way to its answer. The latest wins. */
export class Asker {
  ask: AskState = { kind: 'idle' };
  /** The request that a language model was or would be given for the current question. */
  prompt: Prompt | undefined;
  /** What the citations of the generated answer name. */
  sources: Sources | undefined;
  readonly #options: AskerOptions;
  readonly #flow: Ask;
  /** How many earlier exchanges a follow-up is given. */
  readonly #memory: number;
  readonly #paint: () => void;
  /** The model's reply to the current question, as it came. */
  #reply: string | undefined;
  /** The answer of a model that was late. */
  #late: Promise<void> | undefined;
  /** Whether a model was ready when the request was written. */
  #hadEngine = false;
  #asking: AbortController | undefined;

  constructor(options: AskerOptions) {
    const { runtime, onChange } = options;
    const { prompt, steps } = options.own;
    this.#options = options;
    // Sticky turns only save time while a request begins like the one before.
    this.#memory = prompt?.turns === 'sticky' ? Infinity : HISTORY;
    this.#paint = oncePerFrame(onChange, () =>
      runtime.engine.ready?.isOnProcessor ? SPARING : OFTEN,
    );
    this.#flow = createAsk({
      ...(prompt && { prompt }),
      ...(steps && { steps }),
      retriever: runtime,
      embedder: () => runtime.readyEmbedder,
      engine: () => runtime.engine.ready,
      support: runtime.support,
      corpus: () => runtime.passages(),
      random: () => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0,
    });
    runtime.subscribe(() => this.#answerLate());
  }

  /**
   * Asks; ends when the answer is there, the question failed, or another took its place.
   * @param begin Called with the question as it is asked, before anything is drawn.
   */
  async run(question: string, begin: (asked: string) => void): Promise<void> {
    const { thread, runtime } = this.#options;
    const { signal } = this.#beginAnew();
    try {
      const asked = checkQuestion(question);
      begin(asked);
      this.#set({ kind: 'preparing', question: asked });
      await runtime.follow();
      await runtime.prepare();
      signal.throwIfAborted();
      this.#set({ kind: 'retrieving', question: asked });
      const looking = runtime.engine.look();
      const { current: scope } = runtime.scope;
      const history = thread.turns(this.#memory);
      const onReading = (read: number) => {
        if (!signal.aborted) this.#showRead(read);
      };
      const events = this.#flow.ask(asked, { history, scope, signal, onReading });
      for await (const event of events) {
        // An engine that can't stop at once still writes for the question before.
        if (signal.aborted) return;
        this.#advance(event);
      }
      this.#finish({ stopped: false });
      await looking;
      await this.#late;
    } catch (thrown) {
      // Another question, or stop, has drawn its own state already.
      if (signal.aborted) return;
      thread.abandon();
      this.#set({ kind: 'failed', question: question.trim(), error: AskPageError.from(thrown) });
    }
  }

  #beginAnew(): AbortController {
    this.#asking?.abort();
    this.#asking = new AbortController();
    this.prompt = undefined;
    this.sources = undefined;
    this.#reply = undefined;
    this.#options.thread.abandon();
    return this.#asking;
  }

  /** Asks the current question once more. */
  async retry(): Promise<void> {
    const { ask } = this;
    const { thread } = this.#options;
    if (ask.kind !== 'idle') await this.run(ask.question, (asked) => thread.repeat(asked));
  }

  /** Stops what runs; what is there already stays. */
  stop(): void {
    const { ask } = this;
    this.#asking?.abort();
    if (ask.kind === 'answering' && ask.quote) {
      const { text, model } = ask;
      const isOwnKnowledge = this.prompt?.kind === 'own-knowledge';
      const generated = { kind: 'generated' as const, text, citations: [], model, isOwnKnowledge };
      this.#finish({ stopped: true, ...(text && { generated }) });
    } else if (ask.kind !== 'done' && ask.kind !== 'failed') this.reset();
  }

  /** Back to where nothing was asked. */
  reset(): void {
    this.#asking?.abort();
    this.#options.thread.abandon();
    this.#set({ kind: 'idle' });
  }

  /** A model that becomes ready after the quote answers the question, too. */
  #answerLate(): void {
    const { ask, prompt } = this;
    if (ask.kind !== 'done' || ask.stopped || this.#hadEngine || prompt?.kind === 'abstain') return;
    if (this.#options.runtime.engine.ready) this.#late = this.retry();
  }

  #advance(event: AskEvent): void {
    switch (event.kind) {
      case 'prompt':
        this.prompt = event.prompt;
        this.sources = event.sources;
        this.#hadEngine = event.hasEngine;
        return;
      case 'writing':
        this.#write(event);
        return;
      case 'engine-failed':
        this.#resetAfter(event.error);
        this.#finish({ stopped: false, engineError: event.error });
        return;
      case 'answer':
        if (this.ask.kind !== 'answering' || !this.ask.quote) break;
        this.#reply = event.reply;
        this.#finish({ stopped: false, generated: event.answer });
        return;
    }
    this.#set(advance(this.ask, event));
  }

  /** The first words are drawn at once; after them, tokens may come faster than frames. */
  #write(event: AskEvent & { kind: 'writing' }): void {
    const isFirst = this.ask.kind === 'answering' && this.ask.text === '';
    this.ask = advance(this.ask, event);
    if (isFirst) this.#options.onChange();
    else this.#paint();
  }

  #showRead(read: number): void {
    if (this.ask.kind !== 'answering') return;
    this.ask = { ...this.ask, read };
    this.#paint();
  }

  /** A model that is gone is loaded again with the next question, where its progress shows. */
  #resetAfter({ code }: AskPageError): void {
    const { engine } = this.#options.runtime;
    const isGone = code === 'device-lost' || code === 'worker-failed';
    if (isGone || engine.ready?.contextWindow === 0) void engine.reset();
  }

  #finish({ stopped, generated, engineError }: AnswerEnd): void {
    const { ask, sources } = this;
    const { thread, runtime, onDone } = this.#options;
    if (ask.kind !== 'answering' || !ask.quote) return;
    const { question, result, quote } = ask;
    const done: Done = { kind: 'done', question, result, quote, generated, engineError, stopped };
    // What was withdrawn must not be built on.
    const standing = standingAnswer(done);
    const sent = generated && this.#sent(standing === generated ? this.#reply : undefined);
    const turn = { question, answer: standing.text, result, ...sent };
    thread.finish({ done, sources, origin: runtime.engine.ownOrigin, turn });
    onDone(done);
    this.#set(done);
    this.#answerLate();
  }

  /** What a follow-up in sticky turns needs of it. */
  #sent(reply: string | undefined): Partial<Exchange> {
    const sources = this.sources?.byNumber;
    const numbers = sources && [...sources.keys()];
    return {
      sent: this.prompt?.messages.at(-1)?.content,
      ...{ reply, numbers, sources },
    };
  }

  #set(ask: AskState): void {
    this.ask = ask;
    this.#options.onChange();
  }
}
