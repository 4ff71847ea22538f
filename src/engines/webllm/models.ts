import type { WebllmRecord } from './record.ts';

/** One quantisation of a model, by its id in WebLLM's list. */
export interface ModelVariant {
  id: string;
  /** File name of the compiled library in `LIBRARY_FOLDER`. */
  library: string;
  /** Graphics memory, weights and working space, in MB: `vram_required_MB` of WebLLM 0.2.86's list. */
  memoryMB: number;
}

export interface WebllmModel {
  /** Name for people, and for the owner's choice. */
  name: string;
  /** Of the text model, in millions. */
  millionParameters: number;
  /** Download, an estimate: see `sizes`. */
  bytes: number;
  licence: string;
  licenceUrl: string;
  /** Tokens, as WebLLM's list sets it; the models themselves could do more. */
  contextWindow: number;
  /** What else WebLLM's list changes in the model's configuration. */
  overrides?: Readonly<Record<string, unknown>>;
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
/** Where the libraries for WebLLM 0.2.86 lie. */
export const LIBRARY_FOLDER = `https://${LIBRARY_HOST}/mlc-ai/binary-mlc-llm-libs/main/web-llm-models/v0_2_86/base/`;

/** Address of a listed model, as in WebLLM's list. */
export const listedModelUrl = (id: string): string => `https://${MODEL_HOST}/mlc-ai/${id}`;

/**
 * Estimate of a download: 4.5 bits a parameter (4, and a 16-bit scale for each 32; q4f32 is stored
 * so, too), 5 MB for the library, and the tokenizer. Within a tenth of the truth.
 */
const sizes = (millionParameters: number, tokenizerMB: number) => ({
  millionParameters,
  bytes: Math.round((millionParameters * 4.5) / 8 + 5 + tokenizerMB) * 1e6,
});

/** 4 bits an entry; its scales lie in a tensor of their own. */
const embedding = (vocabulary: number, width: number) => ({
  largestTensorBytes: (vocabulary * width) / 2,
});

const APACHE = {
  licence: 'Apache-2.0',
  licenceUrl: 'https://www.apache.org/licenses/LICENSE-2.0',
  contextWindow: 4096,
};
const GEMMA = {
  licence: 'Gemma Terms of Use',
  licenceUrl: 'https://ai.google.dev/gemma/terms',
  contextWindow: 4096,
};
const LLAMA = {
  licence: 'Llama 3.2 Community License',
  licenceUrl: 'https://www.llama.com/llama3_2/license/',
  contextWindow: 4096,
};

/** @param architecture Libraries are named after the architecture, where several models share one. */
const q4f16 = (stem: string, memoryMB: number, architecture = stem) => ({
  q4f16: {
    id: `${stem}-q4f16_1-MLC`,
    library: `${architecture}-q4f16_1_cs1k-webgpu.wasm`,
    memoryMB,
  },
});

const q4f32 = (stem: string, memoryMB: number, architecture = stem) => ({
  q4f32: {
    id: `${stem}-q4f32_1-MLC`,
    library: `${architecture}-q4f32_1_cs1k-webgpu.wasm`,
    memoryMB,
  },
});

/** Small instruction-tuned models of WebLLM 0.2.86's list, smallest first. */
export const WEBLLM_MODELS: readonly WebllmModel[] = [
  {
    ...{ name: 'SmolLM2-360M', ...APACHE, ...sizes(362, 2), ...embedding(49_152, 960) },
    ...q4f16('SmolLM2-360M-Instruct', 376.06),
    ...q4f32('SmolLM2-360M-Instruct', 579.61),
  },
  {
    ...{ name: 'Qwen2.5-0.5B', ...APACHE, ...sizes(494, 7), ...embedding(151_936, 896) },
    ...q4f16('Qwen2.5-0.5B-Instruct', 944.62, 'Qwen2-0.5B-Instruct'),
    ...q4f32('Qwen2.5-0.5B-Instruct', 1060.2, 'Qwen2-0.5B-Instruct'),
  },
  {
    ...{ name: 'Qwen3-0.6B', ...APACHE, ...sizes(596, 11), ...embedding(151_936, 1024) },
    ...q4f16('Qwen3-0.6B', 1403.34),
    ...q4f32('Qwen3-0.6B', 1924.98),
  },
  {
    ...{ name: 'Qwen3.5-0.8B', ...APACHE, ...sizes(752, 20), ...embedding(248_320, 1024) },
    overrides: { max_history_size: 1 },
    ...q4f16('Qwen3.5-0.8B', 1629.49),
    ...q4f32('Qwen3.5-0.8B', 1894.19),
  },
  {
    ...{ name: 'Gemma-3-1B', ...GEMMA, ...sizes(1000, 33), ...embedding(262_144, 1152) },
    ...q4f16('gemma3-1b-it', 711.07),
  },
  {
    ...{ name: 'Llama-3.2-1B', ...LLAMA, ...sizes(1236, 9), ...embedding(128_256, 2048) },
    ...q4f16('Llama-3.2-1B-Instruct', 879.04),
    ...q4f32('Llama-3.2-1B-Instruct', 1128.82),
  },
  {
    ...{ name: 'Qwen2.5-1.5B', ...APACHE, ...sizes(1544, 7), ...embedding(151_936, 1536) },
    ...q4f16('Qwen2.5-1.5B-Instruct', 1629.75, 'Qwen2-1.5B-Instruct'),
    ...q4f32('Qwen2.5-1.5B-Instruct', 1888.97, 'Qwen2-1.5B-Instruct'),
  },
  {
    ...{ name: 'Qwen3-1.7B', ...APACHE, ...sizes(1721, 11), ...embedding(151_936, 2048) },
    ...q4f16('Qwen3-1.7B', 2036.66),
    ...q4f32('Qwen3-1.7B', 2635.44),
  },
];

/** A model by its name or the id of one of its quantisations; case doesn't matter. */
export function findModel(wanted: string): WebllmModel | undefined {
  const key = wanted.toLowerCase();
  return WEBLLM_MODELS.find(({ name, q4f16: short, q4f32: long }) =>
    [name, short.id, long?.id].some((known) => known?.toLowerCase() === key),
  );
}

/** WebLLM's own record of a listed model, without the 6 MB that hold its list. */
export function listedRecord(model: WebllmModel, { id, library }: ModelVariant): WebllmRecord {
  return {
    model: listedModelUrl(id),
    model_id: id,
    model_lib: `${LIBRARY_FOLDER}${library}`,
    overrides: { context_window_size: model.contextWindow, ...model.overrides },
  };
}
