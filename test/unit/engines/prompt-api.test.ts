import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Engine, GenerateOptions, LoadProgress, Message } from '../../../src/core/ports.ts';
import { createPromptApiEngine } from '../../../src/engines/prompt-api.ts';
import { fakeLanguageModel, type FakePlan } from './fake-language-model.ts';

afterEach(() => vi.unstubAllGlobals());

const RULES: Message = { role: 'system', content: 'Answer from the passages.' };
const QUESTION: Message = { role: 'user', content: 'Which port?' };

async function started(plan: FakePlan, replySilence?: number) {
  const fake = fakeLanguageModel(plan);
  const engine = createPromptApiEngine({
    languageModel: fake.models,
    ...(replySilence !== undefined && { replySilence }),
  });
  await engine.load();
  return { engine, ...fake };
}

async function reply(
  engine: Engine,
  messages: readonly Message[] = [RULES, QUESTION],
  options: GenerateOptions = {},
): Promise<string[]> {
  const pieces: string[] = [];
  for await (const piece of engine.generate(messages, options)) pieces.push(piece);
  return pieces;
}

describe('what a reader is told', () => {
  it.each([
    ['available', 'ready'],
    ['downloadable', 'download'],
    ['downloading', 'download'],
  ] as const)('%s is %s', async (state, availability) => {
    const { models, asked } = fakeLanguageModel({ state });
    const engine = createPromptApiEngine({ languageModel: models });
    expect(await engine.describe()).toEqual({
      ...{ model: "the browser's built-in model", bytes: 0, origin: "your browser's maker" },
      ...{ licence: "your browser's terms", availability },
    });
    expect(asked).toHaveLength(0);
  });

  it('is a reason, where the model cannot run or there is none', async () => {
    const { models } = fakeLanguageModel({ state: 'unavailable' });
    const engine = createPromptApiEngine({ languageModel: models });
    const { availability, reason } = await engine.describe();
    expect([availability, reason]).toEqual([
      'unavailable',
      expect.stringMatching(/can't run here/),
    ]);
    await expect(engine.load()).rejects.toMatchObject({ code: 'model-not-found', message: reason });
    const none = createPromptApiEngine();
    expect((await none.describe()).reason).toMatch(/no language model of its own/);
    vi.stubGlobal('isSecureContext', false);
    expect((await none.describe()).reason).toMatch(/https/);
    await expect(none.load()).rejects.toMatchObject({ code: 'insecure-context' });
  });

  it('is asked of the global, in the language of the page', async () => {
    const fake = fakeLanguageModel({ languages: ['de', 'en'] });
    vi.stubGlobal('LanguageModel', fake.models);
    vi.stubGlobal('document', { documentElement: { lang: 'de-AT' } });
    const engine = createPromptApiEngine();
    await engine.load();
    expect(fake.asked[0]).toMatchObject({
      expectedInputs: [{ type: 'text', languages: ['en', 'de'] }],
      expectedOutputs: [{ type: 'text', languages: ['de'] }],
      samplingMode: 'predictable',
    });
    // It may still answer in a language that the browser doesn't promise.
    const welsh = createPromptApiEngine({ language: 'cy' });
    expect(await welsh.describe()).toMatchObject({ availability: 'ready' });
    await welsh.load();
    expect(fake.asked[1]).toMatchObject({ expectedOutputs: [{ type: 'text', languages: ['en'] }] });
  });
});

describe('loading', () => {
  it.each([
    [[0, 0.25, 1], 1, undefined],
    [[0, 250, 1000], 1000, { doneBytes: 250, totalBytes: 1000 }],
  ])('tells how far the download is: %j of %i', async (steps, total, download) => {
    const { models } = fakeLanguageModel({
      state: 'downloadable',
      downloads: steps.map((loaded) => ({ loaded, total })),
    });
    const told: LoadProgress[] = [];
    const onProgress = (progress: LoadProgress) => told.push(progress);
    await createPromptApiEngine({ languageModel: models }).load({ onProgress });
    expect(told.map(({ fraction }) => fraction)).toEqual([0, 0, 0.25, 1]);
    expect(told[2]).toMatchObject({ text: 'The browser downloads its language model' });
    expect(told[2]?.download).toEqual(download);
  });

  it.each([false, true])(
    'stops at once with the signal (a browser that is deaf: %s)',
    async (deaf) => {
      let finish = () => {};
      const createWaits = new Promise<void>((resolve) => (finish = resolve));
      const { models, asked, sessions } = fakeLanguageModel({ createWaits, deaf });
      const engine = createPromptApiEngine({ languageModel: models });
      const stop = new AbortController();
      const loading = engine.load({ signal: stop.signal });
      setTimeout(() => stop.abort(new Error('enough')), 20);
      const begun = Date.now();
      await expect(loading).rejects.toThrow('enough');
      expect(Date.now() - begun).toBeLessThan(300);
      expect(asked[0]?.signal?.aborted).toBe(true);
      expect(engine.contextWindow).toBe(0);
      // A session that comes late is given back.
      finish();
      await expect
        .poll(() => sessions.map(({ isDestroyed }) => isDestroyed))
        .toEqual(deaf ? [true] : []);
    },
  );

  it('leaves the session alone when its signal aborts later', async () => {
    const { models, asked } = fakeLanguageModel({});
    const engine = createPromptApiEngine({ languageModel: models });
    const stop = new AbortController();
    await engine.load({ signal: stop.signal });
    stop.abort();
    // A browser would end the session with it.
    expect(asked[0]?.signal?.aborted).toBe(false);
  });

  it.each([
    ['NetworkError', 'network', /connection/],
    ['QuotaExceededError', 'quota-exceeded', /disk space/],
    ['NotAllowedError', 'engine-failed', /click/],
    ['NotSupportedError', 'engine-failed', /language/],
    ['OperationError', 'engine-failed', /did not start.*OperationError/],
  ])('turns %s into %s', async (name, code, message) => {
    const { models } = fakeLanguageModel({ failures: { create: name } });
    const loading = createPromptApiEngine({ languageModel: models }).load();
    await expect(loading).rejects.toMatchObject({ code });
    await expect(loading).rejects.toThrow(message);
  });
});

describe('a reply', () => {
  it.each([
    ['pieces', ['The', ' port', ' is 3000.'], ['The', ' port', ' is 3000.']],
    ['whole texts', ['The', 'The port', 'The port is 3000.'], ['The', ' port is 3000.']],
    ['whole texts, two of them', ['The', 'The port'], ['The', ' port']],
    [
      'pieces, the second of which goes on like the first',
      ['1', '10', ' and 2'],
      ['1', '10', ' and 2'],
    ],
    ['pieces that repeat', ['ha', 'ha', 'ha'], ['ha', 'ha', 'ha']],
    ['nothing', [], []],
  ])('of %s arrives as what is new', async (_, chunks, pieces) => {
    const { engine } = await started({ chunks });
    expect((await reply(engine)).join('|')).toBe(pieces.join('|'));
  });

  it('has read the rules once for all questions, and keeps nothing of one for the next', async () => {
    const { engine, sessions } = await started({ chunks: ['3000'] });
    const earlier: Message[] = [
      { role: 'user', content: 'What is it?' },
      { role: 'assistant', content: 'A server.' },
    ];
    await reply(engine);
    await reply(engine, [RULES, ...earlier, QUESTION]);
    const copies = sessions.filter(({ isCopy }) => isCopy);
    expect(copies.map(({ inputs }) => inputs)).toEqual([[[QUESTION]], [[...earlier, QUESTION]]]);
    expect(copies.every(({ isDestroyed }) => isDestroyed)).toBe(true);
    const bases = sessions.filter(({ isCopy }) => !isCopy);
    expect(bases.map(({ options }) => options.initialPrompts)).toEqual([undefined, [RULES]]);
    expect(bases.map(({ isDestroyed }) => isDestroyed)).toEqual([true, false]);
    await engine.unload();
    expect(bases[1]?.isDestroyed).toBe(true);
    await expect(reply(engine)).rejects.toMatchObject({ code: 'engine-failed' });
  });

  it('needs no rules', async () => {
    const { engine, sessions } = await started({ chunks: ['3000'] });
    expect(await reply(engine, [QUESTION])).toEqual(['3000']);
    expect(sessions.filter(({ isCopy }) => !isCopy)).toHaveLength(1);
  });

  it.each([false, true])('stops within 300 ms (a browser that is deaf: %s)', async (deaf) => {
    const { engine, sessions } = await started({ chunks: ['The'], thenWaits: true, deaf });
    const stop = new AbortController();
    let stopped = 0;
    const reading = (async () => {
      for await (const piece of engine.generate([QUESTION], { signal: stop.signal })) {
        expect(piece).toBe('The');
        stopped = Date.now();
        stop.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(Date.now() - stopped).toBeLessThan(300);
    expect(sessions.at(-1)).toMatchObject({ isCopy: true, isDestroyed: true });
    expect(sessions.at(-1)?.signal?.aborted).toBe(true);
  });

  it('ends as if finished when it is interrupted, and is freed when it is left', async () => {
    const { engine, sessions } = await started({ chunks: ['The'], thenWaits: true });
    const pieces: string[] = [];
    for await (const piece of engine.generate([QUESTION])) {
      pieces.push(piece);
      engine.interrupt();
    }
    expect(pieces).toEqual(['The']);
    for await (const piece of engine.generate([QUESTION])) if (piece) break;
    expect(sessions.filter(({ isCopy, isDestroyed }) => isCopy && !isDestroyed)).toEqual([]);
  });

  it('ends with an error when nothing comes any more, or the model is unloaded', async () => {
    const { engine } = await started({ chunks: ['The'], thenWaits: true, deaf: true }, 40);
    await expect(reply(engine)).rejects.toThrow(/wrote nothing for/);
    const other = (await started({ chunks: ['The'], thenWaits: true })).engine;
    const reading = reply(other);
    setTimeout(() => void other.unload(), 20);
    await expect(reading).rejects.toThrow(/unloaded/);
  });

  it.each([
    ['clone', 'QuotaExceededError', 'context-overflow'],
    ['reply', 'QuotaExceededError', 'context-overflow'],
    ['reply', 'NotReadableError', 'engine-failed'],
    ['reply', 'UnknownError', 'engine-failed'],
  ] as const)('that fails in %s by %s is %s', async (where, name, code) => {
    const { engine } = await started({ chunks: ['The'], failures: { [where]: name } });
    await expect(reply(engine)).rejects.toMatchObject({ name: 'AskPageError', code });
  });

  it('after a failure runs in a new session', async () => {
    const plan: FakePlan = { chunks: ['The'], failures: { reply: 'UnknownError' } };
    const { engine, sessions } = await started(plan);
    await expect(reply(engine)).rejects.toMatchObject({ code: 'engine-failed' });
    plan.failures = {};
    expect(await reply(engine)).toEqual(['The']);
    expect(sessions.filter(({ isCopy }) => !isCopy)).toHaveLength(3);
  });
});

describe('what the model is', () => {
  it.each([
    [{}, 9216],
    [{ isOld: true, window: 6144 }, 6144],
    [{ window: Infinity }, 8192],
  ])('has a window: %j', async (plan, window) => {
    const { engine } = await started(plan);
    expect(engine.contextWindow).toBe(window);
    expect(await engine.countTokens(['four', ''])).toEqual([12, 8]);
  });

  it('says what it does not do', () => {
    expect(createPromptApiEngine().ignores).toEqual(['maxTokens', 'temperature', 'stop']);
  });

  it('estimates tokens where the browser does not count them', async () => {
    const { engine } = await started({ failures: { count: 'OperationError' } });
    const [count = 0] = await engine.countTokens([
      'ten plain words that any tokenizer would cut into ten',
    ]);
    expect(count).toBeGreaterThanOrEqual(10);
    expect(count).toBeLessThan(40);
  });
});
