import { shareEngine } from '../../src/engines/shared-engine.ts';
import { createFakeEngine } from '../unit/engines/fake-word-engine.ts';

/** What a test asks of a tab. Calls end when they have begun; what comes of them is in the fields. */
export interface TestTab {
  load(): Promise<string>;
  ask(question: string): void;
  stop(): void;
  /** Of the last question: words so far with the name of the tab whose engine wrote them, and the end. */
  pieces: string[];
  ended: string | undefined;
  /** What was asked of this tab's own engine. */
  calls: string[];
  handovers: number;
  /** The model's context window; 0 where none is loaded. */
  readonly window: number;
}

/** Bundled for a page by a test: a tab with an engine that is shared with the site's other tabs. */
const engine = createFakeEngine(decodeURIComponent(location.hash.slice(1)));
engine.pace = 40;
const shared = shareEngine(engine, {
  scope: 'fake/words',
  onHandover: () => {
    tab.handovers++;
    return shared.load();
  },
});
let abort = new AbortController();

/** `code: message` of an error, or `ok`. */
const outcome = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => `${(error as { code?: string }).code ?? ''}: ${(error as Error).message}`,
  );

const tab: TestTab = {
  ...{ pieces: [], ended: undefined, calls: engine.calls, handovers: 0 },
  get window() {
    return shared.contextWindow;
  },
  load: () => outcome(shared.load()),
  ask(question) {
    abort = new AbortController();
    tab.pieces = [];
    tab.ended = undefined;
    const messages = [{ role: 'user' as const, content: question }];
    const read = async () => {
      const options = { signal: abort.signal };
      for await (const piece of shared.generate(messages, options)) tab.pieces.push(piece);
    };
    void outcome(read()).then((ended) => (tab.ended = ended));
  },
  stop: () => abort.abort(new Error('stopped')),
};
Object.assign(globalThis, { tab });
