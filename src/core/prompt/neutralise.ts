import { removeInvisible } from './invisible.ts';

/** Stands after the first character of a broken-up token: `<·|im_end|>`. */
const DOT = '·';

/**
 * Markers of the chat templates in use, whatever model runs: ChatML and Llama 3 (`<|…|>`), Llama 2
 * (`<s>`, `[INST]`, `<<SYS>>`), Gemma (`<start_of_turn>`), reasoning (`<think>`) and tools.
 */
const KNOWN = [
  ...['<s>', '</s>', '<unk>', '<pad>', '<bos>', '<eos>', '<mask>'],
  ...['[INST]', '[/INST]', '<<SYS>>', '<</SYS>>'],
  ...[
    '[AVAILABLE_TOOLS]',
    '[/AVAILABLE_TOOLS]',
    '[TOOL_CALLS]',
    '[TOOL_RESULTS]',
    '[/TOOL_RESULTS]',
  ],
  ...['<start_of_turn>', '<end_of_turn>', '<think>', '</think>'],
  ...['<tool_call>', '</tool_call>', '<tool_response>', '</tool_response>'],
];

export interface Neutraliser {
  /** The prompt's copy of a text: nothing invisible, and no control token. */
  neutralise(text: string): string;
  /** A model's reply with the tokens as they stand in the documents. */
  restore(text: string): string;
  /** Whether no control token stands in a text. */
  isHarmless(text: string): boolean;
}

/**
 * Breaks up control tokens by one reversible replacement: a middle dot goes behind a token's first
 * character, one more where there are dots already. Restoring takes one away, so the two are inverse
 * on any text without invisible characters. Only the prompt's copy is changed: what is shown, quoted
 * and checked is the original.
 * @param own The model's own control tokens, beside those that all models share.
 */
export function createNeutraliser(own: readonly string[] = []): Neutraliser {
  const tokens = [...new Set([...KNOWN, ...own])].filter((token) => token.length > 1);
  const literal = tokens.map(dotted).join('|');
  const pattern = new RegExp(`<(${DOT}*)(?=\\|[^\\s|<>]{1,64}\\|>)|${literal}`, 'gu');
  return {
    neutralise: (text) => removeInvisible(text).replace(pattern, addDot),
    restore: (text) => text.replace(pattern, dropDot),
    isHarmless: (text) => (text.match(pattern) ?? []).every((matched) => matched.endsWith(DOT)),
  };
}

/** A pattern for a token's first character, dots behind it, and the rest looked ahead for. */
function dotted(token: string): string {
  const [first = '', ...rest] = token;
  return `${escape(first)}${DOT}*(?=${escape(rest.join(''))})`;
}

const escape = (text: string) => text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');

const addDot = (matched: string) => `${matched}${DOT}`;
const dropDot = (matched: string) => (matched.endsWith(DOT) ? matched.slice(0, -1) : matched);
