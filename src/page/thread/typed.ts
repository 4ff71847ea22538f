import type { Hit } from '../../core/ports.ts';
import type { Runtime } from '../runtime.ts';

/** Results for what stands in the box. The latest letter wins. */
export class Typed {
  hits: readonly Hit[] = [];
  /** What `hits` were found for; while it is not what stands in the box, they are on their way. */
  searched = '';
  readonly #runtime: Runtime;
  readonly #onChange: () => void;
  #typing: AbortController | undefined;

  constructor(runtime: Runtime, onChange: () => void) {
    this.#runtime = runtime;
    this.#onChange = onChange;
  }

  async search(query: string): Promise<void> {
    this.#typing?.abort();
    if (query.trim() === '') {
      this.hits = [];
      this.#onChange();
      return;
    }
    const typing = new AbortController();
    this.#typing = typing;
    this.#runtime.warmEncoder();
    try {
      this.hits = await this.#runtime.keywords(query, typing.signal);
      this.searched = query;
    } catch {
      if (typing.signal.aborted) return;
      // The site's state says what is wrong.
      this.hits = [];
    }
    this.#onChange();
  }
}
