import { describe, expect, it } from 'vitest';
import type { ScopeOffers } from '../../../src/core/scope.ts';
import { ScopeChoice } from '../../../src/page/scope-choice.ts';

const PAGE = { url: 'https://x.test/a', title: 'A' };
const SECTION = { url: 'https://x.test/a#one', heading: 'One' };

/** A reader who goes from address to address; each has its offers. */
function reader(offers: Record<string, ScopeOffers | Error>) {
  const looked: string[] = [];
  let address = '';
  const choice = new ScopeChoice({
    address: () => address,
    look(url) {
      looked.push(url);
      const found = offers[url] ?? { pages: 9 };
      return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
    },
    onChange: () => {},
  });
  const go = (to: string) => {
    address = to;
    return choice.follow();
  };
  const kinds = () => choice.options.map(({ scope }) => scope.kind);
  return { choice, go, kinds, looked };
}

describe('the choice of what is searched', () => {
  it('is all pages until the reader chooses, then the page that they are on', async () => {
    const page = { pages: 9, page: PAGE };
    const other = { pages: 9, page: { url: 'https://x.test/b', title: 'B' } };
    const { choice, go, kinds } = reader({ a: page, b: other });
    expect(kinds()).toEqual([]);
    await go('a');
    expect(kinds()).toEqual(['all', 'page']);
    expect(choice.current).toEqual({ kind: 'all' });
    choice.choose('page');
    expect(choice.current).toEqual({ kind: 'page', url: PAGE.url });
    await go('b');
    expect(choice.current).toEqual({ kind: 'page', url: 'https://x.test/b' });
    await go('elsewhere');
    expect(kinds()).toEqual([]);
    expect(choice.current).toEqual({ kind: 'all' });
  });

  it('is none where there is one page alone', async () => {
    const { go, kinds } = reader({ a: { pages: 1, page: PAGE } });
    await go('a');
    expect(kinds()).toEqual([]);
  });

  it('keeps a section that was chosen while the reader looks about on its page', async () => {
    const two = { url: 'https://x.test/a#two', heading: 'Two' };
    const { choice, go } = reader({
      'a#one': { pages: 9, page: PAGE, section: SECTION },
      'a#two': { pages: 9, page: PAGE, section: two },
      b: { pages: 9, page: { url: 'https://x.test/b', title: 'B' } },
    });
    await go('a#one');
    await go('a#two');
    choice.choose('section');
    expect(choice.current).toEqual({ kind: 'section', url: two.url });
    await go('a#one');
    expect(choice.current).toEqual({ kind: 'section', url: two.url });
    await go('b');
    expect(choice.current).toEqual({ kind: 'all' });
  });

  it('looks once at each address, again after a failure, and again when the documents are others', async () => {
    const offers: Record<string, ScopeOffers | Error> = { a: new Error('not yet') };
    const { choice, go, kinds, looked } = reader(offers);
    await go('a');
    offers.a = { pages: 9, page: PAGE };
    await go('a');
    await go('a');
    expect(looked).toEqual(['a', 'a']);
    expect(kinds()).toEqual(['all', 'page']);
    offers.a = { pages: 1, page: PAGE };
    choice.forget();
    await go('a');
    expect(kinds()).toEqual([]);
  });
});
