import type { ModelFacts } from '../../core/ports.ts';
import type { StorableModel } from '../model-store/api.ts';

/** Where a model's files lie: the part of WebLLM's `ModelRecord` that askpage uses. */
export interface WebllmRecord {
  /**
   * Absolute address of the model. As on the Hugging Face hub, its files lie in `resolve/main/`
   * below it, unless the address has a `/resolve/…/` part of its own.
   */
  model: string;
  model_id: string;
  /** Absolute address of the compiled model library (`.wasm`), built for the WebLLM in use. */
  model_lib: string;
  /** Replaces values of the model's `mlc-chat-config.json`, such as `context_window_size`. */
  overrides?: Record<string, unknown>;
}

/** A model that this device can run, with what a reader is told about it. */
export interface ChosenModel {
  model: StorableModel & { kind: 'webllm' };
  told: ModelFacts;
}

/** WebLLM's own rule for the folder of a model's files (`cleanModelUrl` in 0.2.79 and 0.2.86). */
export function modelFilesUrl(model: string): string {
  const folder = model.endsWith('/') ? model : `${model}/`;
  const url = new URL(/.+\/resolve\/.+\//.test(folder) ? folder : `${folder}resolve/main/`);
  url.hash = '';
  return url.href;
}

/** Name of the owner's list of a model's files, in the model's folder. */
export const HASH_LIST = 'askpage-model.json';

/** Folder of a model below an owner's `base` address. */
export function modelFolder(base: string, id: string): string {
  return new URL(`${id}/`, base.endsWith('/') ? base : `${base}/`).href;
}

/**
 * A listed model served from a plain folder. WebLLM would append `resolve/main/`; a fragment that
 * holds these words already keeps it from doing so, and falls away when file names are resolved.
 */
export function recordInFolder<R extends WebllmRecord>(listed: R, folder: string): R {
  const library = listed.model_lib.split('/').at(-1) ?? listed.model_lib;
  return {
    ...listed,
    model: `${folder}#/resolve/main/`,
    model_lib: new URL(library, folder).href,
  };
}
