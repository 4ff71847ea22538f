import type { QuerySteps } from '../core/ask-search.ts';
import type { Engine, Retriever } from '../core/ports.ts';
import type { PromptOptions } from '../core/prompt/options.ts';

const ENGINES = ['auto', 'webllm', 'extractive'] as const;

/** What makes two elements share one runtime. */
export interface RuntimeConfig {
  /** Absolute address of a prebuilt index's manifest. */
  index: string | undefined;
  /** Folder of workers, WASM and models. */
  assets: string | undefined;
  engine: (typeof ENGINES)[number];
  /** Language models by name, best first. */
  model: string | undefined;
  modelBase: string | undefined;
}

/** Parts that an owner brings. */
export interface OwnParts {
  retriever?: Retriever;
  engine?: Engine;
  /** How the request to a language model is written. */
  prompt?: Partial<PromptOptions>;
  /** Generations before the answer's own; all off by default. */
  steps?: QuerySteps;
}

type Attribute = string | null | undefined;

/** The element's attributes as they were written. */
export interface Attributes {
  index: Attribute;
  assets: Attribute;
  engine: Attribute;
  model: Attribute;
  modelBase: Attribute;
}

/** A bad value falls back to the default, with one warning that names it. */
export function readConfig(attributes: Attributes): RuntimeConfig {
  const { index, assets, engine, model, modelBase } = attributes;
  const known = ENGINES.find((name) => name === engine);
  if (engine && !known) console.warn(`askpage: engine="${engine}" is not known; "auto" is used.`);
  return {
    index: index ? readAddress(index) : undefined,
    assets: assets ?? undefined,
    engine: known ?? 'auto',
    model: model ?? undefined,
    modelBase: modelBase ?? undefined,
  };
}

function readAddress(index: string): string | undefined {
  if (URL.canParse(index, document.baseURI)) return new URL(index, document.baseURI).href;
  console.warn(`askpage: index="${index}" is no address; the page itself is read.`);
  return undefined;
}
