import type { Page } from 'playwright-core';
import type { Message } from '../../src/core/ports.ts';

/** What `prepareInspection` puts into the page. */
export interface Inspecting {
  inspectDrawing: (root: ParentNode) => string[];
  drawingFaults: Set<string>;
  scriptsRun: () => string[];
}

/**
 * Runs in the page before its own scripts: `inspectDrawing` tells what must not be in what is drawn,
 * `scriptsRun` what ran of a hostile text.
 */
export function prepareInspection(): void {
  const ALLOWED = new Set([
    ...['p', 'ul', 'ol', 'li', 'blockquote', 'h2', 'h3', 'hr', 'br', 'strong', 'em', 'del', 's'],
    ...['span', 'code', 'pre', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'section', 'div'],
    ...['figure', 'figcaption', 'small', 'details', 'summary', 'kbd', 'a', 'button', 'bdi', 'mark'],
  ]);
  const FRAME = new Set([
    ...['dialog', 'aside', 'header', 'footer', 'form', 'label', 'input', 'progress'],
    ...['svg', 'path', 'circle', 'slot'],
  ]);
  /** The widget's own; what is drawn of texts has none of it. */
  const isFrame = (element: Element) =>
    FRAME.has(element.localName) &&
    element.getRootNode() instanceof ShadowRoot &&
    element.closest('.generated, .quotes, .hits, .sources, .abstained') === null;
  const LOADING =
    /^(?:src|srcset|srcdoc|poster|background|data|action|formaction|ping|style|on.*)$/;
  // The card beside a citation is moved there by the widget's own script.
  const isOwnStyle = (element: Element, name: string) =>
    name === 'style' && element.part.contains('source-card');
  const linkFault = (link: Element): string[] => {
    const written = link.getAttribute('href') ?? '';
    const url = URL.canParse(written, document.baseURI) ? new URL(written, document.baseURI) : null;
    if (!url || !/^(?:https?|mailto):$/.test(url.protocol)) return [`a link to ${written}`];
    if (url.host === location.host) return [];
    const words = link.textContent.trim();
    const shown = [url.href, url.href.replace(/\/$/, ''), url.href.replace(/^mailto:/, '')];
    return shown.includes(words) ? [] : [`"${words}" leads to ${url.href}`];
  };
  const elementFaults = (element: Element): string[] => [
    ...(ALLOWED.has(element.localName) || isFrame(element)
      ? []
      : [`an element ${element.localName}`]),
    ...element
      .getAttributeNames()
      .filter((name) => LOADING.test(name) && !isOwnStyle(element, name))
      .map((name) => `an attribute ${name}`),
    ...(element.hasAttribute('href') ? linkFault(element) : []),
  ];
  const inspectDrawing = (root: ParentNode): string[] => {
    const text = (root as Node).textContent ?? '';
    const labels = [...root.querySelectorAll('[aria-label]')].map((each) => each.ariaLabel);
    const all = [text, ...labels].join('\n');
    return [
      ...new Set([...root.querySelectorAll('*')].flatMap(elementFaults)),
      ...(/[\u202a-\u202e\u2066-\u2069]/.test(all) ? ['a bidi control'] : []),
      ...(/\p{Surrogate}|\ufffd/u.test(all) ? ['half a character'] : []),
    ];
  };
  const asked: string[] = [];
  for (const name of ['alert', 'confirm', 'prompt', 'print', 'open'])
    Object.assign(globalThis, { [name]: () => void asked.push(name) });
  const scriptsRun = () => [
    ...asked,
    ...Object.getOwnPropertyNames(globalThis).filter((name) => name.startsWith('__pwned')),
  ];
  Object.assign(globalThis, { inspectDrawing, scriptsRun, drawingFaults: new Set<string>() });
}

/** From now on each change of what the widget draws is inspected. */
export const watchPage = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const root = document.querySelector('ask-page')?.shadowRoot;
    if (!root) throw new Error('There is no widget.');
    const { inspectDrawing, drawingFaults } = globalThis as unknown as Inspecting;
    const look = () => {
      for (const fault of inspectDrawing(root)) drawingFaults.add(fault);
    };
    const everything = { childList: true, subtree: true, characterData: true, attributes: true };
    new MutationObserver(look).observe(root, everything);
    look();
  });

/** What was wrong in anything that was drawn since then, and what ran. */
export const faultsIn = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { drawingFaults, scriptsRun } = globalThis as unknown as Inspecting;
    return [...drawingFaults, ...scriptsRun().map((name) => `${name} ran`)];
  });

/** The numbers of the passages that the widget, with the attribute `debug`, says it sent. */
export async function injectedIn(page: Page): Promise<number[]> {
  const lines = await page.locator('ask-page [part=inspector] li').allTextContents();
  const injected = lines.filter((line) => line.trim().endsWith('injected'));
  return injected.map((line) => Number(/\[(\d+)\]/.exec(line)?.[1]));
}

/** The turns of the request that the widget, with the attribute `debug`, says it sent. */
export async function turnsIn(page: Page): Promise<Message[]> {
  const whole = (await page.locator('ask-page [part=inspector] pre').allTextContents()).join();
  const [, ...parts] = whole.split(/^--- (system|user|assistant)$/m);
  return parts.flatMap((role, place) =>
    place % 2 === 0 ? [{ role: role as Message['role'], content: parts[place + 1] ?? '' }] : [],
  );
}
