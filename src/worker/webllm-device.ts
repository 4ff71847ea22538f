/** The graphics device that is opened while one is watched for. */
export interface DeviceWatch {
  readonly isLost: boolean;
  /** @throws `DeviceLostError` as soon as the device is lost; else what `work` comes to. */
  orLost<T>(work: Promise<T>): Promise<T>;
  /** No later device is this one's. */
  close(): void;
}

function deviceLost({ reason, message }: GPUDeviceLostInfo): Error {
  const error = new Error(`The graphics device was lost (${reason}): ${message}`);
  error.name = 'DeviceLostError';
  return error;
}

/**
 * Watches the devices that are opened from now on. WebLLM keeps its device to itself: when it is lost
 * while nothing runs, nobody hears of it, and a load or a reply may fail with unrelated words, or never
 * settle. So the worker's own `requestAdapter` hands out adapters whose devices are known here.
 * @param gpu `navigator.gpu`; without it there is nothing to watch.
 */
export function watchDevice(gpu: Pick<GPU, 'requestAdapter'> | undefined): DeviceWatch {
  const listeners = new Set<(error: Error) => void>();
  let loss: Error | undefined;
  const onDevice = (device: GPUDevice) =>
    device.lost.then((info) => {
      loss ??= deviceLost(info);
      for (const tell of listeners) tell(loss);
    });
  const close = gpu ? tapDevices(gpu, onDevice) : () => {};
  return {
    get isLost() {
      return loss !== undefined;
    },
    close,
    orLost: (work) =>
      new Promise((resolve, reject) => {
        if (loss) reject(loss);
        listeners.add(reject);
        const forget = () => listeners.delete(reject);
        work.then(resolve, reject).finally(forget);
      }),
  };
}

/** @returns Puts `requestAdapter` back. */
function tapDevices(
  gpu: Pick<GPU, 'requestAdapter'>,
  onDevice: (device: GPUDevice) => unknown,
): () => void {
  const requestAdapter: GPU['requestAdapter'] = gpu.requestAdapter.bind(gpu);
  gpu.requestAdapter = async (options) => {
    const adapter = await requestAdapter(options);
    if (!adapter) return null;
    const requestDevice: GPUAdapter['requestDevice'] = adapter.requestDevice.bind(adapter);
    adapter.requestDevice = async (descriptor) => {
      const device = await requestDevice(descriptor);
      void onDevice(device);
      return device;
    };
    return adapter;
  };
  return () => {
    gpu.requestAdapter = requestAdapter;
  };
}
