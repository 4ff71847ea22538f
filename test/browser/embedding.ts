import type { Page } from 'playwright-core';
import { until, type Reader } from './harness.ts';

/** Runs in the page, before its own scripts: counts in the page what goes out to be embedded. */
export function countEmbedded(): void {
  const scope = globalThis as unknown as { embedded: string[] };
  scope.embedded = [];
  const post = Object.getOwnPropertyDescriptor(Worker.prototype, 'postMessage')?.value as (
    this: Worker,
    ...sent: unknown[]
  ) => void;
  Worker.prototype.postMessage = function (this: Worker, ...sent: unknown[]) {
    const { method, params } = sent[0] as { method?: string; params?: { texts?: string[] } };
    if (method === 'embed') scope.embedded.push(...(params?.texts ?? []));
    post.apply(this, sent);
  };
}

/** Texts that a page which counts them had embedded. */
export const embedded = (reader: Reader): Promise<string[]> =>
  reader.page.evaluate(() => (globalThis as unknown as { embedded: string[] }).embedded);

/** A session's runtime, as far as tests look into it. */
interface Inside {
  session: { runtime: { site: { kind: string }; pool: { isReady: boolean } } };
}

/** Waits until the page, or the frame, has been read to its end. */
export const isRead = (reader: { page: Pick<Page, 'evaluate'> }) =>
  until(
    () =>
      reader.page.evaluate(() => {
        const scope = globalThis as unknown as Record<symbol, { entries: Map<string, Inside> }>;
        const [entry] = scope[Symbol.for('askpage')]?.entries.values() ?? [];
        const { site, pool } = entry?.session.runtime ?? {};
        return site?.kind === 'ready' && pool?.isReady === true;
      }),
    Boolean,
  );
