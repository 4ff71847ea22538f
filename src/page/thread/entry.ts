import type { Exchange } from '../../core/ask.ts';
import type { Sources } from '../../core/ask-sources.ts';
import type { AskState } from '../state.ts';
import type { Feedback } from './feedback.ts';

/** A question that has its answer. */
export type Done = AskState & { kind: 'done' };

/** A finished exchange of the thread. */
export interface Entry {
  /** Unlike that of any other, also in other tabs; stays when the answer is written once more. */
  readonly id: string;
  /** What is drawn of it. */
  readonly done: Done;
  /** What the citations of the generated answer name. */
  readonly sources: Sources | undefined;
  /** Where an engine of the owner's own ran. */
  readonly origin: string | undefined;
  /** What a follow-up needs of it. */
  readonly turn: Exchange;
  /** What the reader thinks of it. */
  feedback: Feedback;
}
