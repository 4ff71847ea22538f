import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Row {
  source: string;
  key: string;
  space: string;
  vector: Float32Array;
}

/** Vectors written together, and milliseconds that fewer wait for more. */
const BATCH = 32;
const DELAY = 200;

interface Schema extends DBSchema {
  vectors: {
    key: [source: string, key: string];
    value: Row;
    indexes: { source: string };
  };
}

/**
 * Vectors of pages that were embedded in the browser, kept in IndexedDB for the next visit: by
 * source (the page) and by text. Everything here is best effort: where storage is refused or full,
 * the page is embedded again.
 */
export class VectorCache {
  readonly #unsaved: Row[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #db: Promise<IDBPDatabase<Schema> | undefined>;

  constructor(name = 'askpage') {
    this.#db = open(name).catch(() => undefined);
  }

  /**
   * Vectors of `source` by text key, made in vector space `space`. Texts that the page no longer
   * has, and vectors of another model, are deleted.
   */
  async read(source: string, space: string, keys: ReadonlySet<string>) {
    const found = new Map<string, Float32Array>();
    await this.#attempt(async (db) => {
      const rows = await db.getAllFromIndex('vectors', 'source', source);
      const stale = rows.filter((row) => row.space !== space || !keys.has(row.key));
      for (const row of rows) {
        if (row.space === space && keys.has(row.key)) found.set(row.key, row.vector);
      }
      const transaction = db.transaction('vectors', 'readwrite');
      await Promise.all(stale.map((row) => transaction.store.delete([row.source, row.key])));
      await transaction.done;
    });
    return found;
  }

  /**
   * Keeps vectors. They are written in batches: a transaction for each few would take the thread from
   * searches while a page is embedded.
   */
  write(source: string, space: string, vectors: Iterable<[key: string, vector: Float32Array]>) {
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

async function open(name: string): Promise<IDBPDatabase<Schema>> {
  return openDB<Schema>(name, 1, {
    upgrade(db) {
      const store = db.createObjectStore('vectors', { keyPath: ['source', 'key'] });
      store.createIndex('source', 'source');
    },
  });
}
