import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '../../../src/core/ports.ts';
import type { ThreadTurn } from '../../../src/core/prompt/assemble.ts';
import { escapeAttribute, FORMATS } from '../../../src/core/prompt/formats.ts';
import { drawNonce, holdsNonce } from '../../../src/core/prompt/nonce.ts';
import { DEFAULT_ROLES } from '../../../src/core/prompt/options.ts';
import type { CandidatePassage } from '../../../src/core/prompt/select.ts';
import { ABSTENTION } from '../../../src/core/prompt/turns.ts';
import {
  assemble,
  candidate,
  count,
  countWords,
  errorOf,
  fates,
  lastOf,
  systemOf,
  turn,
  whole,
} from './requests.ts';

describe('a request', () => {
  it('has a system turn without any document, the same for every question', () => {
    const first = assemble({ passages: [candidate('secret')] });
    const second = assemble({
      question: 'Other?',
      nonce: 'ffffffff',
      passages: [candidate('other')],
      history: [turn('q', 'a')],
    });
    expect(systemOf(first)).toBe(systemOf(second));
    expect(systemOf(first)).toContain(ABSTENTION);
    expect(systemOf(first)).not.toContain('secret');
  });

  it('reports its tokens by part, and they add up', () => {
    const prompt = assemble({ passages: [candidate('p')], history: [turn('q', 'a')] });
    const { tokens } = prompt.report;
    const sum = prompt.messages.reduce((all, { content }) => all + countWords(content) + 8, 0);
    expect(tokens.total).toBe(sum);
    const { system, history, passages, question } = tokens;
    expect(system + history + passages + question).toBe(sum);
    // The tags of all, then the passage's own with its title and address in eight words.
    expect(tokens).toMatchObject({ window: 10_000, reply: 320, history: 2 * 9, passages: 10 });
    expect(prompt.report.passages).toMatchObject([{ number: 1, tokens: 8, kept: true }]);
  });

  it.each(['user', 'system'] as const)('counts passages apart in the %s turn', (placement) => {
    const ask = (passages: CandidatePassage[]) =>
      assemble({ passages, options: { placement } }).report.tokens;
    const [one, two] = [ask([candidate('a')]), ask([candidate('a'), candidate('b c d')])];
    expect(two).toMatchObject({ system: one.system, question: one.question });
    expect(two.passages - one.passages).toBe(10);
  });

  it('escapes what could end an attribute, and keeps it in one line', () => {
    expect(escapeAttribute('a "b" <c>\n& d')).toBe('a &quot;b&quot; &lt;c&gt; &amp; d');
  });

  it('cites passages by their place in the list, also where others are left out', () => {
    const weak = candidate('weak', { score: 0.1 });
    const prompt = assemble({ passages: [candidate('a'), weak, candidate('c')] });
    expect(prompt.injected).toEqual([1, 3]);
    expect(lastOf(prompt)).toContain('<passage-0a1b2c3d id="3"');
  });

  it('tells to trust the newest passage only where dates are shown', () => {
    const rule = 'trust the one with the newest date';
    const dated = [candidate('a', { date: '2024-05-01' }), candidate('b')];
    expect(lastOf(assemble({ passages: dated }))).toContain(rule);
    expect(whole(assemble({ passages: [candidate('a')] }))).not.toContain(rule);
    // A format that doesn't write dates.
    expect(whole(assemble({ passages: dated, options: { format: 'sources' } }))).not.toContain(
      rule,
    );
  });
});

describe('a nonce', () => {
  it('has eight digits, drawn anew while a text holds them in any case', () => {
    const draws = [0xabcdef01, 0xabcdef02, 0xabcdef03, 0x1f];
    const texts = ['x ABCDEF01 y', 'abcdef02', 'abc\u200bdef03'];
    expect(drawNonce(texts, () => draws.shift() ?? 0)).toBe('0000001f');
    expect(drawNonce([], () => -1)).toBe('ffffffff');
    expect(holdsNonce('What is ABCDEF01?', 'abcdef01')).toBe(true);
  });
});

describe('over budget', () => {
  const long = (n: number) =>
    turn(`question${n} ${'q '.repeat(20)}`, `answer${n} ${'a '.repeat(20)}`);
  const passages = [1, 2, 3].map((n) => candidate(`text${n} ${'p '.repeat(50)}`));
  const history = [long(1), long(2)];
  const full = assemble({ passages, history }).report.tokens.total;
  const within = (tokens: number) => assemble({ passages, history, window: tokens + 320 });

  it('the oldest exchange goes first, then the next', () => {
    const one = within(full - 1);
    expect(whole(one)).not.toContain('question1');
    expect(whole(one)).toContain('question2');
    expect(one.report.droppedTurns).toBe(1);
    expect(one.injected).toEqual([1, 2, 3]);
    const two = within(one.report.tokens.total - 1);
    expect(two.report.droppedTurns).toBe(2);
    expect(two.injected).toEqual([1, 2, 3]);
    expect(two.messages.map(({ role }) => role)).toEqual(['system', 'user']);
  });

  it('then the weakest passages, whole, and the others keep their numbers', () => {
    const bare = assemble({ passages }).report.tokens.total;
    const prompt = assemble({ passages, window: bare + 320 - 1 });
    expect(prompt.injected).toEqual([1, 2]);
    expect(whole(prompt)).not.toContain('text3');
    expect(fates(prompt)).toEqual(['kept', 'kept', 'over budget']);
    expect(prompt.report.tokens.total).toBeLessThan(bare);
  });

  it('a passage larger than everything is skipped, and a smaller one takes its place', () => {
    const huge = candidate(`huge ${'h '.repeat(10_000)}`);
    const prompt = assemble({ passages: [huge, candidate('small')] });
    expect(fates(prompt)).toEqual(['larger than the budget', 'kept']);
    expect(prompt.injected).toEqual([2]);
  });

  it.each(['abstain', 'own-knowledge'] as const)(
    'a model that can be shown nothing of what was found is not asked (%s)',
    (nothingFound) => {
      const huge = candidate(`huge ${'h '.repeat(10_000)}`);
      const prompt = assemble({ passages: [huge], options: { nothingFound } });
      expect(prompt).toMatchObject({ kind: 'abstain', messages: [], injected: [] });
      expect(fates(prompt)).toEqual(['larger than the budget']);
    },
  );

  it('nor where the last passage is only found too large as a part of the whole', () => {
    // A tokenizer by which the whole has more tokens than its parts.
    const countTokens = (text: string) =>
      text.includes('<passage-') && text.includes('<question-') ? 1000 : 10;
    const prompt = assemble({ passages: passages.slice(0, 1), window: 420, countTokens });
    expect(prompt).toMatchObject({ kind: 'abstain', messages: [] });
    expect(fates(prompt)).toEqual(['over budget']);
  });

  it('nothing is left out that fits (property)', () => {
    const { system, question } = assemble({ passages: [candidate('x')] }).report.tokens;
    fc.assert(
      fc.property(fc.integer({ min: system + question, max: full + 50 }), (budget) => {
        const { report, injected, kind } = within(budget);
        expect(report.tokens.total).toBeLessThanOrEqual(budget);
        expect(report.droppedTurns === 2 || injected.length === 3).toBe(true);
        if (budget >= full) expect([report.droppedTurns, injected.length]).toEqual([0, 3]);
        if (injected.length === 0) expect(kind).toBe('abstain');
      }),
    );
  });

  it('a question that alone is too long is an error that says by how much', () => {
    const question = 'why '.repeat(500);
    const { code, message } = errorOf(() => assemble({ question, window: 600 }));
    expect(code).toBe('context-overflow');
    expect(message).toMatch(/\d+ tokens too long .* window of 600\. Shorten it\./);
    const format = { ...FORMATS.passages, explanation: '', codeExplanation: '' };
    const options = {
      nothingFound: 'own-knowledge' as const,
      format,
      roles: { ...DEFAULT_ROLES, instruction: 'Answer.' },
    };
    // Fits with the short instruction, but not with the text that admits uncertainty.
    expect(() => assemble({ question: 'why?', window: 370, options })).toThrow(/too long/);
  });
});

describe('turns', () => {
  const passages = [candidate('The port is 3000.')];
  const sent = lastOf(assemble({ passages, nonce: '11223344' }));
  const past = [turn('old', 'older [1].'), turn('Which port?', 'It is 3000 [1].', sent)];
  const sticky = { turns: 'sticky' as const };

  it('ephemeral ones hold questions and answers, never old passages', () => {
    const prompt = assemble({ passages, history: past });
    expect(prompt.messages[3]).toEqual({ role: 'user', content: 'Which port?' });
    expect(whole(prompt)).not.toContain('11223344');
  });

  it('sticky ones begin like the request before, so that an engine keeps its cache', () => {
    const options = sticky;
    const history: ThreadTurn[] = [];
    let before: Message[] = [];
    for (const nonce of ['00000001', '00000002', '00000003']) {
      const passages = [candidate(`Fact ${nonce}.`), candidate(`More ${nonce}.`)];
      const prompt = assemble({ passages, nonce, history, options });
      expect(prompt.messages.slice(0, before.length)).toEqual(before);
      const reply = `As it came (${nonce}) [9].`;
      before = [...prompt.messages, { role: 'assistant', content: reply }];
      history.push({
        ...{ question: 'Which?', answer: 'As it was shown.', reply, sent: lastOf(prompt) },
        numbers: prompt.report.order,
      });
    }
    const last = assemble({ passages, history, options });
    expect(last.report.passages).toMatchObject([{ number: 7, kept: true }]);
    expect(lastOf(last)).toContain('id="7"');
    // Each number names one passage of the whole request, and all may be cited.
    expect(last.injected).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  it('sticky ones lose the passages of the oldest first', () => {
    const options = sticky;
    const past = ['a', 'b', 'c'].map((name, index): ThreadTurn => {
      const sent = `${'passage '.repeat(50)}${name}?`;
      return { question: `${name}?`, answer: `${name}!`, sent, numbers: [index + 1] };
    });
    const ask = (window: number) => assemble({ passages, history: past, options, window });
    const full = ask(10_000);
    expect(full.report).toMatchObject({ droppedTurns: 0, reducedTurns: 0 });
    const fewer = ask(full.report.tokens.total + 320 - 1);
    expect(fewer.report).toMatchObject({ droppedTurns: 0, reducedTurns: 1 });
    expect(fewer.messages[1]?.content).toBe('a?');
    expect(fewer.messages[3]?.content).toBe(past[1]?.sent);
    expect(fewer.injected).toEqual([2, 3, 4]);
    // Where all stand bare and it is still too much, the oldest go.
    const none = ask(full.report.tokens.total + 320 - 155);
    expect(none.report).toMatchObject({ droppedTurns: 1, reducedTurns: 2 });
    expect(none.messages[1]?.content).toBe('b?');
    expect(none.injected).toEqual([4]);
  });

  it('sticky ones send the last exchange as it was, passages included', () => {
    const prompt = assemble({ passages, history: past, options: sticky });
    expect(prompt.messages.slice(1, 5)).toEqual([
      { role: 'user', content: 'old' },
      { role: 'assistant', content: 'older [1].' },
      { role: 'user', content: sent },
      { role: 'assistant', content: 'It is 3000 [1].' },
    ]);
  });

  it('sticky ones fall back to question and answer, then lose the oldest', () => {
    const ask = (window: number) => assemble({ passages, history: past, options: sticky, window });
    const full = ask(10_000).report.tokens.total;
    const plain = ask(full + 320 - 1);
    expect(plain.report.droppedTurns).toBe(0);
    expect(plain.messages[3]).toEqual({ role: 'user', content: 'Which port?' });
    const fewer = ask(plain.report.tokens.total + 320 - 1);
    expect(fewer.report.droppedTurns).toBe(1);
    expect(fewer.messages[1]).toEqual({ role: 'user', content: 'Which port?' });
  });

  it('a sticky answer is broken up as the model wrote it', () => {
    const history = [turn('How does it end?', 'With `<|im_end|>` [1].', 'How does it end?')];
    const prompt = assemble({ passages, history, options: sticky });
    expect(prompt.messages[2]?.content).toBe('With `<·|im_end|>` [1].');
  });

  it("a turn sent to another model is not sent again where it holds this one's tokens", () => {
    const history = [turn('Which?', 'That.', 'text with [CUT] Which?')];
    const options = sticky;
    const [, again] = assemble({ passages, history, options }).messages;
    expect(again?.content).toBe('text with [CUT] Which?');
    const request = { passages, history, options, controlTokens: ['[CUT]'] };
    expect(assemble(request).messages[1]?.content).toBe('Which?');
  });

  it('with passages in the system turn a thread holds one set', () => {
    const options = { ...sticky, placement: 'system' as const };
    const prompt = assemble({ passages, history: past, options });
    expect(count(whole(prompt), '<passages-')).toBe(1);
    expect(systemOf(prompt)).toContain('<passages-0a1b2c3d>');
    expect(lastOf(prompt)).not.toContain('3000');
  });

  it('persistent ones hold the whole corpus, byte for byte the same over a thread', () => {
    const corpus = ['one', 'two', '', 'four', 'five', 'six', 'seven', 'eight'].map((text, index) =>
      candidate(text, { id: `p${index}`, score: 0 }),
    );
    const options = { turns: 'persistent' as const, placement: 'user' as const };
    const first = assemble({ passages: corpus, options });
    const later = assemble({ passages: corpus, options, history: past, question: 'And then?' });
    expect(systemOf(later)).toBe(systemOf(first));
    expect(first.injected).toEqual([1, 2, 4, 5, 6, 7, 8]);
    expect(fates(first)[2]).toBe('empty');
    expect(first.report.placement).toBe('system');
    expect(count(whole(later), '<passages-')).toBe(1);
  });

  it('a corpus that does not fit whole is an error that says what to do', () => {
    const corpus = [candidate('long '.repeat(2000))];
    const options = { turns: 'persistent' as const };
    const error = errorOf(() => assemble({ passages: corpus, options, window: 1000 }));
    expect(error.code).toBe('context-overflow');
    expect(error.message).toContain('Use turns: "ephemeral", or a larger window');
  });
});
