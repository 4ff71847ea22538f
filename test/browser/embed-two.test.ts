import { expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import { layOutModel } from './fake-webllm-site.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage(SOFTWARE_WEBGPU);

const MODEL = 'engine="webllm" model="Qwen2.5-0.5B" model-base="/models-test"';

/** A page with one widget for the page itself and one for the whole site. */
async function visit(attributes = ''): Promise<Reader> {
  const widget = `<script type="module" src="/askpage/askpage.js"></script>
    <ask-page id="page" lang="en" hotkey="mod+k" ${attributes}></ask-page>
    <ask-page id="site" label="Site" index="/askpage-index/manifest.json"
      style="--ask-offset-block: 90px" ${attributes}></ask-page>`;
  stage.site.page('/two.html', pageOf({ body: GARDEN, widget }));
  return stage.visit('/two.html');
}

const within = ({ page }: Reader, id: string) => {
  const find = (selector: string) => page.locator(`#${id} ${selector}`);
  return {
    trigger: find('[part=trigger]'),
    dialog: find('dialog'),
    answer: find('[part=answer]').first(),
    box: find('[part=input]'),
    generated: find('.generated').first(),
    withdrawn: find('[part=withdrawn]').first(),
    download: find('[part=engine]').getByRole('button', { name: /^Download/ }),
  };
};

async function ask(reader: Reader, id: string, question: string): Promise<void> {
  const { trigger, box, dialog } = within(reader, id);
  if (!(await dialog.isVisible())) await trigger.click();
  await box.fill(question);
  await reader.page.keyboard.press('Enter');
}

async function close(reader: Reader, id: string): Promise<void> {
  // Over a source that has come under it, the pointer holds a card open, which the key would close first.
  await reader.page.mouse.move(2, 2);
  await reader.page.locator(`#${id} [part=source-card]`).waitFor({ state: 'hidden' });
  await reader.page.keyboard.press('Escape');
  await within(reader, id).dialog.waitFor({ state: 'hidden' });
}

/** Widgets that assistive technology would hear from, and names that are given twice. */
const findings = ({ page }: Reader) =>
  page.evaluate(() => {
    const roots = [...document.querySelectorAll('ask-page')].flatMap(({ shadowRoot }) =>
      shadowRoot ? [shadowRoot] : [],
    );
    const ids = [document, ...roots].flatMap((root) => {
      const all = [...root.querySelectorAll('[id]')].map(({ id }) => id);
      return all.filter((id, place) => all.indexOf(id) !== place);
    });
    const live = roots.filter((root) => root.querySelector('[role=status], [aria-live]'));
    return { live: live.map(({ host }) => host.id), ids };
  });

it('two widgets of different sites answer each for its own, only the open one speaks, and one outlives the other', async () => {
  const reader = await visit();
  await ask(reader, 'page', 'When is the gate locked?');
  await shows(within(reader, 'page').answer, 'locked at nine');
  await close(reader, 'page');
  await within(reader, 'site').trigger.click();
  expect(await within(reader, 'site').box.inputValue()).toBe('');
  expect(await within(reader, 'site').answer.isVisible()).toBe(false);
  await ask(reader, 'site', 'How do I set a custom error handler?');
  await shows(within(reader, 'site').answer, 'setErrorHandler');
  expect(await findings(reader)).toEqual({ live: ['site'], ids: [] });
  const answers = await reader.events('ask-answer');
  expect(answers.map(({ question }) => question)).toEqual([
    'When is the gate locked?',
    'How do I set a custom error handler?',
  ]);
  await close(reader, 'site');
  await within(reader, 'page').trigger.click();
  await shows(within(reader, 'page').answer, 'locked at nine');
  await close(reader, 'page');

  await reader.page.locator('#page').evaluate((element) => element.remove());
  await ask(reader, 'site', 'How can I validate the body of a request?');
  await shows(within(reader, 'site').answer, /valid/i);
  await close(reader, 'site');
  // The key of the one that is gone opens nothing.
  await reader.page.keyboard.press('Control+k');
  expect(await within(reader, 'site').dialog.isVisible()).toBe(false);
  expect(reader.errors).toEqual([]);
});

it('a language model is loaded once for both', { timeout: 60_000 }, async () => {
  await layOutModel(stage.site);
  const reader = await visit(MODEL);
  await ask(reader, 'page', 'When is the gate locked?');
  await within(reader, 'page').download.click();
  await shows(within(reader, 'page').generated, 'locked at nine');
  await close(reader, 'page');
  await ask(reader, 'site', 'How do I set a custom error handler?');
  // The fake only knows the gate, so what it wrote is left out; seen while it is written, it would be luck.
  await within(reader, 'site').withdrawn.waitFor();
  const models = reader.page.workers().filter((worker) => worker.url().includes('webllm-worker'));
  expect(models).toHaveLength(1);
});
