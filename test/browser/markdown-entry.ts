import './markdown-lit.ts';
import { render } from 'lit';
import { removeInvisible } from '../../src/core/prompt/invisible.ts';
import type { SourceLink } from '../../src/page/views/links.ts';
import { knownAddresses } from '../../src/page/views/markdown-addresses.ts';
import { markdownView } from '../../src/page/views/markdown.ts';
import { randomFrom, randomStream } from './markdown-streams.ts';

/** What may stand in an answer: elements, and their attributes. */
const ALLOWED: Record<string, readonly string[]> = {
  ...{ p: [], ul: [], ol: ['start'], li: [], blockquote: [], h3: [], hr: [], br: [] },
  ...{ strong: [], em: [], del: [], span: ['class'], code: [], pre: ['tabindex'] },
  ...{ table: [], thead: [], tbody: [], tr: [], th: ['scope', 'class'], td: ['class'] },
  section: ['class', 'role', 'tabindex', 'aria-label'],
  button: ['class', 'aria-label'],
  a: [
    ...['href', 'rel', 'class', 'part', 'aria-label', 'aria-describedby'],
    ...['data-source', 'data-quote', 'data-sentence', 'data-place'],
  ],
};

const KNOWN = 'https://known.test/a';
const source = (id: number): SourceLink => ({
  ...{ id, title: `Page ${id}`, headings: [], quote: 'quoted', sentence: 'quoted.' },
  ...{ url: `/page-${id}.html`, href: `/page-${id}.html` },
});
const links = new Map([1, 2, 3].map((id) => [id, source(id)]));
const passage = {
  ...{ id: 'a', text: `See ${KNOWN}.`, tokens: 5 },
  section: { url: '/page-1.html', title: 'Page 1', headings: [] },
};
const known = knownAddresses([passage], location.href);

export interface DrawOptions {
  isStreaming?: boolean;
}

export interface Fuzzed {
  /** Streams that were drawn, each at a cut, at a later one, and whole. */
  streams: number;
  /** How often each element was there. */
  elements: Record<string, number>;
  /** What must not be, with the stream that led to it. */
  faults: string[];
}

/** Bundled for a page by a test: draws Markdown through the real views. */
const host = document.createElement('div');

function draw(text: string, { isStreaming = false }: DrawOptions = {}): HTMLElement {
  if (!host.isConnected) document.body.append(host);
  const redraw = () => draw(text, { isStreaming });
  render(markdownView(text, { links, known, isStreaming, redraw }), host);
  return host;
}

function faultsIn(root: HTMLElement): string[] {
  const hidden = root.textContent === removeInvisible(root.textContent) ? [] : ['invisible text'];
  return [...hidden, ...[...root.querySelectorAll('*')].flatMap(elementFaults)];
}

function elementFaults(element: Element): string[] {
  const name = element.localName;
  const allowed = ALLOWED[name];
  if (!allowed || element.namespaceURI !== 'http://www.w3.org/1999/xhtml') return [name];
  const href = element.getAttribute('href');
  const isForeign = href !== null && href !== KNOWN && !/^\/page-[123]\.html$/.test(href);
  const nested = name === 'a' && element.parentElement?.closest('a') ? ['a in a'] : [];
  const strange = element.getAttributeNames().filter((each) => !allowed.includes(each));
  return [...nested, ...strange, ...(isForeign ? [href] : [])];
}

function drawRandom(random: () => number, fuzzed: Fuzzed): void {
  const stream = randomStream(random);
  const [first = 0, second = 0] = [random(), random()]
    .map((part) => Math.floor(part * stream.length))
    .sort((a, b) => a - b);
  const arrived = [stream.slice(0, first), stream.slice(0, second), stream];
  for (const [step, text] of arrived.entries()) {
    try {
      const faults = faultsIn(draw(text, { isStreaming: step < 2 }));
      if (faults.length > 0) fuzzed.faults.push(`${faults.join()}: ${JSON.stringify(text)}`);
    } catch (thrown) {
      fuzzed.faults.push(`${String(thrown)}: ${JSON.stringify(text)}`);
      host.remove();
    }
  }
  for (const { localName } of host.querySelectorAll('*'))
    fuzzed.elements[localName] = (fuzzed.elements[localName] ?? 0) + 1;
  fuzzed.streams++;
}

function fuzz(seed: number, count: number): Fuzzed {
  const fuzzed: Fuzzed = { streams: 0, elements: {}, faults: [] };
  const random = randomFrom(seed);
  while (fuzzed.streams < count && fuzzed.faults.length < 5) drawRandom(random, fuzzed);
  return fuzzed;
}

/** Milliseconds to draw a text that grows by a word at a time, by drawing. */
function timeStream(text: string): number[] {
  const times: number[] = [];
  for (let end = 0; (end = text.indexOf(' ', end + 1)) > 0;) {
    const start = performance.now();
    draw(text.slice(0, end), { isStreaming: true });
    times.push(performance.now() - start);
  }
  return times;
}

/** What is drawn, as tags and text without the line breaks of templates. */
const drawn = (text: string, options?: DrawOptions): string =>
  [...draw(text, options).childNodes].map(written).join('');

function written(node: Node): string {
  if (node instanceof Text) return node.data.replace(/\s*\n\s*/g, '');
  if (!(node instanceof Element)) return '';
  const attributes = node
    .getAttributeNames()
    .map((name) => ` ${name}="${node.getAttribute(name) ?? ''}"`);
  const inner = [...node.childNodes].map(written).join('');
  return `<${node.localName}${attributes.sort().join('')}>${inner}</${node.localName}>`;
}

const markdown = { draw, drawn, fuzz, timeStream };
export type TestMarkdown = typeof markdown;
Object.assign(globalThis, { markdown });
