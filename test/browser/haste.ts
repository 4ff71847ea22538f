import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { WIDGET_FOLDER } from '../../scripts/demo.ts';
import { send, type Site } from './site.ts';

/** Ahead of the scripts of a page or a worker: each of their waits ends after a part of its time. */
export const hurried = (times: number) =>
  `globalThis.setTimeout = ((wait) => (work, ms = 0) => wait(work, ms / ${times}))(setTimeout);\n`;

/**
 * From now on the clock of the worker that downloads models is `times` as fast: what it takes for a
 * stall, and how long it waits before it tries again. All else is as it is built.
 */
export function hurryStore(site: Site, times: number): void {
  const name = readdirSync(WIDGET_FOLDER).find((file) => /^askpage-store-.*\.js$/.test(file));
  if (name === undefined) throw new Error('There is no worker that downloads models.');
  const code = readFileSync(join(WIDGET_FOLDER, name), 'utf8');
  site.fault(new RegExp(`/${name}$`), send('text/javascript', hurried(times) + code));
}
