import { newId, type LocalItems } from './thread/local-items.ts';

/** A question that the site has no good answer to. */
export interface UnansweredQuestion {
  readonly question: string;
  /** When it was asked, or judged: ISO 8601, UTC. */
  readonly time: string;
  /** Address of the page that the reader was on, without its anchor. */
  readonly page: string;
  /** How likely it seemed that the passages hold an answer, 0 to 1. */
  readonly confidence: number;
  /** Nothing was found, or the reader was not content with the answer. */
  readonly reason: 'nothing-found' | 'down';
}

const KIND = 'unanswered';

/** More would fill a site's storage, and nobody would read them. */
const LIMIT = 200;

/** Questions without a good answer: of this visit, or, where a history is kept, of all. */
export class Unanswered {
  /** The one that was added last, told to the site once. */
  last: UnansweredQuestion | undefined;
  /** Whether the reader looks at the list. */
  isOpen = false;
  readonly #items: LocalItems;

  constructor(items: LocalItems) {
    this.#items = items;
  }

  /** Oldest first. */
  get list(): readonly UnansweredQuestion[] {
    return this.#entries.map(({ value }) => value);
  }

  get isKept(): boolean {
    return this.#items.isKept;
  }

  /** A question stands in the list once, with its latest reason. */
  add(unanswered: UnansweredQuestion): void {
    this.#removeAll(({ question }) => question === unanswered.question);
    this.#items.put(KIND, { id: newId(), value: unanswered }, LIMIT);
    this.last = unanswered;
  }

  remove(question: string, reason?: UnansweredQuestion['reason']): void {
    this.#removeAll((each) => each.question === question && (!reason || each.reason === reason));
  }

  clear(): void {
    this.#items.clear(KIND);
  }

  get #entries(): { id: string; value: UnansweredQuestion }[] {
    return this.#items
      .list(KIND)
      .flatMap(({ id, value }) => (isUnanswered(value) ? [{ id, value }] : []));
  }

  #removeAll(isMeant: (unanswered: UnansweredQuestion) => boolean): void {
    for (const { id, value } of this.#entries) if (isMeant(value)) this.#items.remove(KIND, id);
  }
}

function isUnanswered(value: unknown): value is UnansweredQuestion {
  const { question, time, page, confidence, reason } = (value ?? {}) as Partial<UnansweredQuestion>;
  const areTexts = [question, time, page].every((text) => typeof text === 'string');
  return (
    areTexts && typeof confidence === 'number' && /^(?:nothing-found|down)$/.test(reason ?? '')
  );
}
