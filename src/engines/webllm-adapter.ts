import type { AdapterTraits } from './webllm-models.ts';

const SOFTWARE = /swiftshader|llvmpipe|lavapipe|softpipe|basic render|\bwarp\b/i;

/** `isFallbackAdapter` moved from the adapter to its info, and no browser sets it reliably. */
function isSoftware(adapter: GPUAdapter): boolean {
  const { info } = adapter as { info?: Partial<GPUAdapterInfo> };
  const old = adapter as { isFallbackAdapter?: boolean };
  const words = [info?.vendor, info?.architecture, info?.device, info?.description].join(' ');
  return info?.isFallbackAdapter === true || old.isFallbackAdapter === true || SOFTWARE.test(words);
}

/**
 * Asks the browser for its strongest adapter, the one that WebLLM will ask for too.
 * @returns undefined where it has none.
 */
export async function readAdapter(gpu: GPU): Promise<AdapterTraits | undefined> {
  const adapter = await gpu.requestAdapter({ powerPreference: 'high-performance' });
  if (!adapter) return undefined;
  const { navigator } = globalThis as { navigator?: { deviceMemory?: number } };
  const deviceMemory = navigator?.deviceMemory;
  return {
    f16: adapter.features.has('shader-f16'),
    maxBufferSize: adapter.limits.maxBufferSize,
    maxStorageBufferBindingSize: adapter.limits.maxStorageBufferBindingSize,
    isFallback: isSoftware(adapter),
    ...(deviceMemory !== undefined && { deviceMemoryGB: deviceMemory }),
  };
}
