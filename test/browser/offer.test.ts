import { expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { shows, useStage } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage(SOFTWARE_WEBGPU);

it('with WebGPU a model is offered by size, and nothing foreign is asked before the yes', async () => {
  // Named, the engine takes a graphics card that is software as well.
  const attributes = 'engine="webllm"';
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  const offer = reader.page.locator('ask-page [part=engine]');
  await shows(offer, /\d (?:MB|GB) once from .*huggingface\.co.*Licence: /);
  const foreign = reader.requests.filter((url) => !url.startsWith(stage.site.url));
  expect(foreign).toEqual([]);
  // This machine has no network, so the reader's yes comes to a sentence and a way on.
  await offer.getByRole('button', { name: /^Download / }).click();
  await shows(reader.alert, /\w/);
  await offer.getByRole('button', { name: 'Try again' }).waitFor();
  await shows(reader.answer, 'locked at nine');
});

it('a site that wants no language model offers none', async () => {
  const attributes = 'engine="extractive"';
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes }));
  const reader = await stage.visit('/garden.html');
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'locked at nine');
  expect(await reader.page.locator('ask-page [part=engine]').count()).toBe(0);
  expect(stage.site.requests.filter((path) => path.includes('webllm'))).toEqual([]);
});
