import { DEFAULT_WINDOW } from '../src/core/options.ts';
import { startModel, type RunningModel } from './eval-answers-model.ts';

export interface Turns<Task, Reply> {
  /** Path of a GGUF file. */
  gguf: string;
  threads: number;
  signal: AbortSignal;
  /** Called once, before the first task. */
  begin?: (model: RunningModel) => Promise<void>;
  ask: (task: Task, model: RunningModel) => Promise<Reply>;
  keep: (reply: Reply) => Promise<void>;
  /** Name of a task in a line of progress. */
  name: (task: Task) => string;
}

/** Asks a model one task after the other, keeping each reply, until the signal stops it. */
export async function askInTurn<Task, Reply extends object>(
  tasks: readonly Task[],
  { gguf, threads, signal, begin, ask, keep, name }: Turns<Task, Reply>,
): Promise<void> {
  const model = await startModel({ gguf, threads, window: DEFAULT_WINDOW });
  const stopped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  try {
    await begin?.(model);
    for (const [index, task] of tasks.entries()) {
      const start = performance.now();
      const reply = signal.aborted ? undefined : await Promise.race([ask(task, model), stopped]);
      if (!reply) break;
      await keep(reply);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.error(`${index + 1} of ${tasks.length}: ${name(task)}, ${seconds} s`);
    }
  } finally {
    await model.close();
  }
}
