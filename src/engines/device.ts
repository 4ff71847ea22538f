import { reportModels, type ModelReport } from './device/models.ts';
import { measureReadRate, type Probe, type ProbeOptions } from './device/probe.ts';
import { findBuiltIn, readBuiltIn, type BuiltInState } from './prompt-api/state.ts';
import { expecting } from './prompt-api/words.ts';
import { readGpu, type GpuReport } from './webllm/adapter.ts';

/** What this browser tells a page of the device that it runs on. */
export interface DeviceReport {
  /** The page was served over https, or comes from this machine. */
  isSecure: boolean;
  gpu: GpuReport;
  /** `navigator.deviceMemory`: rounded, and only Chromium tells it. */
  memoryGB?: number;
  /** Processor cores that the browser admits to. */
  cores?: number;
  /** What this site may keep; undefined where the browser doesn't tell. */
  storage?: StorageReport;
  /** Whether programs of the page may use several threads. */
  isCrossOriginIsolated: boolean;
  /** The browser's own language model. */
  builtIn: BuiltInState;
  /** What each model of WebLLM's list would do here, smallest first. */
  models: ModelReport[];
}

export interface StorageReport {
  quotaBytes: number;
  usageBytes: number;
  /** The browser won't clear it by itself. */
  isPersisted: boolean;
}

export interface DeviceOptions {
  /** Measures graphics in software, too. Default false. */
  force?: boolean | undefined;
  /** Default: `measureReadRate`. */
  measure?: (device: GPUDevice, options?: ProbeOptions) => Promise<Probe | undefined>;
}

interface Surroundings {
  navigator?: Navigator & { gpu?: GPU; deviceMemory?: number };
  isSecureContext?: boolean;
  crossOriginIsolated?: boolean;
}

/** In software the arithmetic takes time, not the memory: a look at a part will do. */
const SOFTWARE_BYTES = 16 * 2 ** 20;

/**
 * Looks at the graphics card, measuring it for about a tenth of a second, and at the storage: what the
 * choice of a model needs. To be called when a reader has asked something, and beside what they wait
 * for: nothing is fetched, but the graphics card is busy meanwhile. Never rejects.
 */
export async function readMachine({
  force = false,
  measure = measureReadRate,
}: DeviceOptions = {}): Promise<Pick<DeviceReport, 'gpu' | 'storage'>> {
  const { navigator } = globalThis as unknown as Surroundings;
  const [gpu, storage] = await Promise.all([
    readGpu({
      gpu: navigator?.gpu,
      force,
      measure: (device, isSoftware) => measure(device, isSoftware ? { bytes: SOFTWARE_BYTES } : {}),
    }),
    readStorage(navigator?.storage).catch(() => undefined),
  ]);
  return { gpu, ...(storage && { storage }) };
}

/** As `readMachine`, and all else that can be told of the device. */
export async function readDevice(options: DeviceOptions = {}): Promise<DeviceReport> {
  const {
    navigator,
    isSecureContext = true,
    crossOriginIsolated = false,
  } = globalThis as unknown as Surroundings;
  const [machine, builtIn] = await Promise.all([
    readMachine(options),
    readBuiltIn(findBuiltIn(), expecting('en')),
  ]);
  return {
    ...{ isSecure: isSecureContext, builtIn, isCrossOriginIsolated: crossOriginIsolated },
    ...machine,
    models: reportModels(machine, options.force ?? false),
    ...(navigator?.deviceMemory !== undefined && { memoryGB: navigator.deviceMemory }),
    ...(navigator?.hardwareConcurrency && { cores: navigator.hardwareConcurrency }),
  };
}

async function readStorage(storage?: StorageManager): Promise<StorageReport | undefined> {
  const { quota, usage = 0 } = (await storage?.estimate()) ?? {};
  if (!storage || quota === undefined) return undefined;
  return { quotaBytes: quota, usageBytes: usage, isPersisted: await storage.persisted() };
}
