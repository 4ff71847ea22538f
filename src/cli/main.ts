#!/usr/bin/env node
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { join, relative, resolve, sep } from 'node:path';
import { AskPageError } from '../core/errors.ts';
import { DEFAULT_MODEL, type EmbedderFiles } from '../worker/embed-api.ts';
import { buildIndex } from './build-index.ts';

const USAGE = `askpage index SITE [--out DIR] [--exclude TEXT]... [--models DIR] [--cache FILE]

Reads the HTML and Markdown files below SITE and writes the index that <ask-page index="…"> loads.

  --out DIR       where the index goes; default SITE/askpage-index
  --exclude TEXT  leaves out files whose path holds TEXT; may be given several times
  --models DIR    folder that holds ${DEFAULT_MODEL.id}/; default: the one that came with askpage
  --cache FILE    keeps vectors between builds, so that only changed text is embedded`;

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      exclude: { type: 'string', multiple: true },
      models: { type: 'string' },
      cache: { type: 'string' },
      help: { type: 'boolean' },
    },
  });
  const [command, site] = positionals;
  if (values.help || command !== 'index' || !site) {
    console.log(USAGE);
    process.exitCode = values.help ? 0 : 2;
    return;
  }
  const out = resolve(values.out ?? join(site, 'askpage-index'));
  const base = `${relative(out, resolve(site)).split(sep).join('/') || '.'}/`;
  const manifest = await buildIndex({
    site: resolve(site),
    out,
    base,
    model: DEFAULT_MODEL,
    files: await modelFiles(values.models),
    ...(values.exclude && { exclude: values.exclude }),
    ...(values.cache && { cache: resolve(values.cache) }),
    onProgress: (done, total) => {
      if (process.stderr.isTTY) process.stderr.write(`\rembedding ${done} of ${total} passages `);
    },
  });
  console.log(`\n${manifest.passages} passages in ${out}`);
}

/**
 * The model's files. In the repository Node's own ONNX runtime is at hand; the published command
 * brings the WASM one that browsers use, so that it installs without a native package.
 */
async function modelFiles(models: string | undefined): Promise<EmbedderFiles> {
  if (import.meta.url.endsWith('.ts')) {
    return {
      base: `${resolve(models ?? fileURLToPath(new URL('../../public/models', import.meta.url)))}/`,
    };
  }
  const here = new URL('./', import.meta.url);
  const names = await readdir(here);
  const find = (pattern: RegExp) => {
    const name = names.find((each) => pattern.test(each));
    if (!name)
      throw new AskPageError('unexpected', `A file of askpage is missing in ${here.pathname}.`);
    return new URL(name, here).href;
  };
  const runtime = { wasm: find(/^askpage-ort-.*\.wasm$/), mjs: find(/^askpage-ort-.*\.mjs$/) };
  return { base: `${resolve(models ?? fileURLToPath(new URL('models', here)))}/`, runtime };
}

main().catch((thrown: unknown) => {
  console.error(`askpage: ${AskPageError.from(thrown).message}`);
  process.exitCode = 1;
});
