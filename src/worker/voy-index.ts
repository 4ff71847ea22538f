import * as glue from 'voy-search/voy_search_bg.js';
import type { VectorIndex } from '../core/ports.ts';

/**
 * Voy as a proposer of near neighbours. The only file that knows its quirks:
 * - its entry is for bundlers with a WASM plugin, so the glue is instantiated by hand;
 * - the glue belongs to one instance for good: a second one breaks both, so there is one a thread;
 * - 33 vectors with one equal coordinate trap it and poison the instance, so every coordinate gets a
 *   tiny offset of its own (identical passages must still be dropped by the caller);
 * - zero, non-finite or too long vectors break it, so they are refused here;
 * - it gives no scores and squared distances; on unit vectors their order is that of the cosine.
 */
export type VoyFactory = (vectors: Float32Array, dimensions: number, rows: number[]) => VectorIndex;

/** Voy cuts longer vectors silently. */
export const MAX_VOY_DIMENSIONS = 768;

const JITTER = 1e-5;

let loaded: Promise<VoyFactory> | undefined;

/** @param wasm The bytes of `voy_search_bg.wasm`. */
export function loadVoy(wasm: BufferSource): Promise<VoyFactory> {
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
  return (vectors, dimensions, rows) => new VoyIndex(vectors, dimensions, rows);
}

class VoyIndex implements VectorIndex {
  readonly size: number;
  readonly #voy: glue.Voy | undefined;
  readonly #dimensions: number;

  constructor(vectors: Float32Array, dimensions: number, rows: number[]) {
    if (dimensions > MAX_VOY_DIMENSIONS) {
      throw new RangeError(`Voy holds vectors up to ${MAX_VOY_DIMENSIONS}, not ${dimensions}`);
    }
    const usable = rows.filter((row) => isUsable(vectors, row * dimensions, dimensions));
    this.size = usable.length;
    this.#dimensions = dimensions;
    if (usable.length === 0) return;
    this.#voy = new glue.Voy({
      embeddings: usable.map((row) => ({
        id: String(row),
        title: '',
        url: '',
        embeddings: spread(vectors, row, dimensions),
      })),
    });
  }

  search(query: Float32Array, limit: number): number[] {
    if (!this.#voy || limit < 1 || query.length !== this.#dimensions) return [];
    if (!isUsable(query, 0, query.length)) return [];
    const { neighbors } = this.#voy.search(query, Math.min(limit, this.size));
    return neighbors.map(({ id }) => Number(id));
  }
}

function isUsable(vectors: Float32Array, start: number, length: number): boolean {
  let norm = 0;
  for (let i = start; i < start + length; i++) norm += (vectors[i] ?? NaN) ** 2;
  return Number.isFinite(norm) && norm > 0;
}

/** The row's coordinates, each moved by less than `JITTER`, differently for every row and axis. */
function spread(vectors: Float32Array, row: number, dimensions: number): number[] {
  const start = row * dimensions;
  return Array.from({ length: dimensions }, (_, axis) => {
    const noise = (Math.imul(start + axis + 1, 0x9e3779b1) >>> 0) / 0x1_0000_0000;
    return (vectors[start + axis] ?? 0) + noise * JITTER;
  });
}
