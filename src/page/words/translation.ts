import type { ErrorCode } from '../../core/errors.ts';
import type { FrameWords } from './frame.ts';
import type { Words } from './say.ts';

/** By code; see `EN_ERRORS`. */
export type ErrorWords = { readonly [Code in ErrorCode]?: string };

/**
 * What the file of a language holds: the words of `en.ts` and, but for the button's (`trigger`), of
 * `frame.ts`, with the same names in braces, and each plural category that the language has. English
 * stands in for what is missing; a test tells what is.
 */
export type Translation = Partial<Words> &
  Partial<Omit<FrameWords, 'trigger'>> & { readonly errors?: ErrorWords };

/** Words that an owner sets in place of the interface's own. */
export type OwnWords = Translation & Partial<FrameWords>;
