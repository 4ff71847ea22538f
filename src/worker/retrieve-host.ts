import { passagesOf } from '../core/documents/passages.ts';
import { AskPageError } from '../core/errors.ts';
import { spaceKey, type VectorSpace } from '../core/embedding-model.ts';
import { transferring } from '../core/rpc.ts';
import { loadIndex } from './index-loader.ts';
import { PassageStore } from './passage-store.ts';
import type { KeywordParams, RetrieveApi, SearchParams } from './retrieve-api.ts';
import { Retrieval } from './retrieval.ts';
import { VectorCache } from './vector-cache.ts';
import { loadVoy, type VoyFactory } from './voy-index.ts';

interface Source {
  name: string;
  space: string;
}

/** The retrieve worker's side of its contract. */
export class RetrieveHost implements RetrieveApi {
  #retrieval = new Retrieval(new PassageStore(0));
  #making = Promise.resolve(this.#retrieval.store);
  readonly #sources = new Map<string, Source>();
  #cache: VectorCache | undefined;

  async open({ manifest, voyWasm }: { manifest: string; voyWasm: string }, signal: AbortSignal) {
    const voy = fetchVoy(voyWasm);
    const { manifest: contents, index } = await loadIndex(manifest, signal);
    const store = PassageStore.from(index, contents.model.dimensions);
    this.#retrieval = new Retrieval(store, await voy, reportVoy);
    const { passages, model } = contents;
    return { passages, model, hasLight: store.light !== undefined };
  }

  async add({ sections, model, source: name, voyWasm }: AddParams) {
    const store = await this.#storeFor(model, voyWasm);
    const passages = sections.flatMap(passagesOf);
    const texts = new Map(store.add(passages).map(({ key, text }) => [key, text]));
    const source: Source = { name, space: spaceKey(model) };
    for (const key of texts.keys()) this.#sources.set(key, source);
    this.#cache ??= new VectorCache();
    const known = await this.#cache.read(name, source.space, new Set(texts.keys()));
    for (const [key, vector] of known) if (store.setVector(key, vector)) texts.delete(key);
    const missing = [...texts].map(([key, text]) => ({ key, text: model.passagePrefix + text }));
    return { passages: passages.length, missing };
  }

  /** One call after the other: the second must not replace the store that the first one makes. */
  #storeFor({ dimensions }: VectorSpace, voyWasm: string): Promise<PassageStore> {
    this.#making = this.#making.then(async () => {
      if (this.#retrieval.store.dimensions !== dimensions) {
        const voy = await fetchVoy(voyWasm);
        this.#retrieval = new Retrieval(new PassageStore(dimensions), voy, reportVoy);
      }
      return this.#retrieval.store;
    });
    return this.#making;
  }

  setVectors({ keys, vectors }: { keys: string[]; vectors: Float32Array<ArrayBuffer> }) {
    const { store } = this.#retrieval;
    const { dimensions } = store;
    if (vectors.length !== keys.length * dimensions) {
      const message = 'The search model gave vectors of a wrong length.';
      return Promise.reject(new AskPageError('model-invalid', message));
    }
    const bySource = new Map<Source, [string, Float32Array][]>();
    for (const [row, key] of keys.entries()) {
      const vector = vectors.slice(row * dimensions, (row + 1) * dimensions);
      const source = this.#sources.get(key);
      if (!store.setVector(key, vector) || !source) continue;
      const entries = bySource.get(source) ?? [];
      entries.push([key, vector]);
      bySource.set(source, entries);
    }
    for (const [{ name, space }, entries] of bySource) this.#cache?.write(name, space, entries);
    if (store.isComplete) this.#cache?.flush();
    return Promise.resolve();
  }

  keywords(params: KeywordParams) {
    return Promise.resolve(this.#retrieval.keywordHits(params));
  }

  passages() {
    return Promise.resolve(this.#retrieval.store.passages);
  }

  search(params: SearchParams) {
    return Promise.resolve(this.#retrieval.search(params));
  }

  known({ text }: { text: string }) {
    return Promise.resolve(this.#retrieval.known(text));
  }

  encode({ texts }: { texts: string[] }) {
    const { light } = this.#retrieval.store;
    if (!light) {
      return Promise.reject(new AskPageError('bad-index', 'The index has no token vectors.'));
    }
    const vectors = new Float32Array(texts.length * light.dimensions);
    for (const [row, text] of texts.entries()) {
      const { vector } = light.encode(text);
      if (vector) vectors.set(vector, row * light.dimensions);
    }
    return Promise.resolve(transferring(vectors, [vectors.buffer]));
  }
}

type AddParams = Parameters<RetrieveApi['add']>[0];

/** Without Voy (blocked or missing WASM) the exact scan proposes. */
async function fetchVoy(url: string): Promise<VoyFactory | undefined> {
  try {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`HTTP ${response.status}`);
    return await loadVoy(await response.arrayBuffer());
  } catch (thrown) {
    reportVoy(thrown);
    return undefined;
  }
}

function reportVoy(thrown: unknown): void {
  console.warn('askpage: Voy is out of use, the exact scan takes its place.', thrown);
}
