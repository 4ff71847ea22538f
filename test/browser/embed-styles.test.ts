import { describe, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const QUESTION = 'When is the gate locked?';

/** What a page may do to its own elements, on purpose or not; much of it reaches the element from outside. */
const HOSTILE = `<style>
  * { all: unset !important; animation: blink 1s infinite !important }
  html { font-size: 62.5% !important }
  body, ask-page {
    font: italic 900 40px/3 serif !important; color: red !important; letter-spacing: 2px !important;
    text-transform: uppercase !important; text-align: center !important; text-indent: 60px !important;
    text-shadow: 3px 3px red !important; white-space: pre !important; word-break: break-all !important;
    cursor: wait !important; user-select: none !important; pointer-events: none !important;
    -webkit-text-fill-color: lime !important; -webkit-text-stroke: 2px red !important;
    writing-mode: vertical-rl !important;
  }
  :is(button, dialog, input) { display: none !important }
  :where(*, *::before, *::after) { margin: 0; padding: 0 }
  @keyframes blink { 50% { letter-spacing: 3px } }
</style>`;

/** How the words at `selector` are drawn. */
const styleOf = ({ page }: Reader, selector: string) =>
  page
    .locator(`ask-page ${selector}`)
    .first()
    .evaluate((element) => {
      const style = getComputedStyle(element);
      const { fontSize, fontStyle, textTransform, textIndent, textShadow, whiteSpace } = style;
      const { cursor, writingMode, webkitTextFillColor, webkitTextStrokeWidth, color } = style;
      return {
        ...{ fontSize, fontStyle, textTransform, textIndent, textShadow, whiteSpace },
        ...{ cursor, writingMode, webkitTextStrokeWidth },
        isFilled: webkitTextFillColor === color,
      };
    });

const CALM = {
  ...{ fontStyle: 'normal', textTransform: 'none', textIndent: '0px', textShadow: 'none' },
  ...{ whiteSpace: 'normal', writingMode: 'horizontal-tb', webkitTextStrokeWidth: '0px' },
  isFilled: true,
};

describe('on a page whose styles reach for everything', () => {
  it('is drawn, opened and read as on any other', async () => {
    stage.site.page('/plain.html', pageOf({ body: GARDEN }));
    const plain = await stage.visit('/plain.html');
    await plain.ask(QUESTION);
    const size = await plain.trigger.boundingBox();
    const shown = await plain.box.boundingBox();

    stage.site.page('/hostile.html', pageOf({ body: GARDEN, head: HOSTILE }));
    const reader = await stage.visit('/hostile.html');
    // The page's own text is what its styles make it.
    expect(await reader.page.locator('h1').evaluate((h1) => getComputedStyle(h1).display)).toBe(
      'inline',
    );
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    expect(await styleOf(reader, '[part=trigger]')).toMatchObject({ ...CALM, fontSize: '15px' });
    expect(await styleOf(reader, '[part=trigger]')).toMatchObject({ cursor: 'pointer' });
    expect(await styleOf(reader, '.quote p')).toMatchObject({
      ...{ ...CALM, fontSize: '15px', cursor: 'auto' },
    });
    expect(await styleOf(reader, '[part=input]')).toMatchObject({ ...CALM, fontSize: '16px' });
    // Spacing of letters is let in: readers set it, too.
    expect((await reader.trigger.boundingBox())?.height).toBe(size?.height);
    expect((await reader.box.boundingBox())?.y).toBe(shown?.y);
  });

  it('can be selected from, and its sources clicked', async () => {
    stage.site.page('/hostile.html', pageOf({ body: GARDEN, head: HOSTILE }));
    const reader = await stage.visit('/hostile.html');
    await reader.ask(QUESTION);
    await reader.page.locator('ask-page .quote p').first().click({ clickCount: 3 });
    const selected = await reader.page.evaluate(() => getSelection()?.toString());
    expect(selected).toContain('The gate is locked');
    await reader.sources.first().click();
    await reader.dialog.waitFor({ state: 'hidden' });
    expect(await reader.page.evaluate(() => CSS.highlights.has('askpage'))).toBe(true);
  });

  it('can still be hidden by its owner', async () => {
    const head = '<style>@media print { ask-page { display: none } }</style>';
    stage.site.page('/print.html', pageOf({ body: GARDEN, head }));
    const reader = await stage.visit('/print.html');
    await reader.page.emulateMedia({ media: 'print' });
    expect(await reader.trigger.isVisible()).toBe(false);
  });
});

describe('on a page that is read from right to left', () => {
  const GARDEN_AR = `<h1>دليل الحديقة</h1>
    <h2 id="gate">البوابة</h2><p>تغلق البوابة في الساعة التاسعة مساء. المفتاح معلق في المخزن.</p>
    <h2 id="water">الري</h2><p>تسقى الطماطم في الصباح الباكر مرتين في الأسبوع.</p>`;

  it('stands mirrored, and each text keeps its own direction', async () => {
    const html = pageOf({ body: GARDEN_AR, attributes: 'hotkey="mod+k"' });
    stage.site.page('/ar.html', html.replace('<html lang="en">', '<html lang="ar" dir="rtl">'));
    const reader = await stage.visit('/ar.html');
    const { width } = reader.page.viewportSize() ?? { width: 0 };
    // It comes when its key is listened for.
    await reader.trigger.waitFor();
    const trigger = await reader.trigger.boundingBox();
    expect(trigger?.x).toBeLessThan(width / 4);
    await reader.ask('متى تغلق البوابة');
    await shows(reader.answer, 'تغلق البوابة');
    const middle = async (selector: string) => {
      const box = await reader.page.locator(`ask-page ${selector}`).first().boundingBox();
      return (box?.x ?? NaN) + (box?.width ?? NaN) / 2;
    };
    expect(await middle('.box > svg')).toBeGreaterThan(await middle('[part=input]'));
    expect(await middle('.close')).toBeLessThan(await middle('[part=input]'));
    expect(await middle('.source .number')).toBeGreaterThan(await middle('.source .place'));
    // The quote's rule stands where its lines begin.
    const rule = await reader.page
      .locator('ask-page .quote')
      .first()
      .evaluate((quote) => getComputedStyle(quote).borderRightWidth);
    expect(rule).toBe('3px');
    expect(await startOf(reader, '.quote p')).toBe('right');
    // The widget's own words are Arabic, too: their full stop is at their end, on the left.
    expect(await endOf(reader, '[part=privacy-toggle]')).toBe('left');
  });

  /** At which side of its box the first letter of a text is drawn. */
  const startOf = (reader: Reader, selector: string) => sideOf(reader, selector, 0);
  const endOf = (reader: Reader, selector: string) => sideOf(reader, selector, -1);

  function sideOf({ page }: Reader, selector: string, place: 0 | -1): Promise<string> {
    return page
      .locator(`ask-page ${selector}`)
      .first()
      .evaluate((element, at) => {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT, (node) =>
          node.nodeValue?.trim() ? NodeFilter.FILTER_ACCEPT : NodeFilter.FILTER_SKIP,
        );
        const node = walker.nextNode() as Text;
        const text = node.data;
        const index = at === 0 ? text.search(/\S/) : text.trimEnd().length - 1;
        const range = document.createRange();
        range.selectNodeContents(node);
        const whole = range.getBoundingClientRect();
        range.setStart(node, index);
        range.setEnd(node, index + 1);
        const letter = range.getBoundingClientRect();
        return letter.left - whole.left > whole.right - letter.right ? 'right' : 'left';
      }, place);
  }
});

describe('at a zoom of 200 %', () => {
  /** As browsers zoom: half as many pixels of CSS, each twice as large. */
  async function zoomed(width: number, height: number): Promise<Reader> {
    stage.site.page('/garden.html', pageOf({ body: GARDEN }));
    const context = await stage.browser.newContext({
      viewport: { width, height },
      deviceScaleFactor: 2,
    });
    return stage.visit('/garden.html', { context });
  }

  const scrolls = ({ page }: Reader) =>
    page.locator('ask-page dialog').evaluate((dialog) => {
      const all = [dialog, ...dialog.querySelectorAll('*')];
      return all.filter((element) => {
        const { scrollWidth, clientWidth, localName } = element;
        const cuts = getComputedStyle(element).overflowX !== 'visible' && localName !== 'input';
        return cuts && scrollWidth > clientWidth;
      }).length;
    });

  it.each([
    [640, 400],
    [400, 640],
    [320, 256],
  ])('nothing is cut off or scrolls sideways on %i × %i', async (width, height) => {
    const reader = await zoomed(width, height);
    await reader.page.evaluate(useFakeEngine, {
      ...{ pieces: ['At nine [1].'], availability: 'download' as const },
    });
    await reader.ask(QUESTION);
    await shows(reader.page.locator('ask-page [part=engine]'), 'Download');
    expect(await scrolls(reader)).toBe(0);
    const box = await reader.dialog.boundingBox();
    expect((box?.x ?? -1) >= 0 && (box?.y ?? -1) >= 0).toBe(true);
    expect((box?.x ?? 0) + (box?.width ?? Infinity)).toBeLessThanOrEqual(width);
    expect((box?.y ?? 0) + (box?.height ?? Infinity)).toBeLessThanOrEqual(height);
    // Each control can be brought into view, and the box stays there meanwhile.
    for (const name of ['Download 879 MB', 'Language model']) {
      await reader.dialog.getByRole('button', { name }).first().click({ trial: true });
      await reader.box.click({ trial: true });
      expect((await reader.box.boundingBox())?.y).toBeLessThan(60);
    }
    await reader.page.keyboard.press('Escape');
    await reader.dialog.waitFor({ state: 'hidden' });
    await reader.trigger.click({ trial: true });
  });
});
