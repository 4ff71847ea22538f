/** What is kept about the language model from visit to visit; nothing about questions. */
interface Kept {
  /** The reader wants no model on this site. */
  isRefused?: boolean;
  /** Name of the model that the reader chose. */
  chosen?: string;
  /** Name of the model that was going to the graphics card when the page ended. */
  loading?: string;
}

const KEY = 'askpage:model';

/**
 * The reader's decisions about the language model, in the site's local storage. Where the browser keeps
 * nothing, they hold for this visit.
 */
export class EngineMemory {
  #kept: Kept;

  constructor() {
    this.#kept = read();
  }

  get isRefused(): boolean {
    return this.#kept.isRefused ?? false;
  }

  set isRefused(isRefused: boolean) {
    this.#write({ ...this.#kept, isRefused });
  }

  get chosen(): string | undefined {
    return this.#kept.chosen;
  }

  set chosen(chosen: string | undefined) {
    this.#write({ ...this.#kept, ...(chosen !== undefined && { chosen }) });
  }

  /** The model whose load the page did not survive; a page that is left properly leaves none. */
  get interrupted(): string | undefined {
    return this.#kept.loading;
  }

  /** From here to the returned function's call an end of the page is taken for a crash. */
  guardLoad(model: string): () => void {
    this.#write({ ...this.#kept, loading: model });
    const done = () => {
      removeEventListener('pagehide', done);
      this.forgetInterruption();
    };
    // A crash, or a browser that needs the memory, gives no such notice.
    addEventListener('pagehide', done);
    return done;
  }

  forgetInterruption(): void {
    const { loading, ...rest } = this.#kept;
    if (loading !== undefined) this.#write(rest);
  }

  #write(kept: Kept): void {
    this.#kept = kept;
    const isEmpty = !Object.values(kept).some(Boolean);
    try {
      if (isEmpty) localStorage.removeItem(KEY);
      else localStorage.setItem(KEY, JSON.stringify(kept));
    } catch {
      // A sandboxed frame or blocked storage.
    }
  }
}

function read(): Kept {
  try {
    const { isRefused, chosen, loading } = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Kept;
    return {
      ...(isRefused === true && { isRefused }),
      ...(typeof chosen === 'string' && { chosen }),
      ...(typeof loading === 'string' && { loading }),
    };
  } catch {
    return {};
  }
}
