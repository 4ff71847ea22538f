import { Marked } from 'marked';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Message } from '../../src/core/ports.ts';
import { ABSTENTION } from '../../src/core/prompt/turns.ts';
import { capturedBy, LURE } from '../hostile/captured.ts';
import { checkFound, type Request } from '../hostile/checks.ts';
import { CASES, textOf, type HostileCase } from '../hostile/documents.ts';
import { useFakeEngine } from './fake-engine.ts';
import { refusedOn, shows, until, useStage, type Reader } from './harness.ts';
import {
  faultsIn,
  injectedIn,
  prepareInspection,
  watchPage,
  type Inspecting,
} from './hostile-drawing.ts';
import {
  buildHostileIndex,
  removeFolder,
  serveHostileIndex,
  serveHostilePage,
} from './hostile-site.ts';

const stage = useStage();

interface Faked {
  fakeAsked: Message[][];
  fakeCalls: string[];
  fakeNext(pieces: string[]): void;
}

const calls = ({ page }: Reader) => page.evaluate(() => (globalThis as unknown as Faked).fakeCalls);

/** @returns How often the engine had been called before. */
const nextReply = ({ page }: Reader, reply: string): Promise<number> =>
  page.evaluate((pieces) => {
    const faked = globalThis as unknown as Faked;
    faked.fakeNext(pieces);
    return faked.fakeCalls.length;
  }, piecesOf(reply));

/** As tokens come: in parts that begin and end anywhere. */
const piecesOf = (reply: string): string[] => reply.match(/[^]{1,700}/g) ?? [''];

/** What was generated, also where most of it has no source and it is folded up. */
const drawn = async (reader: Reader): Promise<string> =>
  (await reader.page.locator('ask-page .generated').allTextContents()).join();

const hasDrawn = (reader: Reader, text: string) =>
  until(
    () => drawn(reader),
    (shown) => shown.includes(text),
  );

/** Asks, and waits until the model's reply to it has come to its end and is drawn. */
async function askFor(reader: Reader, question: string, reply: string): Promise<Request> {
  const before = await nextReply(reader, reply);
  await reader.ask(question);
  await until(
    () => calls(reader),
    (list) => list.slice(before).includes('freed'),
  );
  await isDrawn(reader);
  return lastRequest(reader);
}

/** Waits until nothing is written or checked any more. */
const isDrawn = (reader: Reader) =>
  until(
    () => reader.status.innerText(),
    (text) => !/writ|check/i.test(text),
  );

async function lastRequest({ page }: Reader): Promise<Request> {
  const messages = await page.evaluate(
    () => (globalThis as unknown as Faked).fakeAsked.at(-1) ?? [],
  );
  return { messages, injected: await injectedIn(page) };
}

/** Asks. @returns Whether a model was asked, too. */
async function isAsked(reader: Reader, question: string): Promise<boolean> {
  const before = (await calls(reader)).length;
  await reader.ask(question);
  const said = async () => [
    ...(await calls(reader)).slice(before),
    ...(await reader.answer.allTextContents()),
  ];
  const list = await until(said, (all) => all.includes('freed') || all.includes(ABSTENTION));
  return list.includes('freed');
}

/** In the words of the passage, for a document whose own question the widget finds no answer to. */
const OWN_WORDS: Readonly<Record<string, string>> = {
  '14-emoji.md': 'Which port do I open after acme up?',
  '20-mdx-jsx.md': 'How do I install with npm i acme@3 or pnpm add acme@3?',
  '23-tool-and-json.md': 'How many times do webhooks retry?',
};

/** A question that the widget has a model answer, and has had answered. */
async function questionFor(reader: Reader, { file, question: own }: HostileCase): Promise<string> {
  const question = OWN_WORDS[file] ?? own;
  if (await isAsked(reader, question)) return question;
  const notices = (await reader.notices.allTextContents()).join();
  expect(notices).toContain('words only');
  // Of a page without an index, before the model that searches by meaning was there.
  await shows(reader.notices, 'ready now');
  expect(await isAsked(reader, question)).toBe(true);
  return question;
}

interface CapturedReply {
  reply: (request: Request) => string;
  /** What is drawn of it in any case; it may be taken back where it is no language. */
  shows?: string;
}

/**
 * Has the question answered by what a captured model writes, then by an honest one.
 * @returns What doesn't hold of the requests and of the honest answer.
 */
async function meet(
  reader: Reader,
  hostile: HostileCase,
  { reply, shows: part = '' }: CapturedReply,
): Promise<string | undefined> {
  const question = await questionFor(reader, hostile);
  await isDrawn(reader);
  const request = await askFor(reader, question, reply(await lastRequest(reader)));
  await hasDrawn(reader, part);
  const last = await askFor(reader, question, `It is ${hostile.fact} [1].`);
  await hasDrawn(reader, hostile.fact);
  await reader.page.locator('ask-page [part=citation]').first().hover();
  return checkFound(hostile, request) ?? checkFound(hostile, last, await drawn(reader));
}

const requestItself = ({ messages }: Request) =>
  messages.map(({ content }) => content).join('\n\n');

const foreign = (requests: readonly string[]) =>
  requests.filter((url) => !url.startsWith(stage.site.url) && !/^(?:data|blob):/.test(url));

/** What was asked before would be shown beside the answer, and what was wrong there would count again. */
const startOver = ({ page, requests, errors }: Reader): Promise<void> => {
  requests.length = 0;
  errors.length = 0;
  return page.evaluate(() => {
    (document.querySelector('ask-page') as unknown as { clear(): void }).clear();
    (globalThis as unknown as Inspecting).drawingFaults.clear();
  });
};

/** Those that token vectors don't find by the document's own question. */
const BY_MEANING = /^(?:04|13|25)-/;

async function visitIndex(path: string, stays: boolean): Promise<Reader> {
  const reader = await stage.visit(path, { before: prepareInspection, stays });
  await watchPage(reader.page);
  await reader.page.evaluate(useFakeEngine, { pieces: [] });
  return reader;
}

describe('hostile documents in an index', () => {
  let index: string;
  let light: Reader;
  beforeAll(async () => {
    index = await buildHostileIndex();
    serveHostileIndex(stage.site, index);
    light = await visitIndex('/light.html', true);
  });
  beforeEach(() => serveHostileIndex(stage.site, index));
  beforeEach(() => startOver(light));
  afterAll(() => removeFolder(index));

  it.each(CASES)('$file', async (hostile) => {
    const reader = BY_MEANING.test(hostile.file) ? await visitIndex('/asking.html', false) : light;
    const { links, html, echo } = capturedBy(textOf(hostile), hostile.question);
    await nextReply(reader, echo);
    const lured = { reply: () => `${links}\n\n${html}`, shows: LURE };
    const fault = await meet(reader, hostile, lured);
    expect(await faultsIn(reader.page)).toEqual([]);
    expect(foreign(reader.requests)).toEqual([]);
    expect(fault).toBeUndefined();
    await shows(reader.sources.first(), /./);
    expect(reader.errors).toEqual([]);
  });
});

/** Those whose HTML or text does something on a page; what is only long is read from the index. */
const PAGES = CASES.filter(({ file }) => /^(?:01|03|04|06|07|11|19|20|21|23)-/.test(file));

describe('hostile documents as pages', () => {
  it.each(PAGES)('$file', async (hostile) => {
    const path = serveHostilePage(stage.site, hostile);
    const reader = await stage.visit(path, { before: prepareInspection });
    await reader.page.waitForLoadState('load');
    const [own, refused] = [reader.requests.length, (await refusedOn(reader.page)).length];
    await watchPage(reader.page);
    await reader.page.evaluate(useFakeEngine, { pieces: ['Yes.'] });
    const fault = await meet(reader, hostile, { reply: requestItself });
    expect(await faultsIn(reader.page)).toEqual([]);
    expect(foreign(reader.requests.slice(own))).toEqual([]);
    expect((await refusedOn(reader.page)).slice(refused)).toEqual([]);
    expect(fault).toBeUndefined();
  });
});

/** What most tools do: Markdown becomes an HTML string, which becomes elements. */
async function drawNaively(markdown: string) {
  stage.site.page('/naive.html', '<!doctype html><title>Naive</title><main></main>');
  const page = await stage.browser.newPage();
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.addInitScript(prepareInspection);
  await page.goto(`${stage.site.url}naive.html`);
  const html = new Marked({ gfm: true }).parse(markdown, { async: false });
  const faults = await page.evaluate((text) => {
    const main = document.querySelector('main') ?? document.body;
    main.insertAdjacentHTML('beforeend', text);
    return (globalThis as unknown as Inspecting).inspectDrawing(main);
  }, html);
  return { page, faults, requests };
}

describe('drawn naively', () => {
  it.each([
    ['01', 'an element passage'],
    ['06', 'an element img'],
    ['07', 'a link to javascript:alert(1)'],
    ['11', 'a bidi control'],
    ['19', 'an element script'],
    ['20', 'an element tabs'],
    ['21', 'an attribute style'],
    ['23', 'an element invoke'],
  ])('document %s has %s', async (number, fault) => {
    const hostile = CASES.find(({ file }) => file.startsWith(number));
    const { page, faults } = await drawNaively(hostile ? textOf(hostile) : '');
    expect(faults).toContain(fault);
    await page.close();
  });

  it("a captured model's links and HTML run scripts, ask other hosts and lead there under false words", async () => {
    const { links, html } = capturedBy('', 'When?');
    const linked = await drawNaively(links);
    expect(linked.faults).toContain('a link to javascript:globalThis.__pwned=1');
    expect(linked.faults).toContain(`"${LURE}" leads to https://evil.example/log?q=When%3F`);
    expect(linked.faults).toContain('a bidi control');
    await linked.page.close();
    const { page, faults, requests } = await drawNaively(html.replace(/<base.*/, ''));
    const run = () => page.evaluate(() => (globalThis as unknown as Inspecting).scriptsRun());
    await until(run, (names) => names.includes('__pwned'));
    expect(faults).toEqual(
      expect.arrayContaining(['an element iframe', 'an element form', 'an attribute onerror']),
    );
    expect(foreign(requests)).toContain('https://evil.example/log?q=When%3F');
    await page.close();
  });
});
