import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import type { Message } from '../src/core/ports.ts';
import type { Session } from '../src/page/session.ts';
import { median } from './bench-page.ts';
import type { Findings } from './test-engine-steps.ts';

const ROUNDS = 3;

/** Characters of a passage: the models that this is run with may have a window of 1,024 tokens of one byte. */
const PASSAGE = 160;

interface Turns {
  /** Milliseconds until the first word of the second reply. */
  sticky: number[];
  ephemeral: number[];
}

interface PageScope {
  askpageSession?: Session;
}

/** Runs in the page before the dialog is opened: keeps the session, which the widget keeps to itself. */
export function keepSession(): void {
  type Element = HTMLElement & { sessionChanged(session: Session): void };
  const element = document.querySelector('ask-page') as unknown as Element;
  const told = element.sessionChanged.bind(element);
  element.sessionChanged = (session) => {
    (globalThis as unknown as PageScope).askpageSession = session;
    told(session);
  };
}

/** Runs in the page: the second question of a thread, asked of the engine in both kinds of turns. */
async function timeTurns({ first, second, rounds }: Conversation): Promise<Turns> {
  const engine = (globalThis as unknown as PageScope).askpageSession?.runtime.engine.ready;
  if (!engine) throw new Error('No model is ready.');
  const ask = async (messages: readonly Message[], maxTokens: number) => {
    const begun = performance.now();
    let firstMs: number | undefined;
    let text = '';
    for await (const piece of engine.generate(messages, { maxTokens, temperature: 0 })) {
      firstMs ??= performance.now() - begun;
      text += piece;
    }
    return { firstMs: firstMs ?? NaN, text };
  };
  const times: Turns = { sticky: [], ephemeral: [] };
  for (let round = 0; round < rounds; round++) {
    const [system, asked] = first;
    if (!system || !asked) throw new Error('The request has no turns.');
    for (const kind of round % 2
      ? (['sticky', 'ephemeral'] as const)
      : (['ephemeral', 'sticky'] as const)) {
      const { text } = await ask(first, 4);
      const reply: Message = { role: 'assistant', content: text };
      const plain: Message = { role: 'user', content: asked.content.split('\n\n').at(-1) ?? '' };
      const before = kind === 'sticky' ? [...first, reply] : [system, plain, reply];
      times[kind].push((await ask([...before, second], 1)).firstMs);
    }
  }
  return times;
}

interface Conversation {
  /** System turn, and the user's with its passage. */
  first: readonly Message[];
  second: Message;
  rounds: number;
}

/**
 * The same second question after the first one as it was sent (sticky turns), of which the model has
 * all read, and after its bare words (ephemeral turns).
 */
export async function compareTurns(page: Page): Promise<Findings> {
  const docs = readFileSync('node_modules/fastify/docs/Reference/Server.md', 'utf8');
  const passages = docs.split(/\n\n+/).filter((text) => /^\w/.test(text) && text.length > PASSAGE);
  const user = (place: number, question: string): Message => ({
    role: 'user',
    content: `${passages[place]?.slice(0, PASSAGE).replace(/\s+/g, ' ') ?? ''}\n\n${question}`,
  });
  const system: Message = { role: 'system', content: 'Answer from the note.' };
  const conversation: Conversation = {
    first: [system, user(0, 'Which port is it?')],
    second: user(1, 'Which host is it?'),
    rounds: ROUNDS,
  };
  const { sticky, ephemeral } = await page.evaluate(timeTurns, conversation);
  const ratios = sticky.map((time, round) => (ephemeral[round] ?? NaN) / time);
  return {
    stickyMs: Math.round(median(sticky)),
    ephemeralMs: Math.round(median(ephemeral)),
    ephemeralOverSticky: Math.round(median(ratios) * 100) / 100,
    rounds: ROUNDS,
  };
}
