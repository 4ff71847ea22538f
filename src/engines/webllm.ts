import { AskPageError } from '../core/errors.ts';
import type { Engine, EngineDescription, GenerateOptions, Message } from '../core/ports.ts';
import type { LoadedModel, WorkerHandle } from './webllm-api.ts';
import { isModelStored } from './webllm-cache.ts';
import { checkAddresses, choose, type Choice, type CustomModel } from './webllm-choice.ts';
import { openLink, watched, type WebllmLink } from './webllm-link.ts';

export interface WebllmOptions {
  /** Starts `worker/webllm-worker.ts`. Called at `load`, and again after a worker was ended. */
  startWorker: () => WorkerHandle;
  /** `navigator.gpu`; undefined where the browser has none. */
  gpu?: GPU | undefined;
  /**
   * Names or ids of `WEBLLM_MODELS`, best first, parted by commas or blanks; the first that the
   * machine can run is taken. Default: see `chooseModel`.
   */
  model?: string;
  /**
   * Absolute address of a folder on the owner's server that holds a folder for each model, named by
   * its id, with the files of the hub's repository and the model's library (`.wasm`) in it. Serve
   * both quantisations of a model, or readers without `shader-f16` find nothing. Default: the hub.
   */
  modelBase?: string;
  /** A model of the owner's own, instead of one from the list. */
  record?: CustomModel;
  /** Takes WebGPU in software too. Default false. */
  force?: boolean;
  /** Milliseconds without progress after which a load is given up. Default 60,000. */
  loadSilence?: number;
  /** Milliseconds without a token after which a reply is given up. Default 120,000. */
  replySilence?: number;
}

/** What is broken up in documents until the model's own tokenizer tells: all families' markers. */
const CONTROL_TOKENS: readonly string[] = [
  ...['<|im_start|>', '<|im_end|>', '<|endoftext|>', '<think>', '</think>'],
  ...['<|begin_of_text|>', '<|end_of_text|>', '<|start_header_id|>', '<|end_header_id|>'],
  ...['<|eot_id|>', '<|eom_id|>', '<|python_tag|>', '<tool_call>', '</tool_call>'],
  ...['<bos>', '<eos>', '<start_of_turn>', '<end_of_turn>'],
];

const DEFAULT_REPLY = { maxTokens: 512, temperature: 0.2 };
const UNLOAD_PATIENCE = 5_000;

type State =
  | { kind: 'empty' }
  | { kind: 'loading'; link: WebllmLink; settled: Promise<void> }
  | { kind: 'loaded'; link: WebllmLink; model: LoadedModel };

type Chosen = Choice & { kind: 'chosen' };

/** Best effort: where the browser forbids a look, a download is announced. */
async function isStored(url: string): Promise<boolean> {
  const { caches } = globalThis as { caches?: CacheStorage };
  if (!caches) return false;
  return isModelStored(url, caches).catch(() => false);
}

/**
 * A language model on the reader's graphics card, by WebLLM in a worker of its own. The worker is
 * started at `load` and ended by `unload`, by an abort of `load`, and by every failure that leaves the
 * model in doubt (`network`, `device-lost`, `engine-failed`, …); the next `load` starts afresh from
 * the files that are stored. `load` of a loaded model does nothing.
 *
 * `load` throws what `WebllmApi.load` throws, and the code and sentence of `describe` where it says
 * "unavailable". `generate` and `countTokens` throw `engine-failed` before a `load`. Defaults of
 * `generate`: 512 tokens, temperature 0.2.
 */
export function createWebllmEngine(options: WebllmOptions): Engine {
  checkAddresses(options);
  return new WebllmEngine(options);
}

class WebllmEngine implements Engine {
  readonly id = 'webllm';
  readonly #options: WebllmOptions;
  #state: State = { kind: 'empty' };
  #replies = 0;

  constructor(options: WebllmOptions) {
    this.#options = options;
  }

  get contextWindow(): number {
    return this.#state.kind === 'loaded' ? this.#state.model.contextWindow : 0;
  }

  get controlTokens(): readonly string[] {
    const own = this.#state.kind === 'loaded' ? this.#state.model.controlTokens : [];
    return own.length > 0 ? own : CONTROL_TOKENS;
  }

  async describe(): Promise<EngineDescription> {
    const choice = await choose(this.#options);
    if (choice.kind === 'none')
      return { ...choice.told, availability: 'unavailable', reason: choice.reason };
    const isReady = await isStored(choice.filesUrl);
    return { ...choice.told, availability: isReady ? 'ready' : 'download' };
  }

  async load(options: Parameters<Engine['load']>[0] = {}): Promise<void> {
    const { signal } = options;
    signal?.throwIfAborted();
    const choice = await choose(this.#options);
    if (choice.kind === 'none') throw new AskPageError(choice.code, choice.reason);
    while (this.#state.kind === 'loading') await this.#state.settled;
    signal?.throwIfAborted();
    if (this.#state.kind === 'loaded') return;
    const link = this.#open();
    const loading = this.#load(link, choice, options);
    const settled = loading.then(
      () => {},
      () => {},
    );
    this.#state = { kind: 'loading', link, settled };
    try {
      await loading;
    } finally {
      // A worker that fails while it starts ends before the state above is set.
      if (this.#isLoading(link)) this.#state = { kind: 'empty' };
    }
  }

  countTokens(texts: readonly string[]): Promise<number[]> {
    return this.#loaded().then((link) => link.client.call('countTokens', { texts }));
  }

  async *generate(messages: readonly Message[], options: GenerateOptions = {}) {
    const { signal, ...wanted } = options;
    const link = await this.#loaded();
    const params = { ...DEFAULT_REPLY, ...wanted, messages };
    const silence = this.#options.replySilence ?? 120_000;
    this.#replies++;
    try {
      const reply = link.client.stream('generate', params, { signal });
      yield* watched(reply, silence, () => link.end(replyStalled(silence)));
    } catch (thrown) {
      const error = AskPageError.from(thrown, 'engine-failed');
      // A refused request leaves the model as it was; so does the reader's own abort.
      const isRefusal = error.code === 'context-overflow' || error.code === 'bad-option';
      if (!signal?.aborted && !isRefusal) link.end(error);
      throw thrown;
    } finally {
      this.#replies--;
    }
  }

  interrupt(): void {
    if (this.#state.kind === 'loaded')
      this.#state.link.client.call('interrupt', {}).catch(() => {});
  }

  async unload(): Promise<void> {
    if (this.#state.kind === 'empty') return;
    const { kind, link } = this.#state;
    const ended = new AskPageError('engine-failed', 'The model was unloaded meanwhile.');
    // A running reply would trip over what is gone, and blame the graphics card.
    if (kind === 'loaded' && this.#replies === 0) {
      const patience = setTimeout(() => link.end(ended), UNLOAD_PATIENCE);
      await link.client.call('unload', {}).catch(() => {});
      clearTimeout(patience);
    }
    link.end(ended);
  }

  #isLoading(link: WebllmLink): boolean {
    return this.#state.kind === 'loading' && this.#state.link === link;
  }

  #open(): WebllmLink {
    const link = openLink(this.#options.startWorker(), () => {
      if (this.#state.kind !== 'empty' && this.#state.link === link)
        this.#state = { kind: 'empty' };
    });
    return link;
  }

  async #load(
    link: WebllmLink,
    choice: Chosen,
    { signal, onProgress }: NonNullable<Parameters<Engine['load']>[0]>,
  ): Promise<void> {
    const silence = this.#options.loadSilence ?? 60_000;
    try {
      const progress = link.client.stream('load', { model: choice.source }, { signal });
      const onSilence = () => link.end(loadStalled(silence, choice));
      for await (const step of watched(progress, silence, onSilence)) onProgress?.(step);
      const model = await link.client.call('info', {}, { signal });
      this.#state = { kind: 'loaded', link, model };
    } catch (thrown) {
      link.end(AskPageError.from(thrown, 'engine-failed'));
      throw thrown;
    }
  }

  async #loaded(): Promise<WebllmLink> {
    while (this.#state.kind === 'loading') await this.#state.settled;
    if (this.#state.kind === 'loaded') return this.#state.link;
    throw new AskPageError('engine-failed', 'No language model is loaded. Load it first.');
  }
}

const seconds = (ms: number): string => `${Math.round(ms / 1000)} seconds`;

const loadStalled = (ms: number, { told, filesUrl }: Chosen): AskPageError =>
  new AskPageError(
    'network',
    `Nothing of the model ${told.model} arrived from ${new URL(filesUrl).host} for ${seconds(ms)}. Check the connection and try again; what has arrived is kept.`,
  );

const replyStalled = (ms: number): AskPageError =>
  new AskPageError(
    'engine-failed',
    `The language model wrote nothing for ${seconds(ms)} and was stopped. Ask again, or choose a smaller model.`,
  );
