import { describe, expect, it } from 'vitest';
import { settleMarkdown } from '../../../src/page/views/markdown-settle.ts';
import { ANSWERS, seenIn } from './markdown-streams.ts';

describe('an answer that is still written', () => {
  it.each(Object.entries(ANSWERS))(
    '(%s) shows nothing that a later letter takes back',
    (_, whole) => {
      const { words, kinds } = seenIn(whole);
      for (let end = 0; end <= whole.length; end++) {
        const arrived = whole.slice(0, end);
        const seen = seenIn(settleMarkdown(arrived));
        expect(words.startsWith(seen.words), `${arrived.slice(-40)} → ${seen.words}`).toBe(true);
        expect(seen.kinds, arrived.slice(-40)).toEqual(kinds.slice(0, seen.kinds.length));
      }
    },
  );

  it.each(Object.entries(ANSWERS))('(%s) lags by no more than a line', (_, whole) => {
    for (let end = 0; end <= whole.length; end++) {
      const settled = settleMarkdown(whole.slice(0, end));
      const line = whole.slice(0, end).split('\n').slice(-3).join('\n');
      expect(settled.length).toBeGreaterThanOrEqual(end - line.length - 1);
    }
  });

  it.each([
    ['an open emphasis', 'The **port', 'The **port**'],
    ['half of its end', 'The **port*', 'The **port**'],
    ['a space before its end', 'The **port ', 'The **port** '],
    ['emphasis in emphasis', '**a *b', '**a *b***'],
    ['a star that opens nothing', '2 * 3', '2 * 3'],
    ['a star within a word', '5*3', '5*3'],
    ['a name with underscores', 'on_request_hook', 'on_request_hook'],
    ['a lone star', 'Then *', 'Then '],
    ['open code', 'Use `npm i', 'Use `npm i`'],
    ['a lone backtick', 'Use `', 'Use '],
    ['marks in open code', 'Use `a*b*', 'Use `a*b`'],
    ['code with a tick in it', '``a `b', '``a `b``'],
    ['code in emphasis', '**a `b', '**a `b`**'],
    ['half a link', 'See [the docs](http', 'See the docs'],
    ['a link before its address', 'See [the docs]', 'See the docs'],
    ['half a link in emphasis', '**[the docs](http', '**the docs**'],
    ['a whole link', '[a](b) c', '[a](b) c'],
    ['half an image', 'See ![a plan](ht', 'See a plan'],
    ['half a citation', 'At nine [1', 'At nine '],
    ['half a citation in words', 'At nine [passage 2', 'At nine '],
    ['a citation', 'At nine [1]', 'At nine [1]'],
    ['brackets in prose', 'a [b] c', 'a [b] c'],
    ['brackets and a remark', '[b] (not a', '[b] (not a'],
    ['half an address', 'See https://a.te', 'See '],
    ['half an autolink', 'See <https://a.te', 'See '],
    ['an escape', 'a \\', 'a '],
    ['an escaped star', 'a \\* b', 'a \\* b'],
    ['half an entity', 'a &am', 'a '],
    ['a bullet without text', '- one\n-', '- one\n'],
    ['a number that may be an item', '1. one\n2', '1. one\n'],
    ['a heading without text', 'a\n\n##', 'a\n\n'],
    ['half a fence', 'a\n\n``', 'a\n\n'],
    ['a fence whose language may go on', 'a\n\n```j', 'a\n\n'],
    ['an open fence', '```js\nlet a', '```js\nlet a'],
    ['half of its end', '```js\nlet a\n``', '```js\nlet a\n'],
    ['marks in an open fence', '```\n**a [b', '```\n**a [b'],
    ['a fence that is closed', '```\na\n```\n**b', '```\na\n```\n**b**'],
    ['a longer fence that holds one', '````\n```\n**b', '````\n```\n**b'],
    ['an open fence in an item', '- a\n  ```js\n  **b', '- a\n  ```js\n  **b'],
    ["a table's head", 'a\n\n| a | b |\n', 'a\n\n'],
    ['half of its second line', '| a | b |\n| -', ''],
    ['a whole head', '| a |\n| - |\n', '| a |\n| - |\n'],
    ['a cell', '| a |\n| - |\n| **b', '| a |\n| - |\n| **b**'],
    ['rows that are no table', '| a\n| b', '| a\n| b'],
  ])('%s', (_, arrived, drawn) => expect(settleMarkdown(arrived)).toBe(drawn));
});
