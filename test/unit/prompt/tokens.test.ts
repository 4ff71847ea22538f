import { readFileSync } from 'node:fs';
import { Tokenizer } from '@huggingface/tokenizers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passagesOf } from '../../../src/core/documents/passages.ts';
import { readMarkdown } from '../../../src/core/documents/markdown.ts';
import { assemble, candidate, count, FORMAT_NAMES, lastOf, turn } from './requests.ts';

const model = 'public/models/all-MiniLM-L6-v2';
const tokenizer = new Tokenizer(
  JSON.parse(readFileSync(`${model}/tokenizer.json`, 'utf8')) as object,
  JSON.parse(readFileSync(`${model}/tokenizer_config.json`, 'utf8')) as object,
);

const known = new Map<string, number>();

/** Real WordPiece tokens. */
function countTokens(text: string): number {
  const tokens =
    known.get(text) ?? tokenizer.encode(text, { add_special_tokens: false }).ids.length;
  known.set(text, tokens);
  return tokens;
}

/** What a ChatML template adds round a message: start, role, line break, end, line break. */
const FRAME = 5;

/** More than any format's marks, title and address round a passage. */
const MARKS = 150;

const CODE = readFileSync('src/core/prompt/assemble.ts', 'utf8');
const KINDS = {
  prose: readFileSync('docs/use.md', 'utf8'),
  code: `# Code\n\n\`\`\`ts\n${CODE}\n\`\`\``,
  CJK: readFileSync('test/fixtures/hostile/13-cjk.md', 'utf8').repeat(6),
};

describe.each(Object.entries(KINDS))('with a real tokenizer, on %s', (kind, markdown) => {
  const passages = readMarkdown({ url: 'a.md', markdown })
    .flatMap(passagesOf)
    .map(({ text }, index) =>
      candidate(`${index}: ${text}`, { id: `p${index}`, title: text.slice(0, 30) }),
    );
  const history = passages
    .slice(0, 3)
    .map(({ text }) => turn(text.slice(0, 80), text, `sent ${text}`));

  it('the whole request never exceeds the window, and fills it', () => {
    expect(passages.length).toBeGreaterThan(4);
    fc.assert(
      fc.property(
        fc.record({
          window: fc.integer({ min: 700, max: 4000 }),
          chosen: fc.subarray(passages, { minLength: 1, maxLength: 6 }),
          format: fc.constantFrom(...FORMAT_NAMES),
          turns: fc.constantFrom('ephemeral' as const, 'sticky' as const),
        }),
        ({ window, chosen, format, turns }) => {
          const asked = {
            question: passages[0]?.text.slice(0, 100) ?? kind,
            ...{ passages: chosen, history, window, countTokens },
            options: { format, turns },
          };
          const prompt = assemble(asked);
          const total = prompt.messages.reduce(
            (sum, { content }) => sum + countTokens(content) + FRAME,
            0,
          );
          expect(total).toBeLessThanOrEqual(window - 320);
          expect(prompt.report.tokens.total).toBeLessThanOrEqual(window - 320);
          if (prompt.kind === 'abstain') return;
          // No passage makes room for history, and none is left out that would have fitted.
          expect(assemble({ ...asked, history: [] }).injected).toEqual(prompt.injected);
          const room = window - 320 - assemble({ ...asked, history: [] }).report.tokens.total;
          for (const [index, { kept }] of prompt.report.passages.entries()) {
            if (!kept) expect(countTokens(chosen[index]?.text ?? '') + MARKS).toBeGreaterThan(room);
          }
        },
      ),
      { numRuns: 25 },
    );
  });

  it('a passage that stays is whole', () => {
    const prompt = assemble({ passages: passages.slice(0, 6), window: 850, countTokens });
    expect(prompt.injected.length).toBeGreaterThan(0);
    expect(prompt.injected.length).toBeLessThan(6);
    const kept = passages.filter(({ text }) => lastOf(prompt).includes(text));
    expect(kept.map(({ id }) => id)).toEqual(
      prompt.report.passages.filter((each) => each.kept).map(({ id }) => id),
    );
    expect(count(lastOf(prompt), '</passage-')).toBe(prompt.injected.length);
  });
});
