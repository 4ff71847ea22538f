import type { BrowserContext, Request } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { until, useStage, type Reader } from './harness.ts';
import { keepEverywhere, readKept } from './kept.ts';
import { FULL_MODEL, GARDEN, INDEX, pageOf } from './site.ts';
import { formsOf, speaking } from './spoken.ts';

const stage = useStage();

/** Real questions about Fastify, whose documentation the demo shows. */
const QUESTIONS = [
  'how do I log the request body',
  'querystring schema with only property types does not validate anything',
  'something I attached to the server in one plugin is undefined in another',
  'turn off the built-in json and text body parsers',
  'in an async handler, do I return the value or call reply.send?',
  'format schema validation messages for the whole app',
  "Property 'productId' does not exist on type unknown",
  'stop logging the health check endpoint',
  'disable the default incoming request / request completed log lines',
  'keep the authorization header out of the logs',
  'fields that are not in my response schema disappear',
  'request.ip shows the load balancer address',
  'all addresses from x-forwarded-for as a list',
  'Plugin did not start in time',
  'how long may a plugin take to load by default',
  'test routes without opening a port',
  'fastify.use is not a function',
  'prefix is ignored when my routes are wrapped in fp()',
  'respond with a file read from disk as a stream',
  'which content type does a stream reply get if I set none',
  'async route that calls reply.send in a callback returns an empty body',
  'tell inside a hook whether the requested route exists',
  "is listen(3000, '0.0.0.0') still allowed",
  'how long do old major versions get security fixes',
];

/** A question of ordinary words with one that stands nowhere else. */
const WORD = 'wombatology';
const MARKED = `how do I log the request body of the ${WORD} route, and where does the log go`;

/** All that left the browser, whoever sent it: addresses, headers and bodies. */
async function sentOf(requests: readonly Request[]): Promise<string[]> {
  const all = requests.map(async (request) => {
    const headers = JSON.stringify(await request.allHeaders());
    return `${request.method()} ${request.url()} ${headers} ${request.postData() ?? ''}`;
  });
  return Promise.all(all);
}

function record(context: BrowserContext): Request[] {
  const requests: Request[] = [];
  context.on('request', (request) => requests.push(request));
  return requests;
}

const foreign = ({ requests }: Reader) =>
  requests.filter((url) => !url.startsWith(stage.site.url) && !/^(?:data|blob):/.test(url));

const pages: Readonly<Record<string, string>> = {
  'an index': INDEX,
  'an index and the full model': FULL_MODEL,
  'no index': '',
};

describe.each(Object.keys(pages))('a page with %s', (kind) => {
  it('contacts no other host, sends no word of a question and keeps none', async () => {
    stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: pages[kind] ?? '' }));
    const context = await stage.browser.newContext();
    const sent = record(context);
    const reader = await stage.visit('/garden.html', { context });
    await reader.ask(kind === 'no index' ? `When is the ${WORD} gate locked?` : MARKED);
    await reader.ask(`And the key of ${WORD}?`);
    expect((await reader.events('ask-answer')).length).toBeGreaterThanOrEqual(2);
    expect(foreign(reader)).toEqual([]);
    expect(sent.length).toBeGreaterThan(5);
    const words = [WORD];
    expect(speaking(await sentOf(sent), words)).toEqual([]);
    const kept = await reader.page.evaluate(readKept);
    expect(speaking(Object.values(kept), words)).toEqual([]);
    const cookies = await context.cookies();
    expect(cookies).toEqual([]);
  });
});

it('the search for what is kept sees every place', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(keepEverywhere, MARKED);
  const kept = await reader.page.evaluate(readKept);
  const silent = Object.keys(kept).filter(
    (place) => speaking([kept[place] ?? ''], [WORD]).length === 0,
  );
  expect(silent).toEqual([]);
});

it.each([
  encodeURIComponent('où est wombatology'),
  Buffer.from('the wombatology route').toString('base64'),
  Buffer.from('of wombatology').toString('base64url'),
  Buffer.from('a wombatology').toString('hex'),
])('the search for words sees %s', (text) => {
  expect(formsOf(WORD).some((form) => form.test(text))).toBe(true);
});

interface Asked {
  /** Up to the results for the typed words, in their order; of scripts only which. */
  typed: { data: string[]; scripts: string[] };
  /** From Enter to the answer. */
  asked: { data: string[]; scripts: string[] };
}

/** Scripts that are imported side by side come as the browser's parser finds them, in no fixed order. */
function byKind(paths: readonly string[]): Asked['typed'] {
  const isScript = (path: string) => path.endsWith('.js');
  const scripts = paths.filter(isScript).toSorted();
  return { data: paths.filter((path) => !isScript(path)), scripts };
}

/** Each test's server has a port of its own. */
const pathOf = (url: string): string => url.replace(stage.site.url, '/');

/** What is known of a language model: it is looked for beside the first answer. */
const engineState = (reader: Reader) =>
  reader.page.evaluate(() => {
    interface Inside {
      session: { runtime: { engine: { state: { kind: string } } } };
    }
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
    const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
    return entry?.session.runtime.engine.state.kind;
  });

async function askApart(question: string): Promise<Asked> {
  const reader = await stage.visit('/garden.html');
  // As the browser made them: side by side they may reach the server in another order.
  const { requests } = reader;
  await reader.type(question);
  await reader.told('ask-hits');
  const typed = byKind(requests.splice(0).map(pathOf));
  await reader.page.keyboard.press('Enter');
  await reader.told('ask-done');
  await until(
    () => engineState(reader),
    (kind) => kind === 'none',
  );
  expect((await reader.events('ask-answer')).length).toBeGreaterThanOrEqual(1);
  return { typed, asked: byKind(requests.map(pathOf)) };
}

it(
  'the requests and their order are the same for any two questions',
  { timeout: 240_000 },
  async () => {
    stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: INDEX }));
    const seen: (Asked & { question: string })[] = [];
    for (const question of QUESTIONS) seen.push({ question, ...(await askApart(question)) });
    const [first] = seen;
    expect(first?.typed.data.length).toBeGreaterThan(4);
    const paths = [first?.typed, first?.asked].flatMap((part) => [
      ...(part?.data ?? []),
      ...(part?.scripts ?? []),
    ]);
    expect(paths.filter((path) => !/^(?:\/|data:)/.test(path))).toEqual([]);
    for (const each of seen) expect(each).toEqual({ ...first, question: each.question });
  },
);
