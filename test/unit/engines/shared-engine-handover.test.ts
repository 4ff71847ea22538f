import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFakeSite, reply, texts, until } from './fake-tabs.ts';
import { wait } from './fake-word-engine.ts';

let site: ReturnType<typeof createFakeSite>;
beforeEach(() => (site = createFakeSite()));
afterEach(() => site.close());

async function opened(...names: string[]) {
  const tabs = names.map((name) => site.open(name));
  for (const { shared } of tabs) await shared.load();
  return tabs as [(typeof tabs)[0], (typeof tabs)[0], (typeof tabs)[0]];
}

const IMPATIENT = { helloMs: 100, pingMs: 60 };

const holds = (held: string[]) => held.filter((name) => name === 'askpage-model').length;

describe('when the holder is closed', () => {
  it('pending calls of the other tab reject with a sentence, and it loads the model itself', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.pace = 20;
    const cut = reply(b, 'word '.repeat(100));
    const count = b.shared.countTokens(['x']);
    expect(await count).toEqual([1]);
    await wait(50);
    a.close();
    await expect(cut).rejects.toMatchObject({
      code: 'engine-failed',
      message: expect.stringMatching(/tab .* was closed .* Ask again\.$/) as string,
    });
    await until(() => b.handovers > 0 && b.shared.contextWindow > 0);
    expect(b.inner.calls).toEqual(['load']);
    expect(b.handovers).toBe(1);
    expect(await reply(b, 'here')).toBe('b:here');
  });

  it('counts as not loaded until then', async () => {
    const a = site.open('a');
    const b = site.open('b', { atHandover: () => wait(30) });
    await a.shared.load();
    await b.shared.load();
    a.close();
    await until(() => b.handovers > 0);
    expect(b.shared.contextWindow).toBe(0);
    expect(b.shared.controlTokens).toEqual(['<|any|>']);
    await expect(reply(b, 'hello')).rejects.toMatchObject({ code: 'engine-failed' });
    await expect(b.shared.countTokens(['hello'])).rejects.toThrow(/Load it first/);
  });

  it('exactly one of several waiting tabs loads, the others use it there', async () => {
    const [a, b, c] = await opened('a', 'b', 'c');
    const d = site.open('d');
    await d.shared.load();
    a.close();
    const rest = [b, c, d];
    await until(() => rest.every(({ handovers }) => handovers > 0));
    await until(() => rest.every(({ shared }) => shared.contextWindow > 0));
    expect(rest.flatMap(({ inner }) => inner.calls)).toEqual(['load']);
    expect(rest.map(({ handovers }) => handovers)).toEqual([1, 1, 1]);
    const replies = await Promise.all(rest.map((tab) => reply(tab, 'hi')));
    expect(new Set(replies).size).toBe(1);
    expect(replies[0]).toMatch(/^[bcd]:hi$/);
    expect(holds(site.locks.held())).toBe(1);
  });

  it('a load that waits for the holder goes on here', async () => {
    const [a, b] = [site.open('a'), site.open('b')];
    a.inner.loading = () => new Promise(() => {});
    void a.shared.load().catch(() => {});
    await until(() => a.inner.calls.length > 0);
    const steps: { text: string; fraction: number }[] = [];
    const loading = b.shared.load({ onProgress: (step) => steps.push(step) });
    await until(() => steps.length > 0);
    a.close();
    await loading;
    expect(texts(steps)).toEqual(['starting in a', 'starting in b']);
    expect(b.handovers).toBe(0);
    expect(await reply(b, 'hi')).toBe('b:hi');
  });

  it('a tab whose page does nothing leaves the turn to the next', async () => {
    const a = site.open('a');
    const b = site.open('b', { atHandover: () => {} });
    const c = site.open('c');
    for (const { shared } of [a, b, c]) await shared.load();
    a.close();
    await until(() => c.handovers > 0);
    await until(() => c.shared.contextWindow > 0);
    expect(b.inner.calls).not.toContain('load');
    await until(() => site.locks.waited().filter((name) => name === 'askpage-model').length === 0);
    expect(await reply(c, 'hi')).toBe('c:hi');
    // It can still ask for it later.
    await b.shared.load();
    expect(await reply(b, 'hi')).toBe('c:hi');
  });
});

describe('when the holder gives the model up', () => {
  it('unload ends the replies of other tabs with a sentence, and one of them loads it', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.pace = 20;
    const cut = reply(b, 'word '.repeat(100));
    await wait(50);
    await a.shared.unload();
    expect(a.inner.calls.at(-1)).toBe('unload');
    await expect(cut).rejects.toMatchObject({
      code: 'engine-failed',
      message: expect.stringMatching(/tab .* unloaded it\. Ask again\.$/) as string,
    });
    await until(() => b.handovers > 0 && b.shared.contextWindow > 0);
    expect(await reply(b, 'hi')).toBe('b:hi');
    await a.shared.load();
    expect(await reply(a, 'hi')).toBe('b:hi');
  });

  it('the lock is free only when the model is unloaded', async () => {
    const [a, b] = await opened('a', 'b');
    const unload = a.inner.unload.bind(a.inner);
    a.inner.unload = () => wait(80).then(unload);
    const leaving = a.shared.unload();
    await wait(40);
    expect(b.inner.calls).toEqual([]);
    await leaving;
    await until(() => b.inner.calls.includes('load'));
  });

  it('unload of a tab that uses it elsewhere only leaves', async () => {
    const [a, b] = await opened('a', 'b');
    await b.shared.unload();
    expect(b.shared.contextWindow).toBe(0);
    expect(b.inner.calls).toEqual([]);
    expect(await reply(a, 'hi')).toBe('a:hi');
    await until(() => site.locks.held().length === 2 && site.locks.waited().length === 0);
    await b.shared.load();
    expect(await reply(b, 'hi')).toBe('a:hi');
  });

  it('a failed load frees the lock, and the tab that waited for it tries itself', async () => {
    const [a, b] = [site.open('a'), site.open('b')];
    a.inner.loading = () => wait(60).then(() => Promise.reject(new Error('No room.')));
    const failing = expect(a.shared.load()).rejects.toThrow('No room.');
    await until(() => a.inner.calls.length > 0);
    await b.shared.load();
    await failing;
    expect(await reply(b, 'hi')).toBe('b:hi');
    await a.shared.load();
    expect(await reply(a, 'hi')).toBe('b:hi');
  });

  it('stopping a load stops it here and leaves nothing held', async () => {
    const a = site.open('a');
    let heard = false;
    a.inner.loading = ({ signal }) =>
      new Promise((_, reject) =>
        signal?.addEventListener('abort', () => {
          heard = true;
          reject(signal.reason as Error);
        }),
      );
    const abort = new AbortController();
    const loading = a.shared.load({ signal: abort.signal });
    await until(() => a.inner.calls.length > 0);
    abort.abort(new Error('stopped by the reader'));
    await expect(loading).rejects.toThrow('stopped by the reader');
    expect(heard).toBe(true);
    await until(() => site.locks.held().length === 0);
    a.inner.loading = () => wait(1);
    await a.shared.load();
    expect(await reply(a, 'hi')).toBe('a:hi');
  });

  it('stopping a load that another tab does leaves that one alone', async () => {
    const [a, b] = [site.open('a'), site.open('b')];
    a.inner.loading = () => wait(100);
    const loading = a.shared.load();
    await until(() => a.inner.calls.length > 0);
    await expect(b.shared.load({ signal: AbortSignal.timeout(40) })).rejects.toThrow(/timeout/);
    await loading;
    expect(await reply(a, 'hi')).toBe('a:hi');
    expect(b.inner.calls).toEqual([]);
    await until(() => site.locks.waited().length === 0);
  });

  it('unload during a load of this tab ends it with a sentence', async () => {
    const [a, b] = [site.open('a'), site.open('b')];
    a.inner.loading = () => wait(150);
    const own = expect(a.shared.load()).rejects.toMatchObject({ code: 'engine-failed' });
    await until(() => a.inner.calls.length > 0);
    const other = expect(b.shared.load()).rejects.toThrow('unloaded meanwhile');
    await wait(30);
    await b.shared.unload();
    await other;
    await a.shared.unload();
    await own;
    await until(() => site.locks.held().length === 0 && site.locks.waited().length === 0);
  });

  it('a model that was lost is loaded again by whichever tab asks', async () => {
    const [a, b] = await opened('a', 'b');
    await expect(reply(b, 'fail')).rejects.toThrow('The card burns.');
    await b.shared.load();
    expect(a.inner.calls.filter((call) => call === 'load')).toHaveLength(2);
    await b.shared.load();
    expect(a.inner.calls.filter((call) => call === 'load')).toHaveLength(2);
  });
});

describe('when it runs elsewhere and cannot be used', () => {
  it('another model: says so at once, and gets its turn when that tab is closed', async () => {
    const a = site.open('a');
    const b = site.open('b', { scope: 'fake/7B', patience: { helloMs: 5_000 } });
    await a.shared.load();
    const started = performance.now();
    await expect(b.shared.load()).rejects.toMatchObject({
      code: 'runs-elsewhere',
      message: expect.stringMatching(
        /another language model.* Close that tab or ask there/,
      ) as string,
    });
    expect(performance.now() - started).toBeLessThan(1_000);
    expect(b.inner.calls).toEqual([]);
    a.close();
    await until(() => b.handovers > 0 && b.shared.contextWindow > 0);
    expect(b.handovers).toBe(1);
    expect(await reply(b, 'hi')).toBe('b:hi');
  });

  it('a holder that does not answer: gives up after its patience, and goes on waiting', async () => {
    const [a] = await opened('a');
    a.freeze();
    const b = site.open('b', { patience: IMPATIENT });
    const started = performance.now();
    await expect(b.shared.load()).rejects.toMatchObject({
      code: 'runs-elsewhere',
      message: expect.stringMatching(/does not answer\. Close that tab or ask there/) as string,
    });
    expect(performance.now() - started).toBeGreaterThan(90);
    expect(b.inner.calls).toEqual([]);
    // Asked again after the holder woke up, it is found.
    a.thaw();
    await b.shared.load();
    expect(await reply(b, 'hi')).toBe('a:hi');
    expect(b.handovers).toBe(0);
  });

  it('a holder that falls silent during a reply: the call rejects and never hangs', async () => {
    const [a, b] = await opened('a', 'b');
    a.inner.pace = 30;
    const cut = reply(b, 'word '.repeat(200));
    await wait(40);
    a.freeze();
    await expect(cut).rejects.toMatchObject({ code: 'runs-elsewhere' });
    expect(b.shared.contextWindow).toBe(0);
    await until(() => b.handovers > 0);
    a.thaw();
  });

  it('a slow reply of a holder that lives is waited for', async () => {
    const [a] = await opened('a');
    const b = site.open('b', { patience: IMPATIENT });
    await b.shared.load();
    a.inner.pace = 500;
    expect(await reply(b, 'slow')).toBe('a:slow');
    expect(b.handovers).toBe(0);
  });

  it('a turn that comes while the page still tells its reader about the wait is taken', async () => {
    const [a, b] = await opened('a', 'b');
    const c = site.open('c', {
      patience: IMPATIENT,
      atHandover: async (tab) => {
        await tab.shared.load().catch(() => {});
        await wait(150);
      },
    });
    await c.shared.load();
    await b.shared.unload();
    a.inner.pace = 30;
    const cut = reply(c, 'word '.repeat(200));
    await wait(20);
    a.freeze();
    await expect(cut).rejects.toMatchObject({ code: 'runs-elsewhere' });
    // The handover's own load waits in vain for 100 ms; then the holder is closed.
    await wait(150);
    a.close();
    await until(() => c.shared.contextWindow > 0);
    expect(await reply(c, 'hi')).toBe('c:hi');
  });
});
