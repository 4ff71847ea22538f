import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { GATE, QUESTION, RICH, schemesPage } from './access-tour.ts';
import { useFakeEngine, type FakePlan } from './fake-engine.ts';
import { shows, useStage, type Reader } from './harness.ts';

const stage = useStage();

async function visit(plan: FakePlan): Promise<Reader> {
  stage.site.page('/media.html', schemesPage());
  const reader = await stage.visit('/media.html');
  await reader.page.evaluate(useFakeEngine, plan);
  return reader;
}

const part = ({ page }: Reader, selector: string) => page.locator(`ask-page ${selector}`).first();

interface Watched {
  /** Where the box stood, each place once. */
  boxes: string[];
  /** Where the first line of a written answer stood, each place once. */
  firstLines: number[];
  /** What moved above what is written or listed. */
  jumps: string[];
}

/** Runs in the page, once the dialog is open: looks at every frame, and listens to what the browser says. */
function watchMoves(): void {
  const watched: Watched = { boxes: [], firstLines: [], jumps: [] };
  Object.assign(globalThis, { watched });
  const root = document.querySelector('ask-page')?.shadowRoot;
  const note = <T>(list: T[], value: T) => list.includes(value) || list.push(value);
  const boxOf = (selector: string) => root?.querySelector(selector)?.getBoundingClientRect();
  const look = () => {
    const box = boxOf('.box');
    const line = boxOf('.generated > p');
    if (box) note(watched.boxes, [box.x, box.y, box.width, box.height].map(Math.round).join(' '));
    if (line) note(watched.firstLines, Math.round(line.top));
    requestAnimationFrame(look);
  };
  look();
  type Shift = PerformanceEntry & { sources: { previousRect: DOMRect; currentRect: DOMRect }[] };
  new PerformanceObserver((list) => {
    const end = boxOf('.generated')?.top ?? boxOf('.status')?.bottom ?? 0;
    for (const { sources } of list.getEntries() as Shift[])
      for (const { previousRect, currentRect } of sources)
        if (Math.min(previousRect.top, currentRect.top) < end - 1 && previousRect.height > 0)
          note(watched.jumps, `${previousRect.top} to ${currentRect.top}, above ${end}`);
  }).observe({ type: 'layout-shift' });
}

const watched = (page: Page) =>
  page.evaluate(() => (globalThis as unknown as { watched: Watched }).watched);

it('neither the box nor what is being read moves while results and words come', async () => {
  const pieces = [
    `${GATE} Its key hangs in the shed.`,
    '\n\n- Kitchen scraps go on the compost heap.',
  ];
  const reader = await visit({ pieces, thenWaits: true });
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  await reader.trigger.click();
  await reader.page.evaluate(watchMoves);
  await reader.type('gate');
  await reader.hits.first().waitFor();
  await reader.box.fill(QUESTION);
  await reader.page.keyboard.press('Enter');
  await shows(part(reader, '.generated'), 'compost heap');
  await part(reader, 'button:has-text("Stop")').click();
  await reader.told('ask-done');
  await shows(part(reader, '.generated'), 'Stopped');
  const { boxes, firstLines, jumps } = await watched(reader.page);
  expect(boxes).toHaveLength(1);
  expect(firstLines).toHaveLength(1);
  expect(jumps).toEqual([]);
});

/** Runs in the page: keeps the names of animations and transitions that begin in the element. */
function watchMotion(): void {
  const begun: string[] = [];
  Object.assign(globalThis, { begun });
  const root = document.querySelector('ask-page')?.shadowRoot;
  root?.addEventListener('animationstart', (event) =>
    begun.push((event as AnimationEvent).animationName),
  );
  root?.addEventListener('transitionrun', (event) =>
    begun.push((event as TransitionEvent).propertyName),
  );
}

/** Opens, hovers, asks and is answered; returns what moved by style. */
async function motionOf(reader: Reader): Promise<string[]> {
  await reader.page.evaluate(watchMotion);
  await reader.trigger.hover();
  await reader.ask(QUESTION);
  await shows(reader.status, 'Answer ready');
  await reader.page.keyboard.press('Escape');
  await reader.dialog.waitFor({ state: 'hidden' });
  return reader.page.evaluate(() => (globalThis as unknown as { begun: string[] }).begun);
}

it('nothing is animated for readers who want less motion, and little for others', async () => {
  const reader = await visit({ pieces: [GATE] });
  await reader.page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await motionOf(reader)).toEqual([]);
  const others = await visit({ pieces: [GATE] });
  await others.page.emulateMedia({ reducedMotion: 'no-preference' });
  expect(await motionOf(others)).toContain('appear');
});

/** The colours of a screenshot at some points, as "r g b". */
async function coloursAt(page: Page, points: { x: number; y: number }[]): Promise<string[]> {
  const picture = (await page.screenshot({ caret: 'hide' })).toString('base64');
  const read = async ([data, places]: [string, { x: number; y: number }[]]) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {
      willReadFrequently: true,
    });
    context?.drawImage(bitmap, 0, 0);
    return places.map(({ x, y }) =>
      [...(context?.getImageData(Math.round(x), Math.round(y), 1, 1).data ?? [])]
        .slice(0, 3)
        .join(' '),
    );
  };
  return page.evaluate(read, [picture, points] as [string, { x: number; y: number }[]]);
}

/** The box of a part as it is drawn. */
async function boxOf(reader: Reader, selector: string) {
  const box = await part(reader, selector).boundingBox();
  if (!box) throw new Error(`${selector} is not drawn.`);
  return box;
}

/** Whether one sees where a part begins or ends: its edge differs from what is beside it. */
async function hasLine(
  reader: Reader,
  selector: string,
  side: 'left' | 'bottom',
): Promise<boolean> {
  const { x, y, width, height } = await boxOf(reader, selector);
  const across = [-3, -2, -1, 0, 1, 2, 3];
  const points = across.map((step) =>
    side === 'left'
      ? { x: x + step, y: y + height / 2 }
      : { x: x + width / 2, y: y + height - 1 + step },
  );
  const colours = await coloursAt(reader.page, points);
  return new Set(colours).size > 1;
}

it('with colours of the reader’s own, lines, marks, progress and the focus can be seen', async () => {
  const plan = { pieces: RICH, availability: 'download' as const, loadWaits: true };
  const reader = await visit(plan);
  const { page } = reader;
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' });
  expect(await hasLine(reader, '[part=trigger]', 'left')).toBe(true);
  await reader.ask(QUESTION);
  await reader.box.focus();
  expect(await hasLine(reader, 'dialog', 'left')).toBe(true);
  expect(await hasLine(reader, '.box', 'bottom')).toBe(true);
  expect(await hasLine(reader, '.quote', 'left')).toBe(true);
  expect(await hasLine(reader, '.quote .cite', 'left')).toBe(true);
  await part(reader, '.engine .primary').click();
  const bar = await boxOf(reader, '.bar progress');
  const middle = Math.floor(bar.y + bar.height) - 1;
  const [done, open] = await coloursAt(page, [
    { x: bar.x + 20, y: middle },
    { x: bar.x + bar.width - 20, y: middle },
  ]);
  expect(done).not.toBe(open);
  await part(reader, '[part=source]').focus();
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Tab');
  expect(await hasLine(reader, '[part=source]', 'left')).toBe(true);
});

it('readers who want more contrast get stronger lines, and no muted text', async () => {
  const reader = await visit({ pieces: [GATE] });
  await reader.page.emulateMedia({ contrast: 'more' });
  await reader.ask(QUESTION);
  const colours = await reader.page.evaluate(() => {
    const root = document.querySelector('ask-page')?.shadowRoot;
    const of = (selector: string) => root?.querySelector(selector);
    const styleOf = (selector: string) => getComputedStyle(of(selector) ?? document.body);
    return {
      text: styleOf('dialog').color,
      muted: styleOf('.status').color,
      line: styleOf('dialog').borderTopColor,
    };
  });
  expect(colours.muted).toBe(colours.text);
  expect(colours.line).toBe('rgb(107, 114, 128)');
});
