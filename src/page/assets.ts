import wllamaWasm from '@wllama/wllama/esm/wasm/wllama.wasm?url';
import voyWasm from 'voy-search/voy_search_bg.wasm?url';
import ortMjs from 'onnxruntime-web/ort-wasm-simd-threaded.mjs?url';
import ortWasm from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import embedWorker from '../worker/embed.ts?worker&url';
import retrieveWorker from '../worker/retrieve.ts?worker&url';
import storeWorker from '../worker/store.ts?worker&url';
import webllmWorker from '../worker/webllm-worker.ts?worker&url';

/** Absolute addresses of everything that is loaded later. */
export interface Assets {
  retrieveWorker: string;
  embedWorker: string;
  webllmWorker: string;
  storeWorker: string;
  voyWasm: string;
  ortWasm: string;
  ortMjs: string;
  wllamaWasm: string;
  /** Folder of embedding models, with its final slash. */
  models: string;
}

const BUILT = {
  ...{ retrieveWorker, embedWorker, webllmWorker, storeWorker },
  ...{ voyWasm, ortWasm, ortMjs, wllamaWasm },
};

/**
 * The only place that makes addresses of workers, WASM and models: beside this script, or in the
 * folder that the `assets` attribute names.
 */
export function resolveAssets(assets: string | undefined, page: string): Assets {
  const here = import.meta.url;
  const folder = assets && new URL(`${assets.replace(/\/*$/, '')}/`, page).href;
  const resolve = (url: string) => {
    const built = new URL(url, here).href;
    return folder ? new URL(built.replace(/^.*\//, ''), folder).href : built;
  };
  const models = import.meta.env.DEV
    ? new URL('/models/', page).href
    : new URL('./models/', here).href;
  return {
    ...(Object.fromEntries(
      Object.entries(BUILT).map(([name, url]) => [name, resolve(url)]),
    ) as Record<keyof typeof BUILT, string>),
    models: folder ? new URL('models/', folder).href : models,
  };
}
