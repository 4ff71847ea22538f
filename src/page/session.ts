import { createAsk, type Ask, type AskEvent, type Exchange } from '../core/ask.ts';
import type { Sources } from '../core/ask-sources.ts';
import { isWithdrawn } from '../core/ask-support.ts';
import { AskPageError } from '../core/errors.ts';
import { checkQuestion } from '../core/options.ts';
import type { Hit } from '../core/ports.ts';
import type { Prompt } from '../core/prompt/assemble.ts';
import { Listeners } from './listeners.ts';
import type { OwnParts } from './config.ts';
import { oncePerFrame } from './frame.ts';
import type { Runtime } from './runtime.ts';
import type { AskState, Notice } from './state.ts';

/** Exchanges that follow-ups are given; older ones rarely matter and cost prompt. */
const HISTORY = 3;

/** Milliseconds between two drawings of an answer that is being written: a reader sees no difference. */
const OFTEN = 66;
/** The same where each drawing takes time from the model. */
const SPARING = 200;

/** The thread of one page: what is typed, asked and answered. The latest question wins. */
export class Session {
  ask: AskState = { kind: 'idle' };
  hits: readonly Hit[] = [];
  /** What `hits` were found for; while it is not what stands in the box, they are on their way. */
  searched = '';
  /** The request that a language model was or would be given for the current question. */
  prompt: Prompt | undefined;
  /** What the citations of the generated answer name. */
  sources: Sources | undefined;
  readonly runtime: Runtime;
  readonly #flow: Ask;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Something that is drawn has arrived. */
  readonly redraw = this.#listeners.tell;
  readonly #turns: Exchange[] = [];
  /** How many of them a follow-up is given. */
  readonly #memory: number;
  /** The model's reply to the current question, as it came. */
  #reply: string | undefined;
  /** The answer of a model that was late. */
  #late: Promise<void> | undefined;
  /** Whether a model was ready when the request was written. */
  #hadEngine = false;
  #asking: AbortController | undefined;
  readonly #paint = oncePerFrame(this.#listeners.tell, () =>
    this.runtime.engine.ready?.isOnProcessor ? SPARING : OFTEN,
  );
  #typing: AbortController | undefined;

  constructor(runtime: Runtime, { prompt, steps }: OwnParts = {}) {
    this.runtime = runtime;
    // Sticky turns only save time while a request begins like the one before.
    this.#memory = prompt?.turns === 'sticky' ? Infinity : HISTORY;
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
    runtime.subscribe(() => {
      this.#listeners.tell();
      this.#answerLate();
    });
  }

  /** The dialog has opened: loads the documents for the first letters. Failures show when they matter. */
  open(): void {
    void this.runtime.follow().then((isOther) => {
      if (isOther) void this.type(this.searched);
    });
    this.runtime.prepare().catch(() => {});
  }

  /** Results for what stands in the box; each call replaces the one before. */
  async type(query: string): Promise<void> {
    this.#typing?.abort();
    if (query.trim() === '') {
      this.hits = [];
      this.#listeners.tell();
      return;
    }
    const typing = new AbortController();
    this.#typing = typing;
    this.runtime.warmEncoder();
    try {
      this.hits = await this.runtime.keywords(query, typing.signal);
      this.searched = query;
    } catch {
      if (typing.signal.aborted) return;
      // The site's state says what is wrong.
      this.hits = [];
    }
    this.#listeners.tell();
  }

  /** Asks; ends when the answer is there, the question failed, or another took its place. */
  async start(question: string): Promise<void> {
    this.#asking?.abort();
    const asking = new AbortController();
    this.#asking = asking;
    this.prompt = undefined;
    this.sources = undefined;
    this.#reply = undefined;
    try {
      const asked = checkQuestion(question);
      // Asked again, a question is no follow-up to itself.
      if (this.#turns.at(-1)?.question === asked) this.#turns.pop();
      this.#set({ kind: 'preparing', question: asked });
      await this.runtime.follow();
      await this.runtime.prepare();
      asking.signal.throwIfAborted();
      this.#set({ kind: 'retrieving', question: asked });
      const looking = this.runtime.engine.look();
      const history = this.#turns.slice(-this.#memory);
      const { current: scope } = this.runtime.scope;
      const events = this.#flow.ask(asked, { history, scope, signal: asking.signal });
      for await (const event of events) {
        // An engine that can't stop at once still writes for the question before.
        if (asking.signal.aborted) return;
        this.#advance(event);
      }
      this.#finish({ stopped: false });
      await looking;
      await this.#late;
    } catch (thrown) {
      // Another question, or stop, has drawn its own state already.
      if (asking.signal.aborted) return;
      this.#set({ kind: 'failed', question: question.trim(), error: AskPageError.from(thrown) });
    }
  }

  /** A model that becomes ready after the quote answers the question, too. */
  #answerLate(): void {
    const { ask, prompt } = this;
    if (ask.kind !== 'done' || ask.stopped || this.#hadEngine || prompt?.kind === 'abstain') return;
    if (this.runtime.engine.ready) this.#late = this.retry();
  }

  #advance(event: AskEvent): void {
    const { ask } = this;
    switch (event.kind) {
      case 'found':
        this.#set({
          ...{ kind: 'answering', question: questionOf(ask), result: event.result },
          ...{ quote: undefined, text: '', model: '', isChecking: false },
        });
        return;
      case 'prompt':
        this.prompt = event.prompt;
        this.sources = event.sources;
        this.#hadEngine = event.hasEngine;
        return;
      case 'writing':
        if (ask.kind !== 'answering') return;
        this.ask = { ...ask, text: event.text, model: event.model };
        // Tokens may come faster than frames.
        this.#paint();
        return;
      case 'checking':
        if (ask.kind !== 'answering') return;
        this.#set({ ...ask, text: event.text, model: event.model, isChecking: true });
        return;
      case 'answer':
        if (ask.kind !== 'answering') return;
        if (!ask.quote) this.#set({ ...ask, quote: event.answer });
        else {
          this.#reply = event.reply;
          this.#finish({ stopped: false, generated: event.answer });
        }
        return;
      case 'engine-failed':
        this.#resetAfter(event.error);
        this.#finish({ stopped: false, engineError: event.error });
    }
  }

  /** A model that is gone is loaded again with the next question, where its progress shows. */
  #resetAfter({ code }: AskPageError): void {
    const { engine } = this.runtime;
    const isGone = code === 'device-lost' || code === 'worker-failed';
    if (isGone || engine.ready?.contextWindow === 0) void engine.reset();
  }

  #finish(end: {
    stopped: boolean;
    generated?: (AskState & { kind: 'done' })['generated'];
    engineError?: AskPageError;
  }): void {
    const { ask } = this;
    if (ask.kind !== 'answering' || !ask.quote) return;
    const { question, result, quote } = ask;
    const { stopped, generated, engineError } = end;
    // What was withdrawn must not be built on.
    const kept = isWithdrawn(generated) ? undefined : generated;
    this.#turns.push({
      ...{ question, answer: (kept ?? quote).text, result },
      ...(generated && this.#sent(kept && this.#reply)),
    });
    this.#set({ kind: 'done', question, result, quote, generated, engineError, stopped });
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

  /** Stops what runs; what is there already stays. */
  stop(): void {
    const { ask } = this;
    this.#asking?.abort();
    if (ask.kind === 'answering' && ask.quote) {
      const { text, model } = ask;
      const isOwnKnowledge = this.prompt?.kind === 'own-knowledge';
      const generated = { kind: 'generated' as const, text, citations: [], model, isOwnKnowledge };
      this.#finish({ stopped: true, ...(text && { generated }) });
    } else if (ask.kind !== 'done' && ask.kind !== 'failed') this.#set({ kind: 'idle' });
  }

  /** Asks the current question once more. */
  async retry(): Promise<void> {
    const { ask } = this;
    if (ask.kind !== 'idle') await this.start(ask.question);
  }

  retryNotice(notice: Notice): void {
    this.runtime.retry(notice.retry);
  }

  #set(ask: AskState): void {
    this.ask = ask;
    this.#listeners.tell();
  }
}

function questionOf(ask: AskState): string {
  return ask.kind === 'idle' ? '' : ask.question;
}
