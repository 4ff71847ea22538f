import type { QuerySteps } from '../core/ask-search.ts';
import type { EntailmentModel } from '../core/grounding/entailment.ts';
import type { VectorSpace } from '../core/embedding-model.ts';
import type { Engine, Retriever } from '../core/ports.ts';
import type { GgufModel } from '../engines/llama-cpp.ts';
import type { CustomModel } from '../engines/webllm/choice.ts';
import type { PromptOptions } from '../core/prompt/options.ts';
import type { EncoderChoice } from '../worker/retrieve-api.ts';

const ENGINES = ['auto', 'webllm', 'prompt-api', 'llama-cpp', 'extractive'] as const;
const ENCODERS = ['auto', 'light', 'full'] as const;

/** What makes two elements share one runtime. */
export interface RuntimeConfig {
  /** Absolute address of a prebuilt index's manifest. */
  index: string | undefined;
  /** Folder of workers, WASM and models. */
  assets: string | undefined;
  engine: (typeof ENGINES)[number];
  /** What encodes questions. */
  encoder: EncoderChoice;
  /** Language models by name, best first. */
  model: string | undefined;
  modelBase: string | undefined;
  /** Addresses of a GGUF model's files, in order: what llama.cpp runs, where it may. */
  gguf: string | undefined;
  /** Questions and answers are kept in the reader's browser. */
  history: boolean;
}

/** Parts that an owner brings. */
export interface OwnParts {
  retriever?: Retriever;
  engine?: Engine;
  /** A model of the owner's own that WebLLM runs, instead of those it lists. */
  webllm?: CustomModel;
  /** A model that llama.cpp runs, with more said of it than the attribute `gguf` can. */
  gguf?: GgufModel;
  /** Hears whether sentences follow from their sources, where words and vectors can't tell. None is shipped. */
  entailment?: EntailmentModel;
  /** How the request to a language model is written. */
  prompt?: Partial<PromptOptions>;
  /** Generations before the answer's own; all off by default. */
  steps?: QuerySteps;
  /**
   * What encodes a page that has no index (an index brings its own): the name of a folder in `models/`,
   * and the length of its vectors. Prefixes and pooling are those of its family, where it is known.
   */
  embeddingModel?: Pick<VectorSpace, 'id' | 'dimensions'> & Partial<VectorSpace>;
  /**
   * A cross-encoder that puts the best hits into a better order: the name of a folder in `models/`. None
   * is shipped.
   */
  reranker?: { id: string };
  /**
   * `page` (default) searches in the page's language, where the site has it; `all` in every one; a BCP 47
   * tag in that one.
   */
  languages?: string;
}

type Attribute = string | null | undefined;

/** The element's attributes as they were written. */
export interface Attributes {
  index: Attribute;
  assets: Attribute;
  engine: Attribute;
  encoder: Attribute;
  model: Attribute;
  modelBase: Attribute;
  gguf: Attribute;
  history: boolean;
}

/** A bad value falls back to the default, with one warning that names it. */
export function readConfig(attributes: Attributes): RuntimeConfig {
  const { index, assets, engine, encoder, model, modelBase, gguf, history } = attributes;
  return {
    index: index ? readAddress(index) : undefined,
    assets: assets ?? undefined,
    engine: readChoice('engine', engine, ENGINES),
    encoder: readChoice('encoder', encoder, ENCODERS),
    model: model ?? undefined,
    modelBase: modelBase ?? undefined,
    gguf: gguf ?? undefined,
    history,
  };
}

/** One of the words that an attribute may be; `auto` is among them, and the default. */
function readChoice<Word extends string>(
  name: string,
  value: Attribute,
  words: readonly (Word | 'auto')[],
): Word | 'auto' {
  const known = words.find((word) => word === value);
  if (value && !known) console.warn(`askpage: ${name}="${value}" is not known; "auto" is used.`);
  return known ?? 'auto';
}

function readAddress(index: string): string | undefined {
  if (URL.canParse(index, document.baseURI)) return new URL(index, document.baseURI).href;
  console.warn(`askpage: index="${index}" is no address; the page itself is read.`);
  return undefined;
}
