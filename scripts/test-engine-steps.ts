/** What a step found, for people and for the summary. */
export type Findings = Readonly<Record<string, string | number | boolean>>;

export interface Step {
  name: string;
  isOk: boolean;
  /** Seconds. */
  seconds: number;
  found: Findings;
  /** Why it failed. */
  error?: string;
}

/** Runs steps in order and prints each as it ends; after one that fails the rest is left out. */
export class StepLog {
  readonly steps: Step[] = [];
  readonly #print: (line: string) => void;

  constructor(print: (line: string) => void = console.error) {
    this.#print = print;
  }

  get isOk(): boolean {
    return this.steps.every(({ isOk }) => isOk);
  }

  /** @param work Throws where what it saw is not what a reader should see. */
  async run(name: string, work: () => Promise<Findings>): Promise<void> {
    if (!this.isOk) return;
    const begun = Date.now();
    const seconds = () => Math.round((Date.now() - begun) / 100) / 10;
    try {
      const found = await work();
      this.#add({ name, isOk: true, seconds: seconds(), found });
    } catch (thrown) {
      const error = thrown instanceof Error ? thrown.message : String(thrown);
      this.#add({ name, isOk: false, seconds: seconds(), found: {}, error });
    }
  }

  #add(step: Step): void {
    this.steps.push(step);
    const { name, isOk, seconds, found, error } = step;
    const words = Object.entries(found).map(([key, value]) => `${key} ${JSON.stringify(value)}`);
    const end = error === undefined ? words.join(', ') : error;
    this.#print(
      `${isOk ? 'passed' : 'FAILED'} ${seconds.toFixed(1).padStart(6)} s  ${name}: ${end}`,
    );
  }
}

/** @throws Where it doesn't hold, with what was expected. */
export function expectThat(holds: boolean, expected: string): asserts holds {
  if (!holds) throw new Error(`Expected ${expected}.`);
}
