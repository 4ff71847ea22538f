import type { LoadProgress } from '../core/ports.ts';
import { progressStream } from './progress-stream.ts';

export type Report = (progress: LoadProgress) => void;

const megabytes = (bytes: number): string => String(Math.round(bytes / 1e6));

/** The download's part of a load; the rest is the graphics card's. */
export const DOWNLOAD_SHARE = 0.8;

/**
 * Progress of the download, up to its share of the whole. The graphics card takes a while even
 * when nothing is downloaded.
 */
export function downloadProgress(fetched: number, total: number): LoadProgress {
  return {
    fraction: DOWNLOAD_SHARE * Math.min(1, fetched / total),
    text: `Downloading the model: ${megabytes(fetched)} of ${megabytes(total)} MB`,
  };
}

/**
 * WebLLM's own report as progress from `from` to 1. It gives no stage but in its words: "Loading
 * model from cache[3/8]", "Loading GPU shader modules[12/73]", "Finish loading".
 */
export function gpuProgress(text: string, from: number): LoadProgress {
  const done = (share: number) => from + (1 - from) * share;
  const [, step = '0', steps] = /\[(\d+)\/(\d+)\]/.exec(text) ?? [];
  const part = Math.min(1, Number(step) / Math.max(1, Number(steps ?? 1)));
  const count = steps === undefined ? '' : `: ${step} of ${steps}`;
  if (text.startsWith('Finish')) return { fraction: 1, text: 'The model is ready' };
  if (text.includes('shader'))
    return {
      fraction: done(0.5 + 0.5 * part),
      text: `Preparing the graphics card${count}`,
    };
  return {
    fraction: done(0.5 * part),
    text: `Moving the model to the graphics card${count}`,
  };
}

/**
 * What `work` reports, as a stream that ends or fails with it. The fraction never falls, and a report
 * with the words of the one before is left out: a download reports every few kilobytes.
 */
export function reported(work: (report: Report) => Promise<void>): AsyncGenerator<LoadProgress> {
  let last: LoadProgress = { fraction: 0, text: '' };
  return progressStream((report) =>
    work(({ fraction, text }) => {
      if (text !== last.text)
        report((last = { fraction: Math.max(last.fraction, fraction), text }));
    }),
  );
}
