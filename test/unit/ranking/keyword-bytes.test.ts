import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AskPageError } from '../../../src/core/errors.ts';
import {
  buildKeywordIndex,
  keywordIndexFromBytes,
} from '../../../src/core/ranking/keyword-index.ts';

const documents = [
  { title: 'Server options', headings: ['server.host'], text: 'The host, 0.0.0.0 for all. Host!' },
  { title: 'Server options', headings: ['server.hmr', 'hmr'], text: 'hmr hmr hmr hmr hmr hmr' },
  { title: '', headings: [], text: '' },
  { title: 'a a a a a', headings: ['a a', 'a a'], text: 'a '.repeat(1000) },
  { title: '設定', headings: ['サーバー'], text: '𠮷野家 𠮷田 𐐷𐐷 𐐷𐐨' },
];
const index = buildKeywordIndex(documents);
const bytes = index.toBytes();

function messageOf(action: () => unknown): string {
  try {
    action();
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(AskPageError);
    expect((thrown as AskPageError).code).toBe('bad-index');
    return (thrown as AskPageError).message;
  }
  throw new Error('The bytes were accepted.');
}

const changed = (at: number, value: number) => {
  const copy = bytes.slice();
  copy[at] = value;
  return copy;
};

describe('a written index', () => {
  it('answers as the original did', () => {
    const restored = keywordIndexFromBytes(bytes);
    expect(restored.size).toBe(documents.length);
    for (const query of [
      'host',
      'server hmr',
      'a',
      'hsot optoins',
      '𠮷',
      '設定サーバー',
      '𐐷𐐨',
      '',
    ]) {
      for (const prefix of [true, false]) {
        expect(restored.search(query, 9, { prefix })).toEqual(index.search(query, 9, { prefix }));
      }
      expect(restored.coverage(query, 0)).toBe(index.coverage(query, 0));
    }
  });

  it('answers as the original did, whatever the documents and the question', () => {
    const text = fc.string({ unit: 'binary', maxLength: 60 });
    const document = fc.record({ title: text, headings: fc.array(text, { maxLength: 2 }), text });
    fc.assert(
      fc.property(fc.array(document, { maxLength: 8 }), text, (docs, query) => {
        const original = buildKeywordIndex(docs);
        const restored = keywordIndexFromBytes(original.toBytes());
        const question = `${query} ${docs[0]?.text ?? ''}`;
        expect(restored.scores(question)).toEqual(original.scores(question));
        expect(restored.toBytes()).toEqual(original.toBytes());
      }),
    );
  });

  it('has the same bytes for the same documents', () => {
    expect(buildKeywordIndex(documents).toBytes()).toEqual(bytes);
  });

  it('can lie anywhere in a larger buffer', () => {
    const larger = new Uint8Array(bytes.length + 20);
    larger.set(bytes, 7);
    const view = larger.subarray(7, 7 + bytes.length);
    expect(keywordIndexFromBytes(view).search('host', 1)).toEqual(index.search('host', 1));
  });

  it('takes fewer bytes than the text of a longer site', () => {
    const words = Array.from({ length: 400 }, (_, i) => `word${(i * i) % 97}`);
    const texts = Array.from({ length: 200 }, (_, i) => words.slice(i, i + 150).join(' '));
    const long = buildKeywordIndex(texts.map((text) => ({ title: 'T', headings: [], text })));
    expect(long.toBytes().length).toBeLessThan(texts.join('').length / 4);
  });
});

describe('bytes that are no whole index', () => {
  it('are refused at every length, with the number of bytes', () => {
    for (let length = 0; length < bytes.length; length++) {
      expect(messageOf(() => keywordIndexFromBytes(bytes.slice(0, length)))).toContain(
        `${length} bytes`,
      );
    }
  });

  it('are refused when something follows', () => {
    const longer = new Uint8Array(bytes.length + 1);
    longer.set(bytes);
    expect(messageOf(() => keywordIndexFromBytes(longer))).toMatch(/instead of .*again/);
  });

  it('are refused when they are something else, which is named', () => {
    const page = new TextEncoder().encode('<!doctype html><title>Not found</title>');
    expect(messageOf(() => keywordIndexFromBytes(page))).toMatch(/not a keyword index.*address/);
  });

  it('are refused when of another version, both named', () => {
    expect(messageOf(() => keywordIndexFromBytes(changed(4, 9)))).toMatch(
      /format 9.*format 1.*Build the index again/,
    );
  });

  it('are refused when any single byte was changed', () => {
    bytes.forEach((byte, at) => {
      expect(messageOf(() => keywordIndexFromBytes(changed(at, byte ^ 0x40)))).not.toBe('');
    });
    const last = bytes.length - 1;
    expect(messageOf(() => keywordIndexFromBytes(changed(last, (bytes[last] ?? 0) ^ 1)))).toMatch(
      /changed.*again/,
    );
  });
});
