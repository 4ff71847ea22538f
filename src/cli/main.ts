#!/usr/bin/env node
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { join, relative, resolve, sep } from 'node:path';
import { AskPageError } from '../core/errors.ts';
import { DEFAULT_MODEL, type EmbedderFiles } from '../worker/embed-api.ts';
import { buildIndex } from './build-index.ts';
import { chooseModel } from './chosen-model.ts';

const USAGE = `askpage index SITE [--out DIR] [--exclude TEXT]... [--models DIR] [--model ID]
              [--cache FILE] [--no-light]

Reads the HTML and Markdown files below SITE and writes the index that <ask-page index="…"> loads.

  --out DIR       where the index goes; default SITE/askpage-index
  --exclude TEXT  leaves out files whose path holds TEXT; may be given several times
  --models DIR    folder that holds the embedding model; default: the one that came with askpage
  --model ID      name of the model's folder in it; default ${DEFAULT_MODEL.id}
  --cache FILE    keeps vectors between builds, so that only changed text is embedded
  --no-light      leaves out the token vectors; each reader then downloads the embedding model,
                  about 20 MB, with the first question

askpage eval --corpus PATH --questions FILE    tells how many known answers the search finds;
                                               see askpage eval --help
askpage models pull MODEL --to DIR             copies a language model for your own server;
                                               see askpage models --help`;

async function main(): Promise<void> {
  const [first, ...rest] = process.argv.slice(2);
  if (first === 'eval') {
    const { evaluate } = await import('./eval/command.ts');
    await evaluate(rest, { models: modelFiles, voyWasm });
    return;
  }
  if (first === 'models') {
    const { runModels } = await import('./models.ts');
    await runModels(rest);
    return;
  }
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      out: { type: 'string' },
      exclude: { type: 'string', multiple: true },
      models: { type: 'string' },
      model: { type: 'string' },
      cache: { type: 'string' },
      'no-light': { type: 'boolean' },
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
  const files = await modelFiles(values.models);
  const manifest = await buildIndex({
    site: resolve(site),
    ...{ out, base, files },
    model: await chooseModel(values.model, files),
    ...(values.exclude && { exclude: values.exclude }),
    ...(values.cache && { cache: resolve(values.cache) }),
    light: values['no-light'] !== true,
    onProgress: (done, total, what) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${total} ${what}\x1b[K`);
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
  const runtime = {
    wasm: (await packageFile(/^askpage-ort-.*\.wasm$/)).href,
    mjs: (await packageFile(/^askpage-ort-.*\.m?js$/)).href,
  };
  const base = fileURLToPath(new URL('models', import.meta.url));
  return { base: `${resolve(models ?? base)}/`, runtime };
}

/** A file beside the published command, by its name without hash. */
async function packageFile(pattern: RegExp): Promise<URL> {
  const here = new URL('./', import.meta.url);
  const name = (await readdir(here)).find((each) => pattern.test(each));
  if (name) return new URL(name, here);
  throw new AskPageError('unexpected', `A file of askpage is missing in ${here.pathname}.`);
}

/** Where Voy's WASM lies: in the repository in its package, beside the published command else. */
async function voyWasm(): Promise<string> {
  const url = import.meta.url.endsWith('.ts')
    ? new URL('../../node_modules/voy-search/voy_search_bg.wasm', import.meta.url)
    : await packageFile(/^askpage-voy_search_bg-.*\.wasm$/);
  return fileURLToPath(url);
}

/** Options that can't be used end with 2, all else that fails with 1. */
const exitCode = ({ code }: AskPageError) => (code === 'bad-option' ? 2 : 1);

main().catch((thrown: unknown) => {
  const error = AskPageError.from(thrown);
  console.error(`askpage: ${error.message}`);
  process.exitCode = exitCode(error);
});
