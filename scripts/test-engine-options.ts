import { parseArgs } from 'node:util';

/** What the command line asks for. */
export type Command =
  { kind: 'help' } | { kind: 'wrong'; message: string } | (EngineCommand & Shared);

export type EngineCommand =
  | {
      kind: 'llama-cpp';
      /** Path of a GGUF file. */
      model: string;
    }
  | {
      kind: 'webllm';
      /** Folder, or address of one, with `<id>/…` in it. */
      modelBase: string;
      /** Folder of a `@mlc-ai/web-llm` package to be built in; the installed one where there is none. */
      webllm: string | undefined;
      /** Leaves the matrix products out: seconds in place of minutes, and words without sense. */
      isFast: boolean;
    };

export interface Shared {
  isHeaded: boolean;
  /** Seconds for each step. */
  timeout: number;
}

export const USAGE = `npm run test:engine -- --engine llama-cpp --model FILE.gguf [options]
npm run test:engine -- --engine webllm --model-base DIR|URL [--webllm DIR] [--fast] [options]

Runs a real language model in the whole widget, in Chromium, and prints each step and a JSON summary.

  --engine NAME       llama-cpp (on the processor) or webllm (WebGPU in software)
  --model FILE        a GGUF file with a chat template
  --model-base DIR    folder, or address of one, with Qwen2.5-0.5B-Instruct-q4f32_1-MLC/ in it
  --webllm DIR        builds that @mlc-ai/web-llm package into the widget instead of the installed one
  --fast              webllm only: leaves out the matrix products, so that the words have no sense
  --timeout SECONDS   for each step; default 300, webllm 900
  --headed            shows the browser`;

/** Reads the command line. What is wrong with it is told in one sentence that says what to do. */
export function readCommand(args: readonly string[]): Command {
  try {
    return checked(parse(args));
  } catch (thrown) {
    const [said] = (thrown instanceof Error ? thrown.message : String(thrown)).split(/[.\n]/);
    return wrong(`${said ?? 'The options are wrong'}; --help lists the options.`);
  }
}

const wrong = (message: string): Command => ({ kind: 'wrong', message });

function parse(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      engine: { type: 'string' },
      model: { type: 'string' },
      'model-base': { type: 'string' },
      webllm: { type: 'string' },
      fast: { type: 'boolean', default: false },
      timeout: { type: 'string' },
      headed: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  }).values;
}

function checked(values: ReturnType<typeof parse>): Command {
  const { engine, model, webllm } = values;
  const modelBase = values['model-base'];
  const timeout = Number(values.timeout ?? (engine === 'webllm' ? 900 : 300));
  const shared = { isHeaded: values.headed, timeout };
  if (values.help) return { kind: 'help' };
  if (!(timeout > 0)) return wrong('--timeout wants a number of seconds.');
  if (engine === 'llama-cpp')
    return model ? { kind: engine, model, ...shared } : wrong('Name a GGUF file with --model.');
  if (engine !== 'webllm') return wrong('Name an engine with --engine: llama-cpp or webllm.');
  return modelBase
    ? { kind: engine, modelBase, webllm, isFast: values.fast, ...shared }
    : wrong('Name a folder of models with --model-base.');
}
