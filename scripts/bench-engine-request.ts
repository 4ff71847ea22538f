import type { PromptFormat } from '../src/core/prompt/formats.ts';
import type { PromptOptions } from '../src/core/prompt/options.ts';
import type { RequestBody } from './bench-engine-tap.ts';

/** A request that the processor reads in seconds: one short passage, by an owner's own format. */
export interface BenchRequest {
  turns: PromptOptions['turns'];
  replyTokens: number;
  /** Characters of the passage. */
  passageLength: number;
  instruction: string;
}

/** Requests that are all of one length, and can be new to llama.cpp from the passage on. */
export class FreshRequests {
  #number = 1000;

  /** How the widget is to ask. */
  prompt({ passageLength, instruction, ...rest }: BenchRequest): Partial<PromptOptions> {
    const format: PromptFormat = {
      name: 'bench',
      explanation: '',
      passages: (passages) =>
        passages.map(({ text }) => `${this.#label} ${text.slice(0, passageLength)}`).join('\n'),
      question: (question) => question,
    };
    const template = '{context}\n\n{question}';
    const roles = { instruction, firstQuestion: template, followUpQuestion: template };
    return { format, roles, maxPassages: 1, ...rest };
  }

  /** From here on passages are new to llama.cpp. */
  renew(): void {
    this.#number++;
  }

  /** The same request, but new. */
  renewed(body: RequestBody): RequestBody {
    this.renew();
    const json = JSON.stringify(body);
    const fresh = json.replaceAll(/Note \d+:/g, this.#label);
    if (fresh === json) throw new Error('The request has no passage.');
    return JSON.parse(fresh) as RequestBody;
  }

  /** From one to the next its first digit changes: nothing after it is known to llama.cpp. */
  get #label(): string {
    return `Note ${Array.from(String(this.#number)).reverse().join('')}:`;
  }
}
