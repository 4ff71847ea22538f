import { prebuiltAppConfig } from '@mlc-ai/web-llm';
import { describe, expect, it } from 'vitest';
import {
  chooseModel,
  listedModelUrl,
  WEBLLM_MODELS,
  type AdapterTraits,
} from '../../../src/engines/webllm-models.ts';

const MiB = 2 ** 20;
const strong: AdapterTraits = {
  f16: true,
  maxBufferSize: 4096 * MiB,
  maxStorageBufferBindingSize: 2048 * MiB,
  isFallback: false,
  deviceMemoryGB: 8,
};

const idFor = (adapter: Partial<AdapterTraits>, wanted?: string[]) => {
  const choice = chooseModel({ ...strong, ...adapter }, wanted);
  return choice.kind === 'model' ? choice.variant.id : `none: ${choice.reason}`;
};

describe('the table of models', () => {
  const variants = WEBLLM_MODELS.flatMap((model) =>
    [model.q4f16, model.q4f32].flatMap((variant) => (variant ? [{ ...variant, model }] : [])),
  );

  it.each(variants)('$id is what the installed WebLLM lists', ({ id, memoryMB, model }) => {
    const record = prebuiltAppConfig.model_list.find(({ model_id }) => model_id === id);
    expect(record?.vram_required_MB).toBe(memoryMB);
    expect(record?.model).toBe(listedModelUrl(id));
    expect(record?.model_lib).toMatch(/^https:\/\/raw\.githubusercontent\.com\/.+\.wasm$/);
    expect(record?.overrides?.context_window_size).toBe(model.contextWindow);
  });

  it('estimates downloads that are smaller than the memory they take', () => {
    for (const { id, memoryMB, model } of variants)
      expect(model.bytes / 1e6, id).toBeLessThan(memoryMB);
  });
});

describe('chooseModel', () => {
  it('takes the larger model only where the browser says that the machine is strong', () => {
    expect(idFor({})).toBe('Qwen2.5-1.5B-Instruct-q4f16_1-MLC');
    expect(idFor({ deviceMemoryGB: 4 })).toBe('Qwen2.5-0.5B-Instruct-q4f16_1-MLC');
    const silent = { ...strong };
    delete silent.deviceMemoryGB;
    expect(chooseModel(silent)).toMatchObject({
      variant: { id: 'Qwen2.5-0.5B-Instruct-q4f16_1-MLC' },
    });
  });

  it('never takes a 16-bit model without shader-f16, even when its id is asked for', () => {
    for (const { q4f16 } of WEBLLM_MODELS)
      expect(idFor({ f16: false }, [q4f16.id])).not.toContain('q4f16');
    expect(idFor({ f16: false }, ['Llama-3.2-1B-Instruct-q4f16_1-MLC'])).toBe(
      'Llama-3.2-1B-Instruct-q4f32_1-MLC',
    );
    expect(idFor({ f16: false }, ['Gemma-3-1B'])).toContain('too small for Gemma-3-1B');
  });

  it('skips what needs more than half of the hinted memory', () => {
    expect(idFor({ deviceMemoryGB: 1 })).toBe('SmolLM2-360M-Instruct-q4f16_1-MLC');
    expect(idFor({ deviceMemoryGB: 2, f16: false })).toBe('SmolLM2-360M-Instruct-q4f32_1-MLC');
    expect(idFor({ deviceMemoryGB: 0.5 })).toContain('too small');
  });

  it('skips a model whose largest tensor exceeds the binding that WebLLM will ask for', () => {
    // Below 1 GiB WebLLM asks for 128 MiB, however much the adapter has.
    const binding = { maxStorageBufferBindingSize: 512 * MiB };
    expect(idFor(binding, ['Qwen3-1.7B', 'Qwen3-0.6B'])).toBe('Qwen3-0.6B-q4f16_1-MLC');
    expect(idFor({}, ['Qwen3-1.7B', 'Qwen3-0.6B'])).toBe('Qwen3-1.7B-q4f16_1-MLC');
  });

  it('takes the first wanted one that fits, and passes over unknown names', () => {
    expect(idFor({}, ['GPT-9', 'smollm2-360m', 'Qwen2.5-0.5B'])).toContain('SmolLM2-360M');
  });

  it.each([
    { adapter: { isFallback: true }, code: 'no-webgpu', reason: /software only/ },
    { adapter: { maxBufferSize: 128 * MiB }, code: 'no-webgpu', reason: /128 MiB.*256 MiB/ },
    { wanted: ['GPT-9'], code: 'model-not-found', reason: /"GPT-9".*Qwen2\.5-0\.5B/ },
  ])('says why there is none: $reason', ({ adapter = {}, wanted, code, reason }) => {
    const choice = chooseModel({ ...strong, ...adapter }, wanted);
    expect(choice).toMatchObject({ kind: 'none', code });
    expect(choice.kind === 'none' && choice.reason).toMatch(reason);
  });
});
