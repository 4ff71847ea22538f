import type { SearchScope } from '../core/scope.ts';
import type { Session } from './session.ts';

/**
 * The reader wants another part of the site searched: what stands in the box is looked for there, and
 * where it is answered already, it is asked once more.
 * @param query What stands in the box.
 */
export async function changeScope(
  session: Session,
  kind: SearchScope['kind'],
  query: string,
): Promise<void> {
  session.runtime.scope.choose(kind);
  const { ask } = session;
  const typed = query.trim();
  const isAnswerShown = ask.kind !== 'idle' && (typed === '' || typed === ask.question);
  await (isAnswerShown ? session.retry() : session.type(query));
}
