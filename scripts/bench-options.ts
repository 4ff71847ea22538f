import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';

export interface BenchOptions {
  /** Parts to measure, in order. */
  names: string[];
  /** Where the figures go. */
  file: string | undefined;
  /** Whether something is left out that could be measured. */
  isPart: boolean;
  /** Path of a GGUF file. */
  model: string | undefined;
  /** Whether hostile documents are asked about, and nothing else measured. */
  isHostile: boolean;
}

const ENGINE = 'engine';
const VARIABLE = 'ASKPAGE_GGUF';

const usage = (
  names: readonly string[],
) => `npm run bench [-- --only NAME | --engine | --hostile] [--json FILE]

  --only NAME   one of ${names.join(', ')}; default all
  --engine      the same as --only engine: the language model on the processor
  --hostile     how often a small model obeys hostile documents; goes on where it was stopped
  --json FILE   where the figures go; default docs/bench/<date>.json, of --hostile <date>-hostile.json

The part "engine" is left out where the variable ${VARIABLE} names no GGUF file.`;

/** Reads the command line; what is wrong with it ends the process. @param all Names of all parts. */
export function readBenchOptions(all: readonly string[]): BenchOptions {
  try {
    return read(all);
  } catch (thrown) {
    console.error(`${thrown instanceof Error ? thrown.message : String(thrown)}\n\n${usage(all)}`);
    process.exit(2);
  }
}

function read(all: readonly string[]): BenchOptions {
  const options = {
    only: { type: 'string' },
    engine: { type: 'boolean' },
    hostile: { type: 'boolean' },
    json: { type: 'string' },
  } as const;
  const { only, json: file, engine, hostile: isHostile = false } = parseArgs({ options }).values;
  if (engine && only !== undefined && only !== ENGINE)
    throw new Error(`--only ${only} and --engine exclude each other.`);
  if (isHostile && (engine || only !== undefined))
    throw new Error('--hostile stands alone, or with --json.');
  const wanted = engine ? ENGINE : only;
  if (wanted !== undefined && !all.includes(wanted))
    throw new Error(`--only ${wanted} is not known.`);
  const model = findModel();
  if ((isHostile || wanted === ENGINE) && model === undefined)
    throw new Error(`Name a GGUF file in the variable ${VARIABLE}.`);
  const given = { file, model, isHostile };
  if (isHostile) return { ...given, names: [], isPart: true };
  if (wanted !== undefined) return { ...given, names: [wanted], isPart: true };
  if (model !== undefined) return { ...given, names: [...all], isPart: false };
  console.error(`Left out: ${ENGINE}, because ${VARIABLE} names no GGUF file.`);
  return { ...given, names: all.filter((name) => name !== ENGINE), isPart: true };
}

function findModel(): string | undefined {
  const path = process.env[VARIABLE];
  if (!path) return undefined;
  if (!existsSync(path)) throw new Error(`${VARIABLE} is ${path}, and there is no such file.`);
  return path;
}
