import type { DeviceReport } from '../device.ts';
import { capacityOf } from '../webllm/adapter.ts';
import {
  chooseModels,
  COMFORTABLE_RATE,
  fitModel,
  refuseAdapter,
  type Capacity,
} from '../webllm/fit.ts';
import { WEBLLM_MODELS } from '../webllm/models.ts';

/** What becomes of a model of the list on this device. */
export interface ModelReport {
  name: string;
  /** Download, an estimate. */
  bytes: number;
  licence: string;
  licenceUrl: string;
  /** Whether the device can run it. */
  fits: boolean;
  /** Why not; goes on after the name: "needs about 1,630 MB of graphics memory". */
  reason?: string;
  /** Graphics memory in bytes, in the quantisation that the device would take. */
  memoryBytes: number;
  /** Where the graphics card was measured; between half and twice the truth. */
  tokensPerSecond?: number;
  /** It writes faster than most people read; not known without a measurement. */
  isComfortable?: boolean;
  /** It is taken where the owner names none. */
  isDefault: boolean;
}

/** What each model of the list would do on the device, smallest first. */
export function reportModels(
  { gpu, storage }: Pick<DeviceReport, 'gpu' | 'storage'>,
  force: boolean,
): ModelReport[] {
  const capacity = gpu.kind === 'adapter' ? capacityOf(gpu, { force, storage }) : undefined;
  if (!capacity || refuseAdapter(capacity.adapter))
    return WEBLLM_MODELS.map((model) => ({ ...told(model, true), ...NO_GRAPHICS }));
  const choice = chooseModels(capacity);
  const first = choice.kind === 'models' ? choice.models[0].model : undefined;
  return WEBLLM_MODELS.map((model) => ({
    ...reportModel(model, capacity),
    isDefault: model === first,
  }));
}

const NO_GRAPHICS = {
  fits: false,
  reason: 'needs a graphics card that WebGPU can use',
  isDefault: false,
};

type Model = (typeof WEBLLM_MODELS)[number];

function told({ name, bytes, licence, licenceUrl, q4f16, q4f32 }: Model, f16: boolean) {
  const { memoryMB } = (f16 ? q4f16 : q4f32) ?? q4f16;
  return { name, bytes, licence, licenceUrl, memoryBytes: Math.round(memoryMB * 1e6) };
}

function reportModel(model: Model, capacity: Capacity): Omit<ModelReport, 'isDefault'> {
  const fit = fitModel(model, capacity);
  const known = told(model, capacity.adapter.f16);
  if (fit.kind === 'unfit') return { ...known, fits: false, reason: fit.reason };
  const { tokensPerSecond } = fit;
  return {
    ...known,
    fits: true,
    ...(tokensPerSecond !== undefined && {
      tokensPerSecond,
      isComfortable: tokensPerSecond >= COMFORTABLE_RATE,
    }),
  };
}
