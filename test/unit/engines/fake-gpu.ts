const MiB = 2 ** 20;

export interface FakeAdapter {
  f16?: boolean;
  /** MiB. */
  binding?: number;
  /** MiB. */
  buffer?: number;
  workgroupStorage?: number;
  info?: Partial<GPUAdapterInfo>;
  /** It gives no device. */
  refuses?: boolean;
}

/** A fake `navigator.gpu`, and what was asked of it. `none` has no adapter. */
export function fakeGpu(plan: FakeAdapter | 'none' = {}) {
  const devices: { descriptor: GPUDeviceDescriptor | undefined; isDestroyed: boolean }[] = [];
  const adapter = (given: FakeAdapter) => ({
    features: new Set(given.f16 === false ? [] : ['shader-f16']),
    limits: {
      maxBufferSize: (given.buffer ?? 4096) * MiB,
      maxStorageBufferBindingSize: (given.binding ?? 2048) * MiB,
      maxComputeWorkgroupStorageSize: given.workgroupStorage ?? 32_768,
      maxStorageBuffersPerShaderStage: 10,
    },
    info: { vendor: 'acme', architecture: 'one', ...given.info },
    requestDevice(descriptor?: GPUDeviceDescriptor) {
      if (given.refuses) return Promise.reject(new TypeError('no device'));
      const device = { descriptor, isDestroyed: false };
      devices.push(device);
      return Promise.resolve({ destroy: () => (device.isDestroyed = true) });
    },
  });
  const requestAdapter = () => Promise.resolve(plan === 'none' ? null : adapter(plan));
  return { gpu: { requestAdapter } as unknown as GPU, devices };
}
