import type { LoadProgress } from '../core/ports.ts';
import { progressStream } from '../core/progress-stream.ts';

export type Report = (progress: LoadProgress) => void;

/**
 * WebLLM's own report as progress from 0 to 1. It gives no stage but in its words: "Loading model from
 * cache[3/8]", "Loading GPU shader modules[12/73]", "Finish loading".
 */
export function gpuProgress(text: string): LoadProgress {
  const [, step = '0', steps] = /\[(\d+)\/(\d+)\]/.exec(text) ?? [];
  const part = Math.min(1, Number(step) / Math.max(1, Number(steps ?? 1)));
  const count = steps === undefined ? '' : `: ${step} of ${steps}`;
  if (text.startsWith('Finish')) return { fraction: 1, text: 'The graphics card is ready' };
  if (text.includes('shader'))
    return { fraction: 0.5 + 0.5 * part, text: `Preparing the graphics card${count}` };
  return { fraction: 0.5 * part, text: `Moving the model to the graphics card${count}` };
}

/**
 * What `work` reports, as a stream that ends or fails with it. The fraction never falls, and a report
 * with the words of the one before is left out.
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
