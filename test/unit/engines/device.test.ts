import { afterEach, describe, expect, it, vi } from 'vitest';
import { measureReadRate } from '../../../src/engines/device/probe.ts';
import { readDevice } from '../../../src/engines/device.ts';
import { fakeGpu } from './fake-gpu.ts';

afterEach(() => vi.unstubAllGlobals());

const storage = {
  estimate: () => Promise.resolve({ quota: 2e9, usage: 5e8 }),
  persisted: () => Promise.resolve(true),
};

function stub(navigator: object, more: object = {}): void {
  vi.stubGlobal('navigator', navigator);
  for (const [name, value] of Object.entries(more)) vi.stubGlobal(name, value);
}

const fast = () => Promise.resolve({ readRate: 50e9, milliseconds: 80 });

describe('the report on a device', () => {
  it('tells what the browser tells, and what was measured', async () => {
    const { gpu } = fakeGpu();
    stub(
      { gpu, storage, deviceMemory: 8, hardwareConcurrency: 12 },
      {
        ...{ isSecureContext: true, crossOriginIsolated: true },
        LanguageModel: { availability: () => Promise.resolve('downloadable') },
      },
    );
    const { models, ...report } = await readDevice({ measure: fast });
    expect(report).toMatchObject({
      ...{ isSecure: true, isCrossOriginIsolated: true, memoryGB: 8, cores: 12 },
      storage: { quotaBytes: 2e9, usageBytes: 5e8, isPersisted: true },
      builtIn: 'downloadable',
      gpu: {
        ...{ kind: 'adapter', vendor: 'acme', architecture: 'one' },
        traits: { f16: true, deviceMemoryGB: 8, isFallback: false },
        probe: { readRate: 50e9 },
      },
    });
    const taken = models.filter(({ isDefault }) => isDefault);
    expect(taken).toMatchObject([{ name: 'Qwen2.5-1.5B', fits: true, isComfortable: true }]);
    const rates = models.map(({ tokensPerSecond = 0 }) => tokensPerSecond);
    expect(rates.every((rate) => rate > 15)).toBe(true);
    expect(rates).toEqual(rates.toSorted((a, b) => b - a));
  });

  it('says of each model why it does not fit', async () => {
    const { gpu } = fakeGpu({ f16: false });
    stub({ gpu, storage, deviceMemory: 3 });
    const { models } = await readDevice({ measure: fast });
    const byName = new Map(models.map((model) => [model.name, model]));
    expect(byName.get('Gemma-3-1B')).toMatchObject({ fits: false, isDefault: false });
    expect(byName.get('Gemma-3-1B')?.reason).toMatch(/16-bit/);
    expect(byName.get('Qwen3-0.6B')?.reason).toMatch(/1,925 MB of graphics memory/);
    expect(byName.get('Qwen2.5-0.5B')).toMatchObject({ fits: true, memoryBytes: 1_060_200_000 });
  });

  it('counts a browser without anything as a device without anything', async () => {
    stub({}, { isSecureContext: false });
    const { models, ...report } = await readDevice();
    expect(report).toMatchObject({
      ...{ isSecure: false, isCrossOriginIsolated: false, builtIn: 'missing' },
      gpu: { kind: 'none', code: 'insecure-context' },
    });
    expect(report.storage).toBeUndefined();
    expect(models.some(({ fits }) => fits)).toBe(false);
  });

  it('measures graphics in software only by force, and makes no rate of it', async () => {
    const { gpu, devices } = fakeGpu({ info: { architecture: 'swiftshader' } });
    stub({ gpu });
    const measure = vi.fn(fast);
    const plain = await readDevice({ measure });
    expect(measure).not.toHaveBeenCalled();
    expect(devices).toHaveLength(0);
    expect(plain.models.some(({ fits }) => fits)).toBe(false);
    const forced = await readDevice({ measure, force: true });
    expect(measure).toHaveBeenCalledTimes(1);
    expect(forced.models.some(({ fits }) => fits)).toBe(true);
    expect(forced.models.every(({ tokensPerSecond }) => tokensPerSecond === undefined)).toBe(true);
  });

  it.each([
    ['a measurement that fails', { measure: () => Promise.reject(new Error('lost')) }],
    ['a measurement that gives nothing', { measure: () => Promise.resolve(undefined) }],
  ])('stands without %s, and gives the device back', async (_, options) => {
    const { gpu, devices } = fakeGpu();
    const broken = { estimate: () => Promise.reject(new TypeError('opaque origin')) };
    stub({ gpu, storage: broken }, { LanguageModel: { availability: () => Promise.reject() } });
    const report = await readDevice(options);
    expect(report.gpu).toMatchObject({ kind: 'adapter', probe: undefined });
    expect(report).toMatchObject({ builtIn: 'unavailable' });
    expect(report.storage).toBeUndefined();
    expect(devices).toMatchObject([{ isDestroyed: true }]);
  });

  it('waits for no graphics driver that hangs', async () => {
    const hanging = {
      limits: { maxStorageBufferBindingSize: 2 ** 27 },
      pushErrorScope: () => {},
      popErrorScope: () => new Promise(() => {}),
      createBuffer: () => ({}),
    } as unknown as GPUDevice;
    vi.stubGlobal('GPUBufferUsage', {});
    expect(await measureReadRate(hanging, { patience: 30 })).toBeUndefined();
  });
});
