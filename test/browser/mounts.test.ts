import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { layOutModel } from './fake-webllm-site.ts';
import { shows, until, useStage } from './harness.ts';

const stage = useStage(SOFTWARE_WEBGPU);

const QUESTION = 'When is the gate locked?';

/** Bytes of live objects on the page's own thread. */
async function heapSize(page: Page): Promise<number> {
  const client = await page.context().newCDPSession(page);
  await client.send('HeapProfiler.enable');
  await client.send('HeapProfiler.collectGarbage');
  const { usedSize } = await client.send('Runtime.getHeapUsage');
  await client.detach();
  return usedSize;
}

it(
  'ten mounts and unmounts leave no worker and no memory behind',
  { timeout: 90_000 },
  async () => {
    await layOutModel(stage.site);
    const reader = await stage.visit('/model.html');
    await reader.ask(QUESTION);
    const offer = reader.page.locator('ask-page [part=engine]');
    await offer.getByRole('button', { name: /^Download/ }).click();
    await shows(reader.page.locator('ask-page .generated'), 'locked at nine');
    const most: number[] = [];
    const sizes: number[] = [];
    for (let times = 0; times < 10; times++) {
      await reader.page.evaluate(() => {
        const old = document.querySelector('ask-page');
        const fresh = document.createElement('ask-page');
        for (const { name, value } of old?.attributes ?? []) fresh.setAttribute(name, value);
        old?.remove();
        document.body.append(fresh);
      });
      await reader.ask(QUESTION);
      await shows(reader.page.locator('ask-page .generated'), 'locked at nine');
      most.push(reader.page.workers().length);
      sizes.push(await heapSize(reader.page));
    }
    // The search, its encoder and the model: one of each, whoever came and went.
    expect(Math.max(...most)).toBeLessThanOrEqual(3);
    const [second = 0, last = 0] = [sizes[1], sizes.at(-1)];
    expect(last).toBeLessThan(second * 1.25);
    await reader.page.evaluate(() => document.querySelector('ask-page')?.remove());
    await until(
      () => reader.page.workers().length,
      (count) => count === 0,
    );
  },
);
