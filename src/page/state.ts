import type { Answer } from '../core/answer.ts';
import type { AskPageError } from '../core/errors.ts';
import type { EngineDescription, LoadProgress, SearchResult } from '../core/ports.ts';

/** What is known of the site's documents. */
export type SiteState =
  | { kind: 'idle' }
  | { kind: 'loading' }
  /** The page is being embedded; keywords answer meanwhile. */
  | { kind: 'embedding'; fraction: number; text: string }
  | { kind: 'ready'; passages: number }
  | { kind: 'failed'; error: AskPageError };

/** What is known of the language model. */
export type EngineState =
  | { kind: 'unknown' }
  | { kind: 'none'; reason: string }
  /** Waits for the reader's yes: nothing has been downloaded. */
  | { kind: 'offered'; description: EngineDescription }
  /** For this visit, or until the reader asks for it. */
  | { kind: 'declined'; isForGood: boolean }
  | { kind: 'loading'; description: EngineDescription; progress: LoadProgress }
  /** By the reader; what has arrived is kept. */
  | { kind: 'paused'; description: EngineDescription; progress: LoadProgress }
  | { kind: 'ready'; description: EngineDescription }
  | { kind: 'failed'; error: AskPageError; description: EngineDescription };

/** Something that was done in a lesser way. */
export interface Notice {
  /** What the reader is told. */
  key: 'indexBroken' | 'wordsOnly' | 'inPage';
  /** Why. */
  error?: AskPageError;
  /** What the reader can try again, if anything. */
  retry?: 'site' | 'encoder';
}

/** Where the question stands. The element draws this union and nothing else. */
export type AskState =
  | { kind: 'idle' }
  /** The heavy part, the index or the search model is being loaded for this question. */
  | { kind: 'preparing'; question: string }
  | { kind: 'retrieving'; question: string }
  | {
      kind: 'answering';
      question: string;
      result: SearchResult;
      quote: Answer | undefined;
      /** The generated answer so far; empty before the first word. */
      text: string;
      model: string;
      /** How much of its request the model has read, 0 to 1, where it tells that. */
      read: number | undefined;
      /** The answer is written whole, and is being checked against its sources. */
      isChecking: boolean;
    }
  | {
      kind: 'done';
      question: string;
      result: SearchResult;
      /** The extractive answer, or the abstention. */
      quote: Answer;
      generated: Answer | undefined;
      /** Why there is no generated answer although a model was ready. */
      engineError: AskPageError | undefined;
      /** The reader stopped it. */
      stopped: boolean;
    }
  | { kind: 'failed'; question: string; error: AskPageError };
