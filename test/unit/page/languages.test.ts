import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { EN, EN_ERRORS } from '../../../src/page/words/en.ts';
import { FRAME, TRIGGERS, type LanguageName } from '../../../src/page/words/frame.ts';
import { cornerWords } from '../../../src/page/frame/extras/corner-words.ts';
import { findLanguage } from '../../../src/page/words/languages.ts';
import { matchLanguage } from '../../../src/page/words/match.ts';
import { ENGLISH, say, sayError, setLanguage } from '../../../src/page/words/say.ts';
import { sayAgain, sayOr } from '../../../src/page/words/told.ts';
import type { Translation } from '../../../src/page/words/translation.ts';

type Word = string | Readonly<Record<string, string>>;

/** Words that are the same in both languages. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['pause', 'version'],
  es: [],
  nl: ['chooseModel'],
  pl: ['chooseModel'],
  fr: ['hits', 'sources', 'version'],
};
/** Names, signs and what is joined by them. */
const NO_WORDS = ['comma', 'choice'];

const wanted = Object.fromEntries<Word>(
  Object.entries({ ...FRAME, ...EN }).filter(([key]) => key !== 'trigger'),
);

const FOLDER = 'src/page/words/languages';
const languages = await Promise.all(
  readdirSync(FOLDER).map(async (file) => {
    const name = file.replace('.ts', '');
    const { WORDS } = (await import(`../../../${FOLDER}/${file}`)) as { WORDS: Translation };
    const { errors = {}, ...rest } = WORDS;
    const words: Readonly<Record<string, Word>> = rest;
    return { name, words, errors };
  }),
);

const formsOf = (word: Word): string[] => (typeof word === 'string' ? [word] : Object.values(word));
const namesIn = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
/** A form for one or two may leave the number out: some languages say it in the word itself. */
const withoutCount = (text: string) => namesIn(text).filter((name) => name !== 'count');

describe.each(languages)('$name', ({ name, words, errors }) => {
  it('says all that English says, and nothing else', () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(wanted).sort());
    expect(Object.keys(errors).sort()).toEqual(Object.keys(EN_ERRORS).sort());
  });

  it('has the names in braces that English has', () => {
    for (const [key, word] of Object.entries(words)) {
      const [english = ''] = formsOf(wanted[key] ?? '').slice(-1);
      if (typeof word === 'string') expect([key, namesIn(word)]).toEqual([key, namesIn(english)]);
      else {
        expect([key, namesIn(formsOf(word).at(-1) ?? '')]).toEqual([key, namesIn(english)]);
        for (const form of Object.values(word))
          expect([key, withoutCount(form)]).toEqual([key, withoutCount(english)]);
      }
    }
    expect(Object.values(errors).flatMap(namesIn)).toEqual([]);
  });

  it('has a form for each of its plurals', () => {
    const { pluralCategories } = new Intl.PluralRules(name).resolvedOptions();
    for (const [key, word] of Object.entries(words)) {
      const isCounted = typeof wanted[key] !== 'string';
      expect([key, typeof word !== 'string']).toEqual([key, isCounted]);
      if (typeof word === 'string') continue;
      expect([key, Object.keys(word).sort()]).toEqual([key, [...pluralCategories].sort()]);
    }
  });

  it('has no English left over', () => {
    const same = Object.keys(words).filter(
      (key) => JSON.stringify(words[key]) === JSON.stringify(wanted[key]),
    );
    expect(same.filter((key) => !NO_WORDS.includes(key)).sort()).toEqual(
      [...(SAME[name] ?? [])].filter((key) => same.includes(key)).sort(),
    );
    const english = Object.values(EN_ERRORS);
    expect(Object.values(errors).filter((text) => english.includes(text))).toEqual([]);
  });

  it('has no slip of the pen', () => {
    const all = [...Object.values(words).flatMap(formsOf), ...Object.values(errors)];
    expect(all.filter((text) => /\s\s|^$|[<>]|&\w+;|!|！/.test(text))).toEqual([]);
    const loose = Object.entries(words).flatMap(([key, word]) =>
      formsOf(word).filter((text) => key !== 'comma' && text !== text.trim()),
    );
    expect(loose).toEqual([]);
  });

  it('has words for what stands beside the button', () => {
    const english = Object.values(cornerWords('en'));
    expect(Object.values(cornerWords(name)).filter((text) => english.includes(text))).toEqual([]);
  });

  it('is one that the interface knows, and can fetch', async () => {
    expect(Object.keys(TRIGGERS)).toContain(name);
    const found = await findLanguage(name as LanguageName, name);
    expect(found.tag).toBe(name);
    expect(found.words.close).toBe(words.close);
  });
});

describe('the language of a page', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['DE', 'de'],
    ['pt-BR', 'pt'],
    ['pt_BR', 'pt'],
    ['iw', 'he'],
    ['zh', 'zh-Hans'],
    ['zh-CN', 'zh-Hans'],
    ['zh-SG', 'zh-Hans'],
    ['zh-TW', 'zh-Hant'],
    ['zh-HK', 'zh-Hant'],
    ['zh-Hant-CN', 'zh-Hant'],
    ['en-GB', 'en'],
    ['sv', 'en'],
    ['x-default', 'en'],
    ['not a tag', 'en'],
    ['', 'en'],
  ])('%s is %s', (tag, name) => expect(matchLanguage(tag)).toBe(name));
});

describe('the words of a language', () => {
  afterEach(() => {
    setLanguage(ENGLISH);
    vi.restoreAllMocks();
  });

  it('are counted as its region does', async () => {
    setLanguage(await findLanguage('de', 'de-CH'));
    expect(say('results', { count: 12_345 })).toMatch(/^12['’]345 Treffer$/);
    setLanguage(await findLanguage('en', 'sv-SE'));
    expect(say('results', { count: 12_345 })).toBe('12,345 results');
  });

  it('are the owner’s where there are some', async () => {
    const own = { stop: 'Halt', errors: { offline: 'Kein Netz.' } };
    setLanguage(await findLanguage('de', 'de', own));
    expect([say('stop'), say('copy')]).toEqual(['Halt', 'Kopieren']);
    expect(sayError('offline')).toBe('Kein Netz.');
    expect(sayError('unexpected')).toMatch(/^Etwas/);
  });

  it('of an owner that are not known are told once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const own = { halt: 'Halt', trigger: 'Frag', stop: 'Halt' };
    await findLanguage('de', 'de', own);
    await findLanguage('en', 'en', own);
    expect(warn.mock.calls.map(([text]) => String(text).split(' is')[0])).toEqual([
      'askpage: words.halt',
    ]);
  });
});

describe('what is made in English elsewhere', () => {
  afterEach(() => setLanguage(ENGLISH));

  it.each([
    ['I could not find an answer to this on this site.', /^Auf dieser Website war keine/],
    ['Reading this page', /^Diese Seite wird gelesen$/],
    ['Reading this page: 1 of 1 passages', /: 1 von 1 Stelle$/],
    ['Reading this page: 3 of 12 passages', /: 3 von 12 Stellen$/],
    ['Loading the search model: 3 of 23 MB', /: 3 von 23 MB$/],
    ['Preparing the graphics card: 12 of 73', /^Die Grafikkarte .*: 12 von 73$/],
    ["Starting the browser's language model", /^Das Sprachmodell des Browsers/],
    ['this site', /^dieser Website$/],
  ])('is said again: %s', async (text, german) => {
    setLanguage(await findLanguage('de', 'de'));
    expect(sayAgain(text)).toMatch(german);
    setLanguage(ENGLISH);
    expect(sayOr(text).replace('1 passages', '1 passage')).toBe(
      text.replace('1 passages', '1 passage'),
    );
  });

  it('is known, wherever a part tells how far it is', async () => {
    setLanguage(await findLanguage('de', 'de'));
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' });
    const sources = files.filter((file) =>
      /^(?:engines|worker|page)\/.*(?<!words\/.*)\.ts$/.test(file),
    );
    const told = sources.flatMap((file) => [
      ...readFileSync(`src/${file}`, 'utf8').matchAll(
        /(?:fraction: [\d.]+, text: |report\(0, )(['"])(.+?)\1/g,
      ),
    ]);
    expect(told.length).toBeGreaterThan(6);
    expect(told.map(([, , text]) => text).filter((text = '') => !sayAgain(text))).toEqual([]);
  });

  it('stays as it is where nobody knows it', async () => {
    setLanguage(await findLanguage('de', 'de'));
    expect(sayAgain('Fake engine warms up')).toBeUndefined();
    expect(sayOr('Fake engine warms up')).toBe('Fake engine warms up');
    expect(sayOr('')).toBe('');
  });
});
