import type { GgufModel } from '../engines/llama-cpp.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';

/** An address as the page understands it. */
export const absolute = (address: string): string => new URL(address, document.baseURI).href;

/** The model for llama.cpp that the owner names; undefined where none is named. */
export function ggufOf(config: RuntimeConfig, own: OwnParts): GgufModel | undefined {
  const urls = config.gguf?.split(/[\s,]+/).filter(Boolean);
  return own.gguf ?? (urls?.length ? { urls: urls.map(absolute) } : undefined);
}
