import { orTimeout } from '../waiting.ts';

/** How fast a graphics card reads its memory. */
export interface Probe {
  /** Bytes a second; the median of three readings. */
  readRate: number;
  /** What the measuring took, compiling included. */
  milliseconds: number;
}

export interface ProbeOptions {
  /** Bytes of the buffer that is read; at most what the device binds, in steps of 4 MiB. Default: 128 MiB, more than most caches hold. */
  bytes?: number;
  /** Milliseconds. Default: `performance.now`. */
  now?: () => number;
  /** Milliseconds after which it is given up. Default 2,000. */
  patience?: number;
}

const MiB = 2 ** 20;
const FIRST = 16 * MiB;
const VECTOR = 16;
const GROUP = 256;
const GROUPS = 256;
const THREADS = GROUP * GROUPS;
/** What all threads read in one go: four vectors each, which keeps the memory busy. */
const STEP = 4 * THREADS * VECTOR;
/** Work that takes less can't be told from the time that handing it over takes. */
const LEAST_MS = 8;

// Every vector is read and counts in a sum that is checked, so that no compiler can leave reads out.
const SHADER = `
struct Work { vectors: u32 }
@group(0) @binding(0) var<uniform> work: Work;
@group(0) @binding(1) var<storage, read_write> filled: array<vec4u>;
@group(0) @binding(2) var<storage, read> data: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> total: atomic<u32>;
var<workgroup> group: atomic<u32>;

@compute @workgroup_size(${GROUP})
fn fill_all(@builtin(global_invocation_id) id: vec3u) {
  for (var i = id.x; i < work.vectors; i += ${THREADS}u) {
    let block = i / ${THREADS}u;
    filled[i] = vec4u(i + block * block);
  }
}

@compute @workgroup_size(${GROUP})
fn read_all(@builtin(global_invocation_id) id: vec3u, @builtin(local_invocation_index) place: u32) {
  var sum = vec4u(0);
  for (var i = id.x; i < work.vectors; i += ${4 * THREADS}u) {
    sum += (data[i] + data[i + ${THREADS}u]) + (data[i + ${2 * THREADS}u] + data[i + ${3 * THREADS}u]);
  }
  atomicAdd(&group, sum.x + sum.y + sum.z + sum.w);
  workgroupBarrier();
  if (place == 0u) { atomicAdd(&total, atomicLoad(&group)); }
}`;

interface Bench {
  /** Reads so many bytes, passing over the buffer again where they are more. Answers with milliseconds. */
  read(bytes: number): Promise<number>;
  /** Whether the sum of all that was read so far is what it must be. */
  isTrue(): Promise<boolean>;
}

/**
 * Measures how fast the device reads its memory, which is what limits a language model: at most 0.1 s of
 * the graphics card's time. Readings of two lengths are subtracted, so that what handing work over takes
 * falls out.
 * @returns undefined where the buffer isn't granted, the device is lost, or the sum of what was read is wrong.
 */
export async function measureReadRate(
  device: GPUDevice,
  { bytes = 128 * MiB, now = () => performance.now(), patience = 2_000 }: ProbeOptions = {},
): Promise<Probe | undefined> {
  const most = Math.min(bytes, device.limits.maxStorageBufferBindingSize);
  const size = most - (most % STEP);
  const begun = now();
  const measuring = prepare(device, size, now).then((bench) => bench && readings(bench));
  const readRate = await orTimeout(measuring, patience);
  return readRate === undefined ? undefined : { readRate, milliseconds: now() - begun };
}

async function readings(bench: Bench): Promise<number | undefined> {
  let bytes = FIRST;
  let taken = await bench.read(bytes);
  while (taken < LEAST_MS && bytes < 64 * 1024 * MiB) taken = await bench.read((bytes *= 2));
  const rates: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    const short = await bench.read(bytes / 4);
    const long = await bench.read(bytes);
    // Where the difference is noise, the long reading alone is too slow rather than too fast.
    rates.push(long > short ? ((bytes * 3) / 4 / (long - short)) * 1000 : (bytes / long) * 1000);
  }
  return (await bench.isTrue()) ? rates.sort((a, b) => a - b)[1] : undefined;
}

async function createBuffers(device: GPUDevice, size: number) {
  device.pushErrorScope('out-of-memory');
  device.pushErrorScope('validation');
  const { STORAGE, UNIFORM, COPY_DST, COPY_SRC, MAP_READ } = GPUBufferUsage;
  const data = device.createBuffer({ size, usage: STORAGE });
  const total = device.createBuffer({ size: 4, usage: STORAGE | COPY_SRC });
  const work = device.createBuffer({ size: 16, usage: UNIFORM | COPY_DST });
  const result = device.createBuffer({ size: 4, usage: MAP_READ | COPY_DST });
  const errors = [await device.popErrorScope(), await device.popErrorScope()];
  return errors.some(Boolean) ? undefined : { data, total, work, result };
}

type Buffers = NonNullable<Awaited<ReturnType<typeof createBuffers>>>;

/** Makes both programs, each with its own bindings, and hands them work. */
async function createPrograms(device: GPUDevice, { data, total, work }: Buffers) {
  const module = device.createShaderModule({ code: SHADER });
  const program = async (entryPoint: string, buffers: Record<number, GPUBuffer>) => {
    const compute = { module, entryPoint };
    const pipeline = await device.createComputePipelineAsync({ layout: 'auto', compute });
    const entries = Object.entries(buffers).map(([binding, buffer]) => ({
      binding: Number(binding),
      resource: { buffer },
    }));
    const layout = pipeline.getBindGroupLayout(0);
    return { pipeline, bindings: device.createBindGroup({ layout, entries }) };
  };
  return {
    fill: await program('fill_all', { 0: work, 1: data }),
    read: await program('read_all', { 0: work, 2: data, 3: total }),
  };
}

async function prepare(
  device: GPUDevice,
  size: number,
  now: () => number,
): Promise<Bench | undefined> {
  const buffers = await createBuffers(device, size);
  if (!buffers) return undefined;
  const { fill, read } = await createPrograms(device, buffers);
  const run = async ({ pipeline, bindings }: typeof read, vectors: number, passes = 1) => {
    device.queue.writeBuffer(buffers.work, 0, new Uint32Array([vectors]));
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, bindings);
    for (let turn = 0; turn < passes; turn++) pass.dispatchWorkgroups(GROUPS);
    pass.end();
    const begun = now();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    return now() - begun;
  };
  const all = size / VECTOR;
  await run(fill, all);
  let sum = 0;
  return {
    read(bytes) {
      const vectors = Math.min(all, bytes / VECTOR);
      const passes = Math.max(1, Math.round(bytes / VECTOR / all));
      sum += passes * sumOf(vectors);
      return run(read, vectors, passes);
    },
    isTrue: async () => (await readTotal(device, buffers)) === sum >>> 0,
  };
}

/**
 * What the shader's sum of so many vectors grows by, modulo 2 ** 32: four times that of all places, and of
 * the squares of all blocks' numbers, without which a left-out block would not show.
 */
function sumOf(vectors: number): number {
  const blocks = vectors / THREADS;
  const squares = ((blocks - 1) * blocks * (2 * blocks - 1)) / 6;
  return (Math.imul(2 * vectors, vectors - 1) >>> 0) + squares * 4 * THREADS;
}

async function readTotal(device: GPUDevice, { total, result }: Buffers): Promise<number> {
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(total, 0, result, 0, 4);
  device.queue.submit([encoder.finish()]);
  await result.mapAsync(GPUMapMode.READ);
  return new Uint32Array(result.getMappedRange())[0] ?? 0;
}
