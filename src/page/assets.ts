import modelConfig from '/models/all-MiniLM-L6-v2/config.json?url';
import modelWeights from '/models/all-MiniLM-L6-v2/onnx/model_quantized.onnx?url';
import modelTokenizer from '/models/all-MiniLM-L6-v2/tokenizer.json?url';
import modelTokenizerConfig from '/models/all-MiniLM-L6-v2/tokenizer_config.json?url';
import wllamaWasm from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import voyWasm from 'voy-search/voy_search_bg.wasm?url';
import ortMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import ortWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import embedWorker from '../worker/embed.ts?worker&url';
import retrieveWorker from '../worker/retrieve.ts?worker&url';
import storeWorker from '../worker/store.ts?worker&url';
import webllmWorker from '../worker/webllm-worker.ts?worker&url';
import type { EmbedderFiles } from '../worker/embed-api.ts';

/** Absolute addresses of everything that is loaded later. */
export interface Assets {
  retrieveWorker: string;
  embedWorker: string;
  webllmWorker: string;
  storeWorker: string;
  voyWasm: string;
  wllamaWasm: string;
  embedder: EmbedderFiles;
}

const BUILT = {
  ...{ retrieveWorker, embedWorker, webllmWorker, storeWorker },
  ...{ voyWasm, wllamaWasm },
};

const MODELS = import.meta.env.DEV ? '/models/' : './models/';
const MODEL_FILES = {
  'all-MiniLM-L6-v2/config.json': modelConfig,
  'all-MiniLM-L6-v2/onnx/model_quantized.onnx': modelWeights,
  'all-MiniLM-L6-v2/tokenizer.json': modelTokenizer,
  'all-MiniLM-L6-v2/tokenizer_config.json': modelTokenizerConfig,
};

/**
 * The only place that makes addresses of workers, WASM and models: beside this script, or in the
 * folder that the `assets` attribute names. Each file is named by a pattern that bundlers know, so that a
 * site which imports the package gets all of them.
 * @param page What a relative folder is relative to.
 */
export function resolveAssets(assets: string | undefined, page: string): Assets {
  const folder = assets && new URL(`${assets.replace(/\/*$/, '')}/`, page).href;
  const resolve = (url: string) => {
    const { name, address } = readBuilt(url);
    return folder ? new URL(name, folder).href : address;
  };
  const runtime = { wasm: resolve(ortWasm), mjs: resolve(ortMjs) };
  const embedder = folder
    ? { base: new URL('models/', folder).href, runtime }
    : { base: absoluteHere(MODELS), known: mapValues(MODEL_FILES, absoluteHere), runtime };
  return { ...mapValues(BUILT, resolve), embedder };
}

/**
 * Built, an address comes with the file's own name in front (`vite.config.ts`): a bundler that takes the
 * package in renames the file, and a folder of the owner's holds it under its own name.
 */
function readBuilt(url: string): { name: string; address: string } {
  const [first = '', second] = url.split(' ');
  const address = absoluteHere(second ?? first);
  return { name: second ? first : address.replace(/^.*\//, ''), address };
}

const absoluteHere = (url: string): string => new URL(url, import.meta.url).href;

function mapValues<Key extends string>(
  record: Readonly<Record<Key, string>>,
  change: (value: string) => string,
): Record<Key, string> {
  const entries = Object.entries<string>(record).map(([key, value]) => [key, change(value)]);
  return Object.fromEntries(entries) as Record<Key, string>;
}
