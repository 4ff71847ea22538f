import { AskPageError } from '../core/errors.ts';
import { pageOf } from '../core/page-url.ts';
import type { VectorSpace } from '../core/embedding-model.ts';
import type { MissingVector } from '../worker/retrieve-api.ts';
import { collectPage } from './collector.ts';
import type { EmbedPool } from './embed-pool.ts';
import type { RetrieveLink } from './retrieve-link.ts';

export interface DocumentsOptions {
  link: RetrieveLink;
  voyWasm: string;
  /** What is to encode the page's passages. */
  model: VectorSpace;
}

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

/** Loads a prebuilt index. @throws {AskPageError} `bad-index`, `network` */
export async function openIndex(
  manifest: string,
  { link, voyWasm }: Pick<DocumentsOptions, 'link' | 'voyWasm'>,
  signal: AbortSignal,
): Promise<Documents> {
  const opened = await link.call((client) =>
    client.call('open', { manifest, voyWasm }, { signal }),
  );
  return { ...opened, missing: [] };
}

/** Reads the page itself. Keywords find it at once. @throws {AskPageError} `no-documents` */
export async function readPage(
  { link, voyWasm, model }: DocumentsOptions,
  signal: AbortSignal,
): Promise<Documents> {
  const sections = await collectPage(document, signal);
  const source = pageOf(location.href);
  const added = await link.call((client) =>
    client.call('add', { sections, model, source, voyWasm }, { signal }),
  );
  if (added.passages === 0) {
    throw new AskPageError('no-documents', 'There is no text on this page that could be searched.');
  }
  return { ...added, model, hasLight: false };
}

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
