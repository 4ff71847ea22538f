import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { build } from 'vite';
import { DEFAULT_MODEL } from '../src/worker/embed-api.ts';
import config from '../vite.config.ts';
import type { BareRequest } from './bench-bare-worker.ts';
import { WIDGET_FOLDER } from './demo.ts';

/** Folder that receives the worker, and the path under which it is served. */
export const BARE_FOLDER = '.cache/bench/bare';
export const BARE_PATH = '/bench/';

/** Bundles the bare worker as the widget's own is bundled. */
export async function buildBareWorker(): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: config.resolve?.alias ?? [] },
    build: {
      target: 'es2022',
      outDir: resolve(BARE_FOLDER),
      emptyOutDir: true,
      rolldownOptions: {
        input: { bare: 'scripts/bench-bare-worker.ts' },
        output: { entryFileNames: '[name].js', assetFileNames: '[name]-[hash][extname]' },
      },
    },
  });
}

/** The very files that the widget runs. */
export async function bareFiles(): Promise<BareRequest & { kind: 'load' }> {
  const names = await readdir(WIDGET_FOLDER);
  const find = (pattern: RegExp) => {
    const name = names.find((each) => pattern.test(each));
    if (!name) throw new Error(`No file in ${WIDGET_FOLDER} is named like ${String(pattern)}.`);
    return `/askpage/${name}`;
  };
  return {
    kind: 'load',
    model: DEFAULT_MODEL.id,
    models: '/askpage/models/',
    wasm: find(/ort-wasm.*\.wasm$/),
    mjs: find(/ort-wasm.*\.m?js$/),
  };
}
