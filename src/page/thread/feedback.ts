/** What a reader may say was wrong with an answer. */
export const REASONS = ['wrong', 'incomplete', 'off-topic', 'outdated', 'unclear'] as const;

export type Reason = (typeof REASONS)[number];

/** What a reader thinks of an answer. `none`: a judgement was taken back. */
export interface Feedback {
  rating: 'up' | 'down' | 'none';
  /** What was wrong; only with `down`, and only where the reader said so. */
  reasons: readonly Reason[];
  /** In the reader's own words; may be empty. */
  comment: string;
}

/** Characters of a comment. */
export const MAX_COMMENT = 500;

export const NO_FEEDBACK: Feedback = { rating: 'none', reasons: [], comment: '' };
