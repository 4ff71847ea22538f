import { expect, it } from 'vitest';
import { WIDGET_FOLDER } from '../../scripts/demo.ts';
import { hurried } from './haste.ts';
import { shows, useStage } from './harness.ts';
import { FULL_MODEL, GARDEN, notFound, pageOf, send, truncated, type Respond } from './site.ts';

const stage = useStage();

const FOLDER = `${WIDGET_FOLDER}/models/all-MiniLM-L6-v2`;
const WEIGHTS = `${FOLDER}/onnx/model_quantized.onnx`;

const refused: Respond = (response) => void response.destroy();

const WEB_PAGE = send('text/html', '<h1>Welcome</h1>');

const BROKEN = /The (?:files at \S+ are not a working )?search model/;

it.each<[string, RegExp, Respond, RegExp]>([
  ['are missing', /\/models\//, notFound, BROKEN],
  ['are web pages', /\/models\//, WEB_PAGE, BROKEN],
  ['have cut weights', /\.onnx$/, truncated(WEIGHTS, 1_000_000), BROKEN],
  ['have no weights', /\.onnx$/, notFound, BROKEN],
  ['have a cut tokenizer', /tokenizer\.json$/, truncated(`${FOLDER}/tokenizer.json`, 5000), BROKEN],
  ['do not arrive', /\/models\//, refused, BROKEN],
  ['lack the runtime', /ort-wasm[^/]*\.wasm$/, notFound, BROKEN],
])('model files that %s: words find, a line says why, and trying again helps', async (...row) => {
  const [, match, respond, why] = row;
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  const repair = stage.site.fault(match, respond);
  const reader = await stage.visit('/garden.html');
  await reader.type('gate');
  await shows(reader.notices, /Results are found by words only\./);
  await shows(reader.notices, why);
  await shows(reader.status, /^\d results?$/);
  await shows(reader.hits.first(), 'The gate');
  expect(await reader.page.locator('ask-page progress').count()).toBe(0);
  await reader.ask('When is the gate locked?');
  await shows(reader.answer, 'found by its words');
  repair();
  await reader.notices.getByRole('button', { name: 'Try again' }).click();
  await shows(reader.notices, 'The search by meaning is ready now.');
  await reader.ask('When do they close the door?');
  await shows(reader.answer, 'locked at nine');
  expect(await reader.answer.first().innerText()).not.toContain('found by its words');
});

it('with a model that never arrives, words answer after some patience', async () => {
  stage.site.fault(/\/models\//, () => {});
  stage.site.page('/full.html', pageOf({ body: GARDEN, attributes: FULL_MODEL }));
  // Ten seconds are waited.
  const reader = await stage.visit('/full.html', { before: { content: hurried(5) } });
  await reader.ask('How do I set a custom error handler?');
  await shows(reader.answer, 'found by its words');
});

it.each<[string, Respond, RegExp]>([
  ['missing', notFound, /The search model is missing: \S+ gives HTTP 404/],
  ['a web page', WEB_PAGE, /The search model is missing: \S+ gives a web page/],
  ['unreachable', refused, /could not be fetched from \S+ Check the connection/],
])('names the address and the cause where the model is %s', async (_, respond, why) => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  stage.site.fault(/\/models\//, respond);
  const reader = await stage.visit('/garden.html');
  await reader.type('gate');
  await shows(reader.notices, 'Results are found by words only.');
  expect(await reader.notices.innerText()).toMatch(why);
});

it('a model that failed is not fetched again with every letter', async () => {
  stage.site.page('/garden.html', pageOf({ body: GARDEN }));
  stage.site.fault(/\/models\//, notFound);
  const reader = await stage.visit('/garden.html');
  await reader.type('g');
  await shows(reader.notices, 'Results are found by words only.');
  const fetched = () => reader.requests.filter((url) => url.includes('/models/')).length;
  const before = fetched();
  await reader.type('gate tools compost');
  await reader.ask('When is the gate locked?');
  expect(before).toBeGreaterThan(0);
  expect(fetched()).toBe(before);
});
