import type { ErrorCode } from '../../core/errors.ts';
import { findModel, WEBLLM_MODELS, type ModelVariant, type WebllmModel } from './models.ts';

/** What the choice of a model looks at. Limits are the adapter's, in bytes. */
export interface AdapterTraits {
  /** The adapter has the feature `shader-f16`. */
  f16: boolean;
  maxBufferSize: number;
  maxStorageBufferBindingSize: number;
  maxComputeWorkgroupStorageSize: number;
  maxStorageBuffersPerShaderStage: number;
  /** WebGPU in software: seconds a token. */
  isFallback: boolean;
  /** `navigator.deviceMemory`: rounded, and only Chromium tells it. */
  deviceMemoryGB?: number;
}

/** What a device can carry. What is not known doesn't count. */
export interface Capacity {
  adapter: AdapterTraits;
  /** Measured: bytes that the graphics card reads from its memory in a second. */
  readRate?: number | undefined;
  storage?: { quotaBytes: number; usageBytes: number } | undefined;
}

export interface FittingModel {
  kind: 'fits';
  model: WebllmModel;
  variant: ModelVariant;
  /** Where the read rate was measured. */
  tokensPerSecond?: number;
}

/** Whether a device can run a model. */
export type ModelFit =
  | FittingModel
  /** `reason` goes on after the model's name: "needs about 1,630 MB of graphics memory". */
  | { kind: 'unfit'; model: WebllmModel; reason: string };

export type ModelChoice =
  | { kind: 'models'; models: [FittingModel, ...FittingModel[]] }
  | { kind: 'none'; code: ErrorCode; reason: string };

const MiB = 2 ** 20;
// WebLLM refuses adapters below these limits, and asks for either 1 GiB or the smaller figure.
const LEAST_BUFFER = 256 * MiB;
const LEAST_BINDING = 128 * MiB;
export const FULL_BINDING = 1024 * MiB;
const WORKGROUP_STORAGE = 32 * 1024;
const STORAGE_BUFFERS = 10;

/** Tokens a second from which on a reply is written faster than most people read. */
export const COMFORTABLE_RATE = 15;

/** The share of the measured rate at which a model's weights are read. */
const EFFICIENCY = 0.5;
/** Seconds a token that don't depend on the weights: some hundred launches, and the choice of the token. */
const OVERHEAD = 0.005;

/**
 * Tokens a second. To write a token, all weights are read once; that takes longer than the arithmetic
 * on any graphics card: 1 ÷ (weight bytes ÷ (read rate × 0.5) + 5 ms). Both constants are guesses,
 * not fitted; with them, expect the truth between half and twice the figure.
 */
export function estimateRate(weightBytes: number, readRate: number): number {
  return 1 / (weightBytes / (readRate * EFFICIENCY) + OVERHEAD);
}

/** Why no model at all can run on the adapter; undefined where one may. */
export function refuseAdapter(adapter: AdapterTraits): string | undefined {
  if (adapter.isFallback)
    return 'This browser has WebGPU in software only, which is too slow for a language model. Turn on graphics acceleration in its settings.';
  const isSmall =
    adapter.maxBufferSize < LEAST_BUFFER || adapter.maxStorageBufferBindingSize < LEAST_BINDING;
  if (isSmall)
    return `This device's graphics allow buffers of ${Math.round(adapter.maxBufferSize / MiB)} MiB, and the language model needs 256 MiB. Use a device with a newer graphics card.`;
  const isOld =
    adapter.maxComputeWorkgroupStorageSize < WORKGROUP_STORAGE ||
    adapter.maxStorageBuffersPerShaderStage < STORAGE_BUFFERS;
  return isOld
    ? "This device's graphics lack what the language model's programs need. Use a device with a newer graphics card, or a newer browser."
    : undefined;
}

/** The binding size that WebLLM's device will have; it never asks for what lies in between. */
const grantedBinding = ({ maxStorageBufferBindingSize: limit }: AdapterTraits): number =>
  limit >= FULL_BINDING ? FULL_BINDING : LEAST_BINDING;

/** In memory q4f32's scales have 32 bits. */
const weightBytes = ({ millionParameters }: WebllmModel, f16: boolean): number =>
  (millionParameters * 1e6 * (f16 ? 4.5 : 5)) / 8;

const megabytes = (MB: number): string => `${Math.round(MB).toLocaleString('en')} MB`;

/** Why the device can't run a variant of a model; undefined where it may. */
function refuseVariant(
  { largestTensorBytes, bytes }: WebllmModel,
  { memoryMB }: ModelVariant,
  { adapter, storage }: Capacity,
): string | undefined {
  const binding = grantedBinding(adapter);
  if (largestTensorBytes > binding)
    return `has a part of ${megabytes(largestTensorBytes / 1e6)}, and the graphics card takes ${megabytes(binding / 1e6)} at once`;
  // Half of the memory: most readers' graphics share it with everything else that runs.
  if (memoryMB > (adapter.deviceMemoryGB ?? Infinity) * 512)
    return `needs about ${megabytes(memoryMB)} of graphics memory`;
  if (bytes > (storage?.quotaBytes ?? Infinity))
    return `needs ${megabytes(bytes / 1e6)} of storage, and the browser gives this site ${megabytes((storage?.quotaBytes ?? 0) / 1e6)}`;
  return undefined;
}

/** Whether the device can run the model; that the adapter serves at all is `refuseAdapter`'s affair. */
export function fitModel(model: WebllmModel, capacity: Capacity): ModelFit {
  const { adapter, readRate } = capacity;
  const variant = adapter.f16 ? model.q4f16 : model.q4f32;
  if (!variant)
    return { kind: 'unfit', model, reason: 'needs 16-bit arithmetic on the graphics card' };
  const reason = refuseVariant(model, variant, capacity);
  if (reason) return { kind: 'unfit', model, reason };
  return {
    ...{ kind: 'fits', model, variant },
    ...(readRate !== undefined && {
      tokensPerSecond: estimateRate(weightBytes(model, adapter.f16), readRate),
    }),
  };
}

/**
 * The default, largest first: the 1.5B model, three times the download, only where the browser says that
 * the machine is strong (1 GiB buffers and 8 GB of memory, and 16-bit arithmetic where its speed was not
 * measured); the 0.5B model; the smallest.
 */
function preferredNames({ adapter, readRate }: Capacity): string[] {
  const isStrong =
    (adapter.f16 || readRate !== undefined) &&
    adapter.maxStorageBufferBindingSize >= FULL_BINDING &&
    (adapter.deviceMemoryGB ?? 0) >= 8;
  return [...(isStrong ? ['Qwen2.5-1.5B'] : []), 'Qwen2.5-0.5B', 'SmolLM2-360M'];
}

/** The comfortable ones as they stand, then the others, fastest first. */
function byComfort(fits: FittingModel[]): FittingModel[] {
  const slowness = ({ tokensPerSecond: rate = Infinity }: FittingModel) =>
    rate >= COMFORTABLE_RATE ? 0 : 1 / rate;
  return fits.toSorted((a, b) => slowness(a) - slowness(b));
}

/** Last, those for which storage must be freed. */
function byStorage(fits: FittingModel[], { storage }: Capacity): FittingModel[] {
  const free = storage ? storage.quotaBytes - storage.usageBytes : Infinity;
  const isShort = ({ model }: FittingModel) => Number(model.bytes > free);
  return fits.toSorted((a, b) => isShort(a) - isShort(b));
}

const none = (reason: string, code: ErrorCode = 'no-webgpu'): ModelChoice => ({
  kind: 'none',
  code,
  reason,
});

const isFitting = (fit: ModelFit): fit is FittingModel => fit.kind === 'fits';

const fitting = (models: readonly WebllmModel[], capacity: Capacity): FittingModel[] =>
  byComfort(models.map((model) => fitModel(model, capacity)).filter(isFitting));

/**
 * All models that the device can run, the one to take first. Where its speed was measured, those
 * that write at least 15 tokens a second come before slower ones; models for which storage must be
 * freed come last.
 * @param wanted Names or ids in order of preference; without it, the default above, then the rest of
 * the table. An id's quantisation is not binding: without `shader-f16` the q4f32 variant is taken, and
 * never q4f16. Unknown names are passed over.
 * @returns `none` with a sentence for the reader: no usable adapter, no known name
 * (`model-not-found`), or nothing that fits.
 */
export function chooseModels(capacity: Capacity, wanted: readonly string[] = []): ModelChoice {
  const refused = refuseAdapter(capacity.adapter);
  if (refused) return none(refused);
  const names = wanted.length > 0 ? wanted : preferredNames(capacity);
  const known = [...new Set(names.map(findModel).filter((model) => model !== undefined))];
  if (known.length === 0) return none(unknownNames(names), 'model-not-found');
  const others = wanted.length > 0 ? [] : WEBLLM_MODELS.filter((model) => !known.includes(model));
  const fits = [...fitting(known, capacity), ...fitting(others, capacity)];
  const [first, ...rest] = byStorage(fits, capacity);
  return first ? { kind: 'models', models: [first, ...rest] } : none(tooSmall(known, capacity));
}

function unknownNames(names: readonly string[]): string {
  const all = WEBLLM_MODELS.map(({ name }) => name).join(', ');
  return `There is no model "${names.join(', ')}". Choose one of ${all}.`;
}

function tooSmall(models: readonly WebllmModel[], capacity: Capacity): string {
  const reasons = models.map((model) => {
    const fit = fitModel(model, capacity);
    return `${model.name} ${fit.kind === 'unfit' ? fit.reason : 'fits'}`;
  });
  return `This device can't run the language model: ${reasons.join('; ')}. Use a device with more memory or a newer graphics card.`;
}
