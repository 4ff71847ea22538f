import { createHash } from 'node:crypto';
import { bundle } from '../../scripts/bundle.ts';
import type { FakeWebllmPlan } from './fake-webllm-worker.ts';
import { GARDEN, pageOf, send, type Site } from './site.ts';

/** The q4f32 variant: software WebGPU has no 16-bit arithmetic. */
const ID = 'Qwen2.5-0.5B-Instruct-q4f32_1-MLC';
const FOLDER = `/models-test/${ID}/`;
export const SHARD_BYTES = 200_000;
export const SHARDS = 3;

export const isShard = (path: string): boolean => path.includes(`${FOLDER}params_shard_`);
export const inModel = (path: string): boolean => path.startsWith(FOLDER);
/** Matches the address of one file of the model. */
export const file = (name: string): RegExp =>
  new RegExp(`${FOLDER}${name}$`.replaceAll('.', '\\.'));
export const SHARD_1 = file('params_shard_1.bin');
export const LIBRARY = file('Qwen2-0.5B-Instruct-q4f32_1_cs1k-webgpu.wasm');

const shard = (index: number): Buffer => Buffer.alloc(SHARD_BYTES, index + 1);
/** As long as a shard, and of other bytes. */
export const WRONG_SHARD = Buffer.alloc(SHARD_BYTES, 99);
export const SHARD_1_BYTES = shard(1);

/** The files of the model, by name. */
export function modelFiles(): Readonly<Record<string, string | Buffer>> {
  const records = Array.from({ length: SHARDS }, (_, index) => ({
    dataPath: `params_shard_${String(index)}.bin`,
    nbytes: SHARD_BYTES,
    md5sum: createHash('md5').update(shard(index)).digest('hex'),
  }));
  const config = { tokenizer_files: ['tokenizer.json'], context_window_size: 4096 };
  return {
    'mlc-chat-config.json': JSON.stringify(config),
    'tokenizer.json': '{}',
    'tensor-cache.json': JSON.stringify({ records }),
    'Qwen2-0.5B-Instruct-q4f32_1_cs1k-webgpu.wasm': Buffer.from('\0asm\u0001\0\0\0', 'latin1'),
    ...Object.fromEntries(records.map(({ dataPath }, index) => [dataPath, shard(index)])),
  };
}

let worker: Promise<string> | undefined;

const ENGINE = 'engine="webllm" model="Qwen2.5-0.5B" model-base="/models-test"';

/** Attribute of a page on which words find: no search model is loaded beside the language model. */
export const BY_WORDS = 'encoder="light"';

/**
 * Lays out a model on the site as an owner hosts one, with a page `/model.html` that names it. The files
 * are fetched by the real store; the worker runs the real host around a fake WebLLM.
 * @param more Attributes of the page's element.
 */
export async function layOutModel(site: Site, plan: FakeWebllmPlan = {}, more = ''): Promise<void> {
  worker ??= bundle('test/browser/fake-webllm-worker.ts');
  const code = `globalThis.fakePlan = ${JSON.stringify(plan)};\n${await worker}`;
  site.fault(/\/askpage-webllm-worker-[^/]*\.js$/, send('text/javascript', code));
  for (const [name, body] of Object.entries(modelFiles()))
    site.fault(file(name), send('application/octet-stream', body));
  site.page('/model.html', pageOf({ body: GARDEN, attributes: `${ENGINE} ${more}` }));
}
