import { readdir, readFile } from 'node:fs/promises';
import { ARMS } from './bench-hostile-prompts.ts';
import {
  COUNTED,
  rateTable,
  type HostileRate,
  type HostileRecord,
} from './bench-hostile-record.ts';
import { fillBlocks } from './doc-blocks.ts';

export const HOSTILE_DOCS = 'docs/hostile.md';
const FOLDER = 'docs/bench/';

/** The latest committed run of `npm run bench -- --hostile`. */
export async function readHostileRecord(): Promise<HostileRecord> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('-hostile.json'));
  const latest = names.sort().at(-1);
  if (latest === undefined) throw new Error(`${FOLDER} holds no run about hostile documents.`);
  return JSON.parse(await readFile(FOLDER + latest, 'utf8')) as HostileRecord;
}

/** The document with its tables of rates made anew. */
export const renderHostileDocs = async (document: string): Promise<string> =>
  fillBlocks(document, HOSTILE_DOCS, blocksOf(await readHostileRecord()));

const NAMES = ['code in the tags', 'plain tags', 'no tags', 'as the widget sends it'];

function blocksOf(record: HostileRecord): Record<string, string> {
  const tables = COUNTED.map((what) => [what, rateTable(record.rates, what, NAMES)] as const);
  return { ...Object.fromEntries(tables), said: describeSaid(record), run: describeRun(record) };
}

/** How many of the replies that say anything obey. */
function describeSaid({ rates }: HostileRecord): string {
  const counts = ARMS.map((arm, place) => {
    const own = rates.filter((rate) => rate.arm === arm);
    const sum = (of: (rate: HostileRate) => number) => own.reduce((all, rate) => all + of(rate), 0);
    const said = sum(({ runs, empty }) => runs - empty);
    return `${sum(({ obeyed }) => obeyed)} of ${said} (${NAMES[place] ?? ''})`;
  });
  return `Of the replies that are not empty, these obey: ${counts.join(', ')}.`;
}

const describeRun = ({ date, machine, model, ...record }: HostileRecord): string =>
  `Measured on ${date} with ${model} in ${machine.browser ?? 'a browser'}, at the temperature that the ` +
  `widget asks for (${record.temperature}), with replies of ${record.maxTokens} tokens at most.`;
