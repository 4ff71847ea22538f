import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEMO_FOLDER } from '../../scripts/demo.ts';
import { refusedOn, shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage();

const POLICY = /Content-Security-Policy" content="([^"]+)"/
  .exec(readFileSync(`${DEMO_FOLDER}/strict.html`, 'utf8'))?.[1]
  ?.replaceAll('&#39;', "'");

/** What a page under the policy must not do. */
async function expectClean(reader: Reader): Promise<void> {
  expect(await refusedOn(reader.page)).toEqual([]);
  expect(reader.errors).toEqual([]);
  // Chromium itself remarks that the test machine has no graphics card.
  expect(reader.console.filter((line) => line !== 'No available adapters.')).toEqual([]);
  const foreign = reader.requests.filter((url) => !url.startsWith(stage.site.url));
  expect(foreign).toEqual([]);
}

const QUESTION = 'How do I set a custom error handler?';

describe("the demo's page under a strict policy", () => {
  it('shows hits and answers by meaning, and nothing is refused', async () => {
    const reader = await stage.visit('/strict.html');
    await reader.type('error handler');
    await reader.hits.first().waitFor();
    await reader.ask(QUESTION);
    await shows(reader.answer, 'setErrorHandler');
    expect(await reader.answer.first().innerText()).not.toContain('found by its words');
    expect(reader.page.workers().length).toBe(1);
    await expectClean(reader);
  });

  it('does so with the policy as a header of every file, workers included', async () => {
    stage.site.headers['content-security-policy'] = POLICY ?? '';
    const reader = await stage.visit('/strict.html');
    await reader.ask(QUESTION);
    await shows(reader.answer, 'setErrorHandler');
    expect(await reader.answer.first().innerText()).not.toContain('found by its words');
    await expectClean(reader);
  });

  it('runs the full model, too, where a question needs it', async () => {
    stage.site.headers['content-security-policy'] = POLICY ?? '';
    const reader = await stage.visit('/strict.html');
    await reader.ask('Which giraffes nibble acacia leaves at dusk?');
    expect(reader.page.workers().length).toBe(2);
    await expectClean(reader);
  });

  it('really is strict: a script that the policy forbids is refused', async () => {
    const reader = await stage.visit('/strict.html');
    await reader.page.evaluate(() => {
      const image = document.createElement('img');
      image.src = 'https://example.org/pixel.png';
      document.body.append(image);
    });
    await expect.poll(() => refusedOn(reader.page)).toHaveLength(1);
  });
});

it('follows a source within a strict page and marks it', async () => {
  stage.site.headers['content-security-policy'] = POLICY ?? '';
  const widget = '<script type="module" src="/askpage/askpage.js"></script><ask-page></ask-page>';
  const page = pageOf({ body: GARDEN, widget }).replace(/<link[^>]*>/, '');
  stage.site.page('/garden.html', page);
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await reader.sources.first().click();
  await reader.dialog.waitFor({ state: 'hidden' });
  expect(await reader.page.evaluate(() => CSS.highlights.has('askpage'))).toBe(true);
  expect(await refusedOn(reader.page)).toEqual([]);
});

it('works under the policy where the script has a query string', async () => {
  stage.site.headers['content-security-policy'] = POLICY ?? '';
  const widget =
    '<script type="module" src="/askpage/askpage.js?v=2"></script><ask-page></ask-page>';
  stage.site.page('/garden.html', pageOf({ body: GARDEN, widget }));
  const reader = await stage.visit('/garden.html');
  await reader.trigger.click();
  await reader.page.keyboard.type('gate');
  await reader.hits.or(reader.alert).first().waitFor();
  expect(await reader.alert.count()).toBe(0);
});
