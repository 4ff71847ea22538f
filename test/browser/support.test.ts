import { beforeEach, describe, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { poison } from './poison.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

beforeEach(() => stage.site.page('/garden.html', pageOf({ body: GARDEN })));

const QUESTION = 'When is the gate locked, and where do kitchen scraps go?';
const GATE = 'The gate is locked at nine in the evening.';
const KEY = 'Its key hangs in the shed.';
const COMPOST = 'Kitchen scraps go on the compost heap behind the greenhouse.';
const ROBBED = 'Robbers climb over walls whenever dogs are asleep inside kennels.';
const SOLD = 'Ripe melons were sold to sailors from distant islands yesterday.';

const find = (reader: Reader, selector: string) => reader.page.locator(`ask-page ${selector}`);
const texts = (reader: Reader, selector: string) =>
  find(reader, selector).evaluateAll((all: Element[]) => all.map((each) => each.textContent));

async function answered(...pieces: string[]): Promise<Reader> {
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(useFakeEngine, { pieces });
  await reader.ask(QUESTION);
  return reader;
}

describe('a written answer', () => {
  it('has its citations by what supports it, and no mark where all is there', async () => {
    const reader = await answered(`${GATE} [3] ${COMPOST}`);
    await shows(find(reader, '.generated'), /evening\.\s?\d Kitchen.* greenhouse\.\s?\d Written/);
    const [first, second] = await find(reader, '.generated .cite').evaluateAll(
      (links: HTMLAnchorElement[]) => links.map(({ href }) => decodeURIComponent(href)),
    );
    expect(first).toMatch(/garden\.html#gate:~:text=The gate is locked at nine in the evening\.$/);
    expect(second).toMatch(/#compost:~:text=Kitchen scraps go on the compost heap/);
    expect(await find(reader, ':is(.unfound, .absent)').count()).toBe(0);
    expect(await find(reader, '.generated small').innerText()).not.toContain('Dotted');
  });

  it('shows and says what its sources do not have', async () => {
    const reader = await answered(
      `${GATE} ${KEY} `,
      `The gate is **locked** by \`gatectl\`. `,
      ROBBED,
    );
    await shows(find(reader, '.generated small'), 'Dotted: not found in the sources.');
    const marked = await texts(reader, '.generated :is(.unfound, .absent)');
    expect(marked.join('|')).toContain('gatectl');
    expect(marked.join('')).toContain(ROBBED);
    expect(marked.join('')).not.toContain('shed');
    const spoken = await find(reader, '.generated p')
      .first()
      .evaluate((p: Element) => p.textContent);
    expect(spoken).toMatch(/gatectl \(not in the sources\)/);
    expect(spoken).toMatch(/kennels\. \(not (?:found )?in the sources\)/);
    // Marks take nothing from what can be read.
    const colours = await find(reader, '.generated').evaluate((root: Element) =>
      [root, ...root.querySelectorAll('.unfound, .absent')].map((e) => getComputedStyle(e).color),
    );
    expect(new Set(colours).size).toBe(1);
    const [told] = (await reader.events('ask-answer')).slice(-1);
    expect(told).toMatchObject({ kind: 'generated' });
  });

  it('is left out in favour of the quotation where most of it is nowhere, and can be seen', async () => {
    const reader = await answered(`${ROBBED} ${SOLD} ${GATE}`);
    await shows(find(reader, '[part=withdrawn]'), 'Most of what Fake 1B wrote was not found');
    await shows(reader.status, 'Answer ready, quoted from the page');
    await shows(find(reader, '.quotes'), 'locked at nine');
    expect(await find(reader, '.generated').isVisible()).toBe(false);
    const [quote, withdrawn] = await find(reader, ':is(.quotes, .withdrawn)').evaluateAll(
      (all: Element[]) => all.map((each) => each.className),
    );
    expect([quote, withdrawn]).toEqual(['quotes', 'withdrawn']);
    await reader.page.getByText('Show what it wrote').click();
    await shows(find(reader, '.generated'), ROBBED);
    // A follow-up is not built on it.
    await reader.page.evaluate(() => {
      (globalThis as unknown as { fakeNext(next: string[]): void }).fakeNext([
        'It is in the shed.',
      ]);
    });
    await reader.ask('Where does its key hang?');
    const prompts = await reader.page.evaluate(
      () => (globalThis as unknown as { fakeAsked: unknown[] }).fakeAsked,
    );
    expect(JSON.stringify(prompts.at(-1))).not.toContain('melons');
    expect(JSON.stringify(prompts.at(-1))).toContain(QUESTION);
  });

  it('says of code what is not in the sources', async () => {
    const reader = await answered(`${GATE}\n\n\`\`\`sh\nlock --gate garden --at 21:30\n\`\`\`\n`);
    await shows(find(reader, '.generated .code-note'), /[Nn]ot (?:found )?in the sources/);
  });

  it('stands as it was written where the check fails', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.page.evaluate(useFakeEngine, {
      pieces: [GATE, ` [1] ${ROBBED}`],
      thenWaits: true,
    });
    await reader.type(QUESTION);
    await reader.page.keyboard.press('Enter');
    await shows(find(reader, '.generated'), 'Robbers');
    await poison(await reader.worker('retrieve'), 200);
    await reader.page.evaluate(() => (globalThis as unknown as { fakeEnd(): void }).fakeEnd());
    await reader.told('ask-done');
    await shows(find(reader, '.generated'), 'Robbers');
  });
});

describe('a citation', () => {
  const card = (reader: Reader) => find(reader, '[part=source-card]');

  it('shows the very sentence of its source to a pointer, until it leaves', async () => {
    const reader = await answered(`${GATE} ${KEY}`);
    const cite = find(reader, '.generated .cite').first();
    expect(await card(reader).isVisible()).toBe(false);
    await cite.hover();
    await shows(card(reader), `The garden handbook › The gate ${KEY}`);
    // The pointer may go onto the card itself.
    await card(reader).hover();
    await reader.page.waitForTimeout(400);
    expect(await card(reader).isVisible()).toBe(true);
    await reader.box.hover();
    await until(
      () => card(reader).isVisible(),
      (isVisible) => !isVisible,
    );
  });

  it('shows it to the keyboard too, and Escape closes it before the dialog', async () => {
    const reader = await answered(`${GATE} ${COMPOST}`);
    const cite = find(reader, '.generated .cite').last();
    await cite.focus();
    await shows(card(reader), COMPOST);
    const described = await cite.evaluate((link: Element) => {
      const id = link.getAttribute('aria-describedby') ?? '';
      return (link.getRootNode() as ShadowRoot).getElementById(id)?.textContent;
    });
    expect(described).toContain(COMPOST);
    await reader.page.keyboard.press('Escape');
    expect(await card(reader).isVisible()).toBe(false);
    expect(await reader.dialog.isVisible()).toBe(true);
    await reader.page.keyboard.press('Escape');
    await until(
      () => reader.dialog.isVisible(),
      (isVisible) => !isVisible,
    );
  });

  it('keeps its card within a narrow window', async () => {
    const reader = await stage.visit('/garden.html');
    await reader.page.setViewportSize({ width: 360, height: 640 });
    await reader.page.evaluate(useFakeEngine, { pieces: [GATE, ' ', COMPOST] });
    await reader.ask(QUESTION);
    for (const cite of await find(reader, '.cite').all()) {
      await cite.hover();
      await until(() => card(reader).isVisible(), Boolean);
      const box = await card(reader).boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(0);
      expect((box?.x ?? 0) + (box?.width ?? 999)).toBeLessThanOrEqual(360);
      expect((box?.y ?? 0) + (box?.height ?? 999)).toBeLessThanOrEqual(640);
      await reader.page.keyboard.press('Escape');
    }
  });
});
