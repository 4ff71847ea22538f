import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { serveSite } from './ask-site.ts';
import {
  inspectLoad,
  inspectNow,
  openInspector,
  openWidget,
  type Inspection,
} from './lighthouse-page.ts';

const FOLDER = 'docs/bench';
const LOADED = ['performance', 'accessibility', 'best-practices'] as const;

/** The demo with the widget closed, without it, and with it open and answering. */
async function inspectDemo(url: string): Promise<Inspection[]> {
  const browser = await openInspector();
  try {
    const closed = await inspectLoad(await browser.newPage(), url, {
      name: 'closed',
      categories: LOADED,
    });
    // Blocked addresses stay so in a page.
    const bare = { name: 'without the widget', categories: LOADED, blocked: ['*/askpage/*'] };
    const without = await inspectLoad(await browser.newPage(), url, bare);
    const page = await browser.newPage();
    await page.goto(url);
    await openWidget(page);
    const categories = ['accessibility', 'best-practices'] as const;
    const open = await inspectNow(page, { name: 'open', categories });
    await page.evaluate(ask, 'How is a logger set up?');
    const answered = await inspectNow(page, { name: 'answered', categories });
    return [closed, without, open, answered];
  } finally {
    await browser.close();
  }
}

/** Runs in the page. */
async function ask(question: string): Promise<void> {
  await (document.querySelector('ask-page') as HTMLElement & { ask(q: string): Promise<void> }).ask(
    question,
  );
}

function print({ name, scores, lost }: Inspection): void {
  const line = Object.entries(scores).map(([category, score]) => `${category} ${score}`);
  console.log(`${name}: ${line.join(', ')}`);
  for (const { category, audit, title, value = '', places } of lost)
    console.log(`  ${category} ${audit}: ${title} ${value} ${places.join(', ')}`);
}

const site = await serveSite({ report: (line) => console.error(line) });
const inspections = await inspectDemo(site.url).finally(() => site.close());
inspections.forEach(print);
const date = new Date().toISOString().slice(0, 10);
const [{ version, browser } = { version: '', browser: '' }] = inspections;
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length };
const states = inspections.map(({ name, scores, lost }) => ({ name, scores, lost }));
await mkdir(FOLDER, { recursive: true });
const path = join(FOLDER, `lighthouse-${date}.json`);
await writeFile(
  path,
  `${JSON.stringify({ date, lighthouse: version, browser, machine, states }, null, 1)}\n`,
);
console.log(path);
