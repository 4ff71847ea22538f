import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LocalItems, newId } from '../../../src/page/thread/local-items.ts';

/** Local storage as browsers have it: items are properties too. It takes so many characters. */
function fakeStorage(room = Infinity): Storage {
  const own: Record<string, unknown> = {};
  const size = () => JSON.stringify(own).length;
  const methods = {
    getItem: (name: string) => own[name] ?? null,
    removeItem: (name: string) => Reflect.deleteProperty(own, name),
    setItem(name: string, value: string) {
      if (size() + value.length > room) throw new DOMException('full', 'QuotaExceededError');
      own[name] = value;
    },
  };
  for (const [name, value] of Object.entries(methods))
    Object.defineProperty(own, name, { value, enumerable: false });
  return own as unknown as Storage;
}

const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
beforeEach(() => warn.mockClear());
afterEach(() => vi.unstubAllGlobals());

const values = (items: LocalItems, kind = 'note') => items.list(kind).map(({ value }) => value);

describe('items that are kept', () => {
  it('are there for the next page, oldest first, and only for this site', () => {
    const storage = fakeStorage();
    const open = (path: string) =>
      new LocalItems({ prefix: `askpage:history ${path} `, storage: () => storage });
    const first = open('/docs/');
    first.put('note', { id: '2', value: 'b' }, 9);
    first.put('note', { id: '1', value: { a: 1 } }, 9);
    first.put('other', { id: '1', value: 'c' }, 9);
    expect(values(open('/docs/'))).toEqual([{ a: 1 }, 'b']);
    expect(values(open('/'))).toEqual([]);
    expect(values(open('/docs/more/'))).toEqual([]);
  });

  it('of two tabs that write at once are all there', () => {
    const storage = fakeStorage();
    const tabs = [1, 2].map(() => new LocalItems({ prefix: 'x ', storage: () => storage }));
    tabs.forEach((tab) => tab.list('note'));
    tabs.forEach((tab, place) => tab.put('note', { id: newId(), value: place }, 9));
    tabs.forEach((tab) => tab.refresh());
    expect(tabs.map((tab) => values(tab).length)).toEqual([2, 2]);
    tabs[0]?.clear('note');
    tabs[1]?.refresh();
    expect(tabs.map((tab) => values(tab))).toEqual([[], []]);
  });

  it('lose the oldest where there are more than wanted', () => {
    const storage = fakeStorage();
    const items = new LocalItems({ prefix: 'x ', storage: () => storage });
    for (const id of ['1', '2', '3']) items.put('note', { id, value: id }, 2);
    items.put('note', { id: '2', value: 'new' }, 2);
    expect(values(items)).toEqual(['new', '3']);
    expect(Object.keys(storage)).toHaveLength(2);
  });

  it('may be broken by others', () => {
    const storage = fakeStorage();
    storage.setItem('x note 1', '{');
    storage.setItem('x note', 'a');
    const items = new LocalItems({ prefix: 'x ', storage: () => storage });
    expect(values(items)).toEqual([undefined]);
  });
});

describe('where the browser keeps nothing', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };

  it.each([
    ['full', () => fakeStorage(0)],
    ['refused', refuse],
  ])('because storage is %s, items last for the visit, with one line', (_, storage) => {
    const made = storage === refuse ? undefined : storage();
    const items = new LocalItems({ prefix: 'x ', storage: () => made ?? storage() });
    items.put('note', { id: '1', value: 'a' }, 2);
    items.put('note', { id: '2', value: 'b' }, 2);
    expect(values(items)).toEqual(['a', 'b']);
    items.remove('note', '1');
    expect(values(items)).toEqual(['b']);
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it('or where none is wanted, without a line', () => {
    const items = new LocalItems({ prefix: 'x ' });
    items.put('note', { id: '1', value: 'a' }, 2);
    expect(values(items)).toEqual(['a']);
    expect(items.isKept).toBe(false);
    expect(warn).not.toHaveBeenCalled();
  });
});

it('ids sort by the time of their making', () => {
  vi.stubGlobal('Date', { now: () => 1_800_000_000_000 });
  const early = newId();
  vi.stubGlobal('Date', { now: () => 1_800_000_000_001 });
  expect(early < newId()).toBe(true);
});
