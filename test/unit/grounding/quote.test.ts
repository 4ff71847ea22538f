import { describe, expect, it } from 'vitest';
import { groupQuotes, quoteMarkdown } from '../../../src/core/answer.ts';
import { quoteUnits, unitContext } from '../../../src/core/grounding/quote-units.ts';
import { selectQuotes } from '../../../src/core/grounding/quote.ts';
import type { Hit } from '../../../src/core/ports.ts';
import { hit } from './hits.ts';

const select = (question: string, hits: readonly Hit[], meaning?: (text: string) => number) => {
  const units = quoteUnits(hits);
  const similarities = meaning && units.map(({ text }) => meaning(text));
  return selectQuotes({ question, hits, units, similarities });
};
const texts = (question: string, hits: readonly Hit[], meaning?: (text: string) => number) =>
  select(question, hits, meaning).map(({ text }) => text);

const wordCount = (list: readonly string[]) => list.join(' ').split(/\s+/).length;

describe('a quote', () => {
  it('is the sentence with the words of the question, under its heading, with its source', () => {
    const hits = [
      hit('The server is fast. It was written by many people.', { headings: ['About'] }, 0.3),
      hit('Logs go to a file. The default port is 3000. Wait a little.', { headings: [] }, 0.5),
    ];
    expect(select('What is the default port?', hits)).toEqual([
      {
        kind: 'sentence',
        text: 'The default port is 3000.',
        language: '',
        source: 2,
        heading: 'Guide',
      },
    ]);
  });

  it('is nothing where nothing was found', () => {
    expect(select('Why?', [])).toEqual([]);
    expect(select('Why?', [hit('')])).toEqual([]);
  });

  it('is chosen by meaning where similarities are known, by words without them', () => {
    const hits = [hit('Change the listening address here. The word port stands in this one.')];
    const meaning = (text: string) => (text.startsWith('Change') ? 0.95 : 0.05);
    expect(texts('port', hits)).toEqual(['The word port stands in this one.']);
    expect(texts('port', hits, meaning)).toContain('Change the listening address here.');
  });

  it('has three sentences at most, in reading order', () => {
    const text = Array.from({ length: 8 }, (_, i) => `The port number ${i} has use ${i}${i}.`);
    const quotes = texts('port number', [hit(text.join(' '))]);
    expect(quotes).toHaveLength(3);
    expect([...quotes].sort()).toEqual(quotes);
  });

  it('stands in reading order, though a later sentence fits better', () => {
    const text = 'The port number is shown at every single start. The default port number is 3000.';
    const quotes = texts('default port number', [hit(text)]);
    expect(quotes.join(' ')).toBe(text);
  });

  it('has 90 words at most, but a long best sentence stays whole', () => {
    const long = (n: number) =>
      `Port ${Array.from({ length: 38 }, (_, i) => `w${n}x${i}`).join(' ')} ends.`;
    const three = texts('port', [hit([1, 2, 3].map(long).join(' '))]);
    expect(three).toHaveLength(2);
    expect(wordCount(three)).toBeLessThanOrEqual(90);
    const huge = `Port ${Array.from({ length: 150 }, (_, i) => `word${i}`).join(' ')} ends.`;
    expect(texts('port', [hit(huge)])).toEqual([huge]);
  });

  it('does not say the same twice', () => {
    const sentence = 'The default port is 3000 on all machines.';
    expect(texts('default port', [hit(sentence), hit(`${sentence} Really.`)])).toEqual([sentence]);
  });

  it('leaves out headings in disguise and what has no words in common', () => {
    const hits = [hit('Note. The default port is 3000. Birds fly south in autumn every year.')];
    expect(texts('default port', hits)).toEqual(['The default port is 3000.']);
  });

  it('comes from languages without spaces as well', () => {
    const hits = [hit('日志写入文件。默认端口是三千。请稍等片刻。')];
    expect(texts('默认端口', hits)).toEqual(['默认端口是三千。']);
  });
});

describe('quoted code', () => {
  const block = (lines: readonly string[]) => ['```js', ...lines, '```'].join('\n');

  it('is the block that answers, with its language and without its fence', () => {
    const hits = [hit(`Some words stand here first.\n\n${block(['app.listen(3000)', 'done()'])}`)];
    expect(select('app.listen', hits)).toMatchObject([
      { kind: 'code', language: 'js', text: 'app.listen(3000)\ndone()' },
    ]);
  });

  it('comes along where the sentence before announces it', () => {
    const text = (end: string) => `Set the default port like this${end}\n\n${block(['x = 1'])}`;
    expect(select('default port', [hit(text(':'))]).map(({ kind }) => kind)).toEqual([
      'sentence',
      'code',
    ]);
    expect(select('default port', [hit(text('.'))]).map(({ kind }) => kind)).toEqual(['sentence']);
    const parted = `Set the default port like this:\n\nAnother paragraph stands here.\n\n${block(['x = 1'])}`;
    expect(select('default port', [hit(parted)]).map(({ kind }) => kind)).toEqual(['sentence']);
  });

  it('is cut to 20 lines round the match', () => {
    const lines = Array.from({ length: 60 }, (_, i) => (i === 45 ? 'trustProxy()' : `call${i}()`));
    const [quote] = select('trustProxy', [hit(block(lines))]);
    const shown = quote?.text.split('\n') ?? [];
    expect(shown).toHaveLength(20);
    expect(shown).toContain('trustProxy()');
    expect(lines.join('\n')).toContain(quote?.text);
  });
});

describe('lists and tables', () => {
  it('are quoted item by item, without marks', () => {
    const hits = [hit('- The host is a name.\n- The default port is 3000.\n  - Nested one here.')];
    expect(texts('default port', hits)).toEqual(['The default port is 3000.']);
    expect(quoteUnits(hits).map(({ text }) => text)).toContain('Nested one here.');
  });

  it('hold code of their own', () => {
    const hits = [hit('1. Start it now:\n  ```sh\n  npm start\n  ```\n2. Wait.')];
    expect(quoteUnits(hits)).toContainEqual(
      expect.objectContaining({ kind: 'code', language: 'sh' }) as object,
    );
  });

  it('are quoted row by row, each cell under its heading', () => {
    const rows = ['| `port` | number | The default \\| port |', '| `host` | string |  |'];
    const table = ['| Option | Type | Meaning |', '| --- | --- | --- |', ...rows].join('\n');
    expect(texts('default port number', [hit(table)])).toEqual([
      '`port` · Type: number · Meaning: The default | port',
    ]);
  });
});

describe('what is compared with the question', () => {
  it('is each sentence under its heading', () => {
    const hits = [hit('The port is 3000.'), hit('The host is a name.', { headings: [] })];
    expect(quoteUnits(hits).map((unit) => unitContext(unit, hits))).toEqual([
      'Start: The port is 3000.',
      'Guide: The host is a name.',
    ]);
  });
});

describe('an extractive answer in Markdown', () => {
  const quote = (source: number, text: string, heading: string) =>
    ({ kind: 'sentence', text, language: '', source, heading }) as const;

  it('groups what stands in one source and cites it', () => {
    const code = { kind: 'code', text: 'a()', language: 'js', source: 2, heading: 'B' } as const;
    const quotes = [quote(1, 'One.', 'A'), quote(2, 'Two.', 'B'), code];
    expect(groupQuotes(quotes)).toEqual([
      { source: 1, heading: 'A', quotes: [quotes[0]] },
      { source: 2, heading: 'B', quotes: [quotes[1], code] },
    ]);
    expect(quoteMarkdown(quotes)).toBe(
      '**A**\n\nOne. [1]\n\n**B**\n\nTwo. [2]\n\n```js\na()\n```\n[2]',
    );
    expect(quoteMarkdown([])).toBe('');
  });

  it('fences code that holds a fence', () => {
    const code = '```js\na\n```';
    const quotes = [{ kind: 'code', text: code, language: 'md', source: 1, heading: 'A' } as const];
    expect(quoteMarkdown(quotes)).toBe(`**A**\n\n\`\`\`\`md\n${code}\n\`\`\`\`\n[1]`);
  });
});
