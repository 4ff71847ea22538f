import { parseArgs } from 'node:util';
import { DEFAULT_WINDOW } from '../src/core/options.ts';
import { FORMATS, type FormatName } from '../src/core/prompt/formats.ts';
import { DEFAULT_PROMPT, SMALL_MODEL, type PromptOptions } from '../src/core/prompt/options.ts';

/** What the command line asks for. */
export interface PromptCommand {
  kind: 'prompt';
  question: string;
  /** Files, as they were named. */
  passages: string;
  history: string | undefined;
  tokenizer: string | undefined;
  /** Drawn at random where there is none. */
  nonce: string | undefined;
  /** Tokens that prompt and reply share. */
  window: number;
  options: PromptOptions;
  json: boolean;
}

export type Command = PromptCommand | { kind: 'help' };

/** The command line, or a file that it names, is wrong. `message` is one sentence that says what to do. */
export class UsageError extends Error {}

const FORMAT_NAMES = Object.keys(FORMATS) as FormatName[];
const PLACEMENTS = ['user', 'system'] as const;
const TURNS = ['ephemeral', 'sticky', 'persistent'] as const;
const ORDERS = ['strongest-first', 'edges'] as const;
const NOTHING = ['abstain', 'own-knowledge'] as const;

export const USAGE = `npm run prompt -- --question "…" --passages FILE [options]

Prints the request that a language model would be given, and what assembly did.

  --passages FILE     JSON array of {id, title, url, text, score?, date?}, best first
  --history FILE      JSON array of {question, answer, sent?, reply?, numbers?}, oldest first
  --format NAME       ${FORMAT_NAMES.join(', ')}; default passages
  --nonce CODE        8 hexadecimal digits; default: random
  --window TOKENS     tokens that prompt and reply share; default ${DEFAULT_WINDOW}
  --reply TOKENS      tokens kept for the reply; default ${DEFAULT_PROMPT.replyTokens}
  --placement TURN    ${PLACEMENTS.join(', ')}: the turn that passages go into; default user
  --turns KIND        ${TURNS.join(', ')}; default ephemeral
  --order ORDER       ${ORDERS.join(', ')}; default strongest-first
  --reread            puts the question twice
  --repeat-rules      says the key rule once more after the question
  --nothing KIND      ${NOTHING.join(', ')}: what happens without a relevant passage; default abstain
  --small             the limits for models under two billion parameters, which the widget uses:
                      ${SMALL_MODEL.maxPassages} passages, ${SMALL_MODEL.maxPassageTokens} tokens
  --tokenizer FILE    counts by this tokenizer.json; default: an estimate
  --json              prints one JSON object {messages, report}`;

/** Reads the command line. @throws {UsageError} */
export function readCommand(args: readonly string[]): Command {
  const { question, passages, history, tokenizer, ...values } = parse(args);
  if (values.help) return { kind: 'help' };
  if (!question?.trim()) {
    throw new UsageError('The question is missing: add --question "how do I set the port?".');
  }
  if (!passages) {
    throw new UsageError('The passages are missing: add --passages and the name of a JSON file.');
  }
  return {
    ...{ kind: 'prompt', question, passages, history, tokenizer },
    nonce: readNonce(values.nonce),
    window: readNumber('--window', values.window) ?? DEFAULT_WINDOW,
    options: {
      ...DEFAULT_PROMPT,
      ...(values.small && SMALL_MODEL),
      format: oneOf('--format', values.format, FORMAT_NAMES) ?? DEFAULT_PROMPT.format,
      placement: oneOf('--placement', values.placement, PLACEMENTS) ?? DEFAULT_PROMPT.placement,
      turns: oneOf('--turns', values.turns, TURNS) ?? DEFAULT_PROMPT.turns,
      order: oneOf('--order', values.order, ORDERS) ?? DEFAULT_PROMPT.order,
      nothingFound: oneOf('--nothing', values.nothing, NOTHING) ?? DEFAULT_PROMPT.nothingFound,
      replyTokens: readNumber('--reply', values.reply) ?? DEFAULT_PROMPT.replyTokens,
      reread: values.reread,
      repeatRules: values['repeat-rules'],
    },
    json: values.json,
  };
}

function parse(args: readonly string[]) {
  const [text, flag] = [{ type: 'string' }, { type: 'boolean', default: false }] as const;
  const [names, inputs] = [
    { format: text, placement: text, turns: text, order: text, nothing: text },
    { question: text, passages: text, history: text, tokenizer: text },
  ];
  const numbers = { nonce: text, window: text, reply: text };
  const flags = { reread: flag, 'repeat-rules': flag, small: flag, json: flag, help: flag };
  try {
    const options = { ...inputs, ...names, ...numbers, ...flags };
    return parseArgs({ args: [...args], options }).values;
  } catch (thrown) {
    const [said] = (thrown instanceof Error ? thrown.message : String(thrown)).split(/[.\n]/);
    const hint = '"npm run prompt -- --help" lists the options.';
    throw new UsageError(`${said ?? 'The options are wrong'}; ${hint}`);
  }
}

function oneOf<T extends string>(
  option: string,
  value: string | undefined,
  known: readonly T[],
): T | undefined {
  if (value === undefined) return undefined;
  const found = known.find((name) => name === value);
  if (found) return found;
  throw new UsageError(`${option} "${value}" is not known; use ${known.join(', ')}.`);
}

function readNumber(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (value.trim() !== '' && Number.isFinite(Number(value))) return Number(value);
  throw new UsageError(
    `${option} "${value}" is no number of tokens; use, for example, ${option} 2048.`,
  );
}

function readNonce(value: string | undefined): string | undefined {
  if (value === undefined || /^[0-9a-f]{8}$/i.test(value)) return value?.toLowerCase();
  throw new UsageError(
    `--nonce "${value}" is not 8 hexadecimal digits; use, for example, 0a1b2c3d.`,
  );
}
