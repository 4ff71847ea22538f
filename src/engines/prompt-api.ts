import { estimateTokens } from '../core/documents/tokens.ts';
import { AskPageError } from '../core/errors.ts';
import type {
  Engine,
  EngineDescription,
  GenerateOptions,
  Message,
  ModelFacts,
} from '../core/ports.ts';
import { loadError, refusalOf, replyError } from './prompt-api/errors.ts';
import {
  findBuiltIn,
  readBuiltIn,
  type BuiltInModel,
  type BuiltInModels,
  type BuiltInOptions,
} from './prompt-api/state.ts';
import { countIn, expecting, pageLanguage, turnsOf, watchDownload } from './prompt-api/words.ts';
import { piecesOf, valuesOf } from './prompt-api/stream.ts';
import { orAborted, orTimeout } from './waiting.ts';

export interface PromptApiOptions {
  /** The browser's models. Default: the global `LanguageModel`. */
  languageModel?: BuiltInModels | undefined;
  /** Primary tag of the language of questions and answers. Default: the page's. */
  language?: string | undefined;
  /** Milliseconds without a word after which a reply is given up. Default 60,000. */
  replySilence?: number;
}

/** Markers of the families that browsers are known to bring: Gemma, and Phi. */
const CONTROL_TOKENS: readonly string[] = [
  ...['<start_of_turn>', '<end_of_turn>', '<bos>', '<eos>'],
  ...['<|system|>', '<|user|>', '<|assistant|>', '<|end|>', '<|endoftext|>'],
];

/** Taken where the browser sets no limit. */
const OPEN_WINDOW = 8192;
const COUNT_PATIENCE = 3_000;

const TOLD: ModelFacts = {
  model: "the browser's built-in model",
  bytes: 0,
  licence: "your browser's terms",
  origin: "your browser's maker",
};

interface Session {
  /** Has read the system prompt and nothing else; each request runs in a copy. */
  base: BuiltInModel;
  system: string | undefined;
  /** A request failed in a way that leaves the base in doubt. */
  isStale?: boolean;
}

/** Why a reply ends that was interrupted: it counts as finished. */
const INTERRUPTED = new AskPageError('engine-failed', 'The reply was ended.');

/**
 * The language model that comes with the browser. It is shared by all sites, and downloaded by the
 * browser when a site first asks for it. The browser itself chooses how freely words are picked and how
 * long a reply gets.
 *
 * `load` throws `network`, `quota-exceeded`, `engine-failed`, and where `describe` says "unavailable",
 * `model-not-found` or `insecure-context`; just before the first download the browser wants a click.
 * `generate` throws `context-overflow` and `engine-failed`.
 */
export function createPromptApiEngine(options: PromptApiOptions = {}): Engine {
  return new PromptApiEngine(options);
}

class PromptApiEngine implements Engine {
  readonly id = 'prompt-api';
  readonly ignores = ['maxTokens', 'temperature', 'stop'] as const;
  readonly controlTokens = CONTROL_TOKENS;
  readonly #models: BuiltInModels | undefined;
  readonly #language: string;
  readonly #silence: number;
  readonly #running = new Set<AbortController>();
  #session: Session | undefined;

  constructor({ languageModel, language, replySilence = 60_000 }: PromptApiOptions) {
    this.#models = languageModel ?? findBuiltIn();
    this.#language = language ?? pageLanguage();
    this.#silence = replySilence;
  }

  get contextWindow(): number {
    if (!this.#session) return 0;
    const { contextWindow, inputQuota } = this.#session.base;
    const window = contextWindow ?? inputQuota ?? OPEN_WINDOW;
    return Number.isFinite(window) ? window : OPEN_WINDOW;
  }

  async describe(): Promise<EngineDescription> {
    const { state } = await this.#look();
    const refusal = refusalOf(state);
    if (refusal) return { ...TOLD, availability: 'unavailable', reason: refusal.message };
    return { ...TOLD, availability: state === 'available' ? 'ready' : 'download' };
  }

  async load({ signal, onProgress }: Parameters<Engine['load']>[0] = {}): Promise<void> {
    signal?.throwIfAborted();
    if (this.#session) return;
    const { state } = await this.#look();
    const refusal = refusalOf(state);
    if (refusal) throw refusal;
    onProgress?.({ fraction: 0, text: "Starting the browser's language model" });
    const base = await this.#create({
      signal,
      ...(onProgress && { monitor: (monitor) => watchDownload(monitor, onProgress) }),
    });
    this.#session = { base, system: undefined };
  }

  async countTokens(texts: readonly string[]): Promise<number[]> {
    const { base } = this.#loaded();
    const counts = Promise.all(texts.map((text) => countIn(base, text)));
    const counted = await orTimeout(counts, COUNT_PATIENCE).catch(() => undefined);
    return counted ?? texts.map(estimateTokens);
  }

  async *generate(messages: readonly Message[], { signal }: GenerateOptions = {}) {
    this.#loaded();
    const stop = new AbortController();
    const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
    const silence = this.#watchSilence(stop);
    this.#running.add(stop);
    let copy: BuiltInModel | undefined;
    try {
      copy = await this.#copyFor(messages, either);
      const stream = copy.promptStreaming(turnsOf(messages), { signal: either });
      for await (const piece of piecesOf(valuesOf(stream, either))) {
        silence.restart();
        if (piece !== '') yield piece;
      }
    } catch (thrown) {
      signal?.throwIfAborted();
      if (stop.signal.reason === INTERRUPTED) return;
      throw this.#failed(stop.signal.aborted ? stop.signal.reason : thrown);
    } finally {
      silence.end();
      this.#running.delete(stop);
      copy?.destroy();
    }
  }

  interrupt(): void {
    for (const stop of this.#running) stop.abort(INTERRUPTED);
  }

  unload(): Promise<void> {
    const ended = new AskPageError('engine-failed', 'The model was unloaded meanwhile.');
    for (const stop of this.#running) stop.abort(ended);
    this.#session?.base.destroy();
    this.#session = undefined;
    return Promise.resolve();
  }

  #loaded(): Session {
    if (this.#session) return this.#session;
    throw new AskPageError('engine-failed', 'No language model is loaded. Load it first.');
  }

  /** Where the browser can't promise the language, English is named: it may still answer in it. */
  async #look() {
    const languages = expecting(this.#language);
    const state = await readBuiltIn(this.#models, languages);
    if (state !== 'unavailable' || this.#language === 'en') return { state, languages };
    const english = expecting('en');
    return { state: await readBuiltIn(this.#models, english), languages: english };
  }

  /** A session. The signal counts until there is one; the browser would end the session with it later. */
  async #create({
    signal,
    ...options
  }: Omit<BuiltInOptions, 'signal'> & { signal: AbortSignal | undefined }): Promise<BuiltInModel> {
    if (!this.#models) throw loadError(refusalOf('missing'));
    const { languages } = await this.#look();
    const creating = new AbortController();
    const created = this.#models.create({
      ...{ ...languages, ...options, samplingMode: 'predictable', signal: creating.signal },
    });
    try {
      return await orAborted(created, signal);
    } catch (thrown) {
      creating.abort();
      created.then((late) => late.destroy()).catch(() => {});
      signal?.throwIfAborted();
      throw loadError(thrown);
    }
  }

  /** A session that has read the system prompt: it is the same for every question, and read only once. */
  async #copyFor([first]: readonly Message[], signal: AbortSignal): Promise<BuiltInModel> {
    const system = first?.role === 'system' ? first.content : undefined;
    const session = this.#loaded();
    if (session.system !== system || session.isStale) {
      const initialPrompts =
        system === undefined ? [] : [{ role: 'system', content: system } as const];
      const base = await this.#create({ signal, initialPrompts });
      session.base.destroy();
      Object.assign(session, { base, system, isStale: false });
    }
    return orAborted(session.base.clone({ signal }), signal);
  }

  #failed(thrown: unknown): AskPageError {
    const error = replyError(thrown);
    if (this.#session && error.code !== 'context-overflow') this.#session.isStale = true;
    return error;
  }

  #watchSilence(stop: AbortController) {
    const begin = () => setTimeout(() => stop.abort(stalled(this.#silence)), this.#silence);
    let timer = begin();
    return {
      restart: () => {
        clearTimeout(timer);
        timer = begin();
      },
      end: () => clearTimeout(timer),
    };
  }
}

const stalled = (ms: number): AskPageError =>
  new AskPageError(
    'engine-failed',
    `The browser's language model wrote nothing for ${Math.round(ms / 1000)} seconds and was stopped. Ask again, or choose another model.`,
  );
