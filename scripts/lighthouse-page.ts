import { snapshot, navigation, type RunnerResult, type Result } from 'lighthouse';
import puppeteer, { type Browser, type Page } from 'puppeteer-core';
import { requireChromium } from './chromium.ts';

/** One of Lighthouse's four categories. */
export type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';

/** What Lighthouse thinks of a page in one state. */
export interface Inspection {
  /** In which state the page was. */
  name: string;
  /** By category, 0 to 100. */
  scores: Partial<Record<Category, number>>;
  /** Audits that are not full, of those that count. */
  lost: LostPoints[];
  version: string;
  browser: string;
}

export interface LostPoints {
  category: Category;
  audit: string;
  title: string;
  /** 0 to 1. */
  score: number;
  /** Its share of the category, 0 to 1. */
  weight: number;
  /** What was measured, such as "1.2 s". */
  value?: string;
  /** Places that it names, the first ten. */
  places: string[];
}

export interface InspectOptions {
  name: string;
  categories: readonly Category[];
  /** Patterns of addresses that the browser doesn't fetch. */
  blocked?: string[];
}

/** A browser of its own for `inspect`. */
export const openInspector = (): Promise<Browser> =>
  puppeteer.launch({
    executablePath: requireChromium(),
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update'],
  });

/** Lighthouse names the types of a copy of its own. */
const asTheirs = (page: Page) => page as unknown as Parameters<typeof snapshot>[0];

/** Clicks the widget's button and waits until all of it is drawn. */
export async function openWidget(page: Page): Promise<void> {
  await page.locator('ask-page >>> [part=trigger]').click();
  await page.waitForFunction(() =>
    document.querySelector('ask-page')?.shadowRoot?.querySelector('[part=body]'),
  );
}

/** Loads a page as Lighthouse's phone does, and scores it. */
export async function inspectLoad(
  page: Page,
  url: string,
  options: InspectOptions,
): Promise<Inspection> {
  const { categories, blocked = [] } = options;
  const flags = { onlyCategories: [...categories], blockedUrlPatterns: blocked };
  return readResult(await navigation(asTheirs(page), url, { flags }), options);
}

/** Scores a page as it is now. Lighthouse scores no performance that way. */
export async function inspectNow(page: Page, options: InspectOptions): Promise<Inspection> {
  const flags = { onlyCategories: [...options.categories], screenEmulation: { disabled: true } };
  return readResult(await snapshot(asTheirs(page), { flags }), options);
}

function readResult(
  run: RunnerResult | undefined,
  { name, categories }: InspectOptions,
): Inspection {
  if (!run) throw new Error('Lighthouse gave no result.');
  const { lhr } = run;
  if (lhr.runtimeError) throw new Error(`Lighthouse: ${lhr.runtimeError.message}`);
  const scores = categories.map((id) => [id, Math.round((lhr.categories[id]?.score ?? 0) * 100)]);
  return {
    name,
    scores: Object.fromEntries(scores) as Inspection['scores'],
    lost: categories.flatMap((category) => lostIn(lhr, category)),
    version: lhr.lighthouseVersion,
    browser: lhr.environment.hostUserAgent.match(/Chrome\/\S+/)?.[0] ?? '',
  };
}

function lostIn(lhr: Result, category: Category): LostPoints[] {
  const refs = lhr.categories[category]?.auditRefs.filter(({ weight }) => weight > 0) ?? [];
  const sum = refs.reduce((total, { weight }) => total + weight, 0);
  return refs.flatMap(({ id, weight }) => {
    const audit = lhr.audits[id];
    if (!audit || audit.score === null || audit.score >= 1) return [];
    const { title, score, displayValue: value, details } = audit;
    const share = Math.round((weight / sum) * 1000) / 1000;
    const lost = { category, audit: id, title, score, weight: share, places: placesOf(details) };
    return [value === undefined ? lost : { ...lost, value }];
  });
}

/** Elements and addresses that an audit names. */
function placesOf(details: unknown): string[] {
  const { items = [] } = (details ?? {}) as {
    items?: { node?: { selector?: string }; url?: string }[];
  };
  const places = items.map(({ node, url }) => node?.selector ?? url);
  return places.filter((place) => place !== undefined).slice(0, 10);
}
