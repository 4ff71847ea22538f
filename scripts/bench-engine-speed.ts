import { availableParallelism, loadavg } from 'node:os';
import type { BrowserContext, Page } from 'playwright-core';
import { openBenchPage, type BenchSite } from './bench-engine-site.ts';
import { measureStops } from './bench-engine-stops.ts';
import type { BenchRequest } from './bench-engine-request.ts';
import type { Reply } from './bench-engine-widget.ts';
import { ROUNDS } from './bench-page.ts';
import { figure, type Figure } from './bench-report.ts';
import { EngineReader } from './test-engine-reader.ts';

const REQUEST: BenchRequest = {
  turns: 'ephemeral',
  replyTokens: 40,
  passageLength: 200,
  instruction: 'Explain it in detail, in many sentences.',
};

/** Asked again, a question is no follow-up, so its request stays as long as it is. */
export const QUESTION = 'What is the default port that the server listens on?';

/** A rate over fewer tokens tells too little. */
const FEWEST_TOKENS = 30;

/** Times that a reply is asked for until it is long enough. */
const ATTEMPTS = 3;

/** Rounds before those that count: the browser still compiles what runs often. */
const WARM_UP = 2;

/** Milliseconds for each wait. */
export const LIMIT = 180_000;

interface Round {
  widget: Reply;
  bare: Reply;
}

/** The widget against bare wllama in the same page, turn by turn, then stops. */
export async function measureSpeed(context: BrowserContext, site: BenchSite): Promise<Figure[]> {
  const [load = 0] = loadavg();
  const page = await openBenchPage(context, site, REQUEST);
  const reader = new EngineReader(page, LIMIT);
  await loadWidget(reader);
  const threads = await page.evaluate((files) => askpageEngineBench.loadBare(files), site.files);
  const all: Round[] = [];
  for (let round = 0; round < WARM_UP + ROUNDS; round++) {
    // Whoever starts has the cooler processor, so they take turns.
    const first = round % 2 === 0 ? await longReply(() => askWidget(reader)) : undefined;
    const bare = await longReply(() => askBare(page));
    all.push({ widget: first ?? (await longReply(() => askWidget(reader))), bare });
  }
  const rounds = all.slice(WARM_UP);
  rounds.forEach(checkSame);
  const stops = await measureStops(reader);
  await page.close();
  return [
    ...figuresOf(
      rounds,
      `${threads} threads, load average ${load.toFixed(1)} before on ${availableParallelism()} cores`,
    ),
    ...stops,
  ];
}

async function loadWidget(reader: EngineReader): Promise<void> {
  await reader.submit(QUESTION);
  await reader.until('an offer', ({ cardKind }) => cardKind === 'offered');
  await reader.consent();
  // The question is answered by now, which warms the widget up.
  await reader.page.evaluate(() => askpageEngineBench.widget.reply());
}

/** Asks with a passage that is new to llama.cpp. */
async function askWidget(reader: EngineReader): Promise<Reply> {
  await reader.page.evaluate(() => askpageEngineBench.renew());
  await reader.submit(QUESTION);
  return reader.page.evaluate(() => askpageEngineBench.widget.reply());
}

const askBare = (page: Page): Promise<Reply> => page.evaluate(() => askpageEngineBench.bareReply());

async function longReply(ask: () => Promise<Reply>): Promise<Reply> {
  for (let attempt = 1; ; attempt++) {
    const reply = await ask();
    if (reply.replyTokens >= FEWEST_TOKENS) return reply;
    if (attempt === ATTEMPTS) throw new Error(`The reply ended after ${reply.replyTokens} tokens.`);
  }
}

const requestTokens = ({ cachedTokens, promptTokens }: Reply) => cachedTokens + promptTokens;

function checkSame({ widget, bare }: Round): void {
  const [ours, theirs] = [requestTokens(widget), requestTokens(bare)];
  // Passages that are new may begin alike by a token.
  const isAlike = Math.abs(widget.promptTokens - bare.promptTokens) <= 2;
  if (ours === theirs && isAlike) return;
  throw new Error(
    `The widget's request had ${ours} tokens, ${widget.promptTokens} of them to be read; ` +
      `the bare one had ${theirs} and ${bare.promptTokens}.`,
  );
}

const rate = ({ replyTokens, writingMs }: Reply) => (replyTokens - 1) / (writingMs / 1000);

function figuresOf(rounds: readonly Round[], machine: string): Figure[] {
  const [{ widget: sample } = { widget: undefined }] = rounds;
  const request = sample && `${requestTokens(sample)} tokens, ${sample.promptTokens} to be read`;
  const of = (who: keyof Round, value: (reply: Reply) => number) =>
    rounds.map((round) => value(round[who]));
  const words = ({ wordsMs }: Reply) => wordsMs;
  return [
    figure({
      name: 'writing speed, widget over bare llama.cpp',
      unit: 'ratio',
      rounds: rounds.map(({ widget, bare }) => rate(widget) / rate(bare)),
      wanted: { atLeast: 0.97 },
      note: `${machine}; request of ${request}`,
    }),
    figure({
      name: 'last word → answer checked, widget',
      unit: 'ms',
      rounds: of('widget', ({ checkMs = NaN }) => checkMs),
    }),
    figure({ name: 'writing, widget', unit: 'tokens/s', rounds: of('widget', rate) }),
    figure({ name: 'writing, bare llama.cpp', unit: 'tokens/s', rounds: of('bare', rate) }),
    figure({ name: 'Enter → first words, widget', unit: 'ms', rounds: of('widget', words) }),
    figure({
      name: 'of these, search and counting before llama.cpp is asked',
      unit: 'ms',
      rounds: of('widget', ({ handedMs }) => handedMs),
    }),
    figure({
      name: 'request → first words, bare llama.cpp',
      unit: 'ms',
      rounds: of('bare', words),
    }),
  ];
}
