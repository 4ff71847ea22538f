import type { Answer } from '../src/core/answer.ts';
import type { Hit } from '../src/core/ports.ts';
import type { AskAnswerEvent, AskDoneEvent } from '../src/page/events.ts';
import type { Session } from '../src/page/session.ts';

/** What a reader has seen so far. Times are milliseconds since the page was opened. */
export interface Recording {
  /** The last click or key before the dialog opened. */
  openedBy?: number;
  openDrawn?: number;
  firstKey?: number;
  hitsDrawn?: number;
  enter?: number;
  /** The first answer, extractive or an abstention. */
  answerDrawn?: number;
  answers: { answer: Answer; hits: readonly Hit[] }[];
  /** How often a question came to its end, and the last one's error. */
  ends: number;
  error?: { code: string; message: string };
}

interface PageScope {
  askpageRecording?: Recording;
  [registry: symbol]: { entries: Map<string, { session: Session }> } | undefined;
}

/**
 * Runs in the page before its own scripts and notes when what was drawn. "Drawn" is the first task
 * after a frame, so that layout and paint are counted.
 */
export function record(): void {
  const recording: Recording = { answers: [], ends: 0 };
  (globalThis as unknown as PageScope).askpageRecording = recording;
  let lastInput = 0;
  const drawn = (note: (time: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => note(performance.now());
      port2.postMessage(0);
    });
  const hasFocus = (event: Event) =>
    (event.target as Element).shadowRoot?.activeElement instanceof HTMLInputElement;
  addEventListener('click', (event) => (lastInput = event.timeStamp), true);
  addEventListener(
    'keydown',
    (event) => {
      lastInput = event.timeStamp;
      if (event.key === 'Enter') recording.enter ??= event.timeStamp;
      else if (recording.openDrawn !== undefined) recording.firstKey ??= event.timeStamp;
    },
    true,
  );
  addEventListener('ask-open', (event) => {
    recording.openedBy ??= lastInput;
    drawn((time) => {
      if (hasFocus(event)) recording.openDrawn ??= time;
    });
  });
  addEventListener('ask-hits', () => drawn((time) => (recording.hitsDrawn ??= time)));
  addEventListener('ask-answer', (event) => {
    const { answer, hits } = event as Event & Pick<AskAnswerEvent, 'answer' | 'hits'>;
    recording.answers.push({ answer, hits });
    drawn((time) => (recording.answerDrawn ??= time));
  });
  addEventListener('ask-done', (event) => {
    const { error } = event as Event & Pick<AskDoneEvent, 'error'>;
    if (error) recording.error = { code: error.code, message: error.message };
    drawn(() => recording.ends++);
  });
}

/** Runs in the page: everything that the driver wants to know, as plain data. */
export function readPage() {
  const scope = globalThis as unknown as PageScope;
  const session = [...(scope[Symbol.for('askpage')]?.entries.values() ?? [])].at(-1)?.session;
  const engine = session?.runtime.engine.state;
  const reason =
    engine && ('error' in engine ? engine.error.message : 'reason' in engine && engine.reason);
  return {
    recording: scope.askpageRecording ?? { answers: [], ends: 0 },
    site: session?.runtime.site.kind,
    encoder: session?.runtime.pool.isReady ? 'ready' : 'missing',
    engine: engine?.kind,
    engineReason: reason || undefined,
    prompt: session?.prompt?.messages.map(({ role, content }) => ({ role, content })) ?? [],
  };
}

export type PageReport = ReturnType<typeof readPage>;
