import type { ErrorCode } from '../../core/errors.ts';
import type { Probe } from '../device/probe.ts';
import { refuseAdapter, FULL_BINDING, type AdapterTraits, type Capacity } from './fit.ts';
import { orTimeout } from '../waiting.ts';

/** What the browser says of its graphics, and whether a language model's device can be had of it. */
export type GpuReport =
  | { kind: 'none'; code: ErrorCode; reason: string }
  | {
      kind: 'adapter';
      /** As the browser words it, such as "nvidia"; often empty. */
      vendor: string;
      architecture: string;
      description: string;
      traits: AdapterTraits;
      /** Undefined where it was not measured. */
      probe: Probe | undefined;
    };

export interface GpuOptions {
  /** `navigator.gpu`; undefined where the browser has none. */
  gpu?: GPU | undefined;
  /** Asks for a device in software, too. Default false. */
  force?: boolean | undefined;
  /** Uses the device before it is given back. What it throws counts as not measured. */
  measure?: ((device: GPUDevice, isSoftware: boolean) => Promise<Probe | undefined>) | undefined;
}

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b/i;

/** For the reader; browsers hide their models from such pages. */
export const INSECURE =
  'This page was not served over https, and browsers run a language model only on pages that were. Open the page by its https address, if it has one.';
const NO_WEBGPU =
  'This browser has no WebGPU here, which the language model needs. Use a current Chrome, Edge, Safari or Firefox.';
const NO_ADAPTER =
  'This browser found no graphics card that its WebGPU can use. Turn on graphics acceleration in its settings.';
const REFUSED =
  'The browser did not give the language model the graphics card. Close other tabs that use it, restart the browser, or update the graphics driver.';

/** `isFallbackAdapter` moved from the adapter to its info, and no browser sets it reliably. */
function isSoftware(adapter: GPUAdapter): boolean {
  const { info } = adapter as { info?: Partial<GPUAdapterInfo> };
  const old = adapter as { isFallbackAdapter?: boolean };
  const words = [info?.vendor, info?.architecture, info?.device, info?.description].join(' ');
  return info?.isFallbackAdapter === true || old.isFallbackAdapter === true || SOFTWARE.test(words);
}

function traitsOf(adapter: GPUAdapter): AdapterTraits {
  const { limits } = adapter;
  const { navigator } = globalThis as { navigator?: { deviceMemory?: number } };
  const deviceMemory = navigator?.deviceMemory;
  return {
    f16: adapter.features.has('shader-f16'),
    maxBufferSize: limits.maxBufferSize,
    maxStorageBufferBindingSize: limits.maxStorageBufferBindingSize,
    maxComputeWorkgroupStorageSize: limits.maxComputeWorkgroupStorageSize,
    maxStorageBuffersPerShaderStage: limits.maxStorageBuffersPerShaderStage,
    isFallback: isSoftware(adapter),
    ...(deviceMemory !== undefined && { deviceMemoryGB: deviceMemory }),
  };
}

/** Milliseconds; a browser whose graphics process hangs never answers. */
const GRAPHICS_PATIENCE = 20_000;

/** The device that WebLLM will ask for. */
function wantedDevice(traits: AdapterTraits): GPUDeviceDescriptor {
  const most = (limit: number, least: number) => (limit >= FULL_BINDING ? FULL_BINDING : least);
  return {
    requiredFeatures: traits.f16 ? ['shader-f16'] : [],
    requiredLimits: {
      maxBufferSize: most(traits.maxBufferSize, 2 ** 28),
      maxStorageBufferBindingSize: most(traits.maxStorageBufferBindingSize, 2 ** 27),
      maxComputeWorkgroupStorageSize: 32 * 1024,
      maxStorageBuffersPerShaderStage: 10,
    },
  };
}

const none = (reason: string, code: ErrorCode = 'no-webgpu') =>
  ({ kind: 'none', code, reason }) as const;

/** What a device with an adapter can carry. */
export function capacityOf(
  { traits, probe }: GpuReport & { kind: 'adapter' },
  { force, storage }: { force: boolean; storage?: Capacity['storage'] },
): Capacity {
  const adapter = { ...traits, isFallback: traits.isFallback && !force };
  // In software the arithmetic takes the time, so what reading takes says nothing.
  return { adapter, storage, readRate: traits.isFallback ? undefined : probe?.readRate };
}

async function useDevice(
  device: GPUDevice,
  use: ((device: GPUDevice) => Promise<Probe | undefined>) | undefined,
): Promise<Probe | undefined> {
  try {
    return await use?.(device).catch(() => undefined);
  } finally {
    device.destroy();
  }
}

/**
 * Asks the browser for its strongest adapter, the one that WebLLM will ask for too, and for WebLLM's
 * device, so that a refusal is known before anything is downloaded. An adapter on which no model can run
 * is described, but not asked for a device.
 */
export async function readGpu(options: GpuOptions): Promise<GpuReport> {
  const { gpu, force = false, measure } = options;
  const { isSecureContext } = globalThis as { isSecureContext?: boolean };
  if (isSecureContext === false) return none(INSECURE, 'insecure-context');
  if (!gpu) return none(NO_WEBGPU);
  const asked = gpu.requestAdapter({ powerPreference: 'high-performance' }).catch(() => null);
  const adapter = await orTimeout(asked, GRAPHICS_PATIENCE);
  if (!adapter) return none(NO_ADAPTER);
  const traits = traitsOf(adapter);
  const {
    vendor = '',
    architecture = '',
    description = '',
  } = adapter.info as Partial<GPUAdapterInfo>;
  const found = { kind: 'adapter', vendor, architecture, description, traits } as const;
  if (refuseAdapter({ ...traits, isFallback: traits.isFallback && !force }))
    return { ...found, probe: undefined };
  const opened = adapter.requestDevice(wantedDevice(traits)).catch(() => undefined);
  const device = await orTimeout(opened, GRAPHICS_PATIENCE);
  if (!device) return none(REFUSED);
  const use = measure && ((given: GPUDevice) => measure(given, traits.isFallback));
  return { ...found, probe: await useDevice(device, use) };
}
