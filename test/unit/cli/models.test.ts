import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { pullModel } from '../../../src/cli/models-pull.ts';
import { verifyModels } from '../../../src/cli/models-verify.ts';
import type { StorableModel } from '../../../src/engines/model-store/api.ts';
import { modelFolder, recordInFolder } from '../../../src/engines/webllm/record.ts';
import {
  folderOf,
  hash,
  html,
  LIBRARY,
  openBench,
  openHub,
  PATIENCE,
  standStill,
  tinyModel,
  until,
  type Hub,
} from '../engines/model-store-hub.ts';

const ID = 'Qwen2.5-0.5B-Instruct-q4f16_1-MLC';
const FILES = new Map([...tinyModel(), ['tiny.wasm', LIBRARY] as const]);
const WHOLE = [...FILES.values()].reduce((sum, { length }) => sum + length, 0);

let hub: Hub;
let to: string;
beforeEach(async () => {
  hub = await openHub();
  to = await mkdtemp(join(tmpdir(), 'askpage-models-'));
  for (const [name, content] of tinyModel()) hub.files.set(folderOf(ID) + name, content);
  hub.files.set('/libs/tiny.wasm', LIBRARY);
});
afterEach(async () => {
  hub.close();
  await rm(to, { recursive: true, force: true });
});

const pull = (signal = new AbortController().signal, onProgress = () => {}) =>
  pullModel(
    {
      kind: 'webllm',
      name: 'Tiny',
      record: {
        model: `${hub.url}/mlc-ai/${ID}`,
        model_id: ID,
        model_lib: `${hub.url}/libs/tiny.wasm`,
      },
    },
    { to, signal, onProgress, patience: PATIENCE },
  );

describe('pulling a model', () => {
  it('copies every file, and lists each with size and SHA-256', async () => {
    const pulled = await pull();
    expect(pulled).toMatchObject({ files: FILES.size, bytes: WHOLE, fetchedBytes: WHOLE });
    expect((await readdir(join(to, ID))).sort()).toEqual(
      [...FILES.keys(), 'askpage-model.json'].sort(),
    );
    const list = JSON.parse(await readFile(join(to, ID, 'askpage-model.json'), 'utf8')) as {
      files: { path: string }[];
    };
    expect(list).toMatchObject({ version: 1, id: ID });
    for (const { path, ...told } of list.files) {
      const content = FILES.get(path) ?? Buffer.alloc(0);
      expect(told).toEqual({ bytes: content.length, sha256: hash('sha256', content) });
      expect(content.equals(await readFile(join(to, ID, path)))).toBe(true);
    }
    expect(list.files).toHaveLength(FILES.size);
  });

  it('goes on after a stop without the weights that are there, and leaves no half file', async () => {
    const last = `${folderOf(ID)}params_shard_4.bin`;
    hub.fault(last, standStill(Buffer.alloc(100_004), 40_000), 1);
    const stop = new AbortController();
    const stopped = expect(pull(stop.signal)).rejects.toThrow('stopped');
    const whole = join(to, ID, 'params_shard_0.bin');
    await until(() => hub.requests.includes(last) && existsSync(whole));
    stop.abort(new Error('stopped'));
    await stopped;
    const left = await readdir(join(to, ID));
    expect(left).toContain('params_shard_0.bin');
    expect(left.filter((name) => !FILES.has(name))).toEqual([]);
    await expect(verifyModels(to)).resolves.toMatchObject({
      problems: [expect.stringContaining('not finished')],
    });
    hub.requests.length = 0;
    await pull();
    expect(hub.requests).toContain(last);
    expect(hub.requests).not.toContain(`${folderOf(ID)}params_shard_0.bin`);
    expect((await verifyModels(to)).problems).toEqual([]);
  });

  it('fetches weights again that were damaged on the disk', async () => {
    await pull();
    const path = join(to, ID, 'params_shard_2.bin');
    await writeFile(path, Buffer.alloc((await readFile(path)).length));
    expect(await pull()).toMatchObject({ bytes: WHOLE });
    expect(FILES.get('params_shard_2.bin')?.equals(await readFile(path))).toBe(true);
  });

  it('makes what a page takes from `model-base`, checked by the list', async () => {
    await pull();
    const bench = await openBench();
    for (const name of await readdir(join(to, ID)))
      bench.hub.files.set(`/models/${ID}/${name}`, await readFile(join(to, ID, name)));
    const folder = modelFolder(`${bench.hub.url}/models`, ID);
    const listed = {
      model: 'https://hub.example/x',
      model_id: ID,
      model_lib: `${hub.url}/tiny.wasm`,
    };
    const model: StorableModel = {
      ...{ kind: 'webllm', name: 'Tiny', record: recordInFolder(listed, folder) },
      hashes: `${folder}askpage-model.json`,
    };
    expect(await bench.download(model)).toBe(WHOLE);
    expect(bench.hub.requests[0]).toBe(`/models/${ID}/askpage-model.json`);
    expect(bench.hub.requests).toHaveLength(FILES.size + 1);
    bench.hub.close();
  });

  it('refuses a page in place of a file', async () => {
    hub.fault(`${folderOf(ID)}tokenizer.json`, html);
    await expect(pull()).rejects.toMatchObject({ code: 'model-invalid' });
  });
});

describe('verifying', () => {
  beforeEach(() => pull());

  it('finds nothing wrong with what was pulled', async () => {
    expect(await verifyModels(to)).toEqual({
      models: [{ id: ID, files: FILES.size, bytes: WHOLE }],
      problems: [],
    });
  });

  it('names a flipped byte, a wrong length and a missing file', async () => {
    const path = (name: string) => join(to, ID, name);
    const shard = await readFile(path('params_shard_1.bin'));
    shard[70] = (shard[70] ?? 0) ^ 4;
    await writeFile(path('params_shard_1.bin'), shard);
    await writeFile(path('tokenizer.json'), '{}');
    await rm(path('params_shard_3.bin'));
    const { models, problems } = await verifyModels(to);
    expect(models).toEqual([]);
    expect(problems.sort()).toEqual([
      `${path('params_shard_1.bin')} has other contents than listed.`,
      `${path('params_shard_3.bin')} is missing.`,
      expect.stringMatching(/tokenizer.json has 2 bytes, not \d+\.$/),
    ]);
  });

  it('says where there is no model, or no list that can be read', async () => {
    await writeFile(join(to, ID, 'askpage-model.json'), '{"version": 1, "files": [{}]}');
    expect((await verifyModels(to)).problems).toEqual([expect.stringContaining('can not be read')]);
    await rm(join(to, ID), { recursive: true });
    await expect(verifyModels(to)).rejects.toThrow(/no model/);
    await expect(verifyModels(join(to, 'nowhere'))).rejects.toThrow(/can't be read/);
  });
});

/** The command itself. */
function run(args: string[], interruptWhen?: () => boolean) {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', 'models', ...args]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()));
  const poll = setInterval(() => {
    if (interruptWhen?.()) {
      clearInterval(poll);
      child.kill('SIGINT');
    }
  }, 20);
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => {
      clearInterval(poll);
      resolve({ code, output });
    }),
  );
}

describe('askpage models', () => {
  const library = '/libs/Qwen2-0.5B-Instruct-q4f16_1_cs1k-webgpu.wasm';
  const pullArgs = () => [
    ...['pull', ID, '--to', to],
    ...['--hub', hub.url, '--libraries', `${hub.url}/libs`],
  ];
  beforeEach(() => void hub.files.set(library, LIBRARY));

  it('pulls, verifies, and ends with 1 where a file is damaged', async () => {
    const pulled = await run(pullArgs());
    expect(pulled.output).toMatch(/9 files, 0\.5 MB/);
    expect(pulled.code).toBe(0);
    expect(await run(['verify', to])).toMatchObject({ code: 0 });
    await rm(join(to, ID, 'tensor-cache.json'));
    const verified = await run(['verify', to]);
    expect(verified.code).toBe(1);
    expect(verified.output).toContain('tensor-cache.json is missing');
  }, 60_000);

  it('stopped by Ctrl+C leaves no half file and ends with 130', async () => {
    const path = `${folderOf(ID)}params_shard_4.bin`;
    hub.fault(path, standStill(Buffer.alloc(100_004), 40_000));
    const stopped = await run(pullArgs(), () =>
      existsSync(join(to, ID, 'params_shard_4.bin.part')),
    );
    expect(stopped.code).toBe(130);
    expect(stopped.output).toContain('Whole files are kept');
    const half = (await readdir(join(to, ID))).filter((name) => name.endsWith('.part'));
    expect(half).toEqual([]);
  }, 60_000);

  it('names what it does not know, and ends with 2', async () => {
    const unknown = await run(['pull', 'GPT-9', '--to', to]);
    expect(unknown).toMatchObject({ code: 2 });
    expect(unknown.output).toMatch(/no model "GPT-9".*Qwen2.5-0.5B/);
    expect(await run(['pull', ID])).toMatchObject({ code: 2 });
    expect(await run(['--help'])).toMatchObject({ code: 0 });
  }, 60_000);
});
