import { describe, expect, it } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import type { Engine, EngineDescription, LoadProgress } from '../../../src/core/ports.ts';
import type { EngineOption } from '../../../src/page/engine-candidates.ts';
import type { EngineMemory } from '../../../src/page/engine-memory.ts';
import { EngineSlot } from '../../../src/page/engine-slot.ts';

interface Plan extends Partial<EngineDescription> {
  id?: string;
  /** What a load does; default: it succeeds at once. */
  load?: Engine['load'];
  describe?: Engine['describe'];
}

interface FakeEngine extends Engine {
  loads: number;
  unloads: number;
}

function fakeEngine({ id = 'fake', load, describe, ...told }: Plan): FakeEngine {
  const description: EngineDescription = {
    ...{ model: 'Fake 1B', bytes: 879e6, licence: 'MIT', origin: 'models.test' },
    ...{ availability: 'download', ...told },
  };
  const engine: FakeEngine = {
    ...{ id, contextWindow: 4096, controlTokens: [], loads: 0, unloads: 0 },
    describe: describe ?? (() => Promise.resolve(description)),
    load: (options) => {
      engine.loads++;
      return load?.(options) ?? Promise.resolve();
    },
    countTokens: (texts) => Promise.resolve(texts.map(() => 1)),
    async *generate() {
      yield await Promise.resolve('x');
    },
    interrupt: () => {},
    unload: () => {
      engine.unloads++;
      return Promise.resolve();
    },
  };
  return engine;
}

interface FakeMemory extends Partial<EngineMemory> {
  guarded: string[];
}

function slotOf(engines: readonly (FakeEngine | EngineOption)[], kept: Partial<EngineMemory> = {}) {
  const memory: FakeMemory = {
    ...{ isRefused: false, chosen: undefined, guarded: [] },
    guardLoad: (model) => {
      memory.guarded.push(model);
      return () => void memory.guarded.push('safe');
    },
    forgetInterruption: () => Object.assign(memory, { interrupted: undefined }),
    ...kept,
  };
  const seen: string[] = [];
  const persisted: string[] = [];
  const slot: EngineSlot = new EngineSlot({
    find: () =>
      Promise.resolve(engines.map((each) => ('engine' in each ? each : { engine: each }))),
    memory: memory as unknown as EngineMemory,
    persist: () => Promise.resolve(persisted.push('asked')),
    onChange: () => void seen.push(slot.state.kind),
  });
  return { slot, memory, seen, persisted };
}

const modelOf = ({ state }: EngineSlot) => ('description' in state ? state.description.model : '');

describe('looking for a model', () => {
  it('loads the one that is on the device before it offers a better one', async () => {
    const [large, small] = [
      fakeEngine({ model: 'Large' }),
      fakeEngine({ model: 'Small', availability: 'ready' }),
    ];
    const { slot } = slotOf([large, small]);
    await slot.look();
    expect(slot.state.kind).toBe('ready');
    expect(modelOf(slot)).toBe('Small');
    expect(large.loads).toBe(0);
  });

  it('offers the first that can run, and loads nothing', async () => {
    const none = fakeEngine({ availability: 'unavailable', reason: 'No card.' });
    const [first, second] = [fakeEngine({ model: 'First' }), fakeEngine({ model: 'Second' })];
    const { slot, persisted } = slotOf([none, first, second]);
    await slot.look();
    expect(slot.state.kind).toBe('offered');
    expect(modelOf(slot)).toBe('First');
    expect([none, first, second].map(({ loads }) => loads)).toEqual([0, 0, 0]);
    expect(persisted).toEqual([]);
  });

  it("offers the reader's choice of an earlier visit", async () => {
    const engines = [fakeEngine({ model: 'First' }), fakeEngine({ model: 'Second' })];
    const { slot } = slotOf(engines, { chosen: 'fake:Second' });
    await slot.look();
    expect(modelOf(slot)).toBe('Second');
  });

  it('says why none can run: the reason of the one that was wanted most', async () => {
    const { slot } = slotOf([
      fakeEngine({ availability: 'unavailable', reason: 'No card.' }),
      fakeEngine({ describe: () => Promise.reject(new Error('broken')) }),
    ]);
    await slot.look();
    expect(slot.state).toEqual({ kind: 'none', reason: 'No card.' });
  });

  it("never offers the browser's own model for download, but uses it where it is there", async () => {
    const offered = fakeEngine({ id: 'prompt-api', model: 'Built in' });
    const { slot } = slotOf([{ engine: offered, isOnlyIfReady: true }]);
    await slot.look();
    expect(slot.state.kind).toBe('none');
    const there = fakeEngine({ id: 'prompt-api', model: 'Built in', availability: 'ready' });
    const other = slotOf([
      fakeEngine({ model: 'First' }),
      { engine: there, isOnlyIfReady: true },
    ]).slot;
    await other.look();
    expect(modelOf(other)).toBe('Built in');
  });

  it('is done once, however many ask at the same time', async () => {
    const engine = fakeEngine({ availability: 'ready' });
    const { slot } = slotOf([engine]);
    await Promise.all([slot.look(), slot.look(), slot.look()]);
    expect(engine.loads).toBe(1);
  });
});

describe("the reader's word", () => {
  it('yes loads, asks the browser to keep it, and is remembered', async () => {
    const engine = fakeEngine({});
    const { slot, memory, persisted } = slotOf([engine]);
    await slot.look();
    await slot.download();
    expect(slot.state.kind).toBe('ready');
    expect(slot.ready).toBe(engine);
    expect(persisted).toEqual(['asked']);
    expect(memory.chosen).toBe('fake:Fake 1B');
  });

  it('"never" holds for later visits, also where the model is on the device', async () => {
    const engine = fakeEngine({ availability: 'ready' });
    const { slot, memory } = slotOf([engine], { isRefused: true });
    await slot.look();
    expect(slot.state).toEqual({ kind: 'declined', isForGood: true });
    expect(engine.loads).toBe(0);
    slot.offer();
    expect(memory.isRefused).toBe(false);
    await slot.download();
    expect(slot.state.kind).toBe('ready');
  });

  it('"not now" holds for this visit only', async () => {
    const { slot, memory } = slotOf([fakeEngine({})]);
    await slot.look();
    slot.decline();
    expect(slot.state).toEqual({ kind: 'declined', isForGood: false });
    expect(memory.isRefused).toBe(false);
    slot.offer();
    expect(slot.state.kind).toBe('offered');
  });

  it('pauses, and goes on where it was', async () => {
    let going: (() => void) | undefined;
    const signals: (AbortSignal | undefined)[] = [];
    const engine = fakeEngine({
      load: ({ signal, onProgress } = {}) =>
        new Promise((resolve, reject) => {
          signals.push(signal);
          going = resolve;
          onProgress?.({
            ...{ fraction: 0.3, text: '' },
            download: { doneBytes: 3, totalBytes: 10 },
          });
          signal?.addEventListener('abort', () => reject(new DOMException('x', 'AbortError')));
        }),
    });
    const { slot } = slotOf([engine]);
    await slot.look();
    const first = slot.download();
    await Promise.resolve();
    await Promise.resolve();
    slot.stop();
    await first;
    expect(signals[0]?.aborted).toBe(true);
    expect(slot.state).toMatchObject({ kind: 'paused', progress: { download: { doneBytes: 3 } } });
    const second = slot.download();
    await Promise.resolve();
    await Promise.resolve();
    going?.();
    await second;
    expect(slot.state.kind).toBe('ready');
    expect(engine.loads).toBe(2);
  });

  it('for another model lets the one before go, and loads what is on the device', async () => {
    const first = fakeEngine({ model: 'First', availability: 'ready' });
    const second = fakeEngine({ model: 'Second' });
    const third = fakeEngine({ model: 'Third', availability: 'ready' });
    const { slot } = slotOf([first, second, third]);
    await slot.look();
    expect(slot.choices.map(({ key, isCurrent }) => [key, isCurrent])).toEqual([
      ['fake:First', true],
      ['fake:Third', false],
      ['fake:Second', false],
    ]);
    await slot.choose('fake:Second');
    expect(slot.state.kind).toBe('offered');
    expect(first.unloads).toBe(1);
    expect(slot.ready).toBeUndefined();
    await slot.choose('fake:Third');
    expect(slot.state.kind).toBe('ready');
    expect(modelOf(slot)).toBe('Third');
  });
});

describe('a load', () => {
  it('that fails can be tried again', async () => {
    let fails = 1;
    const engine = fakeEngine({
      load: () =>
        fails-- > 0 ? Promise.reject(new AskPageError('network', 'No way.')) : Promise.resolve(),
    });
    const { slot } = slotOf([engine]);
    await slot.look();
    await slot.download();
    expect(slot.state).toMatchObject({ kind: 'failed', error: { code: 'network' } });
    await slot.download();
    expect(slot.state.kind).toBe('ready');
  });

  it('is guarded from the moment that memory is filled, not while files arrive', async () => {
    const steps: LoadProgress[] = [
      { fraction: 0.2, text: '', download: { doneBytes: 1, totalBytes: 5 } },
      { fraction: 0.8, text: 'Moving the model to the graphics card' },
      { fraction: 0.9, text: 'Preparing the graphics card' },
    ];
    const guardedAt: number[] = [];
    const engine = fakeEngine({
      load: ({ onProgress } = {}) => {
        for (const step of steps) {
          onProgress?.(step);
          guardedAt.push(memory.guarded.length);
        }
        return Promise.resolve();
      },
    });
    const { slot, memory } = slotOf([engine]);
    await slot.look();
    await slot.download();
    expect(guardedAt).toEqual([0, 1, 1]);
    expect(memory.guarded).toEqual(['Fake 1B', 'safe']);
  });

  it('that ended the page before is not begun again unasked', async () => {
    const engine = fakeEngine({ availability: 'ready' });
    const { slot, memory } = slotOf([engine], { interrupted: 'Fake 1B' });
    await slot.look();
    expect(slot.state).toMatchObject({ kind: 'failed', error: { code: 'load-interrupted' } });
    expect(engine.loads).toBe(0);
    expect(memory.interrupted).toBeUndefined();
    await slot.download();
    expect(slot.state.kind).toBe('ready');
  });

  it('is begun here when another tab gives the model up, unless it was deleted there', async () => {
    let availability: EngineDescription['availability'] = 'ready';
    const engine: FakeEngine = fakeEngine({
      describe: () =>
        Promise.resolve({
          ...{ model: 'Fake 1B', bytes: 1, licence: 'MIT', origin: 'x', availability },
        }),
    });
    const { slot, seen } = slotOf([engine]);
    await slot.look();
    await slot.takeOver();
    expect([engine.loads, engine.unloads]).toEqual([2, 0]);
    expect(seen.slice(-2)).toEqual(['loading', 'ready']);
    availability = 'download';
    await slot.takeOver();
    expect(engine.loads).toBe(2);
    expect(slot.state.kind).toBe('offered');
    slot.decline();
    availability = 'ready';
    await slot.takeOver();
    expect(engine.loads).toBe(2);
  });
});
