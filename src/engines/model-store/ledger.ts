import type { StorableModel } from './api.ts';
import type { StoreParts } from './caches.ts';
import { receiptError } from './errors.ts';
import {
  emptyReceipt,
  isSameModel,
  keyOf,
  namedFiles,
  readReceipts,
  writeReceipt,
  type KeptFile,
  type Receipt,
} from './receipts.ts';

type Parts = StoreParts & { caches: CacheStorage };

/** The receipt of a running download: it names each file before the file is written. */
export class Ledger {
  readonly #parts: Parts;
  readonly #receipt: Receipt;
  readonly #known: ReadonlyMap<string, KeptFile>;
  readonly #others: ReadonlyMap<string, KeptFile>;
  #files = new Map<string, KeptFile>();
  #outdated: Map<string, KeptFile>;
  #writing = Promise.resolve();

  static async open(model: StorableModel, parts: Parts): Promise<Ledger> {
    return new Ledger(model, parts, await readReceipts(parts.caches));
  }

  private constructor(model: StorableModel, parts: Parts, receipts: readonly Receipt[]) {
    this.#parts = parts;
    this.#receipt = emptyReceipt(model, parts.origin);
    const isOwn = (receipt: Receipt) => isSameModel(receipt, this.#receipt);
    this.#known = namedFiles(receipts);
    this.#others = namedFiles(receipts.filter((receipt) => !isOwn(receipt)));
    this.#outdated = namedFiles(receipts.filter(isOwn));
  }

  /** What is written down about a file, by this model's receipt or another's. */
  find(file: { cache: string; url: string }): KeptFile | undefined {
    return this.#files.get(keyOf(file)) ?? this.#known.get(keyOf(file));
  }

  /** Pieces that are written down of the file at `url`, in order. */
  pieces(url: string): KeptFile[] {
    return [...new Map([...this.#known, ...this.#files]).values()]
      .filter(({ piece }) => piece?.of === url)
      .sort((a, b) => (a.piece?.index ?? 0) - (b.piece?.index ?? 0));
  }

  async declare(files: readonly KeptFile[]): Promise<void> {
    for (const file of files) {
      this.#files.set(keyOf(file), file);
      this.#outdated.delete(keyOf(file));
    }
    await this.#write();
  }

  async withdraw(file: { cache: string; url: string }): Promise<void> {
    this.#files.delete(keyOf(file));
    this.#outdated.delete(keyOf(file));
    await this.#write();
  }

  /** All files are there: what an earlier download left over goes. */
  async complete(): Promise<void> {
    const { caches } = this.#parts;
    for (const [key, { cache, url }] of this.#outdated)
      if (!this.#others.has(key)) await (await caches.open(cache)).delete(url);
    this.#outdated = new Map();
    this.#receipt.isComplete = true;
    await this.#write();
  }

  /** One write after the other, or an older one could come last. */
  #write(): Promise<void> {
    this.#writing = this.#writing
      .catch(() => {})
      .then(() => {
        this.#receipt.files = [...this.#files.values()];
        this.#receipt.outdated = [...this.#outdated.values()];
        return writeReceipt(this.#receipt, this.#parts);
      })
      .catch((thrown: unknown) => {
        throw receiptError(thrown, this.#receipt.name);
      });
    return this.#writing;
  }
}
