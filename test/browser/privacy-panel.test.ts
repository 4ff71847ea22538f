import { statSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { DEMO_FOLDER, WIDGET_FOLDER } from '../../scripts/demo.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { FULL_MODEL, GARDEN, INDEX, pageOf } from './site.ts';

const stage = useStage();

const panel = (reader: Reader) => reader.page.locator('ask-page [part=privacy]');
const toggle = (reader: Reader) => reader.page.locator('ask-page [part=privacy-toggle]');

/** The addresses that the panel lists, with what it says of them. */
async function listed(reader: Reader): Promise<Map<string, string>> {
  const lines = await panel(reader).locator('li li').allTextContents();
  return new Map(
    lines.map((line) => {
      const [, path = '', text = ''] = /^\s*(\S+)\s+(.*\S)/.exec(line) ?? [];
      return [path, text];
    }),
  );
}

/** What the widget asked the server for: all but the page itself and what is its own. */
const ofWidget = (paths: readonly string[]) =>
  paths.filter((path) => /^\/askpage(?:-index)?\//.test(path));

const counted = (paths: readonly string[]) =>
  Object.fromEntries(
    [...new Set(paths)]
      .sort()
      .map((path) => [path, paths.filter((other) => other === path).length]),
  );

/** Waits until the browser has noted what has arrived. */
async function listsAll(reader: Reader): Promise<void> {
  await until(
    () => listed(reader),
    (lines) => lines.size >= Object.keys(counted(ofWidget(stage.site.requests))).length,
  );
}

function fileOf(path: string): string {
  return path.startsWith('/askpage/')
    ? join(WIDGET_FOLDER, path.slice('/askpage/'.length))
    : join(DEMO_FOLDER, path);
}

it.each([INDEX, FULL_MODEL, ''])(
  'with %j it lists each address that the server was asked for, as often, and nothing else',
  async (attributes) => {
    const head = '<link rel="stylesheet" href="/style.css"><script src="/own.js"></script>';
    stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes, head }));
    const reader = await stage.visit('/garden.html');
    await reader.ask(attributes ? 'how do I log the request body' : 'When is the gate locked?');
    await toggle(reader).click();
    const told = async () => {
      const lines = await listed(reader);
      const counts = Object.fromEntries([...lines].map(([path, text]) => [path, parseInt(text)]));
      return { told: counts, asked: counted(ofWidget(stage.site.requests)) };
    };
    // Files of the search model may still be on their way.
    const { told: counts, asked } = await until(told, (each) =>
      isDeepStrictEqual(each.told, each.asked),
    );
    expect(counts).toEqual(asked);
    expect(Object.keys(counts).length).toBeGreaterThan(3);
  },
);

it('tells the size of what came, and that nothing of the questions left', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: INDEX }));
  const reader = await stage.visit('/garden.html');
  await reader.ask('how do I log the request body');
  await shows(toggle(reader), 'Answered on this device. Nothing is sent.');
  expect(await toggle(reader).getAttribute('aria-expanded')).toBe('false');
  await toggle(reader).click();
  expect(await toggle(reader).getAttribute('aria-expanded')).toBe('true');
  await shows(panel(reader), 'Your questions: nowhere.');
  await listsAll(reader);
  const lines = [...(await listed(reader))].filter(([path]) => /(?:bin|wasm)$/.test(path));
  expect(lines.length).toBeGreaterThanOrEqual(4);
  for (const [path, text] of lines) {
    const { size } = statSync(fileOf(path));
    const [, value = '', unit] = /, ([\d.]+)\s(kB|MB)$/.exec(text) ?? [];
    const told = Number(value) * (unit === 'MB' ? 1e6 : 1e3);
    // The browser counts 300 bytes of headers, and the panel rounds.
    expect(Math.abs(told - size)).toBeLessThan(unit === 'MB' ? 51e3 : 1e3);
  }
  await toggle(reader).click();
  expect(await panel(reader).count()).toBe(0);
});

it('says of a file from the browser’s cache that it is', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: INDEX }));
  const first = await stage.visit('/garden.html');
  await first.ask('how do I log the request body');
  const second = await stage.visit('/garden.html', { context: first.context });
  await second.ask('how do I log the request body');
  await toggle(second).click();
  await shows(panel(second), 'this site');
  await until(
    () => listed(second),
    (lines) => [...lines].some(([path, text]) => /voy.*wasm$/.test(path) && /cache/.test(text)),
  );
});

it('tells what the embedding model’s worker has fetched after that worker has ended', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: FULL_MODEL }));
  const reader = await stage.visit('/garden.html');
  await reader.ask('how do I log the request body');
  await until(
    () => reader.page.workers().length,
    (count) => count === 2,
  );
  await reader.page.evaluate(() => {
    const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
    interface Inside {
      session: { runtime: { pool: { stop(): void } } };
    }
    for (const { session } of scope[Symbol.for('askpage')]?.entries.values() ?? [])
      session.runtime.pool.stop();
  });
  await until(
    () => reader.page.workers().length,
    (count) => count === 1,
  );
  await toggle(reader).click();
  await shows(panel(reader), 'this site');
  const weights = [...(await listed(reader)).keys()].filter((path) => path.endsWith('.onnx'));
  expect(weights).toHaveLength(1);
});
