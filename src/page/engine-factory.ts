import type { Engine } from '../core/ports.ts';
import type { Assets } from './assets.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import { startWorker } from './start-worker.ts';

/** Makes the engine that the owner chose, when it is first needed; undefined where none is wanted. */
export function engineFactory(
  { engine, model, modelBase }: RuntimeConfig,
  own: OwnParts,
  { webllmWorker }: Assets,
): (() => Promise<Engine>) | undefined {
  const ownEngine = own.engine;
  if (ownEngine) return () => Promise.resolve(ownEngine);
  if (engine === 'extractive') return undefined;
  return async () => {
    const { createWebllmEngine } = await import('../engines/webllm.ts');
    return createWebllmEngine({
      startWorker: () => startWorker(webllmWorker, 'askpage-webllm'),
      gpu: (navigator as { gpu?: GPU }).gpu,
      // Who names the engine wants it also where WebGPU runs in software.
      force: engine === 'webllm',
      ...(model && { model }),
      ...(modelBase && { modelBase: new URL(modelBase, document.baseURI).href }),
    });
  };
}
