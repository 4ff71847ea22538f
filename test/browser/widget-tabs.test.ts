import { expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { layOutModel } from './fake-webllm-site.ts';
import { shows, until, useStage, type Reader } from './harness.ts';

const stage = useStage(SOFTWARE_WEBGPU);

const WRITTEN = 'The gate is locked at nine in the evening, and its key hangs in the shed';
const generated = (reader: Reader) => reader.page.locator('ask-page .generated');
const models = (reader: Reader) =>
  reader.page.workers().filter((worker) => worker.url().includes('webllm-worker')).length;

it('one tab holds the model: the other uses it, and takes over when it is closed', async () => {
  await layOutModel(stage.site);
  const first = await stage.visit('/model.html');
  await first.ask('When is the gate locked?');
  await first.page
    .locator('ask-page [part=engine]')
    .getByRole('button', { name: /^Download/ })
    .click();
  await shows(generated(first), WRITTEN);
  const second = await stage.visit('/model.html', { context: first.context });
  await second.ask('Where does the key of the gate hang?');
  await shows(generated(second), WRITTEN);
  expect([models(first), models(second)]).toEqual([1, 0]);
  await first.page.close();
  await until(
    () => models(second),
    (count) => count === 1,
  );
  await second.ask('What hangs in the shed?');
  await shows(generated(second), WRITTEN);
});
