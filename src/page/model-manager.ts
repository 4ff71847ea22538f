import { AskPageError } from '../core/errors.ts';
import type { ModelStore, StoredModel } from '../engines/model-store/api.ts';
import type { EngineSlot } from './engine-slot.ts';

/** What the reader sees of the models on the device; undefined while it is closed. */
export interface ModelList {
  /** Missing while it is being read. */
  stored?: readonly StoredModel[];
  error?: AskPageError;
}

/** The list of models on the device, with their deletion, and the room for another one. */
export class ModelManager {
  list: ModelList | undefined;
  /** Bytes that this site may still keep; undefined where the browser doesn't tell. */
  freeBytes: number | undefined;
  readonly #store: ModelStore;
  readonly #engine: EngineSlot;
  readonly #onChange: () => void;

  constructor(store: ModelStore, engine: EngineSlot, onChange: () => void) {
    this.#store = store;
    this.#engine = engine;
    this.#onChange = onChange;
  }

  async toggle(): Promise<void> {
    this.list = this.list ? undefined : {};
    this.#onChange();
    if (!this.list) return;
    await Promise.all([this.#refresh(), this.#engine.look()]);
  }

  /** Deletes a model's files. What is loaded is unloaded, and may be offered again. */
  async remove(model: StoredModel): Promise<void> {
    try {
      await this.#engine.reset();
      await this.#store.remove(model);
      await this.#refresh();
    } catch (thrown) {
      this.#set({ ...this.list, error: AskPageError.from(thrown) });
    }
    await this.#engine.look();
  }

  async #refresh(): Promise<void> {
    try {
      const [stored] = await Promise.all([this.#store.list(), this.readRoom()]);
      this.#set({ stored });
    } catch (thrown) {
      this.#set({ stored: [], error: AskPageError.from(thrown) });
    }
  }

  /** Looks how much room there is, for the offer. */
  async readRoom(): Promise<void> {
    this.freeBytes = await readFreeBytes();
    this.#onChange();
  }

  #set(list: ModelList): void {
    // Closed meanwhile, it stays so.
    if (this.list) this.list = list;
    this.#onChange();
  }
}

async function readFreeBytes(): Promise<number | undefined> {
  try {
    const { quota, usage = 0 } = await navigator.storage.estimate();
    return quota === undefined ? undefined : Math.max(0, quota - usage);
  } catch {
    return undefined;
  }
}
