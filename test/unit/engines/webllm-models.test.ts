import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, it } from 'vitest';
import {
  chooseModels,
  estimateRate,
  fitModel,
  type AdapterTraits,
  type Capacity,
} from '../../../src/engines/webllm/fit.ts';
import { findModel, listedRecord, WEBLLM_MODELS } from '../../../src/engines/webllm/models.ts';

const MiB = 2 ** 20;
const strong: AdapterTraits = {
  f16: true,
  maxBufferSize: 4096 * MiB,
  maxStorageBufferBindingSize: 2048 * MiB,
  maxComputeWorkgroupStorageSize: 32_768,
  maxStorageBuffersPerShaderStage: 10,
  isFallback: false,
  deviceMemoryGB: 8,
};

type Given = Partial<AdapterTraits> & Pick<Capacity, 'readRate' | 'storage'>;

function choose({ readRate, storage, ...adapter }: Given, wanted?: string[]) {
  const choice = chooseModels({ adapter: { ...strong, ...adapter }, readRate, storage }, wanted);
  return choice.kind === 'none' ? choice : choice.models;
}

/** Ids in order, or why there are none. */
function idsFor(given: Given, wanted?: string[]): string[] {
  const choice = choose(given, wanted);
  return Array.isArray(choice) ? choice.map(({ variant }) => variant.id) : [choice.reason];
}

const idFor = (given: Given, wanted?: string[]) => idsFor(given, wanted)[0];

describe('the table of models', () => {
  const variants = WEBLLM_MODELS.flatMap((model) =>
    [model.q4f16, model.q4f32].flatMap((variant) =>
      variant ? [{ id: variant.id, variant, model }] : [],
    ),
  );

  it.each(variants)('$id is what the installed WebLLM lists', ({ id, variant, model }) => {
    const listed = prebuiltAppConfig.model_list.find(({ model_id }) => model_id === id);
    expect(listed?.vram_required_MB).toBe(variant.memoryMB);
    const { model: url, model_lib, overrides } = listed ?? {};
    expect(listedRecord(model, variant)).toEqual({
      model: url,
      model_id: id,
      model_lib,
      overrides,
    });
  });

  it('has both quantisations of a model wherever WebLLM lists both', () => {
    const ids = new Set(prebuiltAppConfig.model_list.map(({ model_id }) => model_id));
    for (const { name, q4f16, q4f32 } of WEBLLM_MODELS)
      expect(ids.has(q4f16.id.replace('q4f16', 'q4f32')), name).toBe(q4f32 !== undefined);
  });

  it('estimates downloads that are smaller than the memory they take', () => {
    for (const { id, variant, model } of variants)
      expect(model.bytes / 1e6, id).toBeLessThan(variant.memoryMB);
  });

  it('finds a model by its name or either id, in any case', () => {
    for (const wanted of ['qwen3.5-0.8b', 'Qwen3.5-0.8B-q4f16_1-MLC', 'QWEN3.5-0.8B-Q4F32_1-MLC'])
      expect(findModel(wanted)?.name).toBe('Qwen3.5-0.8B');
    expect(findModel('Qwen9')).toBeUndefined();
  });
});

describe('the choice without a measurement', () => {
  it('takes the larger model only where the browser says that the machine is strong', () => {
    expect(idFor({})).toBe('Qwen2.5-1.5B-Instruct-q4f16_1-MLC');
    expect(idFor({ deviceMemoryGB: 4 })).toBe('Qwen2.5-0.5B-Instruct-q4f16_1-MLC');
    const silent = { ...strong };
    delete silent.deviceMemoryGB;
    const choice = chooseModels({ adapter: silent });
    expect(choice.kind === 'models' && choice.models[0].variant.id).toBe(
      'Qwen2.5-0.5B-Instruct-q4f16_1-MLC',
    );
  });

  it('goes on with all others that the device can run, each once', () => {
    const ids = idsFor({ deviceMemoryGB: 4 });
    expect(ids.slice(0, 2)).toEqual([
      'Qwen2.5-0.5B-Instruct-q4f16_1-MLC',
      'SmolLM2-360M-Instruct-q4f16_1-MLC',
    ]);
    expect(ids).toHaveLength(WEBLLM_MODELS.length);
    expect(new Set(ids).size).toBe(ids.length);
    // 2 GB may be used, and the model takes 2,037 MB.
    expect(idsFor({ deviceMemoryGB: 3.9 })).toHaveLength(WEBLLM_MODELS.length - 1);
  });

  it("offers nothing beside the owner's list", () => {
    expect(idsFor({}, ['Llama-3.2-1B', 'GPT-9', 'SmolLM2-360M', 'llama-3.2-1b'])).toEqual([
      'Llama-3.2-1B-Instruct-q4f16_1-MLC',
      'SmolLM2-360M-Instruct-q4f16_1-MLC',
    ]);
  });

  it('never takes a 16-bit model without shader-f16, even when its id is asked for', () => {
    for (const { q4f16 } of WEBLLM_MODELS)
      expect(idFor({ f16: false }, [q4f16.id])).not.toContain('q4f16');
    expect(idFor({ f16: false }, ['Llama-3.2-1B-Instruct-q4f16_1-MLC'])).toBe(
      'Llama-3.2-1B-Instruct-q4f32_1-MLC',
    );
    expect(idFor({ f16: false }, ['Gemma-3-1B', 'Llama-3.2-1B'])).toContain('Llama-3.2-1B');
    expect(idFor({ f16: false }, ['Gemma-3-1B'])).toMatch(/Gemma-3-1B needs 16-bit arithmetic/);
  });

  it('skips what needs more than half of the hinted memory', () => {
    expect(idFor({ deviceMemoryGB: 1 })).toBe('SmolLM2-360M-Instruct-q4f16_1-MLC');
    expect(idFor({ deviceMemoryGB: 2, f16: false })).toBe('SmolLM2-360M-Instruct-q4f32_1-MLC');
    expect(idFor({ deviceMemoryGB: 0.5 })).toMatch(/SmolLM2-360M needs about 376 MB of graphics/);
  });

  it('skips a model whose largest tensor exceeds the binding that WebLLM will ask for', () => {
    // Below 1 GiB WebLLM asks for 128 MiB, however much the adapter has.
    const binding = { maxStorageBufferBindingSize: 512 * MiB };
    expect(idFor(binding, ['Qwen3-1.7B', 'Qwen3-0.6B'])).toBe('Qwen3-0.6B-q4f16_1-MLC');
    expect(idFor({}, ['Qwen3-1.7B', 'Qwen3-0.6B'])).toBe('Qwen3-1.7B-q4f16_1-MLC');
  });

  it('puts last what would fit only after storage is freed, and skips what never fits', () => {
    const storage = { quotaBytes: 1000e6, usageBytes: 500e6 };
    const ids = idsFor({ storage });
    // 290 MB fit into the 500 that are free, the 880 of the default's don't.
    expect(ids[0]).toBe('Qwen2.5-0.5B-Instruct-q4f16_1-MLC');
    expect(ids.slice(-4).map((id) => findModel(id)?.name)).toEqual([
      ...['Qwen2.5-1.5B', 'Gemma-3-1B', 'Llama-3.2-1B', 'Qwen3-1.7B'],
    ]);
    const tiny = { quotaBytes: 250e6, usageBytes: 0 };
    expect(idsFor({ storage: tiny })).toEqual(['SmolLM2-360M-Instruct-q4f16_1-MLC']);
    expect(idFor({ storage: tiny }, ['Qwen2.5-0.5B'])).toMatch(/needs 290 MB of storage.*250 MB/);
  });

  it.each([
    { adapter: { isFallback: true }, code: 'no-webgpu', reason: /software only/ },
    { adapter: { maxBufferSize: 128 * MiB }, code: 'no-webgpu', reason: /128 MiB.*256 MiB/ },
    {
      adapter: { maxComputeWorkgroupStorageSize: 16_384 },
      ...{ code: 'no-webgpu', reason: /newer graphics card/ },
    },
    { wanted: ['GPT-9'], code: 'model-not-found', reason: /"GPT-9".*Qwen2\.5-0\.5B/ },
  ])('says why there is none: $reason', ({ adapter = {}, wanted, code, reason }) => {
    const choice = chooseModels({ adapter: { ...strong, ...adapter } }, wanted);
    expect(choice).toMatchObject({ kind: 'none', code });
    expect(choice.kind === 'none' && choice.reason).toMatch(reason);
  });
});

describe('the choice with a measured graphics card', () => {
  it('takes the largest preferred model that writes 15 tokens a second, else the fastest', () => {
    // 0.87, 0.28 and 0.2 GB are read for a token; at half the measured rate, with 5 ms beside.
    expect(idFor({ readRate: 60e9 })).toContain('Qwen2.5-1.5B');
    expect(idFor({ readRate: 20e9 })).toContain('Qwen2.5-0.5B');
    expect(idFor({ readRate: 7.5e9 })).toContain('SmolLM2-360M');
    expect(idFor({ readRate: 1e9 })).toContain('SmolLM2-360M');
  });

  it('needs no 16-bit arithmetic for the larger model where it is fast without', () => {
    expect(idFor({ f16: false })).toBe('Qwen2.5-0.5B-Instruct-q4f32_1-MLC');
    expect(idFor({ f16: false, readRate: 100e9 })).toBe('Qwen2.5-1.5B-Instruct-q4f32_1-MLC');
  });

  it("passes over the owner's first where only the second is comfortable, and keeps both", () => {
    const wanted = ['Qwen3-1.7B', 'Qwen2.5-0.5B'];
    expect(idsFor({ readRate: 20e9 }, wanted).map((id) => id.slice(0, 7))).toEqual([
      'Qwen2.5',
      'Qwen3-1',
    ]);
    expect(idFor({ readRate: 200e9 }, wanted)).toContain('Qwen3-1.7B');
  });

  it('tells a rate that falls with the size and grows with the card, within reason', () => {
    const rate = (readRate: number, name: string) => {
      const model = findModel(name);
      const fit = model && fitModel(model, { adapter: strong, readRate });
      return fit?.kind === 'fits' ? fit.tokensPerSecond : undefined;
    };
    expect(rate(100e9, 'Qwen2.5-1.5B')).toBeLessThan(rate(100e9, 'Qwen2.5-0.5B') ?? 0);
    expect(rate(50e9, 'Qwen2.5-0.5B')).toBeLessThan(rate(100e9, 'Qwen2.5-0.5B') ?? 0);
    // However fast the memory, a token takes 5 ms.
    expect(rate(1e15, 'SmolLM2-360M')).toBeCloseTo(200, 0);
    expect(estimateRate(1e9, 100e9)).toBeCloseTo(1 / 0.025, 6);
  });
});
