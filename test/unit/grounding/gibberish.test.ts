import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { gibberishIn, wordsOf } from '../../../src/core/grounding/gibberish.ts';

const DOCS = 'node_modules/fastify/docs/';
const pages = readdirSync(DOCS, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.md'))
  .map((path) => readFileSync(DOCS + path, 'utf8'));
const known = new Set(wordsOf(pages[0]?.slice(0, 4000) ?? ''));

/** The first look at the growing text that refuses it, as a reply streams. */
function refusedAt(text: string): number | undefined {
  for (let end = 80; end < text.length + 80; end += 80)
    if (gibberishIn(text.slice(0, end), known)) return Math.min(end, text.length);
  return undefined;
}

/** Numbers that look random and are the same each time. */
function pseudoRandom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31) / 2 ** 31;
}

describe('a reply that went wrong', () => {
  it.each([
    ['one character', '!'.repeat(60)],
    ['one token', 'The port is aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'],
    ['a few characters', `The port is ${'foo/'.repeat(30)}`],
    ['a word', `The port is ${'very '.repeat(30)}`],
    ['a clause', `It runs${' on a Linux server running'.repeat(8)}`],
    [
      'a sentence',
      'The `after` API is what you need for it, as the documentation says. '.repeat(4),
    ],
    ['a line of code', `\`\`\`js\n${'# This is a reference to the server instance.\n'.repeat(8)}`],
    ['Chinese', `服务器的默认端口是三千。${'请参阅文档以获取更多信息。'.repeat(6)}`],
  ])('in a loop: %s', (_, text) => {
    expect(gibberishIn(text, known)).toBe('loop');
  });

  it.each([
    ['broken characters', 'The \uFFFD\uFFFDport\uFFFD is \uFFFD\uFFFD\uFFFD at\uFFFD three'],
    [
      'pieces without a space',
      `${'unterprefwarezonlyingstrapfol'.repeat(3)}kxqwubrentolastimareof`,
    ],
    [
      'changing case',
      'theRe foR aLl oF thEm wAs nOt eVen tHat muCh to bE dOne wIth tHis aNd so iT waS lEft aS it hAd bEen foUnd bEfore thAt daY in wInter aT tHe lAke wiTh aLl oF thEm',
    ],
    [
      'mixed scripts',
      'vоr漢t läuftем porтal дeutsch漢 ελlo foоbar сервer 構build teсt хello wоrld нode jаva',
    ],
  ])('as noise: %s', (_, text) => {
    expect(gibberishIn(text, known)).toBe('noise');
  });

  it('as random tokens of a vocabulary', () => {
    const file = 'public/models/all-MiniLM-L6-v2/tokenizer.json';
    const json = JSON.parse(readFileSync(file, 'utf8')) as {
      model: { vocab: Record<string, number> };
    };
    const tokens = Object.keys(json.model.vocab).slice(999);
    const random = pseudoRandom(7);
    const salad = () =>
      Array.from({ length: 160 }, () => tokens[Math.floor(random() * tokens.length)] ?? '')
        .map((token) => (token.startsWith('##') ? token.slice(2) : ` ${token}`))
        .join('');
    const found = Array.from({ length: 50 }, salad).filter((text) => gibberishIn(text, known));
    expect(found.length).toBeGreaterThanOrEqual(48);
  });
});

describe('language is left alone', () => {
  it('documentation, with its code, tables and lists', () => {
    const texts = pages.flatMap((page) => [page.slice(0, 1200), page.slice(2400, 3600)]);
    expect(texts.length).toBeGreaterThan(60);
    expect(texts.filter((text) => refusedAt(text) !== undefined)).toEqual([]);
  });

  it.each([
    ['a table', `| a | b |\n${'| --- '.repeat(20)}|\n${'| 1 | yes |\n| 2 | yes |\n'.repeat(3)}`],
    ['a row of zeros', 'The field is padded: 0000000000000000000000000000000000000 and so on.'],
    ['a line under a heading', `The port\n${'='.repeat(70)}\n\nIt is 3000.`],
    ['a list of names', 'Use `getA`, `getB`, `getC`, `getD`, `getE`, `getF`, `getG` or `getH`.'],
    [
      'languages by name',
      'It speaks Deutsch, 日本語, Русский, العربية, עברית, 한국어 and Ελληνικά.',
    ],
    [
      'German about an English page',
      'Der Server lauscht auf Port 3000. Wer einen anderen möchte, gibt ihn beim Start an, oder setzt die Umgebungsvariable PORT, bevor der Prozess beginnt; danach lässt sich der Wert nicht mehr ändern. Die Adresse bleibt dabei dieselbe, nämlich localhost, sofern nichts anderes angegeben wurde, und die Protokolle landen in einer Datei.',
    ],
    [
      'Chinese',
      '服务器默认监听端口三千。如果需要使用其他端口，可以在启动时指定，或者设置环境变量。',
    ],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(refusedAt(text)).toBeUndefined();
  });
});
