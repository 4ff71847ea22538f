import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateTokens } from '../../../src/core/documents/tokens.ts';
import { removeInvisible } from '../../../src/core/prompt/invisible.ts';
import { createNeutraliser } from '../../../src/core/prompt/neutralise.ts';
import type { PromptOptions } from '../../../src/core/prompt/options.ts';
import { orderPassages } from '../../../src/core/prompt/select.ts';
import {
  assemble,
  candidate,
  count,
  countWords,
  DELIMITERS,
  FORMAT_NAMES,
  lastOf,
  systemOf,
  turn,
  whole,
} from './requests.ts';
import { anyPassages, anyRequest, anyText, CONTROL_TOKENS, OWN_TOKENS } from './texts.ts';

const options = fc.record({
  order: fc.constantFrom('strongest-first' as const, 'edges' as const),
  placement: fc.constantFrom('user' as const, 'system' as const),
  turns: fc.constantFrom('ephemeral' as const, 'sticky' as const, 'persistent' as const),
  nothingFound: fc.constantFrom('abstain' as const, 'own-knowledge' as const),
  repeatRules: fc.boolean(),
});
const controlTokens = OWN_TOKENS;

describe.each(FORMAT_NAMES)('for any text, in the format %s', (format) => {
  const { all, one, question: ask } = DELIMITERS[format];

  it('delimiters stand exactly where we put them', () => {
    fc.assert(
      fc.property(anyRequest, options, (given, chosen) => {
        const prompt = assemble({ ...given, controlTokens, options: { ...chosen, format } });
        // A model may not mind capitals.
        const text = whole(prompt).toLowerCase();
        const found = (mark: string) => count(text, mark.replace('N', given.nonce).toLowerCase());
        const sets = prompt.injected.length > 0 ? 1 : 0;
        for (const mark of all) expect(found(mark)).toBe(sets);
        for (const mark of one) expect(found(mark)).toBe(prompt.injected.length);
        for (const mark of ask) expect(found(mark)).toBe(prompt.kind === 'abstain' ? 0 : 1);
      }),
      { numRuns: 150 },
    );
  });

  it('parts stand in their order: rules, thread, passages, question', () => {
    fc.assert(
      fc.property(anyRequest, options, (given, chosen) => {
        const prompt = assemble({ ...given, options: { ...chosen, format } });
        if (prompt.kind === 'abstain') {
          expect(prompt.messages).toEqual([]);
          return;
        }
        const roles = prompt.messages.map(({ role }) => role);
        const thread = given.history.flatMap(() => ['user', 'assistant']);
        expect(roles).toEqual(['system', ...thread, 'user']);
        const at = (mark = '') => lastOf(prompt).indexOf(mark.replace('N', given.nonce));
        expect(at(ask[0])).toBeGreaterThanOrEqual(0);
        const first = [...all, ...one][0];
        const inUser = chosen.placement === 'user' && chosen.turns !== 'persistent';
        if (inUser && prompt.injected.length > 0) {
          expect(at(first)).toBe(0);
          expect(at(first)).toBeLessThan(at(ask[0]));
        } else expect(at(first)).toBe(-1);
        expect(prompt.report.order).toEqual(orderPassages(prompt.injected, chosen.order));
      }),
      { numRuns: 100 },
    );
  });

  it('no control token survives', () => {
    fc.assert(
      fc.property(anyRequest, options, (given, chosen) => {
        // As a turn that was sent to another model, which had no token of its own.
        const history = given.history.map((each) => ({ ...each, sent: each.question }));
        const prompt = assemble({
          ...given,
          ...{ history, controlTokens, options: { ...chosen, format } },
        });
        const text = whole(prompt);
        const left = [...CONTROL_TOKENS, ...OWN_TOKENS].filter((token) => text.includes(token));
        expect(left).toEqual([]);
        expect(text).not.toMatch(/<\|[^\s|<>]{1,64}\|>/);
      }),
      { numRuns: 150 },
    );
  });

  it('the system turn knows neither documents nor question nor nonce', () => {
    const ephemeral = { format, minScore: 0 };
    fc.assert(
      fc.property(anyRequest, anyPassages, anyText, (given, others, question) => {
        const passages = [candidate('known to be good', { id: 'good' }), ...given.passages];
        const first = assemble({ ...given, passages, options: ephemeral });
        const second = assemble({
          passages: [candidate('good', { id: 'good' }), ...others],
          ...{ question, options: ephemeral },
        });
        expect(systemOf(first)).toBe(systemOf(second));
        expect(systemOf(first)).not.toContain(given.nonce);
        expect(systemOf(first)).not.toContain('known to be good');
      }),
      { numRuns: 50 },
    );
  });

  it('in persistent turns the system turn is the same for the whole thread', () => {
    const persistent: Partial<PromptOptions> = { format, turns: 'persistent' };
    fc.assert(
      fc.property(anyRequest, anyText, anyText, (given, question, answer) => {
        const passages = [candidate('good', { id: 'good' }), ...given.passages];
        const first = assemble({ ...given, passages, history: [], options: persistent });
        const later = assemble({
          ...{ passages, nonce: given.nonce, options: persistent, question },
          history: [...given.history, turn(given.question, answer, lastOf(first))],
        });
        expect(systemOf(later)).toBe(systemOf(first));
      }),
      { numRuns: 50 },
    );
  });
});

it('JSON keeps every text as it is', () => {
  fc.assert(
    fc.property(anyRequest, (given) => {
      const prompt = assemble({ ...given, options: { format: 'json' } });
      fc.pre(prompt.kind === 'answer');
      const harmless = createNeutraliser();
      const end = lastOf(prompt).indexOf(`{"question-${given.nonce}":`);
      const [context = ''] = lastOf(prompt).slice(0, end).split('\n\nWhere passages');
      const { [`passages-${given.nonce}`]: passages = [] } = JSON.parse(context) as Record<
        string,
        { id: number; text: string }[]
      >;
      for (const { id, text } of passages) {
        expect(text).toBe(harmless.neutralise(given.passages[id - 1]?.text ?? ''));
      }
      const asked = JSON.parse(lastOf(prompt).slice(end)) as Record<string, string>;
      expect(asked[`question-${given.nonce}`]).toBe(harmless.neutralise(given.question));
    }),
    { numRuns: 100 },
  );
});

it('breaking up and mapping back are inverse', () => {
  fc.assert(
    fc.property(anyText, fc.subarray(OWN_TOKENS), (text, own) => {
      const harmless = createNeutraliser(own);
      expect(harmless.restore(harmless.neutralise(text))).toBe(removeInvisible(text));
      expect(harmless.isHarmless(harmless.neutralise(text))).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

describe('whatever the window', () => {
  const word = fc.constantFrom(
    'alpha',
    'beta',
    'gamma',
    '日本語の文',
    'x'.repeat(40),
    '\n\n',
    '{}',
  );
  const prose = fc.array(word, { minLength: 1, maxLength: 40 }).map((words) => words.join(' '));
  const thread = fc.array(fc.record({ question: prose, answer: prose }), { maxLength: 5 });

  it.each([
    ['words', countWords],
    ['the estimate', estimateTokens],
  ])('the request fits by %s, and what goes, goes whole and in order', (_by, countTokens) => {
    fc.assert(
      fc.property(
        fc.record({
          texts: fc.array(prose, { maxLength: 6 }),
          history: thread,
          chosen: options,
          window: fc.integer({ min: 500, max: 2500 }),
        }),
        ({ texts, history, chosen, window }) => {
          const passages = texts.map((text, i) => candidate(`<p${i}> ${text} </p${i}>`));
          const turns = history.map(({ question, answer }, i) =>
            turn(`<t${i}> ${question}`, `${answer} </t${i}>`, `<t${i}> <sent> ${question}`),
          );
          const asked = { passages, history: turns, options: chosen, window, countTokens };
          const prompt = orOverflow(() => assemble(asked));
          fc.pre(prompt !== undefined);
          const { report } = prompt;
          expect(report.tokens.total).toBeLessThanOrEqual(window - 320);
          const all = whole(prompt);
          for (const [i, passage] of passages.entries()) {
            const isKept = report.passages[i]?.kept === true;
            expect(all.includes(passage.text)).toBe(isKept);
            expect(all.includes(`<p${i}>`) || all.includes(`</p${i}>`)).toBe(isKept);
          }
          if (prompt.kind === 'abstain') return;
          const left = turns.map((_, i) => all.includes(`<t${i}>`) && all.includes(`</t${i}>`));
          expect(left).toEqual(turns.map((_, i) => i >= report.droppedTurns));
          // No passage makes room for history.
          expect(assemble({ ...asked, history: [] }).injected).toEqual(prompt.injected);
        },
      ),
      { numRuns: 150 },
    );
  });

  it('passages in the system turn are one set in the whole request', () => {
    fc.assert(
      fc.property(anyRequest, options, (given, chosen) => {
        const passages = [candidate('good', { id: 'good' }), ...given.passages];
        const sent = lastOf(assemble({ ...given, passages, nonce: '99999999' }));
        const history = [...given.history, turn('q', 'a', sent)];
        const placed = { ...chosen, placement: 'system' as const };
        const prompt = assemble({ ...given, passages, history, options: placed });
        expect(count(whole(prompt), '<passages-')).toBe(
          1 + count(JSON.stringify(given.history), '<passages-'),
        );
        expect(count(systemOf(prompt), `<passages-${given.nonce}>`)).toBe(1);
      }),
      { numRuns: 100 },
    );
  });
});

function orOverflow<T>(call: () => T): T | undefined {
  try {
    return call();
  } catch (error) {
    expect(error).toMatchObject({ code: 'context-overflow' });
    return undefined;
  }
}
