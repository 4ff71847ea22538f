import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Results } from './bench-report.ts';

/** All that a run of the bench writes down. */
export interface BenchRecord extends Results {
  date: string;
  machine: Readonly<Record<string, string | number>>;
}

/**
 * Writes a run down. A run of a part keeps what the file has of the others.
 * @param isPart Whether not all was measured.
 */
export async function writeRecord(
  path: string,
  record: BenchRecord,
  isPart: boolean,
): Promise<void> {
  const before = isPart ? await readRecord(path) : undefined;
  const merged = before ? merge(before, record) : record;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `${JSON.stringify(merged, null, 1)}\n`);
}

async function readRecord(path: string): Promise<BenchRecord | undefined> {
  const text = await readFile(path, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as BenchRecord);
}

function merge(before: BenchRecord, { figures, stages, ...record }: BenchRecord): BenchRecord {
  return {
    ...record,
    figures: replaceByName(before.figures, figures),
    stages: replaceByName(before.stages, stages),
  };
}

/** Figures of the same name take their predecessors' places, new ones come last. */
function replaceByName<Named extends { name: string }>(
  before: readonly Named[],
  now: readonly Named[],
): Named[] {
  const left = new Map(now.map((each) => [each.name, each]));
  const kept = before.map((each) => {
    const replacement = left.get(each.name);
    left.delete(each.name);
    return replacement ?? each;
  });
  return [...kept, ...left.values()];
}
