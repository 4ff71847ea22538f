import { pageOf } from '../../core/page-url.ts';
import { pageAddress } from '../page-address.ts';
import type { UnansweredQuestion } from '../unanswered.ts';
import type { Done } from './entry.ts';

/** The question of an exchange as one without an answer. @returns undefined where it has one. */
export function unansweredOf({ quote, generated, ...done }: Done): UnansweredQuestion | undefined {
  // In persistent turns a model may find what the search did not.
  const isAnswered = quote.kind !== 'abstained' || (generated?.citations.length ?? 0) > 0;
  return isAnswered ? undefined : unansweredFor(done, 'nothing-found');
}

/** The question as one that is asked on this page now. */
export function unansweredFor(
  { question, result }: Pick<Done, 'question' | 'result'>,
  reason: UnansweredQuestion['reason'],
): UnansweredQuestion {
  const { confidence } = result;
  const page = pageOf(pageAddress());
  return { question, time: new Date().toISOString(), page, confidence, reason };
}
