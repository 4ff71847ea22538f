import { Listeners } from './listeners.ts';
import type { OwnParts } from './config.ts';
import { History } from './history.ts';
import type { Runtime } from './runtime.ts';
import type { Notice } from './state.ts';
import { Asker } from './thread/asker.ts';
import type { Done, Entry } from './thread/entry.ts';
import type { Feedback } from './thread/feedback.ts';
import { LocalItems } from './thread/local-items.ts';
import { Remark } from './thread/remark.ts';
import { Thread } from './thread/thread.ts';
import { Typed } from './thread/typed.ts';
import { unansweredFor, unansweredOf } from './thread/unanswered-question.ts';
import { Unanswered } from './unanswered.ts';

export interface SessionOptions {
  own?: OwnParts;
  /** Where questions and answers are kept. Default: in memory only. */
  items?: LocalItems;
}

/** The thread of one page: what is typed, asked and answered. The latest question wins. */
export class Session {
  /** What the reader asked last, and how many questions that makes; an object for each time. */
  asked: { question: string; count: number } | undefined;
  /** What the reader stopped last, an object for each time. */
  stopped: { question: string } | undefined;
  readonly runtime: Runtime;
  /** What is kept from page to page; nothing where the owner doesn't want it. */
  readonly history: History;
  readonly thread: Thread;
  readonly unanswered: Unanswered;
  readonly #items: LocalItems;
  readonly #listeners = new Listeners();
  readonly subscribe = this.#listeners.subscribe;
  /** Something that is drawn has arrived. */
  readonly redraw = this.#listeners.tell;
  /** What is said once in the line that tells what is happening, such as "Copied". */
  readonly remark = new Remark(this.redraw);
  readonly #typed: Typed;
  readonly #asker: Asker;

  constructor(runtime: Runtime, { own = {}, items }: SessionOptions = {}) {
    this.runtime = runtime;
    this.#items = items ?? new LocalItems({ prefix: '' });
    this.history = new History(this.#items);
    this.thread = new Thread(this.history);
    this.unanswered = new Unanswered(this.#items);
    this.#typed = new Typed(runtime, this.redraw);
    runtime.subscribe(this.redraw);
    this.#asker = new Asker({
      ...{ runtime, own, thread: this.thread, onChange: this.redraw },
      onDone: (done) => this.#note(done),
    });
  }

  get ask(): Asker['ask'] {
    return this.#asker.ask;
  }

  /** The request that a language model was or would be given for the current question. */
  get prompt(): Asker['prompt'] {
    return this.#asker.prompt;
  }

  /** What the citations of the generated answer name. */
  get sources(): Asker['sources'] {
    return this.#asker.sources;
  }

  /** Results as the reader types; empty before the first letter. */
  get hits(): Typed['hits'] {
    return this.#typed.hits;
  }

  /** What `hits` were found for; while it is not what stands in the box, they are on their way. */
  get searched(): string {
    return this.#typed.searched;
  }

  /** The dialog has opened: loads the documents for the first letters. Failures show when they matter. */
  open(): void {
    this.#items.refresh();
    this.thread.follow();
    // Another tab has deleted it.
    if (this.ask.kind === 'done' && !this.thread.entryOf(this.ask)) this.#asker.reset();
    void this.runtime.follow().then((isOther) => {
      if (isOther) void this.type(this.searched);
    });
    this.runtime.prepare().catch(() => {});
  }

  /** Results for what stands in the box; each call replaces the one before. */
  type(query: string): Promise<void> {
    return this.#typed.search(query);
  }

  /**
   * The reader asks; ends when the answer is there, the question failed, or another took its place. A
   * question that was edited takes the place of what it was, and what came after that goes.
   */
  async start(question: string): Promise<void> {
    await this.#asker.run(question, (asked) => {
      this.thread.begin(asked);
      this.history.addQuestion(asked);
      this.asked = { question: asked, count: (this.asked?.count ?? 0) + 1 };
    });
  }

  /** Asks the current question once more. */
  retry(): Promise<void> {
    return this.#asker.retry();
  }

  /** Stops what runs; what is there already stays. */
  stop(): void {
    const { ask } = this;
    const isRunning = ask.kind !== 'idle' && ask.kind !== 'done' && ask.kind !== 'failed';
    if (isRunning) this.stopped = { question: ask.question };
    this.#asker.stop();
  }

  /** Deletes the thread, also where it is kept. */
  clear(): void {
    this.stop();
    this.thread.clear();
    this.#asker.reset();
  }

  /** What the reader thinks of an answer; nothing of it is sent. */
  judge(entry: Entry, feedback: Feedback): void {
    const { done } = entry;
    const wasDown = entry.feedback.rating === 'down';
    entry.feedback = feedback;
    if (feedback.rating !== 'down') this.unanswered.remove(done.question, 'down');
    else if (!wasDown) this.unanswered.add(unansweredFor(done, 'down'));
    this.redraw();
  }

  retryNotice(notice: Notice): void {
    this.runtime.retry(notice.retry);
  }

  #note(done: Done): void {
    const unanswered = unansweredOf(done);
    if (unanswered) this.unanswered.add(unanswered);
    else this.unanswered.remove(done.question, 'nothing-found');
  }
}
