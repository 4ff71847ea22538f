import { describe, expect, it } from 'vitest';
import { LocalItems } from '../../../src/page/thread/local-items.ts';
import { unansweredCsv, unansweredJson } from '../../../src/page/unanswered-file.ts';
import { Unanswered, type UnansweredQuestion } from '../../../src/page/unanswered.ts';

const asked = (question: string, more: Partial<UnansweredQuestion> = {}): UnansweredQuestion => ({
  ...{ question, time: '2026-01-02T03:04:05.000Z', page: 'https://site.test/a.html' },
  ...{ confidence: 0.25, reason: 'nothing-found', ...more },
});

/** The cells of one line, as a spreadsheet reads them. */
function cellsOf(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '');
}

describe('a table of unanswered questions', () => {
  it('names its columns and has one line for each', () => {
    expect(unansweredCsv([asked('Where?')])).toBe(
      'question,time,page,confidence,reason\r\n' +
        'Where?,2026-01-02T03:04:05.000Z,https://site.test/a.html,0.25,nothing-found\r\n',
    );
  });

  it.each(['a, b', 'say "x"', 'two\nlines', ' space before', 'a;b', '', 'emoji 🎈'])(
    'keeps %j as it was asked',
    (question) => {
      const csv = unansweredCsv([asked(question)]);
      expect(cellsOf(csv.slice(csv.indexOf('\r\n') + 2))[0]).toBe(question);
    },
  );

  it.each([
    '=1+1',
    '+1',
    '-1',
    '@SUM(A1)',
    '\t=1',
    '  =cmd|x',
    '＝1+1',
    '=HYPERLINK("http://x","y")',
  ])('lets no spreadsheet run %j', (question) => {
    const csv = unansweredCsv([asked(question)]);
    expect(cellsOf(csv.slice(csv.indexOf('\r\n') + 2))[0]).toBe(`'${question}`);
  });

  it('is only its first line where there are none', () => {
    expect(unansweredCsv([])).toBe('question,time,page,confidence,reason\r\n');
  });

  it('is JSON for programs, with the same fields', () => {
    const list = [asked('=1'), asked('b', { reason: 'down' })];
    expect(JSON.parse(unansweredJson(list))).toEqual(list);
  });
});

describe('the list', () => {
  it('has a question once, with its latest reason, and tells of it', () => {
    const list = new Unanswered(new LocalItems({ prefix: 'x ' }));
    list.add(asked('a'));
    list.add(asked('b'));
    list.add(asked('a', { reason: 'down' }));
    expect(list.list).toHaveLength(2);
    expect(list.list.filter(({ question }) => question === 'a')).toEqual([
      asked('a', { reason: 'down' }),
    ]);
    expect(list.last).toEqual(asked('a', { reason: 'down' }));
    list.remove('a', 'nothing-found');
    expect(list.list).toHaveLength(2);
    list.remove('a');
    expect(list.list).toEqual([asked('b')]);
    list.clear();
    expect(list.list).toEqual([]);
  });
});
