import { readdirSync, readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitWords, wordPieces } from '../../../src/core/ranking/word-pieces.ts';

const MODEL = 'public/models/all-MiniLM-L6-v2';
const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as object;
const tokenizerJson = readJson(`${MODEL}/tokenizer.json`) as {
  model: { vocab: Record<string, number> };
};
const library = new Tokenizer(tokenizerJson, readJson(`${MODEL}/tokenizer_config.json`));
const vocabulary = new Map(Object.entries(tokenizerJson.model.vocab));
const names = new Map([...vocabulary].map(([token, id]) => [id, token]));

const tokensOf = (text: string, tokens: ReadonlyMap<string, number> = vocabulary) =>
  splitWords(text).flatMap(
    (word) => wordPieces(word, tokens)?.map((id) => names.get(id) ?? '') ?? ['[UNK]'],
  );
const byLibrary = (text: string) => library.tokenize(text, { add_special_tokens: false });

const DOCS = 'node_modules/fastify/docs';
const lines = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .flatMap((path) => readFileSync(`${DOCS}/${path}`, 'utf8').split('\n'));

describe('word pieces', () => {
  it('are those of the library, on real text', () => {
    expect(lines.length).toBeGreaterThan(5000);
    for (const line of lines) expect(tokensOf(line)).toEqual(byLibrary(line));
  });

  it.each([
    'Ünïcödé, café and naïve Ångström',
    'İstanbul, ﬁne and ﷺ',
    '漢字とかなの文、한국어 문장',
    'soft\u00adhyphen, zero\u200dwidth, \u0000nothing, un\ufffdreadable',
    '$5 + ^a` ~x|y «q» … — 😀 👩‍💻',
    'line\nfeed\tand\u00a0space\u2028separator',
    `${'x'.repeat(100)} ${'x'.repeat(101)} ${'😀'.repeat(60)}`,
    '',
  ])('are those of the library: %j', (text) => {
    expect(tokensOf(text)).toEqual(byLibrary(text));
  });

  it('are those of the library, on any text without its special tokens', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        fc.pre(!/\[(?:CLS|SEP|PAD|UNK|MASK)\]/.test(text));
        expect(tokensOf(text)).toEqual(byLibrary(text));
      }),
    );
  });

  it('of the words of a site need no other tokens than the site has', () => {
    const own = new Set(lines.flatMap((line) => tokensOf(line)));
    const site = new Map([...vocabulary].filter(([token]) => own.has(token)));
    expect(site.size).toBeLessThan(vocabulary.size / 4);
    for (const line of lines) expect(tokensOf(line, site)).toEqual(tokensOf(line));
  });
});
