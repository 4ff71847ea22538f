import { createHash } from 'node:crypto';
import { embeddingText } from '../../core/documents/passages.ts';
import { readIndex } from '../../core/index-file/read.ts';
import { writeIndex } from '../../core/index-file/write.ts';
import type { LightEncoder } from '../../core/ranking/light-encoder.ts';
import type { EmbeddingModel } from '../../worker/embed-api.ts';
import { PassageStore } from '../../worker/passage-store.ts';
import { Retrieval } from '../../worker/retrieval.ts';
import type { VoyFactory } from '../../worker/voy-index.ts';
import type { Corpus } from './corpus.ts';
import type { Vectors } from './vectors.ts';

interface SiteParts {
  model: EmbeddingModel;
  vectors: Vectors;
  /** The light encoder's bytes, where it is to be used. */
  light?: Uint8Array<ArrayBuffer> | undefined;
  voy: VoyFactory | undefined;
  onVoyFailure: (thrown: unknown) => void;
}

export interface Site {
  retrieval: Retrieval;
  light: LightEncoder | undefined;
}

/**
 * A corpus as the reader's browser holds it: written as `askpage index` writes it and read again, so
 * that vectors have the index's precision.
 */
export async function openSite(corpus: Corpus, parts: SiteParts): Promise<Site> {
  const { model, vectors, light, voy, onVoyFailure } = parts;
  const { passages } = corpus;
  const texts = passages.map((passage) => model.passagePrefix + embeddingText(passage));
  const rows = await vectors.embedAll(texts);
  const content = { passages, vectors: rows, light, model, site: './' };
  const written = await writeIndex(content, (bytes) =>
    Promise.resolve(createHash('sha256').update(bytes).digest('hex')),
  );
  const bytesOf = new Map(written.parts.map(({ file, bytes }) => [file, bytes]));
  const index = await readIndex(written.manifest, ({ file }) =>
    Promise.resolve(bytesOf.get(file) ?? new Uint8Array()),
  );
  const store = PassageStore.from(index, model.dimensions);
  return { retrieval: new Retrieval(store, voy, onVoyFailure), light: index.light };
}
