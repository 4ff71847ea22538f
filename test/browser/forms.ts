import type { Locator, Page } from 'playwright-core';
import type { Reader, Stage } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const HEAD = `<meta name="viewport" content="width=device-width"><style>
  body { margin: 0 } h2 { margin-top: 900px }
</style>`;
/** A page with something to use beside the widget. */
const BODY = `<p><label>Name <input id="name"></label> <a href="#gate">to the gate</a></p>${GARDEN}`;
const SCRIPT = '<script type="module" src="/askpage/askpage.js"></script>';
export const [WIDE, NARROW, PHONE] = [
  { width: 1280, height: 800 },
  { width: 800, height: 700 },
  { width: 360, height: 740 },
] as const;

/** Pages with the widget in each of its forms, one of them named wrongly. */
export function layOutForms({ site }: Stage): void {
  const page = (path: string, attributes: string) =>
    site.page(path, pageOf({ body: BODY, head: HEAD, attributes }));
  page('/dialog.html', '');
  page('/panel.html', 'mode="panel" hotkey="mod+k"');
  page('/start.html', 'mode="panel" side="start"');
  page('/bad.html', 'mode="drawer"');
  const inline = `<ask-page mode="inline" hotkey="mod+k"></ask-page>`;
  site.page('/inline.html', pageOf({ body: inline + BODY, head: HEAD, widget: SCRIPT }));
}

/** The page in a window of that size; scrolling takes no time. */
export async function sized(
  reader: Reader,
  size: { width: number; height: number } = WIDE,
): Promise<Reader> {
  await reader.page.setViewportSize(size);
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  return reader;
}

export async function boxOf(place: Locator) {
  const box = await place.boundingBox();
  if (!box) throw new Error('It is not drawn.');
  return { ...box, right: box.x + box.width, bottom: box.y + box.height };
}

/** What has the focus, also inside the element: its `id`, `part` or name. */
export const focused = (page: Page) =>
  page.evaluate(() => {
    let active = document.activeElement;
    while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
    return active?.id || active?.getAttribute('part') || active?.localName;
  });

/** How far the page, or the widget, is wider than the window. */
export const overflow = (page: Page) =>
  page.evaluate(() => {
    const frame = document.querySelector('ask-page')?.shadowRoot?.querySelector('.frame');
    const inner = frame ? frame.scrollWidth - frame.clientWidth : 0;
    return Math.max(document.documentElement.scrollWidth - innerWidth, inner);
  });

export const middleOf = (page: Page, words: string) =>
  page.evaluate((wanted) => {
    const found = [...document.querySelectorAll('main p')].find((p) =>
      p.textContent.includes(wanted),
    );
    const { top, bottom } = found?.getBoundingClientRect() ?? new DOMRect(0, NaN);
    return (top + bottom) / 2;
  }, words);

export const isMarked = (page: Page) => page.evaluate(() => CSS.highlights.has('askpage'));
