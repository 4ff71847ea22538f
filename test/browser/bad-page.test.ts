import { expect, it } from 'vitest';
import { shows, useStage } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const NO_TEXT = 'There is no text on this page that could be searched.';

it('says so on a page without text, while typing and after asking', async () => {
  stage.site.page('/empty.html', pageOf({ body: '<img alt="" src="data:,">' }));
  const reader = await stage.visit('/empty.html');
  await reader.type('anything');
  await shows(reader.alert, NO_TEXT);
  await reader.page.keyboard.press('Enter');
  await shows(reader.alert, NO_TEXT);
  expect((await reader.told('ask-done')).error).toBe(NO_TEXT);
  expect(await reader.dialog.innerText()).not.toContain('words only');
});

it('answers from a page without headings', async () => {
  const body = GARDEN.replace(/<h\d.*?<\/h\d>/g, '');
  stage.site.page('/flat.html', pageOf({ body }));
  const reader = await stage.visit('/flat.html');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine in the evening');
  await shows(reader.sources.first(), 'Garden');
});

it('finds words on a page of 2 MB and leaves the page usable meanwhile', async () => {
  stage.site.page('/huge.html', pageOf({ body: hugeBody(2_000_000) }));
  const reader = await stage.visit('/huge.html');
  await reader.page.evaluate(() => {
    const scope = globalThis as unknown as { gap: number };
    scope.gap = 0;
    let last = performance.now();
    setInterval(() => {
      const now = performance.now();
      scope.gap = Math.max(scope.gap, now - last);
      last = now;
    }, 10);
  });
  await reader.type('zebrafinch7');
  await shows(reader.hits.first(), 'Part 750');
  const gap = await reader.page.evaluate(() => (globalThis as unknown as { gap: number }).gap);
  expect(gap).toBeLessThan(1000);
  // Closed and opened again, while the page is still being read.
  await reader.page.keyboard.press('Escape');
  await reader.type('zebrafinch11');
  await shows(reader.hits.first(), 'Part 1150');
});

/** Sections of plain words; every hundredth holds a bird that is nowhere else. */
function hugeBody(bytes: number): string {
  const words = 'soil bed row seed plant water light shade fence path stone bench'.split(' ');
  const parts: string[] = [];
  for (let size = 0, section = 0; size < bytes; section++) {
    const text = Array.from({ length: 160 }, (_, i) => words[(i * 7 + section * (i % 5)) % 12]);
    if (section % 100 === 50) text.push(`zebrafinch${Math.floor(section / 100)}`);
    const part = `<h2>Part ${section}</h2><p>${text.join(' ')} ${section}.</p>`;
    parts.push(part);
    size += part.length;
  }
  return parts.join('\n');
}

it.each([
  ['an empty question', '', 'Type a question first.'],
  ['a blank question', '   ', 'Type a question first.'],
  [
    'a very long question',
    'x'.repeat(10_000),
    'The question has 10,000 characters; 2,000 are possible.',
  ],
  ['one with a space at its end', `${'x'.repeat(2_500)} `, 'The question has 2,500 characters'],
])('refuses %s with a sentence', async (_, question, sentence) => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const reader = await stage.visit('/garden.html');
  await reader.trigger.click();
  await reader.box.fill(question);
  await reader.page.keyboard.press('Enter');
  await shows(reader.alert, sentence);
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  expect(await reader.alert.count()).toBe(0);
});
