import { engineFinder, type EngineParts } from './engine-factory.ts';
import { EngineMemory } from './engine-memory.ts';
import { EngineSlot } from './engine-slot.ts';
import { ModelManager } from './model-manager.ts';
import { createModelStore } from './model-store-client.ts';
import { startWorker } from './start-worker.ts';

/** The language model of a page, and what is stored of models. */
export interface Models {
  engine: EngineSlot;
  models: ModelManager;
}

export function openModels(
  parts: Pick<EngineParts, 'config' | 'own' | 'assets'>,
  onChange: () => void,
): Models {
  const store = createModelStore(() => startWorker(parts.assets.storeWorker, 'askpage-store'));
  const onHandover = () => engine.takeOver();
  let isRoomKnown = false;
  const engine: EngineSlot = new EngineSlot({
    find: engineFinder({ ...parts, store, onHandover }),
    memory: new EngineMemory(),
    isOwn: parts.own.engine !== undefined,
    persist: () => navigator.storage.persist(),
    onChange: () => {
      onChange();
      // The reader is told how much room there is before they say yes.
      if (engine.state.kind !== 'offered' || isRoomKnown) return;
      isRoomKnown = true;
      void models.readRoom();
    },
  });
  const models = new ModelManager(store, engine, onChange);
  return { engine, models };
}
