import { AskPageError } from '../core/errors.ts';
import { checkDocuments, type AddedDocument } from '../core/documents/added-document.ts';
import { pageOf } from '../core/page-url.ts';
import type { MissingVector } from '../worker/retrieve-api.ts';
import type { Documents } from './documents.ts';
import type { Session } from './session.ts';
import type { RetrieveLink } from './retrieve-link.ts';

/** By the element, which can't hold documents while it is on no page. */
export async function addDocuments(
  session: Session | undefined,
  documents: readonly AddedDocument[],
): Promise<void> {
  if (!session) {
    const message = 'addDocuments: the element is not on the page. Put it there first.';
    throw new AskPageError('bad-option', message);
  }
  await session.runtime.added.add(documents);
}

export interface AddedDocumentsOptions {
  link: Pick<RetrieveLink, 'call'>;
  voyWasm: string;
  /** What relative addresses are relative to. */
  base: () => string;
  /** Ends when words find the documents, with all that is kept here. */
  prepare: () => Promise<Documents>;
  /** A retriever of the owner's own is searched, which knows nothing of these. */
  isForeign: boolean;
  /** Hears of texts without a vector. */
  onMissing: (missing: readonly MissingVector[]) => void;
  /** Hears when there are others to be searched. */
  onChange: (documents: Documents) => void;
}

/** The documents that the owner has added: kept here, so that they outlive the worker that holds them. */
export class AddedDocuments {
  readonly #options: AddedDocumentsOptions;
  readonly #kept = new Map<string, AddedDocument>();
  /** Addresses of those that the worker doesn't hold. */
  #waiting = new Set<string>();
  #putting: Promise<unknown> = Promise.resolve();

  constructor(options: AddedDocumentsOptions) {
    this.#options = options;
  }

  get isEmpty(): boolean {
    return this.#kept.size === 0;
  }

  /**
   * Adds documents to what is searched, those of an index as well. Ends when words find them.
   * @throws {AskPageError} `bad-option`, naming the entry and the field: then none of them is added; else
   * what `prepare` throws: they are kept, and come with what is opened next.
   */
  async add(documents: unknown): Promise<void> {
    if (this.#options.isForeign) {
      const message = 'addDocuments: a retriever of your own is searched. Add them there.';
      throw new AskPageError('bad-option', message);
    }
    this.#keep(documents);
    try {
      await this.#open();
    } catch (thrown) {
      // A worker that dies loses them.
      if (AskPageError.from(thrown).code !== 'worker-failed') throw thrown;
      await this.#open();
    }
  }

  async #open(): Promise<void> {
    const documents = await this.#options.prepare();
    await this.put(documents);
    this.#options.onChange(documents);
  }

  #keep(documents: unknown): void {
    for (const document of checkDocuments(documents, this.#options.base())) {
      const page = pageOf(document.url);
      this.#kept.set(page, document);
      this.#waiting.add(page);
    }
  }

  /** The worker holds none any more. */
  forget(): void {
    this.#waiting = new Set(this.#kept.keys());
  }

  /** Puts what waits beside the open documents. Ends when words find it, also what an earlier call puts. */
  put(documents: Documents): Promise<void> {
    const putting = this.#putting.then(() => this.#put(documents));
    this.#putting = putting.catch(() => {});
    return putting;
  }

  async #put(documents: Documents): Promise<void> {
    const pages = [...this.#waiting];
    if (pages.length === 0) return;
    const { link, voyWasm, onMissing } = this.#options;
    const waiting = pages.flatMap((page) => this.#kept.get(page) ?? []);
    const params = { documents: waiting, model: documents.model, voyWasm };
    const { passages, missing } = await link.call((client) =>
      client.call('addDocuments', params, {}),
    );
    // One that was replaced meanwhile waits on.
    for (const document of waiting) {
      const page = pageOf(document.url);
      if (this.#kept.get(page) === document) this.#waiting.delete(page);
    }
    documents.passages = passages;
    onMissing(missing);
  }
}
