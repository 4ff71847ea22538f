import { Tokenizer } from '@huggingface/tokenizers';

export interface TokenCounter {
  count(text: string): number;
  /** The tokenizer's special tokens: those that its chat template is made of, among others. */
  controlTokens: string[];
}

// Markers that templates treat as control though some tokenizers don't flag them as special.
const MARKER = /^(<\|.+\|>|<\/?(think|tool_call|tool_response|start_of_turn|end_of_turn)>)$/;

/**
 * Counter by a model's `tokenizer.json`.
 * @returns undefined where there is none, or where it is of a kind that the library doesn't know.
 */
export async function readTokenizer(file: Response | undefined): Promise<TokenCounter | undefined> {
  try {
    const json = (await file?.json()) as object | undefined;
    if (!json) return undefined;
    const tokenizer = new Tokenizer(json, {});
    const added = [...tokenizer.get_added_tokens_decoder().values()];
    return {
      count: (text) => tokenizer.encode(text, { add_special_tokens: false }).ids.length,
      controlTokens: added
        .filter(({ content, special }) => special || MARKER.test(content))
        .map(({ content }) => content),
    };
  } catch {
    return undefined;
  }
}

const encoder = new TextEncoder();

/**
 * Tokens of a text without a tokenizer, on the high side: one for three bytes of UTF-8. English has
 * about four characters to a token; Chinese has one character, three bytes, to a token.
 */
export const estimateTokens = (text: string): number => Math.ceil(encoder.encode(text).length / 3);
