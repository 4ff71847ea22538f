import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseUnits, unitText } from '../../../src/core/documents/units.ts';
import { body, sectionsOf } from './read.ts';

const html = (text: string) => text.replace(/[&<]/g, (c) => (c === '&' ? '&amp;' : '&lt;'));
const kinds = (text: string) => parseUnits(text).map(({ kind }) => kind);

describe('code blocks', () => {
  it('keep their lines, their indentation and their language', () => {
    const code = '<pre><code class="language-js">if (a) {\n  b(&lt;c&gt;)\n\n}\n</code></pre>';
    expect(body(code)).toBe('```js\nif (a) {\n  b(<c>)\n\n}\n```');
    expect(body(code)).toBe(body(code.replace('language-', 'hljs lang-')));
    expect(body('<pre data-lang="ts">a</pre>')).toBe('```ts\na\n```');
    expect(body('<pre data-language="c++"><code>a</code></pre>')).toBe('```c++\na\n```');
    expect(body('<pre>plain\r\ntext</pre>')).toBe('```\nplain\ntext\n```');
  });

  it('read through the spans of a highlighter', () => {
    const lines = '<span class="line"><span>const</span> a</span>\n<span class="line">b</span>';
    expect(body(`<pre><code>${lines}</code></pre>`)).toBe('```\nconst a\nb\n```');
  });

  it('are left out where empty', () => expect(body('<p>a</p><pre> \n </pre>')).toBe('a'));

  it('hold fences of any length without ending early', () => {
    const inner = ['```js', 'a', '```', '', '`````', 'b', '`````'].join('\n');
    const text = body(`<pre>${inner}</pre><p>After.</p>`);
    const [code, after] = parseUnits(text);
    expect(code).toMatchObject({ kind: 'code', lines: inner.split('\n') });
    expect(after).toEqual({ kind: 'paragraph', text: 'After.' });
  });

  it('come back from the text as they were, whatever they hold (property)', () => {
    const line = fc.oneof(
      fc.constantFrom('', '```', '````js', '~~~', '| a |', '- b', '  ```', '# c', '`', '``````'),
      fc.string({ maxLength: 12 }).filter((each) => !/[\r\n\f\v\0\u0085\u2028\u2029]/.test(each)),
    );
    const body = fc.array(line, { minLength: 1, maxLength: 8 }).map((lines) => lines.join('\n'));
    fc.assert(
      fc.property(body, (code) => {
        fc.pre(code.trim() !== '');
        const text = sectionsOf(`<main><pre>\n${html(code)}</pre><p>After.</p>`)[0]?.text ?? '';
        const units = parseUnits(text);
        expect(units.map(({ kind }) => kind)).toEqual(['code', 'paragraph']);
        const [unit] = units;
        const kept = code.replace(/^\n|\s+$/g, '');
        expect(unit?.kind === 'code' && unit.lines.join('\n')).toBe(kept);
      }),
    );
  });
});

describe('lists', () => {
  it('keep their nesting and their numbers', () => {
    const list = `<ol start="3"><li>Stop</li><li><p>Start</p>
      <ul><li>now</li><li>or <em>later</em><ol><li>deep</li></ol></li></ul></li></ol>`;
    expect(body(list)).toBe(
      ['3. Stop', '4. Start', '  - now', '  - or later', '    1. deep'].join('\n'),
    );
  });

  it('keep paragraphs and code inside their items', () => {
    const item =
      '<li><p>Run</p><pre><code class="language-sh">a\n\n  b</code></pre><p>Wait</p></li>';
    const text = body(`<ul>${item}<li>Done</li></ul><p>After.</p>`);
    expect(text).toBe('- Run\n  ```sh\n  a\n  \n    b\n  ```\n  Wait\n- Done\n\nAfter.');
    expect(kinds(text)).toEqual(['list', 'paragraph']);
  });

  it('may begin an item with code', () => {
    const text = body('<ul><li><pre>npm i</pre></li><li>Done</li></ul><p>After.</p>');
    expect(kinds(text)).toEqual(['list', 'paragraph']);
    const [list] = parseUnits(text);
    expect(list?.kind === 'list' && list.items).toHaveLength(2);
    expect(text).toContain('npm i');
  });

  it('leave out empty items and lists', () => {
    expect(body('<ul><li></li><li>One</li></ul><ul></ul>')).toBe('- One');
  });

  it('put an icon or a button in an item on no line of its own', () => {
    expect(body('<ul><li>Press <img src="x"> now</li></ul>')).toBe('- Press now');
  });
});

describe('tables', () => {
  it('keep header, rows and their code, and escape pipes', () => {
    const table = `<table><thead><tr><th>Option</th><th>Type</th></tr></thead><tbody>
      <tr><td><code>port</code></td><td>number | string</td></tr>
      <tr><td>host</td></tr></tbody></table>`;
    expect(body(table)).toBe(
      ['| Option | Type |', '| --- | --- |', '| `port` | number \\| string |', '| host |  |'].join(
        '\n',
      ),
    );
  });

  it('of one row need no rule, and empty rows are no rows', () => {
    expect(body('<table><tr><td>a</td></tr></table>')).toBe('| a |');
    expect(body('<table><tr><td> </td></tr></table>')).toBe('');
  });

  it('are led by their caption', () => {
    const table = '<table><caption>All <b>options</b></caption><tr><td>a</td></tr></table>';
    expect(body(table)).toBe('All options\n\n| a |');
  });
});

describe('units of a text', () => {
  it('tell paragraphs, lists, code and tables apart', () => {
    const text = 'One.\n\n- a\n- b\n\n```js\nx\n\ny\n```\n\n| a |\n| --- |\n| b |';
    expect(parseUnits(text)).toEqual([
      { kind: 'paragraph', text: 'One.' },
      { kind: 'list', items: ['- a', '- b'] },
      { kind: 'code', open: '```js', lines: ['x', '', 'y'], close: '```' },
      { kind: 'table', header: ['| a |', '| --- |'], rows: ['| b |'] },
    ]);
  });

  it('an open fence runs to the end', () => {
    expect(parseUnits('```js\na\n\nb')).toEqual([
      { kind: 'code', open: '```js', lines: ['a', '', 'b'], close: '```' },
    ]);
  });

  it('a fence ends only at a line of nothing but backticks, at least as many', () => {
    expect(parseUnits('````md\n```js\nx\n```\n`````\n\nAfter.')).toEqual([
      { kind: 'code', open: '````md', lines: ['```js', 'x', '```'], close: '`````' },
      { kind: 'paragraph', text: 'After.' },
    ]);
    expect(parseUnits('```\n```js\nx\n```')).toEqual([
      { kind: 'code', open: '```', lines: ['```js', 'x'], close: '```' },
    ]);
  });

  it('come back as the text they were read from (property)', () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    const line = fc.array(word, { minLength: 1, maxLength: 6 }).map((list) => list.join(' '));
    const lines = fc.array(line, { minLength: 1, maxLength: 5 });
    const unit = fc.oneof(
      line,
      lines.map((list) => list.map((each) => `- ${each}\n  1. ${each}`).join('\n')),
      lines.map((list) => ['```js', ...list, '', '```'].join('\n')),
      lines.map((list) => ['| a |', '| --- |', ...list.map((each) => `| ${each} |`)].join('\n')),
    );
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 6 }), (units) => {
        const text = units.join('\n\n');
        expect(parseUnits(text).map(unitText).join('\n\n')).toBe(text);
      }),
    );
  });
});
