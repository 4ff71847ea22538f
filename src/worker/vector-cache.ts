import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

/** As it lies in the browser's storage: whatever wrote it, its vector may be anything. */
export interface CachedRow {
  source: string;
  key: string;
  space: string;
  vector: unknown;
}

/** Whose vectors, and of which kind. */
export interface CacheScope {
  /** The page that the texts stand on. */
  source: string;
  /** The vector space that the vectors lie in. */
  space: string;
  dimensions: number;
}

/** Vectors written together, and milliseconds that fewer wait for more. */
const BATCH = 32;
const DELAY = 200;

interface Schema extends DBSchema {
  vectors: {
    key: [source: string, key: string];
    value: CachedRow;
    indexes: { source: string };
  };
}

/**
 * Vectors of pages that were embedded in the browser, kept in IndexedDB for the next visit: by
 * source (the page) and by text. Everything here is best effort: where storage is refused or full,
 * the page is embedded again.
 */
export class VectorCache {
  readonly #unsaved: CachedRow[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #db: Promise<IDBPDatabase<Schema> | undefined>;

  constructor(name = 'askpage') {
    this.#db = open(name).catch(() => undefined);
  }

  /**
   * The source's vectors by text key. Texts that the page no longer has, vectors of another model and
   * what is no vector are deleted.
   */
  async read(scope: CacheScope, keys: ReadonlySet<string>): Promise<Map<string, Float32Array>> {
    let found = new Map<string, Float32Array>();
    await this.#attempt(async (db) => {
      const rows = await db.getAllFromIndex('vectors', 'source', scope.source);
      const sorted = sortRows(rows, scope, keys);
      found = sorted.found;
      const transaction = db.transaction('vectors', 'readwrite');
      const deletions = sorted.stale.map((row) => transaction.store.delete([row.source, row.key]));
      await Promise.all([...deletions, transaction.done]);
    });
    return found;
  }

  /**
   * Keeps vectors. They are written in batches: a transaction for each few would take the thread from
   * searches while a page is embedded.
   */
  write(
    { source, space }: CacheScope,
    vectors: Iterable<[key: string, vector: Float32Array]>,
  ): void {
    for (const [key, vector] of vectors) this.#unsaved.push({ source, key, space, vector });
    clearTimeout(this.#timer);
    if (this.#unsaved.length >= BATCH) this.flush();
    else this.#timer = setTimeout(() => this.flush(), DELAY);
  }

  /** Writes what waits, at once. */
  flush(): void {
    clearTimeout(this.#timer);
    if (this.#unsaved.length > 0) void this.#save();
  }

  async #save(): Promise<void> {
    const rows = this.#unsaved.splice(0);
    await this.#attempt(async (db) => {
      const transaction = db.transaction('vectors', 'readwrite');
      const writes = rows.map((row) => transaction.store.put(row));
      await Promise.all([...writes, transaction.done]);
    });
  }

  async #attempt(work: (db: IDBPDatabase<Schema>) => Promise<void>): Promise<void> {
    const db = await this.#db;
    if (!db) return;
    try {
      await work(db);
    } catch {
      // Full or broken storage costs the next visit some time, nothing else.
    }
  }
}

/** Tells what can be used from what is to be deleted; rows may be broken in any way. */
export function sortRows(
  rows: readonly CachedRow[],
  { space, dimensions }: CacheScope,
  keys: ReadonlySet<string>,
): { found: Map<string, Float32Array>; stale: CachedRow[] } {
  const found = new Map<string, Float32Array>();
  const stale: CachedRow[] = [];
  for (const row of rows) {
    const isWanted = row.space === space && keys.has(row.key);
    if (isWanted && isDirection(row.vector, dimensions)) found.set(row.key, row.vector);
    else stale.push(row);
  }
  return { found, stale };
}

function isDirection(value: unknown, dimensions: number): value is Float32Array {
  if (!(value instanceof Float32Array) || value.length !== dimensions) return false;
  return value.every(Number.isFinite) && value.some((number) => number !== 0);
}

async function open(name: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade(db) {
      const store = db.createObjectStore('vectors', { keyPath: ['source', 'key'] });
      store.createIndex('source', 'source');
    },
  });
}
