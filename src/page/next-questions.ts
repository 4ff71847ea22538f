import { nameOf } from '../core/documents/neighbours.ts';
import type { AskState } from './state.ts';
import type { Runtime } from './runtime.ts';

const LIMIT = 4;

const NOTHING: readonly string[] = [];
const known = new WeakMap<AskState, readonly string[]>();

/**
 * What stands beside the section that answered, and in none of the sources: a heading is asked as it
 * stands. Empty while an answer is not finished, or where there is none.
 * @param redraw Called when they have been found.
 */
export function nextQuestions(
  ask: AskState,
  runtime: Runtime,
  redraw: () => void,
): readonly string[] {
  const url = answeredBy(ask);
  if (url === undefined || ask.kind !== 'done') return NOTHING;
  const last = known.get(ask);
  if (last) return last;
  known.set(ask, NOTHING);
  const except = ask.result.hits.map(({ passage }) => passage.section.url);
  void runtime.find.neighbours({ url, limit: LIMIT, except }).then(
    (places) => {
      known.set(ask, places.map(nameOf));
      redraw();
    },
    // Nothing is missed that was asked for.
    () => {},
  );
  return NOTHING;
}

/** The section that is cited first. */
function answeredBy(ask: AskState): string | undefined {
  if (ask.kind !== 'done' || ask.quote.kind === 'abstained') return undefined;
  const { quote, generated, result } = ask;
  const [first = 1] = generated?.citations.length ? generated.citations : quote.citations;
  return (result.hits[first - 1] ?? result.hits[0])?.passage.section.url;
}
