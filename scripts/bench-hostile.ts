import { mkdir, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname } from 'node:path';
import { TEMPERATURE } from '../src/core/options.ts';
import { ARMS, PASTED } from './bench-hostile-prompts.ts';
import { COUNTED, rateTable, ratesOf, type HostileRecord } from './bench-hostile-record.ts';
import { REPLY_TOKENS, runHostile } from './bench-hostile-run.ts';

const STATE = '.cache/bench/hostile.jsonl';

export interface HostileBenchOptions {
  /** Path of a GGUF file with a ChatML model. */
  model: string;
  /** Where the figures go. Default: `docs/bench/<date>-hostile.json`. */
  file: string | undefined;
}

/**
 * How often a small model obeys hostile documents, by how the request is written. Can be stopped with
 * Ctrl+C; the same command goes on where it stopped.
 * @returns The exit code.
 */
export async function benchHostile({ model, file }: HostileBenchOptions): Promise<number> {
  const stop = new AbortController();
  process.once('SIGINT', () => {
    console.error('Stopping; the same command goes on from here.');
    stop.abort();
  });
  // One thread is fastest beside other work, and as good for counting.
  const options = { gguf: model, state: STATE, threads: 1, signal: stop.signal };
  const { replies, isComplete, browsers } = await runHostile(options);
  const rates = ratesOf(replies);
  console.log(describe(rates));
  if (!isComplete) return 130;
  const date = new Date().toISOString().slice(0, 10);
  const record: HostileRecord = {
    date,
    machine: { cores: availableParallelism(), browser: browsers.join(), node: process.version },
    ...{ model: basename(model), temperature: TEMPERATURE, maxTokens: REPLY_TOKENS },
    ...{ characters: PASTED, rates, replies },
  };
  const path = file ?? `docs/bench/${date}-hostile.json`;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(record, null, 1)}\n`);
  console.log(`\nWritten to ${path}`);
  return 0;
}

const describe = (rates: HostileRecord['rates']): string =>
  COUNTED.map((what) => `${what}\n\n${rateTable(rates, what, ARMS)}`).join('\n\n');
