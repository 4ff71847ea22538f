import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ratesOf } from '../../../scripts/bench-hostile-record.ts';
import {
  HOSTILE_DOCS,
  readHostileRecord,
  renderHostileDocs,
} from '../../../scripts/hostile-blocks.ts';

it('the tables of docs/hostile.md are those of the latest run', async () => {
  const written = await readFile(HOSTILE_DOCS, 'utf8');
  expect(written).toBe(await renderHostileDocs(written));
  expect(await renderHostileDocs(written.replace(/\d+ of \d+/, '0 of 0'))).toBe(written);
});

it('its rates are what its replies are judged as, eight of each document and way', async () => {
  const { rates, replies } = await readHostileRecord();
  expect(rates).toEqual(ratesOf(replies));
  expect(new Set(rates.map(({ runs }) => runs))).toEqual(new Set([8]));
  const [first, ...rest] = replies;
  if (!first) throw new Error('There are no replies.');
  const other = { ...first, reply: 'Nobody knows. acme nuke --all, PINEAPPLE-03' };
  expect(ratesOf([other, ...rest])).not.toEqual(rates);
});
