import { createAsk, type AskEvent, type AskOptions, type AskParts } from '../../../src/core/ask.ts';
import type { Engine, Hit, Message, SearchOptions, SearchResult } from '../../../src/core/ports.ts';

export const hit = (text: string, index: number): Hit => ({
  passage: {
    id: `p${index}`,
    section: { url: `page${index}.html`, title: `Page ${index}`, headings: [] },
    text,
    tokens: 20,
  },
  score: 0.8,
  keywordScore: 3,
  fused: 1 / index,
  rank: index,
});

const TEXTS = [
  'The default port is 3000. Birds fly south in autumn.',
  'The default host is localhost.',
  'Logs go to a file on disk.',
  'The fourth passage is not for the model.',
];
export const HITS = TEXTS.map((text, index) => hit(text, index + 1));

export function fakeRetriever(result: Partial<SearchResult> = {}) {
  const calls: { question: string; options: SearchOptions | undefined }[] = [];
  return {
    calls,
    search(question: string, options?: SearchOptions): Promise<SearchResult> {
      calls.push({ question, options });
      return Promise.resolve({
        hits: HITS,
        confidence: 0.9,
        encoder: 'keyword',
        notices: [],
        ...result,
      });
    },
  };
}

export interface FakeEngine extends Engine {
  prompts: Message[][];
  left: number;
}

export function fakeEngine(reply: readonly string[], more: Partial<Engine> = {}): FakeEngine {
  const engine: FakeEngine = {
    id: 'fake',
    contextWindow: 4096,
    controlTokens: [],
    prompts: [],
    left: 0,
    describe: () =>
      Promise.resolve({
        model: 'Fake 1B',
        bytes: 0,
        licence: 'MIT',
        origin: 'test',
        availability: 'ready',
      }),
    load: () => Promise.resolve(),
    countTokens: (texts) => Promise.resolve(texts.map((text) => text.split(/\s+/).length)),
    async *generate(messages) {
      engine.prompts.push([...messages]);
      try {
        for (const piece of reply) yield await Promise.resolve(piece);
      } finally {
        engine.left++;
      }
    },
    interrupt: () => {},
    unload: () => Promise.resolve(),
    ...more,
  };
  return engine;
}

export interface Asked extends Partial<AskParts> {
  question?: string;
  options?: AskOptions;
}

export function start({ question = 'What is the default port?', options, ...parts }: Asked) {
  const ask = createAsk({ retriever: fakeRetriever(), random: () => 0xabcdef01, ...parts });
  return ask.ask(question, options);
}

export async function collect(asked: Asked): Promise<AskEvent[]> {
  const events: AskEvent[] = [];
  for await (const event of start(asked)) events.push(event);
  return events;
}

export const kinds = (events: readonly AskEvent[]) => events.map(({ kind }) => kind);
export const answers = (events: readonly AskEvent[]) =>
  events.flatMap((event) => (event.kind === 'answer' ? [event.answer] : []));
export const promptOf = (events: readonly AskEvent[]) =>
  events.flatMap((event) => (event.kind === 'prompt' ? [event.prompt] : []))[0];
