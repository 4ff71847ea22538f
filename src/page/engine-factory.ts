import type { Engine } from '../core/ports.ts';
import type { ModelStore } from '../engines/model-store/api.ts';
import type { Assets } from './assets.ts';
import { absolute, ggufOf } from './addresses.ts';
import type { OwnParts, RuntimeConfig } from './config.ts';
import type { EngineOption } from './engine-candidates.ts';
import { startWorker } from './start-worker.ts';

export interface EngineParts {
  config: RuntimeConfig;
  own: OwnParts;
  assets: Assets;
  store: ModelStore;
  /** The tab that held the model was closed: it can be loaded here. */
  onHandover: () => Promise<void>;
}

/**
 * Finds the engines that the owner allows, best first, when one is first needed; undefined where none
 * is wanted. Each is fetched only here.
 */
export function engineFinder(parts: EngineParts): (() => Promise<EngineOption[]>) | undefined {
  const { config, own } = parts;
  const { engine } = own;
  if (engine) return () => Promise.resolve([{ engine }]);
  switch (config.engine) {
    case 'extractive':
      return undefined;
    case 'webllm':
      return async () => options(await findWebllm(parts));
    case 'prompt-api':
      return async () => options([await findPromptApi()]);
    case 'llama-cpp':
      return async () => options([await findLlamaCpp(parts)]);
    case 'auto':
      return () => findAll(parts);
    default:
      return config.engine satisfies never;
  }
}

const options = (engines: readonly Engine[]): EngineOption[] =>
  engines.map((engine) => ({ engine }));

/** What is on the device already goes before what isn't; so this is the order among equals. */
async function findAll(parts: EngineParts): Promise<EngineOption[]> {
  const webllm = options(await findWebllm(parts));
  // Its model is the browser's own: some gigabytes, which no page should ask for unbidden.
  const builtIn = [{ engine: await findPromptApi(), isOnlyIfReady: true }];
  const llamaCpp = ggufOf(parts.config, parts.own) ? options([await findLlamaCpp(parts)]) : [];
  return [...webllm, ...builtIn, ...llamaCpp];
}

async function findWebllm({ config, own, assets, store, onHandover }: EngineParts) {
  const [device, choice, engine, none] = await Promise.all([
    import('../engines/device.ts'),
    import('../engines/webllm/choice.ts'),
    import('../engines/webllm.ts'),
    import('../engines/unavailable.ts'),
  ]);
  const { model, modelBase } = config;
  // Who names the engine wants it also where WebGPU runs in software.
  const force = config.engine === 'webllm';
  const choices = await choice.findWebllmModels({
    gpu: (navigator as { gpu?: GPU }).gpu,
    wanted: model,
    modelBase: modelBase && absolute(modelBase),
    record: own.webllm,
    force,
    device: await device.readMachine({ force }),
  });
  const startEngine = () => startWorker(assets.webllmWorker, 'askpage-webllm');
  return Promise.all(
    choices.map(async (found) => {
      if (found.kind === 'none') return none.unavailableEngine('webllm', found);
      const chosen = { startWorker: startEngine, store, choice: found.choice };
      const { model_id } = found.choice.model.record;
      return share(engine.createWebllmEngine(chosen), model_id, onHandover);
    }),
  );
}

async function findPromptApi(): Promise<Engine> {
  const { createPromptApiEngine } = await import('../engines/prompt-api.ts');
  return createPromptApiEngine();
}

async function findLlamaCpp(parts: EngineParts): Promise<Engine> {
  const { assets, store, onHandover } = parts;
  const model = ggufOf(parts.config, parts.own);
  if (!model) {
    const { unavailableEngine } = await import('../engines/unavailable.ts');
    const reason =
      'This site names no model for llama.cpp. Its owner can, with the attribute gguf="https://…/model.gguf".';
    const told = { model: 'llama.cpp', bytes: 0, licence: 'unknown', origin: 'this site' };
    return unavailableEngine('llama-cpp', { code: 'model-not-found', reason, told });
  }
  const { createLlamaCppEngine } = await import('../engines/llama-cpp.ts');
  const engine = createLlamaCppEngine({ store, wasm: assets.wllamaWasm, model });
  return share(engine, model.urls[0] ?? '', onHandover);
}

/** One tab of a site holds the model; the others use it through that tab. */
async function share(
  engine: Engine,
  model: string,
  onHandover: EngineParts['onHandover'],
): Promise<Engine> {
  const { shareEngine } = await import('../engines/shared-engine.ts');
  return shareEngine(engine, { scope: `${engine.id}:${model}`, onHandover });
}
