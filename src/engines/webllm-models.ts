import type { ErrorCode } from '../core/errors.ts';

/** One quantisation of a model, by its id in WebLLM's list. */
export interface ModelVariant {
  id: string;
  /** Graphics memory, weights and working space, in MB: `vram_required_MB` of WebLLM 0.2.86's list. */
  memoryMB: number;
}

export interface WebllmModel {
  /** Name for people, and for the owner's choice. */
  name: string;
  /** An estimate: see `downloadBytes`. */
  bytes: number;
  licence: string;
  /** Tokens, as WebLLM's list sets it; the models themselves could do more. */
  contextWindow: number;
  /** The quantised embedding matrix, in bytes: it must fit into one storage buffer binding. */
  largestTensorBytes: number;
  /** Wants 16-bit arithmetic on the graphics card (`shader-f16`). */
  q4f16: ModelVariant;
  /** Runs everywhere; not published for each model. */
  q4f32?: ModelVariant;
}

/** Host that the models of WebLLM's list come from. */
export const MODEL_HOST = 'huggingface.co';
/** WebLLM's libraries come from here, at most 6 MB a model. */
export const LIBRARY_HOST = 'raw.githubusercontent.com';

/** Address of a listed model, as in WebLLM's list. */
export const listedModelUrl = (id: string): string => `https://${MODEL_HOST}/mlc-ai/${id}`;

/**
 * Estimate of a download: 4.5 bits a parameter (4 and a 16-bit scale for each 32; both
 * quantisations store it so), 5 MB for the library, and the tokenizer. Within a tenth of the truth.
 */
const downloadBytes = (millionParameters: number, tokenizerMB: number): number =>
  Math.round((millionParameters * 4.5) / 8 + 5 + tokenizerMB) * 1e6;

const CONTEXT = { contextWindow: 4096 };
const APACHE = { licence: 'Apache-2.0', ...CONTEXT };

/** Small instruction-tuned models of WebLLM 0.2.86's list, smallest first. */
export const WEBLLM_MODELS: readonly WebllmModel[] = [
  {
    name: 'SmolLM2-360M',
    bytes: downloadBytes(362, 2),
    ...APACHE,
    largestTensorBytes: (49_152 * 960) / 2,
    q4f16: { id: 'SmolLM2-360M-Instruct-q4f16_1-MLC', memoryMB: 376.06 },
    q4f32: { id: 'SmolLM2-360M-Instruct-q4f32_1-MLC', memoryMB: 579.61 },
  },
  {
    name: 'Qwen2.5-0.5B',
    bytes: downloadBytes(494, 7),
    ...APACHE,
    largestTensorBytes: (151_936 * 896) / 2,
    q4f16: { id: 'Qwen2.5-0.5B-Instruct-q4f16_1-MLC', memoryMB: 944.62 },
    q4f32: { id: 'Qwen2.5-0.5B-Instruct-q4f32_1-MLC', memoryMB: 1060.2 },
  },
  {
    name: 'Qwen3-0.6B',
    bytes: downloadBytes(596, 11),
    ...APACHE,
    largestTensorBytes: (151_936 * 1024) / 2,
    q4f16: { id: 'Qwen3-0.6B-q4f16_1-MLC', memoryMB: 1403.34 },
    q4f32: { id: 'Qwen3-0.6B-q4f32_1-MLC', memoryMB: 1924.98 },
  },
  {
    name: 'Gemma-3-1B',
    bytes: downloadBytes(1000, 33),
    licence: 'Gemma Terms of Use',
    ...CONTEXT,
    largestTensorBytes: (262_144 * 1152) / 2,
    q4f16: { id: 'gemma3-1b-it-q4f16_1-MLC', memoryMB: 711.07 },
  },
  {
    name: 'Llama-3.2-1B',
    bytes: downloadBytes(1236, 9),
    licence: 'Llama 3.2 Community License',
    ...CONTEXT,
    largestTensorBytes: (128_256 * 2048) / 2,
    q4f16: { id: 'Llama-3.2-1B-Instruct-q4f16_1-MLC', memoryMB: 879.04 },
    q4f32: { id: 'Llama-3.2-1B-Instruct-q4f32_1-MLC', memoryMB: 1128.82 },
  },
  {
    name: 'Qwen2.5-1.5B',
    bytes: downloadBytes(1544, 7),
    ...APACHE,
    largestTensorBytes: (151_936 * 1536) / 2,
    q4f16: { id: 'Qwen2.5-1.5B-Instruct-q4f16_1-MLC', memoryMB: 1629.75 },
    q4f32: { id: 'Qwen2.5-1.5B-Instruct-q4f32_1-MLC', memoryMB: 1888.97 },
  },
  {
    name: 'Qwen3-1.7B',
    bytes: downloadBytes(1721, 11),
    ...APACHE,
    largestTensorBytes: (151_936 * 2048) / 2,
    q4f16: { id: 'Qwen3-1.7B-q4f16_1-MLC', memoryMB: 2036.66 },
    q4f32: { id: 'Qwen3-1.7B-q4f32_1-MLC', memoryMB: 2635.44 },
  },
];

/** What the choice of a model looks at. */
export interface AdapterTraits {
  /** The adapter has the feature `shader-f16`. */
  f16: boolean;
  /** Limit of the adapter, in bytes. */
  maxBufferSize: number;
  /** Limit of the adapter, in bytes. */
  maxStorageBufferBindingSize: number;
  /** WebGPU in software: seconds a token. */
  isFallback: boolean;
  /** `navigator.deviceMemory`: never above 8, and only Chromium tells it. */
  deviceMemoryGB?: number;
}

export type ModelChoice =
  | { kind: 'model'; model: WebllmModel; variant: ModelVariant }
  | { kind: 'none'; code: ErrorCode; reason: string };

const MiB = 2 ** 20;
// WebLLM refuses adapters below these limits, and asks for either 1 GiB or the smaller figure.
const LEAST_BUFFER = 256 * MiB;
const LEAST_BINDING = 128 * MiB;
const FULL_BINDING = 1024 * MiB;

/** The binding size that WebLLM's device will have; it never asks for what lies in between. */
const grantedBinding = ({ maxStorageBufferBindingSize: limit }: AdapterTraits): number =>
  limit >= FULL_BINDING ? FULL_BINDING : LEAST_BINDING;

function variantFor(model: WebllmModel, adapter: AdapterTraits): ModelVariant | undefined {
  const variant = adapter.f16 ? model.q4f16 : model.q4f32;
  if (!variant || model.largestTensorBytes > grantedBinding(adapter)) return undefined;
  // Half of the memory: most readers' graphics share it with everything else that runs.
  const roomMB = (adapter.deviceMemoryGB ?? Infinity) * 512;
  return variant.memoryMB <= roomMB ? variant : undefined;
}

/**
 * The default, in order of preference: the 1.5B model where the browser itself says that the machine
 * is strong (16-bit arithmetic, 1 GiB buffers, 8 GB of memory), since its download is three times as
 * large; else the 0.5B model; else the smallest.
 */
function preferredNames(adapter: AdapterTraits): string[] {
  const isStrong =
    adapter.f16 &&
    adapter.maxStorageBufferBindingSize >= FULL_BINDING &&
    (adapter.deviceMemoryGB ?? 0) >= 8;
  return [...(isStrong ? ['Qwen2.5-1.5B'] : []), 'Qwen2.5-0.5B', 'SmolLM2-360M'];
}

function findModel(wanted: string): WebllmModel | undefined {
  const key = wanted.toLowerCase();
  return WEBLLM_MODELS.find(({ name, q4f16, q4f32 }) =>
    [name, q4f16.id, q4f32?.id].some((known) => known?.toLowerCase() === key),
  );
}

const none = (reason: string, code: ErrorCode = 'no-webgpu'): ModelChoice => ({
  kind: 'none',
  code,
  reason,
});

/** Why no model at all can run on the adapter; undefined where one may. */
export function refuseAdapter(adapter: AdapterTraits): string | undefined {
  if (adapter.isFallback)
    return 'This browser has WebGPU in software only, which is too slow for a language model. Turn on graphics acceleration in its settings.';
  const isSmall =
    adapter.maxBufferSize < LEAST_BUFFER || adapter.maxStorageBufferBindingSize < LEAST_BINDING;
  return isSmall
    ? `This device's graphics allow buffers of ${Math.round(adapter.maxBufferSize / MiB)} MiB, and the language model needs 256 MiB.`
    : undefined;
}

/**
 * The first model that the adapter can run.
 * @param wanted Names or ids in order of preference; without it, the default above. An id's
 * quantisation is not binding: without `shader-f16` the q4f32 variant is taken, and never q4f16.
 * @returns `none` with a sentence for the reader: no usable adapter, no known name
 * (`model-not-found`), or nothing that fits.
 */
export function chooseModel(adapter: AdapterTraits, wanted: readonly string[] = []): ModelChoice {
  const refused = refuseAdapter(adapter);
  if (refused) return none(refused);
  const names = wanted.length > 0 ? wanted : preferredNames(adapter);
  const known = names.map(findModel).filter((model) => model !== undefined);
  if (known.length === 0) {
    const all = WEBLLM_MODELS.map(({ name }) => name).join(', ');
    return none(
      `There is no model "${names.join(', ')}". Choose one of ${all}.`,
      'model-not-found',
    );
  }
  for (const model of known) {
    const variant = variantFor(model, adapter);
    if (variant) return { kind: 'model', model, variant };
  }
  const tried = known.map(({ name }) => name).join(', ');
  return none(`This device's graphics or memory are too small for ${tried}.`);
}
