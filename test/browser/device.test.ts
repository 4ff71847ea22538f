import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../scripts/bundle.ts';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import type { Message } from '../../src/core/ports.ts';
import type { DeviceReport } from '../../src/engines/device.ts';
import type { Choice } from '../../src/engines/webllm/choice.ts';
import { shows, useStage, type Reader } from './harness.ts';
import { GARDEN, pageOf } from './site.ts';

const stage = useStage(SOFTWARE_WEBGPU);

/** What the first line of a request's first passage says. */
const firstLine = ({ messages }: { messages: Message[] }): string =>
  /id="1"[^>]*>\n([^\n]+)/.exec(messages.at(-1)?.content ?? '')?.[1] ?? '';

/** What the bundled entry puts into the page. */
interface Entry {
  readDevice(options?: { force: boolean }): Promise<DeviceReport>;
  findWebllmModels(options: { gpu: GPU; force?: boolean }): Promise<Choice[]>;
}

let entry = '';

beforeAll(async () => {
  entry = await bundle('test/browser/device-entry.ts', { format: 'iife' });
});

async function visitGarden(): Promise<Reader> {
  stage.site.page('/garden.html', pageOf({ body: GARDEN, attributes: 'engine="extractive"' }));
  return stage.visit('/garden.html', { before: { content: entry } });
}

const read = ({ page }: Reader, force: boolean) =>
  page.evaluate((given) => (globalThis as unknown as Entry).readDevice({ force: given }), force);

describe('a device with WebGPU in software', () => {
  it('counts as one without a graphics card, and is not measured', async () => {
    const reader = await visitGarden();
    const { gpu, models, storage, cores } = await read(reader, false);
    expect(gpu).toMatchObject({ kind: 'adapter', traits: { isFallback: true } });
    expect(gpu.kind === 'adapter' && gpu.probe).toBeUndefined();
    expect(models.length).toBeGreaterThan(5);
    expect(models.some(({ fits }) => fits)).toBe(false);
    expect(storage?.quotaBytes).toBeGreaterThan(1e6);
    expect(cores).toBeGreaterThan(0);
    const choices = await reader.page.evaluate(() =>
      (globalThis as unknown as Entry).findWebllmModels({ gpu: navigator.gpu }),
    );
    expect(choices).toMatchObject([{ kind: 'none', code: 'no-webgpu' }]);
  });

  it('is measured by force: the shader reads every byte, and the sum of what it read is right', async () => {
    const reader = await visitGarden();
    const { gpu, models } = await read(reader, true);
    // A wrong sum would leave nothing here.
    const probe = gpu.kind === 'adapter' ? gpu.probe : undefined;
    expect(probe?.readRate).toBeGreaterThan(1e6);
    expect(probe?.readRate).toBeLessThan(1e12);
    expect(probe?.milliseconds).toBeGreaterThan(0);
    expect(models.some(({ fits }) => fits)).toBe(true);
    // No shader-f16 here.
    expect(models.find(({ name }) => name === 'Gemma-3-1B')).toMatchObject({ fits: false });
    const choices = await reader.page.evaluate(() =>
      (globalThis as unknown as Entry).findWebllmModels({ gpu: navigator.gpu, force: true }),
    );
    expect(choices.length).toBeGreaterThan(3);
    for (const choice of choices)
      expect(choice.kind === 'chosen' && choice.choice.model.record.model_id).toContain('q4f32');
    expect(reader.errors).toEqual([]);
  });
});

describe("the demo's page of engines", () => {
  const element = ({ page }: Reader) => page.locator('ask-page');

  it('puts in an element with the chosen attributes, which answers', async () => {
    const reader = await stage.visit('/engines.html');
    await reader.page.getByLabel('Engine').selectOption('llama-cpp');
    await reader.page.getByLabel('Address of a GGUF file').fill('/models/tiny.gguf');
    await reader.page.getByRole('button', { name: 'Use this engine' }).click();
    await shows(reader.page.locator('output'), 'engine="llama-cpp" gguf="/models/tiny.gguf"');
    expect(await element(reader).getAttribute('gguf')).toBe('/models/tiny.gguf');
    expect(new URL(reader.page.url()).search).toContain('engine=llama-cpp');

    await reader.page.getByLabel('Engine').selectOption('extractive');
    await reader.page.getByRole('button', { name: 'Use this engine' }).click();
    expect(await element(reader).count()).toBe(1);
    expect(await element(reader).getAttribute('engine')).toBe('extractive');
    expect(await element(reader).getAttribute('gguf')).toBeNull();
    await reader.page.reload();
    await reader.trigger.waitFor();
    expect(await element(reader).getAttribute('engine')).toBe('extractive');
    await reader.ask('How do I start a server?');
    await shows(reader.answer.first(), /server/i);
    expect(reader.errors).toEqual([]);
  });

  it('asks a server of the choice, and names it', async () => {
    const event = (content: string, finish_reason: string | null) =>
      `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`;
    stage.site.fault(/\/llm\/v1\/chat\/completions/, (response, request) => {
      void json(request).then((body) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.write(event(`${firstLine(body as { messages: Message[] })} `, null));
        setTimeout(() => response.end(event('[1].', 'stop')), 300);
      });
    });
    const reader = await stage.visit('/engines.html');
    await reader.page.getByLabel('Engine').selectOption('server');
    await reader.page.getByLabel('Address of the server').fill(`${stage.site.url}llm/v1`);
    await reader.page.getByLabel("The model's name there").fill('house-7b');
    await reader.page.getByRole('button', { name: 'Use this engine' }).click();
    await shows(reader.page.locator('output'), `answered by ${new URL(stage.site.url).host}`);
    await reader.ask('How do I set a custom error handler?');
    await shows(reader.page.locator('ask-page .generated .cite'), '1');
    await shows(reader.page.locator('ask-page .generated'), 'house-7b');
  });

  it('shows what this device can run, when it is asked to', async () => {
    const reader = await stage.visit('/engines.html');
    expect(await reader.page.locator('.report table').count()).toBe(0);
    await reader.page.getByRole('button', { name: 'Look at this device' }).click();
    const tables = reader.page.locator('.report table');
    await shows(tables.first(), /swiftshader: in software, too slow/);
    await shows(tables.first(), /Processor cores\s*\d/);
    await shows(tables.last(), /Qwen2\.5-0\.5B\s*290 MB\s*945 MB\s*no: needs a graphics card/);
    expect(reader.errors).toEqual([]);
  });
});
