import { beforeEach, expect, it } from 'vitest';
import { useFakeEngine } from './fake-engine.ts';
import { refusedOn, shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const BODY = GARDEN.replace('shed.</p>', 'shed. See https://keys.test/shed for it.</p>');
beforeEach(() => stage.site.page('/garden.html', pageOf({ body: BODY })));

const QUESTION = 'When is the gate locked?';
/** What the page says, so that an answer isn't left out for the rest of it. */
const SAID = 'The gate is locked at nine in the evening. Its key hangs in the shed.\n\n';
const generated = (reader: Reader) => reader.page.locator('ask-page .generated');
const linked = (reader: Reader) =>
  generated(reader)
    .locator('a:not([part=citation])')
    .evaluateAll((links: Element[]) => links.map((link) => link.getAttribute('href')));

it('links what a passage has, and nothing else', async () => {
  const reader = await stage.visit('/garden.html');
  const base = new URL('garden.html', stage.site.url).href;
  const links = ['https://keys.test/shed', `${base}#gate`, '#gate', 'https://keys.test/shed?q=1'];
  const pieces = links.map((address, place) => `[link ${place}](${address}) `);
  await reader.page.evaluate(useFakeEngine, { pieces: [SAID, ...pieces] });
  await reader.ask(QUESTION);
  await shows(
    generated(reader),
    /link 0 \(https:\/\/keys\.test\/shed\) link 1 link 2 link 3.* \(https:\/\/keys\.test\/shed\?q=1\)/,
  );
  expect(await linked(reader)).toEqual(['https://keys.test/shed', `${base}#gate`, `${base}#gate`]);
  expect(reader.requests.filter((url) => !url.startsWith(stage.site.url))).toEqual([]);
});

it('shows half an answer in its final form', async () => {
  const reader = await stage.visit('/garden.html');
  const pieces = ['It is **locked at', ' nine', '. See [the shed](https://keys.test/sh'];
  await reader.page.evaluate(useFakeEngine, { pieces, thenWaits: true });
  await reader.type(QUESTION);
  await reader.page.keyboard.press('Enter');
  await shows(generated(reader), 'It is locked at nine. See the shed');
  expect(await generated(reader).locator('p > strong').innerText()).toContain('locked at nine');
  expect(await linked(reader)).toEqual([]);
  // Stopped, it is drawn as it was written.
  await reader.page.getByRole('button', { name: 'Stop' }).click();
  await shows(generated(reader), 'It is **locked at nine. See [the shed](https://keys.test/sh');
});

it('colours and copies code where the policy is strict', async () => {
  stage.site.headers['content-security-policy'] =
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src data:; " +
    "require-trusted-types-for 'script'; trusted-types askpage lit-html";
  const reader = await stage.visit('/garden.html');
  await reader.page.evaluate(useFakeEngine, { pieces: [SAID, '```js\nconst at = 21;\n```'] });
  await reader.ask(QUESTION);
  const code = generated(reader).locator('.code');
  await code.locator('.code-keyword', { hasText: 'const' }).waitFor();
  const colour = await code
    .locator('.code-keyword')
    .evaluate((span: Element) => getComputedStyle(span).color);
  expect(colour).not.toBe(await code.evaluate((block: Element) => getComputedStyle(block).color));
  await reader.context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await code.getByRole('button', { name: 'Copy code' }).click();
  await code.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await reader.page.evaluate(() => navigator.clipboard.readText())).toBe('const at = 21;');
  expect(await refusedOn(reader.page)).toEqual([]);
  expect(reader.errors).toEqual([]);
});
