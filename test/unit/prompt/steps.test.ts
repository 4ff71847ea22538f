import { describe, expect, it } from 'vitest';
import type { QuerySteps } from '../../../src/core/ask-search.ts';
import type { Exchange } from '../../../src/core/ask.ts';
import type { Engine, Message, SearchResult } from '../../../src/core/ports.ts';
import {
  condenseStep,
  hydeStep,
  rewriteStep,
  summariseStep,
  type QueryStep,
} from '../../../src/core/prompt/steps.ts';
import { answers, collect, fakeEngine, fakeRetriever, hit, promptOf } from './fakes.ts';

const HISTORY: readonly Exchange[] = [
  { question: 'What is the default port?', answer: 'It is 3000 [1].' },
];

/** A fake model that replies to each step by its instruction, and to the question itself. */
function fakeReplies(reply: (messages: readonly Message[]) => string, more?: Partial<Engine>) {
  const engine = fakeEngine([], {
    async *generate(messages) {
      engine.prompts.push([...messages]);
      yield await Promise.resolve(isAnswer(messages) ? 'It is 3000 [1].' : reply(messages));
    },
    ...more,
  });
  return engine;
}

const isAnswer = (messages: readonly Message[]) => /^You answer/.test(messages[0]?.content ?? '');

/** The step's own request to the model, printed. */
const stepOf = (prompts: readonly Message[][]) =>
  prompts
    .filter((messages) => !isAnswer(messages))
    .map((messages) => messages.map(({ role, content }) => `${role}: ${content}`).join('\n'))
    .join('\n');

describe('a step', () => {
  it('condense searches a follow-up as a question of its own', async () => {
    const engine = fakeReplies(() => 'Standalone question: "Which host is the default?"\n\nSure!');
    const retriever = fakeRetriever();
    await collect({
      question: 'And its host?',
      ...{ retriever, engine: () => engine, steps: { condense: true } },
      options: { history: HISTORY },
    });
    expect(retriever.calls).toMatchObject([
      { question: 'Which host is the default?', options: { history: [] } },
    ]);
    expect(stepOf(engine.prompts)).toMatchInlineSnapshot(`
      "system: Rewrite the last question so that it can be understood without the conversation. Keep its language and its names. Reply with the question alone.
      user: Reader: What is the default port?
      Answer: It is 3000 [1].
      Last question: And its host?"
    `);
    // The model still answers what was asked.
    expect(engine.prompts.at(-1)?.at(-1)?.content).toContain('And its host?');
  });

  it('condense is not asked about a question that stands by itself', async () => {
    const engine = fakeReplies(() => 'x');
    const retriever = fakeRetriever();
    const question = 'How are secrets rotated?';
    await collect({
      ...{ question, retriever, engine: () => engine, steps: { condense: true } },
      options: { history: HISTORY },
    });
    expect(engine.prompts).toHaveLength(1);
    expect(retriever.calls).toMatchObject([{ question, options: { history: HISTORY } }]);
  });

  it('hyde searches with a made-up answer beside the question', async () => {
    const engine = fakeReplies(() => 'The server listens on 8080 by default.');
    const retriever = fakeRetriever();
    await collect({ retriever, engine: () => engine, steps: { hyde: true } });
    expect(retriever.calls).toMatchObject([
      { question: 'What is the default port? The server listens on 8080 by default.' },
    ]);
    expect(stepOf(engine.prompts)).toMatchInlineSnapshot(`
      "system: Write two sentences that a documentation page could hold and that answer the question. Invent what you do not know. Reply with the sentences alone.
      user: What is the default port?"
    `);
    expect(engine.prompts.at(-1)?.at(-1)?.content).not.toContain('8080');
  });

  /** Finds nothing but for one query. */
  const pickyRetriever = (query: string, fallBack: () => Promise<SearchResult>) => {
    const retriever = fakeRetriever();
    const search = retriever.search.bind(retriever);
    const nothing = () => fakeRetriever({ hits: [], confidence: 0 }).search('');
    return Object.assign(retriever, {
      search: async (text: string) => {
        const found = await search(text);
        if (text === query) return found;
        return retriever.calls.length === 1 ? nothing() : fallBack();
      },
    });
  };

  it('rewrite searches in other words where nothing was found', async () => {
    const engine = fakeReplies(() => 'Query: listening port');
    const retriever = pickyRetriever('listening port', () => Promise.reject(new Error('dead')));
    const events = await collect({ retriever, engine: () => engine, steps: { rewrite: true } });
    expect(retriever.calls.map(({ question }) => question)).toEqual([
      'What is the default port?',
      'listening port',
    ]);
    expect(answers(events).map(({ kind }) => kind)).toEqual(['extractive', 'generated']);
    expect(stepOf(engine.prompts)).toMatchInlineSnapshot(`
      "system: A search found nothing for the question. Write a search query for it in other, more common words. Reply with the query alone.
      user: What is the default port?"
    `);
  });

  it('rewrite whose search fails leaves the first result', async () => {
    const engine = fakeReplies(() => 'something else');
    const retriever = pickyRetriever('listening port', () => Promise.reject(new Error('dead')));
    const events = await collect({ retriever, engine: () => engine, steps: { rewrite: true } });
    expect(retriever.calls).toHaveLength(2);
    expect(answers(events)).toMatchObject([{ kind: 'abstained' }]);
  });

  it('summarise puts a summary in place of exchanges that do not fit', async () => {
    const engine = fakeReplies(() => 'The reader asked about `<|im_end|>` and ports.', {
      contextWindow: 760,
    });
    const history = [{ question: 'Long?', answer: 'word '.repeat(300) }];
    const options = { history };
    const events = await collect({ engine: () => engine, steps: { summarise: true }, options });
    const sent = engine.prompts.at(-1);
    expect(sent?.slice(1, 3)).toEqual([
      { role: 'user', content: 'What did we speak about so far?' },
      { role: 'assistant', content: 'The reader asked about `<·|im_end|>` and ports.' },
    ]);
    expect(promptOf(events)?.messages).toEqual(sent);
  });

  it('summarise is not asked where no model runs for want of passages', async () => {
    const engine = fakeReplies(() => 'x', { contextWindow: 760 });
    const options = { history: [{ question: 'Long?', answer: 'word '.repeat(300) }] };
    const retriever = fakeRetriever({ hits: [], confidence: 0 });
    await collect({ retriever, engine: () => engine, steps: { summarise: true }, options });
    expect(engine.prompts).toEqual([]);
  });

  it('summarise is not asked where everything fits', async () => {
    const engine = fakeReplies(() => 'x');
    const options = { history: HISTORY };
    await collect({ engine: () => engine, steps: { summarise: true }, options });
    expect(engine.prompts).toHaveLength(1);
  });

  it('shows the model no control token of a document that an answer repeated', async () => {
    const engine = fakeReplies(() => 'How does `<·|im_end|>` end it?', {
      controlTokens: ['[CUT]'],
    });
    const retriever = fakeRetriever();
    const history = [{ question: 'q', answer: 'Say `<|im_end|>` or [CUT] [1].' }];
    await collect({
      question: 'And it?',
      ...{ retriever, engine: () => engine, steps: { condense: true }, options: { history } },
    });
    expect(stepOf(engine.prompts)).toContain('Say `<·|im_end|>` or [·CUT] [1].');
    // Searched as documents have it.
    expect(retriever.calls[0]?.question).toBe('How does `<|im_end|>` end it?');
  });
});

describe('the fetch check', () => {
  const result: SearchResult = {
    ...{ hits: [hit('The earlier passage.', 1)], confidence: 0.9 },
    ...{ encoder: 'keyword', notices: [] },
  };
  const history = [{ question: 'What is the default port?', answer: 'It is 3000 [1].', result }];
  const follow = async (question: string, reply: string, steps: QuerySteps) => {
    const engine = fakeReplies(() => reply);
    const retriever = fakeRetriever();
    await collect({ question, retriever, engine: () => engine, steps, options: { history } });
    return { searches: retriever.calls.length, asked: stepOf(engine.prompts) };
  };

  it('asks the model whether the passages of the question before will do', async () => {
    const { searches, asked } = await follow('Is it TCP?', 'SAME.', { fetchCheck: true });
    expect(searches).toBe(0);
    expect(asked).toMatchInlineSnapshot(`
      "system: Decide whether the last question is about the answer before it, so that the same pages hold its answer (SAME), or asks for something else that has to be looked up (NEW). Reply with one word: SAME or NEW.
      user: Reader: What is the default port?
      Answer: It is 3000 [1].
      Last question: Is it TCP?"
    `);
  });

  it.each([
    { when: 'the model calls it new', question: 'Quote that.', reply: 'NEW', searches: 1 },
    { when: 'the rule says reuse', question: 'Quote that.', reply: 'Certainly!', searches: 0 },
    { when: 'the rule says search', question: 'Is it TCP?', reply: 'Certainly!', searches: 1 },
  ])('searches $searches times where $when', async ({ question, reply, searches }) => {
    expect((await follow(question, reply, { fetchCheck: true })).searches).toBe(searches);
  });

  it('is off by default, and needs an earlier result', async () => {
    expect((await follow('Is it TCP?', 'SAME', {})).asked).toBe('');
    const engine = fakeReplies(() => 'SAME');
    const retriever = fakeRetriever();
    await collect({
      ...{ question: 'Is it TCP?', retriever, engine: () => engine, steps: { fetchCheck: true } },
      options: { history: HISTORY },
    });
    expect(retriever.calls).toHaveLength(1);
    expect(stepOf(engine.prompts)).toBe('');
  });
});

describe.each<keyof QuerySteps>(['condense', 'hyde', 'rewrite', 'summarise'])(
  'the step %s never fails the question',
  (step) => {
    it.each<[string, (messages: readonly Message[]) => string]>([
      [
        'where the model fails',
        () => {
          throw new Error('device lost');
        },
      ],
      ['where it says nothing', () => ' \n'],
      ['where it babbles', () => 'bla '.repeat(3000)],
    ])('%s', async (_when, reply) => {
      const engine = fakeReplies(reply, { contextWindow: 760 });
      const history = [...HISTORY, { question: 'Long?', answer: 'word '.repeat(300) }];
      const retriever = fakeRetriever(step === 'rewrite' ? { confidence: 0 } : {});
      const events = await collect({
        question: 'And it?',
        ...{ retriever, engine: () => engine, steps: { [step]: true }, options: { history } },
      });
      expect(engine.prompts.some((messages) => !isAnswer(messages))).toBe(true);
      const kinds = answers(events).map(({ kind }) => kind);
      expect(kinds).toEqual(step === 'rewrite' ? ['abstained'] : ['extractive', 'generated']);
      for (const { question } of retriever.calls) expect(question.length).toBeLessThan(500);
    });

    it('and does nothing without a model', async () => {
      const retriever = fakeRetriever();
      await collect({ retriever, steps: { [step]: true }, options: { history: HISTORY } });
      expect(retriever.calls).toMatchObject([{ question: 'What is the default port?' }]);
    });

    it('and ends where the reader stops', async () => {
      const stop = new AbortController();
      const engine = fakeReplies(() => {
        stop.abort(new Error('stopped'));
        throw new Error('interrupted');
      });
      const history = [{ question: 'Long?', answer: 'word '.repeat(300) }];
      const asked = collect({
        question: 'And it?',
        retriever: fakeRetriever(step === 'rewrite' ? { confidence: 0 } : {}),
        engine: () => Object.assign(engine, { contextWindow: 760 }),
        ...{ steps: { [step]: true }, options: { history, signal: stop.signal } },
      });
      await expect(asked).rejects.toThrow('stopped');
    });
  },
);

describe('a reply to a step is read', () => {
  const steps: readonly (readonly [string, QueryStep<string>])[] = [
    ['condense', condenseStep('And it?', HISTORY)],
    ['rewrite', rewriteStep('port?')],
  ];
  it.each(steps)('as one line (%s)', (_name, step) => {
    expect(step.read('  Rewritten question: Which\n port? \n\nI hope that helps.')).toBe(
      'Which port?',
    );
    expect(step.read('“Which port?”')).toBe('Which port?');
    expect(step.read('""')).toBeUndefined();
    expect(step.read('x'.repeat(401))).toBeUndefined();
  });

  it('as a few sentences (hyde, summarise)', () => {
    expect(hydeStep('x').read(' A. B. ')).toBe('A. B.');
    expect(hydeStep('x').read('y'.repeat(1000))).toHaveLength(400);
    expect(hydeStep('x').read(' ')).toBeUndefined();
    expect(summariseStep(HISTORY).read(' ')).toBeUndefined();
    expect(summariseStep(HISTORY).read('z'.repeat(5000))?.answer).toHaveLength(800);
  });
});
