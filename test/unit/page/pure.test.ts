import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../../src/page/config.ts';
import { parseHotkey } from '../../../src/page/hotkey.ts';
import { within } from '../../../src/engines/waiting.ts';

describe('a hotkey', () => {
  const plain = { mod: false, shift: false, alt: false };
  it.each([
    ['mod+k', { ...plain, mod: true, key: 'k' }],
    ['MOD+Shift+K', { ...plain, mod: true, shift: true, key: 'k' }],
    [' alt+/ ', { ...plain, alt: true, key: '/' }],
    ['/', { ...plain, key: '/' }],
    ['escape', { ...plain, key: 'escape' }],
  ])('%s', (text, hotkey) => expect(parseHotkey(text)).toEqual(hotkey));

  it.each(['', ' ', 'mod+', '+', 'ctrl+k', 'mod k+k', 'hyper+mod+k'])('is none: "%s"', (text) =>
    expect(parseHotkey(text)).toBeUndefined(),
  );
});

describe('the attributes', () => {
  const none = {
    index: undefined,
    assets: undefined,
    engine: undefined,
    encoder: undefined,
    model: undefined,
    modelBase: undefined,
    gguf: undefined,
    history: false,
  };
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  beforeEach(() => {
    vi.stubGlobal('document', { baseURI: 'https://site.test/docs/page.html' });
    warn.mockClear();
  });
  afterEach(() => vi.unstubAllGlobals());

  it('may all be missing', () => {
    const auto = { ...none, engine: 'auto', encoder: 'auto' };
    expect(readConfig(none)).toEqual(auto);
    expect(readConfig({ ...none, index: null, engine: null, model: null })).toEqual(auto);
    expect(warn).not.toHaveBeenCalled();
  });

  it('give the index an absolute address', () => {
    const index = (value: string) => readConfig({ ...none, index: value }).index;
    expect(index('askpage-index/manifest.json')).toBe(
      'https://site.test/docs/askpage-index/manifest.json',
    );
    expect(index('/m.json')).toBe('https://site.test/m.json');
    expect(index('https://cdn.test/m.json')).toBe('https://cdn.test/m.json');
    expect(index('')).toBeUndefined();
  });

  it('are kept as they were written otherwise', () => {
    const names = { engine: 'extractive', encoder: 'full', model: 'A,B' };
    const given = { assets: '/askpage/', modelBase: 'models/', ...names };
    expect(readConfig({ ...none, ...given })).toMatchObject(given);
  });

  it('fall back to the default, with one warning that names the bad value', () => {
    expect(readConfig({ ...none, engine: 'gpt' }).engine).toBe('auto');
    expect(warn).toHaveBeenCalledOnce();
    expect(String(warn.mock.calls[0]?.[0])).toContain('engine="gpt"');
    expect(readConfig({ ...none, encoder: 'heavy' }).encoder).toBe('auto');
    expect(warn).toHaveBeenCalledTimes(2);
    expect(String(warn.mock.calls[1]?.[0])).toContain('encoder="heavy"');
  });
});

describe('waiting for a while', () => {
  const never = new Promise<void>(() => {});
  const after = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

  it('tells whether the work ended in time', async () => {
    expect(await within(Promise.resolve(), 1000, undefined)).toBe(true);
    expect(await within(after(5), 1000, undefined)).toBe(true);
    expect(await within(never, 5, undefined)).toBe(false);
    expect(await within(Promise.reject(new Error('failed')), 1000, undefined)).toBe(false);
  });

  it('ends with the reason when it is stopped', async () => {
    const stop = new AbortController();
    const waiting = within(never, 10_000, stop.signal);
    stop.abort(new Error('stopped'));
    await expect(waiting).rejects.toThrow('stopped');
  });
});
