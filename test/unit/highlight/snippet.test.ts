import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createMatcher } from '../../../src/core/highlight/matcher.ts';
import { snippetOf } from '../../../src/core/highlight/snippet.ts';
import { drawn } from './marked.ts';

const snippet = (query: string, passage: string) =>
  snippetOf(passage, createMatcher(query, { texts: [passage], prefix: true }));
const shown = (query: string, passage: string) => drawn(snippet(query, passage).runs);

const FILLER = 'Nobody has anything to say about it here in this long sentence. '.repeat(6);

describe('a snippet', () => {
  it('is all of a short passage', () => {
    expect(shown('gate', 'The gate is locked at nine.')).toBe('The [gate] is locked at nine.');
  });

  it('begins with the sentence in which most words of the question stand', () => {
    const passage = `The gate is green. ${FILLER}Lock the gate with its key. ${FILLER}`;
    const text = shown('lock gate key', passage);
    expect(text).toMatch(/^\[Lock\] the \[gate\] with its \[key\]\. Nobody .*…$/);
  });

  it('begins with a whole word where the sentence is long, and ends with one', () => {
    const passage = `${'Some words come before it '.repeat(12)}and then compost ${'and more words '.repeat(20)}`;
    const text = shown('compost', passage);
    expect(text).toMatch(/^…(?:words|come|before|it|Some|and) .*and then \[compost\] and more/);
    expect(text).toMatch(/ (?:and|more|words)…$/);
    expect(text.length).toBeLessThan(160);
  });

  it('is the beginning of a passage without the words, and links nowhere within it', () => {
    const found = snippet('zebra', FILLER);
    expect(drawn(found.runs)).toMatch(/^Nobody has .*…$/);
    expect(found.sentence).toBeUndefined();
  });

  it('is no shorter at the end of a passage', () => {
    const text = shown('zebra', `${FILLER}A zebra lives here.`);
    expect(text).toMatch(/A \[zebra\] lives here\.$/);
    expect(text.length).toBeGreaterThan(120);
  });

  it('keeps code as code where it is cut, and marks words in it', () => {
    const passage = `${'Words before it '.repeat(12)}\`set the gate option to true in the file that holds all of them\` ${'and after '.repeat(20)}`;
    const text = shown('gate', passage);
    expect(text).toContain('`set the [gate] option to true in the file that holds all of them`');
    expect(shown('after', `\`${'a long line of code '.repeat(9)}\` ends`)).toMatch(/^`.*`…$/);
  });

  it('has no marks of lists, tables and fences', () => {
    const passage =
      '- one item\n- another item\n\n| Name | Use |\n| --- | --- |\n| gate | a door |\n\n```js\nlisten(1);\n```';
    expect(shown('gate', passage)).toBe('one item another item [gate] · Use: a door listen(1);');
  });

  it('names the sentence, or the line of code, that its link leads to', () => {
    expect(snippet('key', 'The gate is green. Its key hangs here.').sentence).toBe(
      'Its key hangs here.',
    );
    expect(snippet('port', '```js\nlisten();\nconst port = 1;\n```').sentence).toBe(
      'const port = 1;',
    );
  });

  it.each([
    ['with spaces', [' ', 'word ', '. ', '`', '\u202e']],
    ['without', ['漢', '字']],
  ])('never ends within a character, in a text %s', (...[, others]) => {
    const scraps = fc.constantFrom('👩‍🌾', '👍🏽', 'é', 'e\u0301', ...others);
    fc.assert(
      fc.property(fc.array(scraps, { minLength: 40, maxLength: 200 }), (parts) => {
        const text = shown('word', parts.join(''));
        expect(text).not.toMatch(/\p{Surrogate}|\u202e|\u200d(?:…|$)/u);
        expect(text).not.toMatch(/^…?(?:\p{M}|\p{Emoji_Modifier})/u);
        expect(text.length).toBeLessThan(320);
      }),
    );
  });
});
