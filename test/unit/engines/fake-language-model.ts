import type {
  BuiltInMessage,
  BuiltInModel,
  BuiltInModels,
  BuiltInOptions,
  BuiltInState,
} from '../../../src/engines/prompt-api/state.ts';

export interface FakePlan {
  state?: BuiltInState;
  /** Languages it can promise; default: all. */
  languages?: string[];
  chunks?: string[];
  /** After the chunks it says nothing more. */
  thenWaits?: boolean;
  /** It doesn't hear signals. */
  deaf?: boolean;
  /** What `create`, `clone` and the reply throw, by exception name. */
  failures?: Partial<Record<'create' | 'clone' | 'reply' | 'count', string>>;
  /** `create` ends only by its signal, or when this is resolved. */
  createWaits?: Promise<void>;
  /** The shares that `downloadprogress` tells. */
  downloads?: { loaded: number; total: number }[];
  /** Properties by their old names. */
  isOld?: boolean;
  window?: number;
}

export interface FakeSession {
  options: BuiltInOptions;
  isCopy: boolean;
  isDestroyed: boolean;
  inputs: (string | readonly BuiltInMessage[])[];
  signal: AbortSignal | undefined;
}

const failure = (name: string) => new DOMException(`the browser says ${name}`, name);

const untilAborted = (signal: AbortSignal | undefined, deaf: boolean | undefined) =>
  new Promise<never>((_, reject) => {
    if (!deaf) signal?.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A fake of the browser's global `LanguageModel`, and its sessions in the order in which they were made. */
export function fakeLanguageModel(plan: FakePlan) {
  const sessions: FakeSession[] = [];
  const asked: BuiltInOptions[] = [];
  const fail = (where: keyof NonNullable<FakePlan['failures']>) => {
    const name = plan.failures?.[where];
    if (name) throw failure(name);
  };
  function session(options: BuiltInOptions, isCopy: boolean): BuiltInModel {
    const made: FakeSession = {
      ...{ options, isCopy, isDestroyed: false, inputs: [] },
      signal: undefined,
    };
    sessions.push(made);
    const count = (text: string) => {
      fail('count');
      return plan.deaf ? new Promise<number>(() => {}) : Promise.resolve(text.length + 8);
    };
    const window = plan.window ?? 9216;
    return {
      ...(plan.isOld
        ? { inputQuota: window, measureInputUsage: async (text: string) => count(text) }
        : { contextWindow: window, measureContextUsage: async (text: string) => count(text) }),
      promptStreaming(input, { signal } = {}) {
        Object.assign(made, { inputs: [...made.inputs, input], signal });
        return stream(plan, signal);
      },
      async clone({ signal } = {}) {
        if (made.isDestroyed) throw failure('InvalidStateError');
        fail('clone');
        await Promise.race([Promise.resolve(), untilAborted(signal, plan.deaf)]);
        return session(options, true);
      },
      destroy: () => void (made.isDestroyed = true),
    };
  }
  const models: BuiltInModels = {
    availability({ expectedOutputs = [] } = {}) {
      const wanted = expectedOutputs.flatMap(({ languages }) => languages);
      const known = plan.languages;
      if (known && !wanted.every((language) => known.includes(language)))
        return Promise.resolve('unavailable');
      const { state = 'available' } = plan;
      return Promise.resolve(state === 'missing' ? 'unavailable' : state);
    },
    async create(options = {}) {
      asked.push(options);
      fail('create');
      const target = new EventTarget();
      options.monitor?.(target);
      for (const share of plan.downloads ?? [])
        target.dispatchEvent(Object.assign(new Event('downloadprogress'), share));
      if (plan.createWaits)
        await Promise.race([plan.createWaits, untilAborted(options.signal, plan.deaf)]);
      return session(options, false);
    },
  };
  return { models, sessions, asked };
}

function stream(plan: FakePlan, signal: AbortSignal | undefined): ReadableStream<string> {
  const rest = [...(plan.chunks ?? [])];
  return new ReadableStream<string>(
    {
      async pull(controller) {
        const next = rest.shift();
        if (next !== undefined) controller.enqueue(next);
        else if (plan.failures?.reply) throw failure(plan.failures.reply);
        else if (plan.thenWaits) await untilAborted(signal, plan.deaf);
        else controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
