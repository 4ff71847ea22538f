/** Name of the channel on which the page tells the worker to give up its graphics device. */
export const CHANNEL = 'askpage-test-engine';

/** Runs in WebLLM's worker before WebLLM does: lets a test destroy the graphics device. */
function tapDevices(channel: string): void {
  const scope = globalThis as unknown as { GPUAdapter?: { prototype: GPUAdapter } };
  if (!scope.GPUAdapter) return;
  const adapter = scope.GPUAdapter.prototype;
  const devices: GPUDevice[] = [];
  // eslint-disable-next-line @typescript-eslint/unbound-method -- it is called with its own `this`
  const { requestDevice } = adapter;
  adapter.requestDevice = async function (descriptor) {
    const device = await requestDevice.call(this, descriptor);
    devices.push(device);
    return device;
  };
  new BroadcastChannel(channel).onmessage = () => devices.at(-1)?.destroy();
}

/**
 * The same, for speed: leaves out the kernels that multiply matrices, which in software take nearly all
 * of the time. Tokenizer, caches, all other kernels, sampling and streaming stay as they are; what is
 * written has no sense.
 */
function skipMatrixProducts(): void {
  const scope = globalThis as unknown as {
    GPUDevice?: { prototype: GPUDevice };
    GPUComputePassEncoder?: { prototype: GPUComputePassEncoder };
  };
  if (!scope.GPUDevice || !scope.GPUComputePassEncoder) return;
  const device = scope.GPUDevice.prototype;
  const pass = scope.GPUComputePassEncoder.prototype;
  const heavy = new WeakSet<object>();
  const skipping = new WeakSet<object>();
  const note = ({ compute }: GPUComputePipelineDescriptor, pipeline: GPUComputePipeline) => {
    if (/matmul/i.test(compute.entryPoint ?? '')) heavy.add(pipeline);
    return pipeline;
  };
  /* eslint-disable @typescript-eslint/unbound-method -- they are called with their own `this` */
  const { createComputePipeline, createComputePipelineAsync } = device;
  const { setPipeline, dispatchWorkgroups } = pass;
  /* eslint-enable @typescript-eslint/unbound-method */
  device.createComputePipeline = function (descriptor) {
    return note(descriptor, createComputePipeline.call(this, descriptor));
  };
  device.createComputePipelineAsync = async function (descriptor) {
    return note(descriptor, await createComputePipelineAsync.call(this, descriptor));
  };
  pass.setPipeline = function (pipeline) {
    if (heavy.has(pipeline)) skipping.add(this);
    else skipping.delete(this);
    setPipeline.call(this, pipeline);
  };
  pass.dispatchWorkgroups = function (...sizes) {
    if (!skipping.has(this)) dispatchWorkgroups.apply(this, sizes);
  };
}

/** What is put before the worker's script. */
export function workerPrelude(isFast: boolean): string {
  const helper = 'const __name = (target) => target;';
  const tap = `(${String(tapDevices)})(${JSON.stringify(CHANNEL)});`;
  const skip = isFast ? `(${String(skipMatrixProducts)})();` : '';
  return `{ ${helper} ${tap} ${skip} }\n`;
}
