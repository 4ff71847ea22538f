/** What is kept under a name of its own, so that two tabs that write at once lose nothing. */
export interface Item {
  /** Sorts by the time of its making. */
  id: string;
  value: unknown;
}

export interface LocalItemsOptions {
  /** What the names of all items begin with; ends with what no site's path holds. */
  prefix: string;
  /** Default: nothing leaves memory. */
  storage?: (() => Storage) | undefined;
}

/** Characters of a time in base 36 until the year 2059. */
const RANDOM = 36 ** 4;

/** An id that sorts behind those made before, and that no other tab makes. */
export function newId(): string {
  const random = crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
  return `${Date.now().toString(36)}-${(random % RANDOM).toString(36)}`;
}

/**
 * Small lists by kind, in the browser's local storage or in memory only. Where storage is full or refused,
 * what can't be kept stays in memory, with one line in the console.
 */
export class LocalItems {
  readonly #options: LocalItemsOptions;
  /** By their whole names: what storage did not take. */
  readonly #memory = new Map<string, string>();
  readonly #lists = new Map<string, readonly Item[]>();
  #hasWarned = false;

  constructor(options: LocalItemsOptions) {
    this.#options = options;
  }

  /** Whether items outlive the page. */
  get isKept(): boolean {
    return this.#options.storage !== undefined;
  }

  /** Oldest first. */
  list(kind: string): readonly Item[] {
    const known = this.#lists.get(kind) ?? this.#read(`${this.#options.prefix}${kind} `);
    this.#lists.set(kind, known);
    return known;
  }

  /** Adds an item or puts it in the place of the one with its id; of more than `limit` the oldest go. */
  put(kind: string, { id, value }: Item, limit: number): void {
    this.#write(`${this.#options.prefix}${kind} ${id}`, JSON.stringify(value));
    this.refresh();
    for (const old of this.list(kind).slice(0, -limit)) this.remove(kind, old.id);
  }

  remove(kind: string, id: string): void {
    const name = `${this.#options.prefix}${kind} ${id}`;
    this.#memory.delete(name);
    this.#try((storage) => storage.removeItem(name));
    this.refresh();
  }

  clear(kind: string): void {
    for (const { id } of this.list(kind)) this.remove(kind, id);
  }

  /** Another tab may have written or deleted. */
  refresh(): void {
    this.#lists.clear();
  }

  #read(start: string): Item[] {
    const texts = new Map(this.#memory);
    this.#try((storage) => {
      for (const name of Object.keys(storage)) {
        if (name.startsWith(start)) texts.set(name, storage.getItem(name) ?? '');
      }
    });
    return [...texts]
      .filter(([name]) => name.startsWith(start))
      .map(([name, text]) => ({ id: name.slice(start.length), value: parsed(text) }))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  #write(name: string, text: string): void {
    const isStored = this.#try((storage) => storage.setItem(name, text));
    if (isStored) this.#memory.delete(name);
    else this.#memory.set(name, text);
  }

  /** Returns whether it was done. */
  #try(work: (storage: Storage) => void): boolean {
    const { storage } = this.#options;
    if (!storage) return false;
    try {
      work(storage());
      return true;
    } catch (thrown) {
      if (!this.#hasWarned) {
        this.#hasWarned = true;
        console.warn('askpage: the history can’t be kept here; it lasts for this visit.', thrown);
      }
      return false;
    }
  }
}

/** Anything may stand in the storage of a site. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
