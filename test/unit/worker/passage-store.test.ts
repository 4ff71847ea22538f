import { beforeAll, describe, expect, it } from 'vitest';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import type { Passage } from '../../../src/core/ports.ts';
import { PassageStore } from '../../../src/worker/passage-store.ts';
import { Retrieval } from '../../../src/worker/retrieval.ts';
import type { VoyFactory } from '../../../src/worker/voy-index.ts';
import { readIndex } from '../../../src/core/index-file/read.ts';
import { DIMENSIONS as D, noise, sampleIndex, unitVectors } from '../index-file/sample.ts';
import { realVoy } from './voy.ts';

const passage = (text: string, url = 'a.html'): Passage => {
  const [only] = passagesOf({ url, title: 'Guide', headings: [], text });
  if (!only) throw new Error('no passage');
  return only;
};

const vector = (seed: number) => unitVectors(1, D, seed);
const question = (more: object = {}) => ({ question: 'port', history: [], limit: 6, ...more });

/** A store whose texts all have vectors; text `i` has the vector of seed `i + 1`. */
function fullStore(count: number): PassageStore {
  const store = new PassageStore(D);
  const passages = Array.from({ length: count }, (_, i) =>
    passage(`The port of machine${i} is open.`, `page${i}.html`),
  );
  store.add(passages).forEach(({ key }, i) => store.setVector(key, vector(i + 1)));
  return store;
}

describe('the passages of a site', () => {
  it('ask for the vector of each text once, and share it', () => {
    const store = new PassageStore(D);
    const twice = [passage('Same text.', 'a.html'), passage('Same text.', 'b.html')];
    const missing = store.add([...twice, passage('Another text.')]);
    expect(missing.map(({ text }) => text)).toEqual(['Guide\nSame text.', 'Guide\nAnother text.']);
    missing.forEach(({ key }, i) => expect(store.setVector(key, vector(i + 1))).toBe(true));
    expect(store.isComplete).toBe(true);
    const { hits } = new Retrieval(store).search(question({ vector: vector(1) }));
    expect(hits.filter(({ score }) => score > 0.999)).toHaveLength(1);
  });

  it('grow, and ask only for what is new', () => {
    const store = fullStore(3);
    expect(new Retrieval(store).keywordHits({ query: 'new', limit: 5 })).toEqual([]);
    const more = store.add([
      passage('The port of machine0 is open.', 'copy.html'),
      passage('A new text on ports.', 'new.html'),
    ]);
    expect(more.map(({ text }) => text)).toEqual(['Guide\nA new text on ports.']);
    expect(new Retrieval(store).keywordHits({ query: 'new', limit: 5 })).toHaveLength(1);
    expect(store.isComplete).toBe(false);
    store.setVector(more[0]?.key ?? '', vector(50));
    expect(store.isComplete).toBe(true);
    const retrieval = new Retrieval(store);
    const nearest = (seed: number) =>
      retrieval
        .search(question({ vector: vector(seed) }))
        .hits.sort((a, b) => b.score - a.score)[0];
    expect(nearest(50)?.passage.section.url).toBe('new.html');
    expect(nearest(2)?.passage.section.url).toBe('page1.html');
    // The copy took over the vector that its text had already.
    const copy = store.vectors.slice(3 * D, 4 * D);
    expect(copy).toEqual(store.vectors.slice(0, D));
  });

  it('refuse a vector that is no direction, of another length, or for an unknown text', () => {
    const store = new PassageStore(D);
    const [missing] = store.add([passage('One text.')]);
    const key = missing?.key ?? '';
    expect(store.setVector(key, new Float32Array(D))).toBe(false);
    expect(store.setVector(key, new Float32Array(D).fill(NaN))).toBe(false);
    expect(store.setVector(key, new Float32Array(D - 1).fill(1))).toBe(false);
    expect(store.setVector('unknown', vector(1))).toBe(false);
    expect(store.setVector(key, new Float32Array(D).fill(3))).toBe(true);
    expect(Math.hypot(...store.vectors)).toBeCloseTo(1, 5);
  });

  it('are searched by meaning though one text can have no vector', async () => {
    const store = fullStore(3);
    const [odd] = store.add([passage('An odd text about ports.', 'odd.html')]);
    store.setVector(odd?.key ?? '', new Float32Array(D));
    const found = new Retrieval(store, await realVoy()).search(
      question({ question: 'odd text', vector: vector(1) }),
    );
    expect(found.encoder).toBe('full');
    expect(found.hits.map(({ passage: { section } }) => section.url)).toContain('odd.html');
  });

  it('of a prebuilt index need nothing more', async () => {
    const { manifest, parts } = await sampleIndex(8);
    const index = await readIndex(manifest, ({ file }) =>
      Promise.resolve(parts.find((part) => part.file === file)?.bytes ?? new Uint8Array()),
    );
    index.vectors.fill(NaN, 0, D);
    const store = PassageStore.from(index, D);
    expect(store.isComplete).toBe(true);
    const { hits, encoder } = new Retrieval(store).search(
      question({ question: 'machine5', vector: index.vectors.slice(5 * D, 6 * D) }),
    );
    expect(encoder).toBe('full');
    expect(hits[0]).toMatchObject({ rank: 1, passage: { section: { title: 'Page 5' } } });
    expect(hits[0]?.score).toBeCloseTo(1, 5);
    for (const { score } of hits) expect(score).not.toBeNaN();
  });

  it('of a prebuilt index share a vector where their texts are equal', async () => {
    const { manifest, parts } = await sampleIndex(4);
    const index = await readIndex(manifest, ({ file }) =>
      Promise.resolve(parts.find((part) => part.file === file)?.bytes ?? new Uint8Array()),
    );
    const [first] = index.passages;
    if (!first) throw new Error('no passage');
    index.passages[2] = { ...first };
    index.vectors.fill(NaN, 0, D);
    const store = PassageStore.from(index, D);
    expect(store.isComplete).toBe(true);
    expect(store.vectors.slice(0, D)).toEqual(store.vectors.slice(2 * D, 3 * D));
    expect(store.vectors[0]).not.toBeNaN();
  });
});

describe('passages that are taken out', () => {
  const port = (store: PassageStore, more: object = {}) =>
    new Retrieval(store).search(question({ limit: 20, ...more }));
  const urls = (store: PassageStore) => store.passages.map(({ section }) => section.url);

  it('are found no more, by words or by meaning, and the others as before', () => {
    const store = fullStore(9);
    store.remove(({ section }) => /page[0258]/.test(section.url));
    expect(urls(store)).toEqual([
      'page1.html',
      'page3.html',
      'page4.html',
      'page6.html',
      'page7.html',
    ]);
    expect(store.isComplete).toBe(true);
    expect(store.keywords.size).toBe(5);
    expect(new Retrieval(store).keywordHits({ query: 'machine5', limit: 5 })).toEqual([]);
    for (const i of [1, 3, 4, 6, 7]) {
      const byWord = new Retrieval(store).keywordHits({ query: `machine${i}`, limit: 1 });
      expect(byWord[0]?.passage.section.url).toBe(`page${i}.html`);
      const near = port(store, { vector: vector(i + 1) }).hits.find(({ score }) => score > 0.999);
      expect(near?.passage.section.url).toBe(`page${i}.html`);
    }
    const gone = port(store, { vector: vector(1) }).hits.map(({ score }) => score);
    expect(Math.max(...gone)).toBeLessThan(0.999);
  });

  it('leave their vector to a passage of the same text, and to no other', () => {
    const store = fullStore(3);
    store.add([passage('The port of machine1 is open.', 'copy.html')]);
    store.remove(({ section }) => section.url === 'page1.html' || section.url === 'page2.html');
    expect(urls(store)).toEqual(['page0.html', 'copy.html']);
    expect(store.isComplete).toBe(true);
    expect(store.vectors.slice(D)).toEqual(fullStore(2).vectors.slice(D));
    // The text that went with its last passage needs a new vector when it comes back.
    const missing = store.add([1, 2].map((i) => passage(`The port of machine${i} is open.`)));
    expect(missing.map(({ text }) => text)).toEqual(['Guide\nThe port of machine2 is open.']);
    expect(store.isComplete).toBe(false);
  });

  it('may be all of them, none of them, or one that waits for its vector', () => {
    const store = fullStore(3);
    store.remove(() => false);
    expect(store.passages).toHaveLength(3);
    const [waiting] = store.add([passage('A new text.')]);
    store.remove(({ text }) => text === 'A new text.');
    expect(store.isComplete).toBe(true);
    expect(store.setVector(waiting?.key ?? '', vector(9))).toBe(false);
    const [odd] = store.add([passage('An odd text.')]);
    store.setVector(odd?.key ?? '', new Float32Array(D));
    store.remove(({ text }) => text === 'An odd text.');
    expect(store.isComplete).toBe(true);
    store.remove(() => true);
    expect(port(store, { vector: vector(1) }).hits).toEqual([]);
    expect(store.add([passage('A new text.')])).toHaveLength(1);
  });

  it('take their language along', () => {
    const store = new PassageStore(D);
    const german: Passage = passage('Der Port ist offen.', 'de.html');
    german.section.lang = 'de';
    const english = passage('The port is open.', 'en.html');
    english.section.lang = 'en';
    store.add([german, english]);
    const find = (lang: string) =>
      new Retrieval(store).keywordHits({ query: 'port', limit: 5, lang }).length;
    expect(find('de')).toBe(1);
    store.remove(({ section }) => section.lang === 'de');
    expect(find('de')).toBe(1);
    expect(store.inLanguage('en')).toBeUndefined();
  });
});

describe('a search', () => {
  it('goes by words and says so, until every text has its vector', () => {
    const store = fullStore(3);
    const asked = question({ question: 'machine1', vector: vector(1) });
    expect(new Retrieval(store).search(asked)).toMatchObject({ encoder: 'full', notices: [] });
    store.add([passage('A new text.')]);
    const { encoder, notices, hits } = new Retrieval(store).search(asked);
    expect(encoder).toBe('keyword');
    expect(notices).toHaveLength(1);
    expect(hits[0]?.passage.section.url).toBe('page1.html');
    expect(hits[0]?.score).toBe(0);
    expect(new Retrieval(fullStore(3)).search(question()).encoder).toBe('keyword');
  });

  it('as the reader types takes the last word as unfinished', () => {
    const hits = new Retrieval(fullStore(12)).keywordHits({ query: 'port mach', limit: 5 });
    expect(hits).toHaveLength(5);
    expect(hits.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5]);
    expect(new Retrieval(fullStore(3)).keywordHits({ query: 'zzz', limit: 5 })).toEqual([]);
  });

  it('of a follow-up takes its predecessor along', () => {
    const retrieval = new Retrieval(fullStore(5));
    const history = [{ question: 'What about machine4?', answer: 'Open.' }];
    const { hits } = retrieval.search(question({ question: 'And its port?', history }));
    expect(hits[0]?.passage.section.url).toBe('page4.html');
  });

  it('of a pasted page is done in bounded work', () => {
    const long = `machine2 ${'words that are strange to it '.repeat(20_000)}`;
    const { hits } = new Retrieval(fullStore(5)).search(question({ question: long }));
    expect(hits[0]?.passage.section.url).toBe('page2.html');
  });

  it('finds nothing in an empty store', () => {
    expect(
      new Retrieval(new PassageStore(D)).search(question({ vector: vector(1) })),
    ).toMatchObject({
      hits: [],
      confidence: 0,
    });
  });
});

describe('Voy and the exact scan', () => {
  let voy: VoyFactory;
  beforeAll(async () => void (voy = await realVoy()));
  const next = noise(9);
  const queries = Array.from({ length: 10 }, () => 200 + Math.floor((next() + 1) * 500));

  it('give the reader the same hits', () => {
    const store = fullStore(60);
    for (const seed of queries) {
      const asked = question({ vector: vector(seed) });
      expect(new Retrieval(store, voy).search(asked)).toEqual(new Retrieval(store).search(asked));
    }
  });

  it.each<[string, (calls: string[]) => VoyFactory]>([
    [
      'can not be built',
      (calls) => () => {
        calls.push('build');
        throw new WebAssembly.RuntimeError('unreachable');
      },
    ],
    [
      'dies while it searches',
      (calls) => (dimensions) => {
        const index = voy(dimensions, []);
        index.search = () => {
          calls.push('search');
          throw new WebAssembly.RuntimeError('unreachable');
        };
        return index;
      },
    ],
  ])('where Voy %s, the reader gets the same, and it is asked no more', (_how, fake) => {
    const calls: string[] = [];
    const failures: unknown[] = [];
    const store = fullStore(60);
    const retrieval = new Retrieval(store, fake(calls), (thrown) => failures.push(thrown));
    for (const seed of queries) {
      const asked = question({ vector: vector(seed) });
      expect(retrieval.search(asked)).toEqual(new Retrieval(fullStore(60)).search(asked));
    }
    expect(calls).toHaveLength(1);
    expect(failures).toHaveLength(1);
  });
});

describe('a site in several languages', () => {
  const page = (lang: string | undefined, url: string): Passage => {
    const section = {
      url,
      title: 'Port',
      headings: [],
      text: `port ${url}`,
      ...(lang && { lang }),
    };
    const [only] = passagesOf(section);
    if (!only) throw new Error('no passage');
    return only;
  };
  const store = new PassageStore(D);
  const pages = [page('de-AT', 'de.html'), page('en', 'en.html'), page(undefined, 'all.html')];
  store.add(pages).forEach(({ key }, i) => store.setVector(key, vector(i + 1)));
  const retrieval = new Retrieval(store);
  const urls = (lang?: string) =>
    retrieval
      .search(question({ vector: vector(1), lang }))
      .hits.map(({ passage: { section } }) => section.url)
      .sort();

  it('is searched in the language of the page, and where none is known', () => {
    expect(urls('en-GB')).toEqual(['all.html', 'en.html']);
    expect(urls('DE')).toEqual(['all.html', 'de.html']);
    const typed = retrieval.keywordHits({ query: 'port', limit: 5, lang: 'de' });
    expect(typed.map(({ passage: { section } }) => section.url).sort()).toEqual([
      'all.html',
      'de.html',
    ]);
  });

  it('is searched whole where no language is asked for, or one that it lacks', () => {
    expect(urls()).toHaveLength(3);
    expect(urls('fr')).toHaveLength(3);
  });

  it('takes in what is added later', () => {
    const later = new PassageStore(D);
    later.add([page('en', 'en.html')]);
    const find = () => new Retrieval(later).keywordHits({ query: 'port', limit: 5, lang: 'en' });
    expect(find()).toHaveLength(1);
    later.add([page('ja', 'ja.html')]);
    expect(find()).toHaveLength(1);
  });
});
