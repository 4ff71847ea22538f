import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  findWebllmModels,
  type Choice,
  type ChoiceOptions,
} from '../../../src/engines/webllm/choice.ts';
import { modelFilesUrl } from '../../../src/engines/webllm/record.ts';
import { unavailableEngine } from '../../../src/engines/unavailable.ts';
import { fakeGpu, type FakeAdapter } from './fake-gpu.ts';

afterEach(() => vi.unstubAllGlobals());

const find = (plan: FakeAdapter | 'none', options: ChoiceOptions = {}) =>
  findWebllmModels({ gpu: fakeGpu(plan).gpu, ...options });

function chosen(choice: Choice | undefined) {
  if (choice?.kind !== 'chosen') throw new Error(`Nothing chosen: ${JSON.stringify(choice)}`);
  return choice.choice;
}

const OWN = {
  model: 'https://models.test/tiny',
  model_id: 'Tiny-q4f32',
  model_lib: 'https://libs.test/tiny.wasm',
};

describe('why there is no model', () => {
  it.each([
    { plan: {}, options: { gpu: undefined }, code: 'no-webgpu', reason: /no WebGPU.*current/ },
    { plan: 'none', options: {}, code: 'no-webgpu', reason: /no graphics card.*Turn on/ },
    { plan: { refuses: true }, options: {}, code: 'no-webgpu', reason: /did not give.*Close/ },
    {
      plan: { info: { architecture: 'swiftshader' } },
      ...{ options: {}, code: 'no-webgpu', reason: /software only.*Turn on/ },
    },
    { plan: { buffer: 128 }, options: {}, code: 'no-webgpu', reason: /256 MiB.*newer/ },
    { plan: { workgroupStorage: 16_384 }, options: {}, code: 'no-webgpu', reason: /newer/ },
    { plan: {}, options: { wanted: 'GPT-9' }, code: 'model-not-found', reason: /GPT-9.*Choose/ },
    {
      plan: { f16: false },
      options: { wanted: 'Gemma-3-1B' },
      ...{ code: 'no-webgpu', reason: /16-bit.*Use a device/ },
    },
    {
      plan: { buffer: 128 },
      options: { record: OWN },
      ...{ code: 'no-webgpu', reason: /256 MiB/ },
    },
  ] as const)('$reason', async ({ plan, options, code, reason }) => {
    const choices = await find(plan, options);
    expect(choices).toHaveLength(1);
    expect(choices[0]).toMatchObject({ kind: 'none', code });
    expect(choices[0].kind === 'none' && choices[0].reason).toMatch(reason);
  });

  it('is the http address, where the page was not served over https', async () => {
    vi.stubGlobal('isSecureContext', false);
    const [choice] = await find({}, { gpu: undefined });
    expect(choice).toMatchObject({ kind: 'none', code: 'insecure-context' });
    expect(choice.kind === 'none' && choice.reason).toMatch(/https/);
  });

  it('is what an engine made of it says, and throws', async () => {
    const [choice] = await find('none', { wanted: 'Qwen2.5-0.5B' });
    if (choice.kind !== 'none') throw new Error('There is a model.');
    const engine = unavailableEngine('webllm', choice);
    const { reason } = choice;
    expect(await engine.describe()).toMatchObject({
      ...{ model: 'Qwen2.5-0.5B', availability: 'unavailable', reason },
    });
    const error = { code: 'no-webgpu', message: reason };
    await expect(engine.load()).rejects.toMatchObject(error);
    await expect(engine.countTokens(['a'])).rejects.toMatchObject(error);
    const reply = engine.generate([])[Symbol.asyncIterator]();
    await expect(reply.next()).rejects.toMatchObject(error);
    await engine.unload();
  });
});

describe('the models of the list', () => {
  it('come from the hub, and say so with size, memory and licence', async () => {
    const { model, told } = chosen((await find({}, { wanted: 'llama-3.2-1b' }))[0]);
    expect(told).toEqual({
      ...{ model: 'Llama-3.2-1B', bytes: 709e6, memoryBytes: 879_040_000 },
      licence: 'Llama 3.2 Community License',
      licenceUrl: 'https://www.llama.com/llama3_2/license/',
      origin: 'huggingface.co, hosts that it forwards to, and raw.githubusercontent.com',
    });
    expect(model.record.model_id).toBe('Llama-3.2-1B-Instruct-q4f16_1-MLC');
    expect(modelFilesUrl(model.record.model)).toBe(
      'https://huggingface.co/mlc-ai/Llama-3.2-1B-Instruct-q4f16_1-MLC/resolve/main/',
    );
    expect(model.hashes).toBeUndefined();
  });

  it("come from the owner's folder, with the list of hashes in it", async () => {
    const modelBase = 'https://intranet.test/models';
    const { model, told } = chosen((await find({}, { wanted: 'Qwen2.5-0.5B', modelBase }))[0]);
    const folder = 'https://intranet.test/models/Qwen2.5-0.5B-Instruct-q4f16_1-MLC/';
    expect(modelFilesUrl(model.record.model)).toBe(folder);
    expect(model.record.model_lib).toBe(`${folder}Qwen2-0.5B-Instruct-q4f16_1_cs1k-webgpu.wasm`);
    expect(model.hashes).toBe(`${folder}askpage-model.json`);
    expect(told.origin).toBe('intranet.test');
    vi.stubGlobal('location', { origin: 'https://intranet.test' });
    const [here] = await find({}, { wanted: 'Qwen2.5-0.5B', modelBase });
    expect(chosen(here).told.origin).toBe('this site');
  });

  it('are all that can run, so that a reader can take another', async () => {
    const names = async (plan: FakeAdapter) =>
      (await find(plan)).map((choice) => chosen(choice).told.model);
    expect(await names({})).toHaveLength(8);
    expect(await names({ f16: false })).not.toContain('Gemma-3-1B');
  });

  it('are taken in software only by force', async () => {
    const plan = { info: { isFallbackAdapter: true } };
    expect(chosen((await find(plan, { force: true }))[0]).told.model).toBe('Qwen2.5-0.5B');
    expect((await find(plan))[0].kind).toBe('none');
  });

  it('bring the measured rate, where the device was looked at before', async () => {
    const { gpu, devices } = fakeGpu();
    const [plain] = await findWebllmModels({ gpu });
    expect(chosen(plain).told.tokensPerSecond).toBeUndefined();
    // WebLLM's own device was asked for, and given back.
    expect(devices).toHaveLength(1);
    expect(devices[0]).toMatchObject({
      isDestroyed: true,
      descriptor: { requiredLimits: { maxStorageBufferBindingSize: 2 ** 30 } },
    });
    const { readDevice } = await import('../../../src/engines/device.ts');
    vi.stubGlobal('navigator', { gpu });
    const measure = () => Promise.resolve({ readRate: 100e9, milliseconds: 90 });
    const device = await readDevice({ measure });
    const [first] = await findWebllmModels({ gpu: undefined, device, wanted: 'Qwen2.5-0.5B' });
    // 278 MB at half of 100 GB/s, and 5 ms.
    expect(chosen(first).told.tokensPerSecond).toBeCloseTo(94.7, 0);
    expect(devices.every(({ isDestroyed }) => isDestroyed)).toBe(true);
  });
});

describe("an owner's own model", () => {
  it('is taken as it is, with what the owner tells of it', async () => {
    const record = {
      ...{ ...OWN, name: 'Tiny', bytes: 5e6, memoryBytes: 9e6, licence: 'MIT' },
      ...{ licenceUrl: 'https://tiny.test/licence', hashes: 'https://models.test/list.json' },
    };
    const choices = await find({}, { record });
    expect(choices).toHaveLength(1);
    expect(chosen(choices[0])).toEqual({
      model: { kind: 'webllm', name: 'Tiny', record: OWN, hashes: 'https://models.test/list.json' },
      told: {
        ...{ model: 'Tiny', bytes: 5e6, memoryBytes: 9e6, licence: 'MIT' },
        ...{ licenceUrl: 'https://tiny.test/licence', origin: 'models.test and libs.test' },
      },
    });
    expect(chosen((await find({}, { record: OWN }))[0]).told).toMatchObject({
      ...{ model: 'Tiny-q4f32', bytes: 0, licence: 'unknown' },
    });
  });

  it.each(['models/', 'ftp://models.test/', 'https://'])('refuses the address %s', async (bad) => {
    await expect(find({}, { modelBase: bad })).rejects.toMatchObject({ code: 'bad-option' });
    const record = { ...OWN, model_lib: bad };
    await expect(find({}, { record })).rejects.toMatchObject({ code: 'bad-option' });
  });
});
