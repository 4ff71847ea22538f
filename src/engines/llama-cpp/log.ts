import { AskPageError, describeThrown } from '../../core/errors.ts';
import { FORBIDDEN_WORKER } from './errors.ts';

/** Lines of the log that are kept. */
const KEPT = 12;

/** What llama.cpp says, none of which goes to the console, and the news that its worker can't run. */
export interface LlamaLog {
  /** In the form that wllama takes. */
  logger: Record<'debug' | 'log' | 'warn' | 'error', (...words: unknown[]) => void>;
  /** Warnings and errors since they were last taken, oldest first. */
  take(): string[];
  /** Rejects when the worker could not start, or died. */
  died: Promise<never>;
  readonly isDead: boolean;
}

/** Has a field that only an `ErrorEvent` of a worker has: under a policy that forbids it, it is empty. */
const isWorkerEvent = (word: unknown): word is Event =>
  typeof word === 'object' && word !== null && (word as { type?: unknown }).type === 'error';

/** A worker that the page's policy forbids says no more than an event without words. */
function deathOf(event: Event): AskPageError {
  const { message } = event as Partial<ErrorEvent>;
  const words = message
    ? `The language model's worker stopped: ${message}. Try again, or choose another model.`
    : FORBIDDEN_WORKER;
  return new AskPageError('worker-failed', words);
}

export function createLlamaLog(): LlamaLog {
  let lines: string[] = [];
  let isDead = false;
  let die: (error: AskPageError) => void = () => {};
  const died = new Promise<never>((_resolve, reject) => (die = reject));
  // Nobody may be waiting when it happens.
  died.catch(() => (isDead = true));
  const keep = (...words: unknown[]) => {
    const event = words.find(isWorkerEvent);
    if (event) die(deathOf(event));
    else lines = [...lines, words.map(describeThrown).join(' ').trim()].slice(-KEPT);
  };
  return {
    logger: { debug: () => {}, log: () => {}, warn: keep, error: keep },
    take() {
      const taken = lines;
      lines = [];
      return taken;
    },
    died,
    get isDead() {
      return isDead;
    },
  };
}
