import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { LoadProgress } from '../../../src/core/ports.ts';
import { shareEngine } from '../../../src/engines/shared-engine.ts';
import { asked, createFakeSite, reply, texts, until } from './fake-tabs.ts';
import { createFakeEngine, wait } from './fake-word-engine.ts';

let site: ReturnType<typeof createFakeSite>;
beforeEach(() => (site = createFakeSite()));
afterEach(() => site.close());

/** Tabs that have loaded the model, the first as its holder. */
async function opened(...names: string[]) {
  const tabs = names.map((name) => site.open(name));
  for (const { shared } of tabs) await shared.load();
  return tabs as [(typeof tabs)[0], (typeof tabs)[0], (typeof tabs)[0]];
}

describe('one tab loads, the others use it', () => {
  it('loads once, and all tabs know window, control tokens and counts', async () => {
    const tabs = await opened('a', 'b', 'c');
    for (const { shared } of tabs) {
      expect(shared.contextWindow).toBe(4096);
      expect(shared.controlTokens).toEqual(['<|a|>']);
      expect(await shared.countTokens(['four', ''])).toEqual([4, 0]);
    }
    expect(tabs.map(({ inner }) => inner.calls)).toEqual([['load'], [], []]);
    expect(site.locks.held().filter((name) => name === 'askpage-model')).toHaveLength(1);
  });

  it("streams the holder's words into the other tab, with its options", async () => {
    const [a, b] = await opened('a', 'b');
    expect(await reply(a, 'one two')).toBe('a:one a:two');
    expect(await reply(b, 'one two three', { maxTokens: 2 })).toBe('a:one a:two');
    // How much is read is told in the holder's own tab; a function can't go to another.
    const read: number[] = [];
    const onReading = (fraction: number) => void read.push(fraction);
    expect(await reply(a, 'one', { onReading })).toBe('a:one');
    expect(await reply(b, 'one', { onReading })).toBe('a:one');
    expect(read).toEqual([1]);
    a.inner.pace = 30;
    const came: number[] = [];
    for await (const piece of b.shared.generate(asked('one two three'))) {
      expect(piece).toMatch(/^a:/);
      came.push(performance.now());
    }
    // Each piece as it is written, not all at the end.
    expect(Number(came[2]) - Number(came[0])).toBeGreaterThan(40);
  });

  it('two tabs that load at the same time share one load, and both see its progress', async () => {
    const [a, b] = [site.open('a'), site.open('b')];
    const seen: Record<string, LoadProgress[]> = { a: [], b: [] };
    for (const tab of [a, b])
      tab.inner.loading = async ({ onProgress }) => {
        await wait(60);
        onProgress?.({ fraction: 0.5, text: 'half' });
        await wait(20);
      };
    await Promise.all(
      [a, b].map(({ shared, name }) =>
        shared.load({ onProgress: (step) => seen[name]?.push(step) }),
      ),
    );
    const holder = a.inner.calls.length > 0 ? 'a' : 'b';
    expect([...a.inner.calls, ...b.inner.calls]).toEqual(['load']);
    for (const steps of Object.values(seen))
      expect(texts(steps)).toEqual([`starting in ${holder}`, 'half']);
  });

  it("tells the holder's errors with their words, and the model stays loaded", async () => {
    const [, b] = await opened('a', 'b');
    await expect(reply(b, 'fail')).rejects.toMatchObject({
      code: 'engine-failed',
      message: 'The card burns.',
    });
    expect(await reply(b, 'fine')).toBe('a:fine');
  });

  it('describes by its own engine, and keeps id and what it ignores', async () => {
    const inner = { ...createFakeEngine('a'), ignores: ['stop'] as const };
    const { locks } = site.locks.openTab();
    const shared = shareEngine(inner, { scope: 's', locks });
    expect(shared.id).toBe('fake');
    expect(shared.ignores).toEqual(['stop']);
    expect((await shared.describe()).model).toBe('Fake 1B');
    expect(site.locks.held()).toEqual([]);
  });
});

describe('replies take turns', () => {
  it('writes one at a time, whichever tab asks, in the order of asking', async () => {
    const [a, b, c] = await opened('a', 'b', 'c');
    a.inner.pace = 5;
    const first = reply(a, 'first of a');
    await wait(5);
    const second = reply(b, 'second of b');
    await wait(5);
    const third = reply(c, 'third of c');
    expect(await Promise.all([first, second, third])).toEqual([
      'a:first a:of a:a',
      'a:second a:of a:b',
      'a:third a:of a:c',
    ]);
    expect(a.inner.calls.filter((call) => / /.test(call))).toEqual([
      'first of a',
      'second of b',
      'third of c',
    ]);
  });

  it('an abort in the other tab is heard at once, and frees the holder', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.pace = 10;
    const abort = new AbortController();
    const started = performance.now();
    const stopped = reply(b, 'word '.repeat(200), { signal: abort.signal });
    setTimeout(() => abort.abort(new Error('enough')), 50);
    await expect(stopped).rejects.toThrow('enough');
    expect(performance.now() - started).toBeLessThan(300);
    expect(await reply(a, 'next')).toBe('a:next');
    expect(a.inner.calls.at(-3)).toBe('freed');
  });

  it('leaving the loop early frees the holder too', async () => {
    const [a, b] = await opened('a', 'b');
    for await (const piece of b.shared.generate(asked('word '.repeat(500))))
      if (piece !== '') break;
    expect(await reply(a, 'next')).toBe('a:next');
  });

  it('a reply that waits can be stopped, and the running one goes on', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.pace = 20;
    const running = reply(a, 'one two three four');
    await wait(10);
    await expect(reply(b, 'never', { signal: AbortSignal.timeout(20) })).rejects.toThrow(/timeout/);
    expect(await running).toBe('a:one a:two a:three a:four');
    expect(a.inner.calls).not.toContain('never');
  });

  it('an engine that never ends a stopped reply keeps the others waiting for a second only', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.isDeaf = true;
    const stopped = reply(b, 'one forever', { signal: AbortSignal.timeout(50) });
    await expect(stopped).rejects.toThrow(/timeout/);
    const started = performance.now();
    // The fake refuses a second reply: that it is asked at all is what counts.
    await expect(reply(a, 'next')).rejects.toThrow('A reply is being written.');
    expect(performance.now() - started).toBeGreaterThan(500);
    expect(performance.now() - started).toBeLessThan(2_000);
  });

  it("interrupt ends this tab's replies, running or waiting, and no other's", async () => {
    const [a, b, c] = await opened('a', 'b', 'c');
    a.inner.pace = 20;
    const ofB = reply(b, 'one two three four');
    await wait(15);
    const ofC = reply(c, 'waits');
    const ofA = reply(a, 'own');
    await wait(15);
    c.shared.interrupt();
    expect(await ofC).toBe('');
    a.shared.interrupt();
    expect(await ofA).toBe('');
    expect(await ofB).toBe('a:one a:two a:three a:four');
    const again = reply(b, 'one two three four');
    await wait(50);
    b.shared.interrupt();
    expect((await again).length).toBeLessThan(15);
  });

  it('a tab that is closed during its reply frees the holder', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.pace = 10;
    let pieces = 0;
    const read = async () => {
      for await (const piece of b.shared.generate(asked('word '.repeat(500))))
        pieces += piece.length;
    };
    void read().catch(() => {});
    await until(() => pieces > 10);
    b.close();
    expect(await reply(a, 'next')).toBe('a:next');
    // Nothing of the closed tab is left.
    await until(() => site.locks.waited().length === 0);
    expect(site.locks.held()).toHaveLength(2);
  });
});

describe('without locks or channels', () => {
  it('a page that has none works alone', async () => {
    // Node has a BroadcastChannel and, before 24, no locks.
    const inner = createFakeEngine('a');
    const locks = undefined as unknown as LockManager;
    const shared = shareEngine(inner, { scope: 's', locks });
    await shared.load();
    expect(shared.contextWindow).toBe(4096);
    expect(await reply({ shared } as never, 'hello')).toBe('a:hello');
  });

  it.each([
    [
      'throws',
      () => {
        throw new DOMException('denied', 'SecurityError');
      },
    ],
    ['rejects', () => Promise.reject(new DOMException('denied', 'SecurityError'))],
  ])(
    'where asking for a lock %s, as in a sandboxed frame, it works alone',
    async (_how, request) => {
      const tab = site.open('a', { locks: { request } as unknown as LockManager });
      const steps: LoadProgress[] = [];
      await tab.shared.load({ onProgress: (step) => steps.push(step) });
      expect(texts(steps)).toEqual(['starting in a']);
      expect(await reply(tab, 'hello')).toBe('a:hello');
      expect(await tab.shared.countTokens(['abc'])).toEqual([3]);
      await tab.shared.unload();
      expect(tab.inner.calls).toContain('unload');
    },
  );
});
