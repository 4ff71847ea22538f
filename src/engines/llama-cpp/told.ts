import { AskPageError } from '../../core/errors.ts';
import type { ModelFacts } from '../../core/ports.ts';
import type { GgufModel } from './api.ts';
import type { StorableModel } from '../model-store/api.ts';
import { originOf, THIS_SITE } from '../origin.ts';

const PART = /-00001-of-(\d{5})\.gguf(?=$|\?)/;

/** All parts of a model of which only the first is named, by the pattern of llama.cpp's own splitter. */
function allParts(urls: readonly string[]): string[] {
  const [first = ''] = urls;
  const count = urls.length === 1 ? Number(PART.exec(first)?.[1] ?? 1) : 1;
  if (count === 1) return [...urls];
  return Array.from({ length: count }, (_, index) =>
    first.replace('-00001-of-', `-${String(index + 1).padStart(5, '0')}-of-`),
  );
}

/** The name of the first file, without kind and part. */
function fileName(url: string): string {
  const name = decodeURIComponent(new URL(url).pathname.split('/').at(-1) ?? '');
  return name.replace(/\.gguf$/i, '').replace(/-\d{5}-of-\d{5}$/, '') || 'model';
}

function checkAddresses(urls: readonly string[]): void {
  const wrong = urls.length === 0 ? '' : urls.find((url) => !URL.canParse(url));
  if (wrong === undefined) return;
  throw new AskPageError(
    'bad-option',
    `The model address "${wrong}" is not absolute. The site's owner has to give one like https://example.org/model.gguf.`,
  );
}

/** What the store keeps of it. @throws `bad-option` where an address is not absolute. */
export function storableOf(model: GgufModel): StorableModel & { kind: 'llama-cpp' } {
  checkAddresses(model.urls);
  const urls = allParts(model.urls);
  const [first = ''] = urls;
  const { name = fileName(first), id = first, sha256 } = model;
  return { kind: 'llama-cpp', name, id, urls, ...(sha256 && { sha256 }) };
}

/** Asks for the sizes only; 0 where the server doesn't tell all. */
async function askSizes(urls: readonly string[]): Promise<number> {
  const sizes = urls.map(async (url) => {
    const response = await fetch(url, { method: 'HEAD', credentials: 'same-origin' });
    return response.ok ? Number(response.headers.get('content-length')) : 0;
  });
  const found = await Promise.all(sizes).catch(() => [0]);
  return found.includes(0) ? 0 : found.reduce((sum, size) => sum + size, 0);
}

/** Beside the weights: the attention cache and working space. Of 98 MB in a window of 4096, 340 MB were seen. */
const WORKING_SPACE = 240e6;

/**
 * What a reader is told of a model. Another host than the page's own hears nothing before the reader's
 * yes, so the size of its files is known only where the owner gives it.
 */
export async function tellModel(model: GgufModel): Promise<ModelFacts> {
  const { name, urls } = storableOf(model);
  const origin = originOf(urls);
  const isOwn = origin === THIS_SITE;
  const bytes = model.bytes ?? (isOwn ? await askSizes(urls) : 0);
  return {
    model: name,
    bytes,
    licence: model.licence ?? 'unknown',
    ...(model.licenceUrl && { licenceUrl: model.licenceUrl }),
    origin,
    ...(bytes > 0 && { memoryBytes: bytes + WORKING_SPACE }),
  };
}
