import { openDB, type DBSchema, type IDBPDatabase } from 'idb';

interface Schema extends DBSchema {
  vectors: {
    key: [source: string, key: string];
    value: { source: string; key: string; space: string; vector: Float32Array };
    indexes: { source: string };
  };
}

/**
 * Vectors of pages that were embedded in the browser, kept in IndexedDB for the next visit: by
 * source (the page) and by text. Everything here is best effort: where storage is refused or full,
 * the page is embedded again.
 */
export class VectorCache {
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

  async write(
    source: string,
    space: string,
    vectors: Iterable<[key: string, vector: Float32Array]>,
  ) {
    await this.#attempt(async (db) => {
      const transaction = db.transaction('vectors', 'readwrite');
      const writes = [...vectors].map(([key, vector]) =>
        transaction.store.put({ source, key, space, vector }),
      );
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
