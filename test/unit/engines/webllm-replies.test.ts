import { afterEach, describe, expect, it } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import { closeAll, question, read, setUp, wait } from './webllm-fakes.ts';

afterEach(closeAll);

const SILENT = { firstTokenSilence: 60_000, replySilence: 60_000 };

/** A reply that writes two words and then nothing more, whatever it is told. */
async function* stuck() {
  yield 'one ';
  yield 'two ';
  await new Promise(() => {});
}

describe('answering', () => {
  it('streams the reply', async () => {
    const { engine } = setUp();
    await engine.load();
    // Its worker can't be given a function.
    const options = { maxTokens: 3, onReading: () => {} };
    expect(await read(engine.generate(question, options))).toBe('1 2 3 ');
  });

  it('needs a model', async () => {
    const { engine } = setUp();
    await expect(read(engine.generate(question))).rejects.toMatchObject({ code: 'engine-failed' });
    await expect(engine.countTokens(['x'])).rejects.toMatchObject({ code: 'engine-failed' });
  });

  it('waits longer for the first token than for the next', async () => {
    async function* generate() {
      await wait(60);
      yield 'first';
      await new Promise(() => {});
    }
    const patience = { firstTokenSilence: 60_000, replySilence: 30 };
    const { engine, seen } = setUp({ generate }, patience);
    await engine.load();
    let text = '';
    const reply = (async () => {
      for await (const piece of engine.generate(question)) text += piece;
    })();
    await expect(reply).rejects.toMatchObject({
      code: 'engine-failed',
      message: expect.stringContaining('Tiny wrote nothing') as string,
    });
    expect(text).toBe('first');
    expect(seen.terminated).toBe(1);
  });

  it('waits for a reader who is slow', async () => {
    const { engine, seen } = setUp({}, { replySilence: 30 });
    await engine.load();
    let text = '';
    for await (const piece of engine.generate(question, { maxTokens: 2 })) {
      text += piece;
      await wait(60);
    }
    expect(text).toBe('1 2 ');
    expect(seen.terminated).toBe(0);
  });

  it.each([
    ['context-overflow', 0],
    ['bad-option', 0],
    ['device-lost', 1],
    ['engine-failed', 1],
  ] as const)('after %s, %i workers were ended, and the next answer comes', async (code, ended) => {
    let isFirst = true;
    async function* generate(): AsyncGenerator<string> {
      await wait(1);
      if (isFirst) {
        isFirst = false;
        throw new AskPageError(code, 'as the host says');
      }
      yield 'well';
    }
    const { engine, seen } = setUp({ generate });
    await engine.load();
    await expect(read(engine.generate(question))).rejects.toMatchObject({ code });
    expect(seen.terminated).toBe(ended);
    expect(await read(engine.generate(question))).toBe('well');
    expect(seen.started).toBe(1 + ended);
  });
});

describe('stopping', () => {
  it.each(['abort', 'leave', 'interrupt'])('frees the model after: %s', async (how) => {
    const { engine, seen } = setUp();
    await engine.load();
    const controller = new AbortController();
    const { signal } = controller;
    const reply = (async () => {
      for await (const piece of engine.generate(question, { maxTokens: 1000, signal })) {
        if (!piece.startsWith('3')) continue;
        if (how === 'leave') break;
        if (how === 'interrupt') engine.interrupt();
        else controller.abort(new Error('enough'));
      }
    })();
    await (how === 'abort' ? expect(reply).rejects.toThrow('enough') : reply);
    expect(await read(engine.generate(question, { maxTokens: 2 }))).toBe('1 2 ');
    expect(seen.aborted).toBe(1);
    expect(seen.started).toBe(1);
  });

  it('is heard at once; a worker that does not stop is ended, and the next answer comes', async () => {
    let isFirst = true;
    const { engine, seen } = setUp(
      {
        async *generate() {
          if (isFirst) {
            isFirst = false;
            yield* stuck();
          }
          yield 'again';
        },
        settle: () => new Promise(() => {}),
      },
      { stopPatience: 50, ...SILENT },
    );
    await engine.load();
    const controller = new AbortController();
    const reply = read(engine.generate(question, { signal: controller.signal }));
    await wait(10);
    const start = performance.now();
    controller.abort(new Error('enough'));
    await expect(reply).rejects.toThrow('enough');
    expect(performance.now() - start).toBeLessThan(40);
    expect(seen.terminated).toBe(0);
    expect(await read(engine.generate(question))).toBe('again');
    expect(performance.now() - start).toBeGreaterThanOrEqual(50);
    expect(seen).toMatchObject({ started: 2, terminated: 1 });
  });

  it('takes a waiting question out of the queue, and leaves the others in order', async () => {
    let [running, most, begun] = [0, 0, ''];
    async function* generate({ maxTokens }: { maxTokens: number }) {
      begun += `${maxTokens} `;
      most = Math.max(most, ++running);
      await wait(40);
      yield 'done';
      running--;
    }
    const { engine } = setUp({ generate });
    await engine.load();
    let isFirstOver = false;
    const first = read(engine.generate(question, { maxTokens: 1 })).then(
      () => (isFirstOver = true),
    );
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = read(engine.generate(question, { maxTokens: 2, signal }));
    const last = read(engine.generate(question, { maxTokens: 3 }));
    await wait(5);
    controller.abort(new Error('never mind'));
    await expect(waiting).rejects.toThrow('never mind');
    await expect(read(engine.generate(question, { signal }))).rejects.toThrow('never mind');
    expect(isFirstOver).toBe(false);
    await Promise.all([first, last]);
    expect(begun).toBe('1 3 ');
    expect(most).toBe(1);
  });

  it('rejects a running reply when the model is unloaded', async () => {
    const { engine, seen } = setUp({ unload: () => new Promise(() => {}) });
    await engine.load();
    const reply = read(engine.generate(question, { maxTokens: 1000 }));
    reply.catch(() => {});
    await wait(10);
    const start = performance.now();
    await engine.unload();
    expect(performance.now() - start).toBeLessThan(1_000);
    await expect(reply).rejects.toMatchObject({
      code: 'engine-failed',
      message: 'The model was unloaded meanwhile.',
    });
    expect(seen.terminated).toBe(1);
    await expect(read(engine.generate(question))).rejects.toThrow('Load it first');
  });
});

describe('a model that was lost', () => {
  it('is started again from the files, where the worker failed under a reply', async () => {
    const { engine, seen, fail, state } = setUp();
    await engine.load();
    const reply = read(engine.generate(question, { maxTokens: 1000 }));
    await wait(10);
    fail(new AskPageError('worker-failed', 'The worker stopped.'));
    await expect(reply).rejects.toMatchObject({ code: 'worker-failed' });
    expect(engine.contextWindow).toBe(4096);
    expect(await engine.countTokens(['four'])).toEqual([4]);
    expect(seen.started).toBe(2);
    expect(state.calls).toEqual(['download 100']);
  });

  it('is noticed under a reply when the worker died without a word', async () => {
    const { engine, kill } = setUp({ generate: stuck }, { pingEvery: 5, ...SILENT });
    await engine.load();
    const reply = (async () => {
      for await (const piece of engine.generate(question)) if (piece === 'two ') kill();
    })();
    await expect(reply).rejects.toMatchObject({ code: 'worker-failed' });
  });

  it.each(['the worker died', 'the device was lost'])(
    'is started again unnoticed, where %s while nothing ran',
    async (what) => {
      const answers: boolean[] = [];
      const ping = () => Promise.resolve(answers.pop() ?? true);
      const { engine, seen, kill } = setUp({ ping }, { pingEvery: 20 });
      await engine.load();
      if (what === 'the worker died') kill();
      else answers.push(false);
      expect(await read(engine.generate(question, { maxTokens: 2 }))).toBe('1 2 ');
      expect(seen).toMatchObject({ started: 2, terminated: 1 });
    },
  );

  it('is tried once for each question, and says why it can not come back', async () => {
    let isLost = false;
    async function* load() {
      yield { fraction: 1, text: 'whole' };
      await wait(1);
      if (isLost) throw new AskPageError('device-lost', 'No memory.');
    }
    const { engine, seen } = setUp({ load, ping: () => Promise.resolve(!isLost) });
    await engine.load();
    isLost = true;
    await expect(read(engine.generate(question))).rejects.toMatchObject({ code: 'device-lost' });
    expect(seen.started).toBe(2);
    isLost = false;
    expect(await read(engine.generate(question, { maxTokens: 1 }))).toBe('1 ');
  });

  it('is not fetched again unasked where its files are gone', async () => {
    const { engine, state, fail } = setUp();
    await engine.load();
    fail(new AskPageError('worker-failed', 'The worker stopped.'));
    state.isStored = false;
    await expect(read(engine.generate(question))).rejects.toThrow('no longer in this browser');
    expect(engine.contextWindow).toBe(0);
    expect(state.calls).toEqual(['download 100']);
  });

  it.each(['abort', 'interrupt'])('comes back though the reader stops it by %s', async (how) => {
    async function* load() {
      yield { fraction: 1, text: 'whole' };
      await wait(40);
    }
    const { engine, seen, fail } = setUp({ load });
    await engine.load();
    fail(new AskPageError('worker-failed', 'The worker stopped.'));
    const controller = new AbortController();
    const reply = read(engine.generate(question, { signal: controller.signal }));
    await wait(5);
    if (how === 'interrupt') engine.interrupt();
    else controller.abort(new Error('enough'));
    await (how === 'abort' ? expect(reply).rejects.toThrow('enough') : reply);
    expect(seen.warmUps).toBe(1);
    expect(await read(engine.generate(question, { maxTokens: 1 }))).toBe('1 ');
    expect(seen).toMatchObject({ started: 2, warmUps: 2 });
  });
});
