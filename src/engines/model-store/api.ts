import type { LoadProgress } from '../../core/ports.ts';
import type { WebllmRecord } from '../webllm/record.ts';

/** What a model's files are for. */
export type StoredFor = 'webllm' | 'llama-cpp';

/** A model whose files the store fetches and keeps. */
export type StorableModel =
  /** WebLLM's: configuration, tokenizer, library and the weights that its list names. */
  | {
      kind: 'webllm';
      /** Name for people. */
      name: string;
      record: WebllmRecord;
      /** Address of the owner's list of files with their hashes, made by `askpage models pull`. */
      hashes?: string;
    }
  /** One GGUF file, or the pieces that it was split into, in order. */
  | {
      kind: 'llama-cpp';
      name: string;
      id: string;
      /** Absolute addresses. */
      urls: readonly string[];
      /** SHA-256 of each file in lower-case hex, where the owner gives them. */
      sha256?: readonly string[];
    };

/** What is on the device of one model. */
export interface StoredModel {
  for: StoredFor;
  id: string;
  name: string;
  /** Host that it came from, or "this site". */
  origin: string;
  /** Bytes on the device. */
  bytes: number;
  /** Whether all of it is there. */
  isComplete: boolean;
}

/** How patient a download is; the defaults are for readers. */
export interface Patience {
  /** Milliseconds without a byte after which a file is asked for again. Default 20,000. */
  stallMs?: number;
  /** Times that a file is asked for before the download fails. Default 4. */
  attempts?: number;
  /** Milliseconds before the second attempt; each later wait is twice as long. Default 1,000. */
  backOffMs?: number;
}

export interface DownloadOutcome {
  /** Bytes that were not on the device before. */
  fetchedBytes: number;
}

/**
 * The only place that fetches, checks, lists and deletes the files of language models. They lie in
 * Cache Storage, WebLLM's where WebLLM looks for them. Whole files stay when a download is stopped, and
 * are not fetched again.
 */
export interface ModelStore {
  /**
   * Fetches what is missing and checks size and hash of each file, where they are known; makes no request
   * where all is here. A file that fails a check is fetched once more before the download fails; it
   * never stays.
   * @throws `network`, `offline`, `stalled`, `model-not-found`, `model-invalid`, `quota-exceeded`,
   * `storage-unavailable`; what was aborted rejects with the signal's reason.
   */
  download(
    model: StorableModel,
    options?: {
      signal?: AbortSignal | undefined;
      onProgress?: ((progress: LoadProgress) => void) | undefined;
      patience?: Patience | undefined;
    },
  ): Promise<DownloadOutcome>;
  /** The files of a complete GGUF model, in order. @throws `model-invalid` where one is missing. */
  files(model: StorableModel & { kind: 'llama-cpp' }): Promise<Blob[]>;
  /**
   * Whether all files of a model are here, fetched from the very addresses. Fetches nothing and makes no
   * cache; false where the browser forbids a look.
   */
  isStored(model: StorableModel): Promise<boolean>;
  /** Models of this site that are here, whole or in part; none where the browser forbids a look. */
  list(): Promise<StoredModel[]>;
  /** Deletes a model's files; the last one leaves nothing behind. */
  remove(model: Pick<StoredModel, 'for' | 'id'>): Promise<void>;
}
