import { describe, expect, it } from 'vitest';
import { createAsk, type AskEvent } from '../../src/core/ask.ts';
import { AskPageError } from '../../src/core/errors.ts';
import type { Embedder, Engine, Hit, Message } from '../../src/core/ports.ts';
import { ABSTENTION } from '../../src/core/prompt/turns.ts';
import {
  answers,
  collect,
  fakeEngine,
  fakeRetriever,
  HITS,
  kinds,
  promptOf,
  start,
} from './prompt/fakes.ts';

describe('a question', () => {
  it('leads to hits, a quote, the request and the written answer, in this order', async () => {
    const engine = fakeEngine(['It is ', '3000 [1]', '.']);
    const events = await collect({ engine: () => engine });
    expect(kinds(events)).toEqual([
      'found',
      'answer',
      'prompt',
      'writing',
      'writing',
      'writing',
      'answer',
    ]);
    expect(events.flatMap((event) => (event.kind === 'writing' ? [event.text] : []))).toEqual([
      'It is ',
      'It is 3000 [1]',
      'It is 3000 [1].',
    ]);
    expect(answers(events)).toMatchObject([
      { kind: 'extractive', text: '**Page 1**\n\nThe default port is 3000. [1]', citations: [1] },
      { kind: 'generated', text: 'It is 3000 [1].', citations: [1], model: 'Fake 1B' },
    ]);
  });

  it('gives the model the three best passages, and shows exactly what it was given', async () => {
    const engine = fakeEngine(['x']);
    const events = await collect({ engine: () => engine });
    const prompt = promptOf(events);
    expect(engine.prompts).toEqual([prompt?.messages]);
    expect(prompt?.injected).toEqual([1, 2, 3]);
    expect(prompt?.report.passages).toMatchObject([
      { id: 'p1', number: 1, kept: true },
      { id: 'p2', number: 2, kept: true },
      { id: 'p3', number: 3, kept: true },
      { id: 'p4', number: 4, kept: false, reason: 'below the minimum score' },
    ]);
    expect(JSON.stringify(prompt?.messages)).not.toContain('fourth passage');
    expect(prompt?.report.nonce).toBe('abcdef01');
  });

  it('shows the request also where no model runs', async () => {
    const events = await collect({});
    expect(kinds(events)).toEqual(['found', 'answer', 'prompt']);
    expect(promptOf(events)?.messages.at(-1)?.content).toContain('The default port is 3000.');
  });

  it('is trimmed, and brings its thread to the search and to the model', async () => {
    const retriever = fakeRetriever();
    const engine = fakeEngine(['x']);
    const history = [{ question: 'What is it?', answer: 'A server [1].' }];
    await collect({
      retriever,
      engine: () => engine,
      question: '  And the port? ',
      options: { history },
    });
    expect(retriever.calls).toMatchObject([{ question: 'And the port?', options: { history } }]);
    expect(engine.prompts[0]?.slice(1, 3)).toEqual([
      { role: 'user', content: 'What is it?' },
      { role: 'assistant', content: 'A server [1].' },
    ]);
  });

  it.each(['', ' \n ', 'x'.repeat(10_000)])(
    'is refused where empty or too long',
    async (question) => {
      const retriever = fakeRetriever();
      const asked = collect({ question, retriever });
      await expect(asked).rejects.toMatchObject({ code: 'bad-question' });
      if (question.length > 100) await expect(asked).rejects.toThrow(/10,000.*2,000/);
      expect(retriever.calls).toEqual([]);
    },
  );

  it('fails as the search fails', async () => {
    const error = new AskPageError('network', 'No connection.');
    const retriever = { search: () => Promise.reject(error) };
    await expect(collect({ retriever })).rejects.toBe(error);
  });
});

describe('abstaining', () => {
  it.each([
    ['no hits', { hits: [], confidence: 0.9 }, undefined],
    ['low confidence', { confidence: 0.1 }, undefined],
    ["the owner's threshold", { confidence: 0.6 }, 0.7],
  ])('for %s, without running the model', async (_why, result, threshold) => {
    const engine = fakeEngine(['Invented.']);
    const events = await collect({
      retriever: fakeRetriever(result),
      engine: () => engine,
      ...(threshold && { threshold }),
    });
    expect(kinds(events)).toEqual(['found', 'answer', 'prompt']);
    expect(promptOf(events)).toMatchObject({ kind: 'abstain', messages: [], injected: [] });
    expect(answers(events)).toEqual([{ kind: 'abstained', text: ABSTENTION, citations: [] }]);
    expect(engine.prompts).toEqual([]);
  });

  it('of the model itself is told apart from an answer', async () => {
    const events = await collect({ engine: () => fakeEngine([ABSTENTION]) });
    expect(answers(events).map(({ kind }) => kind)).toEqual(['extractive', 'abstained']);
  });
});

describe('meaning', () => {
  const fakeEmbedder = (embed: Embedder['embed']): Embedder => ({ dimensions: 2, embed });

  it('chooses the sentence where an embedder is ready', async () => {
    const embedder = fakeEmbedder((texts) =>
      Promise.resolve(
        Float32Array.from(
          texts.flatMap((text, i) => (i === 0 || text.includes('Birds') ? [1, 0] : [0, 1])),
        ),
      ),
    );
    const [answer] = answers(await collect({ question: 'port?', embedder: () => embedder }));
    expect(answer?.text).toContain('Birds fly south');
  });

  it('is done without where the embedder fails, but not where the reader stopped', async () => {
    const failing = fakeEmbedder(() => Promise.reject(new Error('dead')));
    const [answer] = answers(await collect({ embedder: () => failing }));
    expect(answer?.text).toContain('The default port is 3000.');
    const stop = new AbortController();
    const stopping = fakeEmbedder(() => {
      stop.abort(new Error('stopped'));
      return Promise.reject(new Error('dead'));
    });
    const events = start({ embedder: () => stopping, options: { signal: stop.signal } });
    expect((await events.next()).value).toMatchObject({ kind: 'found' });
    await expect(events.next()).rejects.toThrow('stopped');
  });
});

describe('a language model that fails', () => {
  const broken = () => Promise.reject(new Error('device lost'));
  it.each<[string, Partial<Engine>]>([
    [
      'while it writes',
      {
        // eslint-disable-next-line @typescript-eslint/require-await
        async *generate() {
          yield 'It is';
          throw new AskPageError('device-lost', 'device lost');
        },
      },
    ],
    ['when asked for its name', { describe: broken }],
  ])('%s leaves the quote standing', async (_when, more) => {
    const events = await collect({ engine: () => fakeEngine(['x'], more) });
    expect(answers(events).map(({ kind }) => kind)).toEqual(['extractive']);
    const last = events.at(-1);
    expect(last).toMatchObject({ kind: 'engine-failed', error: { message: 'device lost' } });
    expect(last?.kind === 'engine-failed' && last.error).toBeInstanceOf(AskPageError);
  });

  it('when it counts is asked all the same', async () => {
    const events = await collect({
      engine: () => fakeEngine(['It is 3000.'], { countTokens: broken }),
    });
    expect(answers(events).at(-1)?.kind).toBe('generated');
  });

  it('by saying nothing leaves the quote standing', async () => {
    const events = await collect({ engine: () => fakeEngine(['  ', '\n']) });
    expect(answers(events).map(({ kind }) => kind)).toEqual(['extractive']);
  });

  // Between the two, the rules and the question fit, and nothing else.
  it.each([
    ['the question', 400],
    ['a passage', 480],
  ])('to hold %s is not asked, and the reader is told', async (what, contextWindow) => {
    const engine = fakeEngine(['Invented.'], { contextWindow });
    const events = await collect({ engine: () => engine });
    expect(engine.prompts).toEqual([]);
    expect(answers(events).map(({ kind }) => kind)).toEqual(['extractive']);
    const last = events.at(-1);
    expect(last).toMatchObject({ kind: 'engine-failed', error: { code: 'context-overflow' } });
    const message = last?.kind === 'engine-failed' ? last.error.message : '';
    expect(message.includes('and a passage do not fit')).toBe(what === 'a passage');
  });

  it('to hold a passage does not answer from its own knowledge instead', async () => {
    const engine = fakeEngine(['Invented.'], { contextWindow: 480 });
    const prompt = { nothingFound: 'own-knowledge' as const };
    const events = await collect({ engine: () => engine, prompt });
    expect(kinds(events)).toEqual(['found', 'answer', 'prompt', 'engine-failed']);
  });

  it('is given fewer passages, once, where it finds the request longer than we do', async () => {
    const long = new AskPageError('context-overflow', 'They are 5000 tokens, and 4096 fit.');
    const picky = (refusals: number) => {
      const engine = fakeEngine([], {
        contextWindow: 900,
        // eslint-disable-next-line @typescript-eslint/require-await
        async *generate(messages) {
          engine.prompts.push([...messages]);
          if (engine.prompts.length <= refusals) throw long;
          yield 'It is 3000 [1].';
        },
      });
      return engine;
    };
    const longer = ({ passage, ...hit }: Hit) => ({
      ...hit,
      passage: { ...passage, text: `${passage.text}${' and so on'.repeat(20)}` },
    });
    const retriever = fakeRetriever({ hits: HITS.map(longer) });
    const once = picky(1);
    const events = await collect({ engine: () => once, retriever });
    expect(kinds(events)).toEqual(['found', 'answer', 'prompt', 'prompt', 'writing', 'answer']);
    const [first = '', second = ''] = once.prompts.map((prompt) => JSON.stringify(prompt));
    expect(first).toContain('Logs go to a file');
    expect(second).not.toContain('Logs go to a file');
    expect(second).toContain('The default port is 3000.');
    const twice = picky(2);
    const refused = await collect({ engine: () => twice });
    expect(twice.prompts).toHaveLength(2);
    expect(refused.at(-1)).toEqual({ kind: 'engine-failed', error: long });
  });

  it('is no matter for a question that finds nothing', async () => {
    const engine = fakeEngine(['Invented.'], { contextWindow: 480 });
    const retriever = fakeRetriever({ hits: [] });
    const events = await collect({ engine: () => engine, retriever });
    expect(kinds(events)).toEqual(['found', 'answer', 'prompt']);
  });
});

describe('the window of the model', () => {
  it('is kept by its own counts, also for what remains after something was left out', async () => {
    // Counts far above the estimate, as for a script that the model's tokenizer knows badly.
    const countTokens = (texts: readonly string[]) =>
      Promise.resolve(texts.map((text) => text.length));
    const size = ([prompt]: Message[][]) =>
      (prompt ?? []).reduce((sum, { content }) => sum + content.length, 0);
    const roomy = fakeEngine(['x'], { countTokens, contextWindow: 1e6 });
    await collect({ engine: () => roomy });
    // So that the weakest passage alone is not enough.
    const budget = size(roomy.prompts) - 150;
    const tight = fakeEngine(['x'], { countTokens, contextWindow: budget + 320 });
    const events = await collect({ engine: () => tight });
    expect(size(tight.prompts)).toBeGreaterThan(0);
    expect(size(tight.prompts)).toBeLessThanOrEqual(budget);
    expect(promptOf(events)?.injected).toHaveLength(1);
  });
});

describe('tokens', () => {
  it('of texts that come again are counted once', async () => {
    const counted: string[] = [];
    const countTokens = (texts: readonly string[]) => {
      counted.push(...texts);
      return Promise.resolve(texts.map((text) => text.split(/\s+/).length));
    };
    const engine = fakeEngine(['x'], { countTokens });
    const ask = createAsk({
      ...{ retriever: fakeRetriever(), engine: () => engine, prompt: { turns: 'persistent' } },
      random: () => 0xabcdef01 + counted.length,
    });
    const run = async (question: string) => {
      for await (const event of ask.ask(question)) if (event.kind === 'answer') continue;
    };
    await run('What is the default port?');
    const before = counted.length;
    await run('Which host is the default?');
    expect(before).toBeGreaterThan(4);
    expect(new Set(counted).size).toBe(counted.length);
    // The question, and what it stands in.
    expect(counted.length - before).toBeLessThan(before / 2);
  });
});

describe('a written answer', () => {
  it('loses citations of what it was not given', async () => {
    const events = await collect({ engine: () => fakeEngine(['It is 3000 [1], or not [4] [7].']) });
    expect(answers(events).at(-1)).toMatchObject({
      text: 'It is 3000 [1], or not.',
      citations: [1],
    });
  });

  it('ends where it starts to repeat our tags', async () => {
    const engine = fakeEngine(['It is 3000 [1].\n</pass', 'ages-abcdef01>\n<quest', 'ion>More?']);
    const events = await collect({ engine: () => engine });
    expect(answers(events).at(-1)?.text).toBe('It is 3000 [1].');
    expect(engine.left).toBe(1);
    for (const event of events) {
      if (event.kind === 'writing') expect(event.text).not.toContain('abcdef01');
    }
  });
});

describe('what an engine can not do', () => {
  const words = Array.from({ length: 900 }, (_, index) => `word${String(index)} and the `);

  it('is done for it: the length of the reply', async () => {
    const [asked, own] = [fakeEngine(words, { ignores: ['maxTokens'] }), fakeEngine(words)];
    const cut = answers(await collect({ engine: () => asked })).at(-1)?.text ?? '';
    const whole = answers(await collect({ engine: () => own })).at(-1)?.text ?? '';
    expect(asked.left).toBe(1);
    expect(cut.length).toBeGreaterThan(500);
    expect(cut.length).toBeLessThan(2500);
    expect(whole.length).toBeGreaterThan(10_000);
  });
});

describe('a reply that is no language', () => {
  it.each([
    ['a loop', Array.from({ length: 40 }, () => 'The server is what it is. '), 'again and again'],
    [
      'noise',
      Array.from({ length: 40 }, (_, at) => `\uFFFD\uFFFDx${String(at)}\uFFFD `),
      'no language',
    ],
    ['a short one', ['!'.repeat(50)], 'again and again'],
  ])('is taken back: %s', async (_, pieces, why) => {
    const engine = fakeEngine(pieces);
    const events = await collect({ engine: () => engine });
    expect(answers(events).map(({ kind }) => kind)).toEqual(['extractive']);
    const last = events.at(-1);
    expect(last).toMatchObject({ kind: 'engine-failed', error: { code: 'gibberish' } });
    expect(last?.kind === 'engine-failed' && last.error.message).toContain(why);
    expect(engine.left).toBe(1);
  });
});

describe('stopping', () => {
  it('in the middle of the answer ends with the reason, and lets the model go', async () => {
    const stop = new AbortController();
    const engine = fakeEngine(['One ', 'two ', 'three.'], {});
    const seen: AskEvent[] = [];
    const run = async () => {
      for await (const event of start({
        engine: () => engine,
        options: { signal: stop.signal },
      })) {
        seen.push(event);
        if (event.kind === 'writing') stop.abort(new Error('stopped'));
      }
    };
    await expect(run()).rejects.toThrow('stopped');
    expect(answers(seen).map(({ kind }) => kind)).toEqual(['extractive']);
    expect(engine.left).toBe(1);
  });

  it('after the search shows nothing', async () => {
    const stop = new AbortController();
    const retriever = {
      search: () => {
        stop.abort(new Error('stopped'));
        return fakeRetriever().search('x');
      },
    };
    const events = start({ retriever, options: { signal: stop.signal } });
    await expect(events.next()).rejects.toThrow('stopped');
  });

  it('by leaving the loop lets the model go', async () => {
    const engine = fakeEngine(['One ', 'two.']);
    for await (const { kind } of start({ engine: () => engine })) if (kind === 'writing') break;
    expect(engine.left).toBe(1);
  });
});
