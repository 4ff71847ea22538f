import * as glue from 'voy-search/voy_search_bg.js';
import type { TextVector, VectorIndex } from '../core/ports.ts';

/**
 * Voy as a proposer of near neighbours. The only file that knows its quirks (0.6.3, over kiddo 2.1.0):
 * - its entry is for bundlers with a WASM plugin, so the glue is instantiated by hand;
 * - the glue belongs to one instance for good: it keeps views of that instance's memory, and a second
 *   one breaks both. So there is one a thread, and what has trapped can't be had anew;
 * - more than 32 entries that share a coordinate trap it and poison the instance, so each coordinate
 *   gets a tiny offset that depends on key and axis (identical passages are dropped by the caller);
 * - it fills vectors up to 768 with zeros and splits by one axis after the other: a tree deeper than
 *   its vectors are long meets nothing but ties. 1,056 vectors of 64 along an arc, added in their
 *   order, trap, and so do some thousand vectors of two numbers. So each vector gets spare axes of
 *   offsets alone, which split any such crowd;
 * - zero, non-finite or too long vectors break it, so they are refused here; so does a limit of 0;
 * - it gives no scores and squared distances; on unit vectors their order is that of the cosine;
 * - `add` takes a key twice and then proposes it twice; `remove` with another vector than the one added
 *   leaves a ghost that takes places in results, and `size` doesn't count it. With each key once, and
 *   its own vector, both are right: no difference from the exact scan over random sequences, nor among
 *   40,000 removals from vectors full of ties. 100 vectors of 384 are added to, or removed from, 20,000
 *   in 10 ms;
 * - leaves (98 kB each) are neither merged nor given back before `free`: where all entries change again
 *   and again, memory grows;
 * - they stand in one list, which moves when it doubles and leaves its old places empty: 20,000 vectors of
 *   384 took 255 MB. Where so much memory as it will need lies free behind it, it grows in place: 132 MB.
 */
export type VoyFactory = (dimensions: number, texts: readonly TextVector[]) => VectorIndex;

/** Voy cuts longer vectors silently. */
export const MAX_VOY_DIMENSIONS = 768;

const JITTER = 1e-5;

/** A tree that reaches them has room for 2³² leaves below. */
const SPARE_AXES = 32;

let loaded: Promise<VoyFactory> | undefined;
let failure: Error | undefined;

/**
 * @param wasm The bytes of `voy_search_bg.wasm`.
 * @throws what Voy has failed with in this thread before.
 */
export async function loadVoy(wasm: BufferSource): Promise<VoyFactory> {
  if (failure) throw failure;
  loaded ??= instantiate(wasm).catch((thrown: unknown) => {
    loaded = undefined;
    throw thrown;
  });
  return loaded;
}

async function instantiate(wasm: BufferSource): Promise<VoyFactory> {
  const { instance } = await WebAssembly.instantiate(wasm, {
    './voy_search_bg.js': glue as unknown as WebAssembly.ModuleImports,
  });
  glue.__wbg_set_wasm(instance.exports);
  return (dimensions, texts) => {
    const index = new VoyIndex(dimensions);
    makeRoom(instance.exports as unknown as Allocator, texts.length);
    index.add(texts);
    return index;
  };
}

/** What wasm-bindgen exports for its glue; sizes in bytes. */
interface Allocator {
  __wbindgen_malloc: (size: number) => number;
  __wbindgen_free: (address: number, size: number) => void;
}

/** Bytes of a leaf, 32 vectors of 768, and of what is kept of an entry beside its vector. */
const [LEAF_BYTES, ENTRY_BYTES] = [98_600, 300];

/** Leaves that the list has room for at first, before it doubles, and vectors in a leaf: rather few of the 22 or 23. */
const [FIRST_LEAVES, LEAF_VECTORS] = [10, 20];

/** Takes a piece of memory and gives it back, so that it lies free at the end. */
function makeRoom({ __wbindgen_malloc: take, __wbindgen_free: free }: Allocator, entries: number) {
  let leaves = FIRST_LEAVES;
  while (leaves < entries / LEAF_VECTORS) leaves *= 2;
  const size = leaves * LEAF_BYTES + entries * ENTRY_BYTES;
  try {
    free(take(size), size);
  } catch {
    // Less may do.
  }
}

/** Entries handed over in one call: each is copied several times on the way, and WASM keeps what it once took. */
const AT_ONCE = 100;

/** After a trap nothing that the instance says can be trusted, in no index of this thread. */
function guarded<T>(work: () => T): T {
  if (failure) throw failure;
  try {
    return work();
  } catch (thrown) {
    failure = new Error(`Voy failed: ${String(thrown)}`, { cause: thrown });
    throw failure;
  }
}

class VoyIndex implements VectorIndex {
  readonly #voy: glue.Voy;
  readonly #dimensions: number;
  readonly #keys = new Set<string>();

  constructor(dimensions: number) {
    if (dimensions > MAX_VOY_DIMENSIONS) {
      throw new RangeError(`Voy holds vectors up to ${MAX_VOY_DIMENSIONS}, not ${dimensions}`);
    }
    this.#dimensions = dimensions;
    this.#voy = guarded(() => new glue.Voy({ embeddings: [] }));
  }

  get size(): number {
    return this.#keys.size;
  }

  search(query: Float32Array, limit: number): string[] {
    if (this.size === 0 || !(limit >= 1) || !this.#isUsable(query)) return [];
    const count = Math.min(Math.floor(limit), this.size);
    const { neighbors } = guarded(() => this.#voy.search(query, count));
    return neighbors.map(({ id }) => id);
  }

  add(texts: readonly TextVector[]): void {
    const usable = texts.filter(({ key, vector }) => {
      if (this.#keys.has(key) || !this.#isUsable(vector)) return false;
      this.#keys.add(key);
      return true;
    });
    for (let first = 0; first < usable.length; first += AT_ONCE) {
      const embeddings = usable.slice(first, first + AT_ONCE).map(entryOf);
      guarded(() => this.#voy.add({ embeddings }));
    }
  }

  remove(texts: readonly TextVector[]): void {
    const held = texts.filter(({ key }) => this.#keys.delete(key));
    const embeddings = held.map(entryOf);
    if (embeddings.length > 0) guarded(() => this.#voy.remove({ embeddings }));
  }

  free(): void {
    if (!failure) guarded(() => this.#voy.free());
  }

  #isUsable(vector: Float32Array): boolean {
    if (vector.length !== this.#dimensions) return false;
    let norm = 0;
    for (const value of vector) norm += value ** 2;
    return Number.isFinite(norm) && norm > 0;
  }
}

function entryOf({ key, vector }: TextVector) {
  const seed = seedOf(key);
  const axes = Math.min(vector.length + SPARE_AXES, MAX_VOY_DIMENSIONS);
  const embeddings = Array.from(
    { length: axes },
    (_, axis) => (vector[axis] ?? 0) + offsetOf(seed, axis),
  );
  return { id: key, title: '', url: '', embeddings };
}

/** FNV-1a, see `core/hash.ts`. */
function seedOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return mix(hash);
}

/** Below `JITTER`, and different for every key and axis. */
function offsetOf(seed: number, axis: number): number {
  return (mix(seed ^ Math.imul(axis + 1, 0x9e3779b1)) / 0x1_0000_0000) * JITTER;
}

/** MurmurHash3's last step: near numbers become far ones, 0 to 2³² − 1. */
function mix(hash: number): number {
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
