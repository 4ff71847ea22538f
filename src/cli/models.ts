import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { AskPageError, describeThrown } from '../core/errors.ts';
import { findModel, LIBRARY_FOLDER, MODEL_HOST, WEBLLM_MODELS } from '../engines/webllm/models.ts';
import { interruptible } from './interruptible.ts';
import { pullModel } from './models-pull.ts';
import { verifyModels } from './models-verify.ts';

const USAGE = `askpage models pull MODEL --to DIR [--hub URL] [--libraries URL]
askpage models verify DIR

pull copies a language model to DIR/<id>/, where <ask-page model-base="…"> finds it, and checks it.
Weights that are there already are not fetched again. MODEL is a name, which brings both
quantisations, or an id:

${WEBLLM_MODELS.map(nameLine).join('\n')}

  --to DIR         where the models' folders go
  --hub URL        where models come from; default https://${MODEL_HOST}
  --libraries URL  folder that their libraries come from; default
                   ${LIBRARY_FOLDER}

verify reads every model below DIR again, and tells which files are missing or damaged.`;

function nameLine({ name, q4f16, q4f32 }: (typeof WEBLLM_MODELS)[number]): string {
  const ids = [q4f16, q4f32].flatMap((variant) => variant?.id ?? []);
  return `  ${name.padEnd(13)} ${ids.join(`\n${' '.repeat(16)}`)}`;
}

const badOption = (message: string) => new AskPageError('bad-option', message);

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        to: { type: 'string' },
        hub: { type: 'string', default: `https://${MODEL_HOST}` },
        libraries: { type: 'string', default: LIBRARY_FOLDER },
        help: { type: 'boolean' },
      },
    });
  } catch (thrown) {
    throw badOption(`${describeThrown(thrown)}\n\n${USAGE}`);
  }
}

/** `askpage models`: copies language models for an owner's own server, and checks the copies. */
export async function runModels(args: readonly string[]): Promise<void> {
  const { values, positionals } = parse(args);
  const [command, what, ...more] = positionals;
  if (values.help) return console.log(USAGE);
  if (what === undefined || more.length > 0) throw badOption(USAGE);
  if (command === 'verify') return verify(resolve(what));
  if (command !== 'pull') throw badOption(USAGE);
  if (values.to === undefined) throw badOption('Name the folder for the models with --to DIR.');
  await pull(what, { to: resolve(values.to), hub: values.hub, libraries: values.libraries });
}

interface PullWords {
  to: string;
  hub: string;
  libraries: string;
}

async function pull(wanted: string, given: PullWords): Promise<void> {
  const found = findVariants(wanted);
  await interruptible(async (signal) => {
    try {
      for (const variant of found) await pullVariant(variant, given, signal);
    } finally {
      clearLine();
    }
  }, 'Stopped. Whole files are kept: give the same command to go on.');
}

async function pullVariant(
  { id, library, name }: Variant,
  { to, hub, libraries }: PullWords,
  signal: AbortSignal,
): Promise<void> {
  const record = {
    model: `${folderUrl(hub, '--hub')}mlc-ai/${id}`,
    model_id: id,
    model_lib: folderUrl(libraries, '--libraries') + library,
  };
  console.log(`${id} from ${new URL(record.model).host}`);
  const model = { kind: 'webllm' as const, name, record };
  const pulled = await pullModel(model, { to, signal, onProgress: showProgress() });
  clearLine();
  console.log(`  ${pulled.files} files, ${megabytes(pulled.bytes)} in ${pulled.folder}`);
  console.log(`  ${megabytes(pulled.fetchedBytes)} of them were fetched`);
}

interface Variant {
  id: string;
  library: string;
  name: string;
}

/** Both quantisations of a name; only the named one of an id. */
function findVariants(wanted: string): Variant[] {
  const model = findModel(wanted);
  if (!model) {
    const names = WEBLLM_MODELS.map(({ name }) => name).join(', ');
    throw badOption(`There is no model "${wanted}". Choose one of ${names}, or the id of one.`);
  }
  const { name } = model;
  const variants = [model.q4f16, model.q4f32].filter((variant) => variant !== undefined);
  const named = variants.filter(({ id }) => id.toLowerCase() === wanted.toLowerCase());
  return (named.length > 0 ? named : variants).map(({ id, library }) => ({ id, library, name }));
}

function folderUrl(address: string, option: string): string {
  if (/^https?:\/\//.test(address) && URL.canParse(address))
    return address.endsWith('/') ? address : `${address}/`;
  throw badOption(
    `${option} ${address} is no http address. Give one such as https://example.com/.`,
  );
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

function clearLine(): void {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
}

/** In a terminal one line that changes; elsewhere a line for each tenth. */
function showProgress() {
  let tenths = 0;
  return ({ fraction, text }: { fraction: number; text: string }) => {
    if (process.stderr.isTTY) process.stderr.write(`\r  ${text}\x1b[K`);
    else if (Math.floor(fraction * 10) > tenths) {
      tenths = Math.floor(fraction * 10);
      console.error(`  ${text}`);
    }
  };
}

async function verify(folder: string): Promise<void> {
  const { models, problems } = await verifyModels(folder);
  for (const { id, files, bytes } of models)
    console.log(`${id}: ${files} files, ${megabytes(bytes)}, all as listed`);
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) process.exitCode = 1;
}
