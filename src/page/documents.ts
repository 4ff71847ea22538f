import { AskPageError } from '../core/errors.ts';
import { pageOf } from '../core/page-url.ts';
import type { VectorSpace } from '../core/embedding-model.ts';
import type { MissingVector } from '../worker/retrieve-api.ts';
import { collectPage } from './collector.ts';
import type { EmbedPool } from './embed-pool.ts';
import { pageAddress } from './page-address.ts';
import type { RetrieveLink } from './retrieve-link.ts';

/** A site whose passages can be searched. */
export interface Documents {
  passages: number;
  /** Texts that still have to be embedded; empty for a prebuilt index. */
  missing: MissingVector[];
  /** Whether the index has token vectors, by which questions are encoded without the model. */
  hasLight: boolean;
  /** What encoded the passages, or is to. */
  model: VectorSpace;
}

export interface DocumentsOptions {
  link: RetrieveLink;
  voyWasm: string;
  /** Absolute address of a prebuilt index's manifest; without it the page itself is read. */
  index: string | undefined;
  /** What is to encode the page's passages. */
  model: VectorSpace;
  /** Whether a page without text is a failure; it isn't where the owner has added documents. */
  needsText: () => boolean;
  /** The index can't be used, and the page takes its place. */
  onBroken: (error: AskPageError) => void;
}

/** Brings a site's documents to the retrieve worker: its index, or else the page that the reader sees. */
export class DocumentsReader {
  /** Ends when it is known whether the page is still the one that was read. */
  looking: Promise<unknown> = Promise.resolve();
  readonly #options: DocumentsOptions;
  /** The page as it was read last. */
  #read: { text: string; sections: string } | undefined;

  constructor(options: DocumentsOptions) {
    this.#options = options;
  }

  /** Opens them; keywords find them at once. @throws {AskPageError} `no-documents`, `network` */
  async open(signal: AbortSignal): Promise<Documents> {
    const { index, link, onBroken } = this.#options;
    if (!index) return this.#readPage(signal);
    try {
      return await this.#openIndex(index, signal);
    } catch (thrown) {
      signal.throwIfAborted();
      const error = AskPageError.from(thrown);
      if (error.code !== 'bad-index' && error.code !== 'network') throw error;
      // A broken index is the owner's fault; the reader still has the page.
      onBroken(error);
      // The worker may hold an index that it should not search.
      link.stop();
      return await this.#readPage(signal);
    }
  }

  /**
   * Calls `restart` where the page is another by now than the one that was read: a site may change page,
   * or text, without a load. Returns whether it is; false where an index is searched, or nothing was
   * read yet.
   */
  follow(restart: () => void): Promise<boolean> {
    const look = this.#isOutdated().then((isOther) => {
      if (!isOther) return false;
      this.#read = undefined;
      restart();
      return true;
    });
    this.looking = look;
    return look;
  }

  async #isOutdated(): Promise<boolean> {
    const read = this.#read;
    const text = pageText();
    if (!read || read.text === text) return false;
    // Most of what changes on a page is not its content.
    const sections = await collectPage(document, new AbortController().signal);
    if (JSON.stringify(sections) !== read.sections) return true;
    read.text = text;
    return false;
  }

  async #openIndex(manifest: string, signal: AbortSignal): Promise<Documents> {
    const { link, voyWasm } = this.#options;
    const opened = await link.call((client) =>
      client.call('open', { manifest, voyWasm }, { signal }),
    );
    this.#read = undefined;
    return { ...opened, missing: [] };
  }

  async #readPage(signal: AbortSignal): Promise<Documents> {
    const { link, voyWasm, model, needsText } = this.#options;
    const [text, source] = [pageText(), pageOf(pageAddress())];
    const sections = await collectPage(document, signal);
    this.#read = { text, sections: JSON.stringify(sections) };
    const added = await link.call((client) =>
      client.call('add', { sections, model, source, voyWasm }, { signal }),
    );
    if (added.passages === 0 && needsText()) {
      const message = 'There is no text on this page that could be searched.';
      throw new AskPageError('no-documents', message);
    }
    return { ...added, model, hasLight: false };
  }
}

/** Differs where anything that is read could: quick to get, and more than is read. */
const pageText = (): string => `${pageOf(pageAddress())} ${document.documentElement.textContent}`;

/** Embeds what has no vector yet and hands it to the index batch by batch; what is done stays done. */
export async function embedMissing(
  missing: readonly MissingVector[],
  { link, pool }: { link: RetrieveLink; pool: EmbedPool },
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number) => void },
): Promise<void> {
  let done = 0;
  await pool.embedMany(
    missing.map(({ text }) => text),
    async (first, count, vectors) => {
      const keys = missing.slice(first, first + count).map(({ key }) => key);
      const transfer = [vectors.buffer];
      await link.call((client) =>
        client.call('setVectors', { keys, vectors }, { signal, transfer }),
      );
      done += count;
      onProgress(done);
    },
    signal,
  );
}
