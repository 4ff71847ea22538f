import { AskPageError } from '../errors.ts';
import { resolveFormat, type FormatName, type PromptFormat } from './formats.ts';

/** The words round question and passages. `{context}` and `{question}` stand for the two. */
export interface PromptRoles {
  /** The system turn: who the model is and what it must do. */
  instruction: string;
  /** The user's turn of a first question. */
  firstQuestion: string;
  /** The user's turn of a later one. */
  followUpQuestion: string;
}

export interface PromptOptions {
  /** How passages are written. Default `passages`. */
  format: FormatName | PromptFormat;
  /** The turn that passages go into. In the system turn they replace those of the question before. Default `user`. */
  placement: 'user' | 'system';
  roles: PromptRoles;
  /** Says the key rule once more after the question. Default false. */
  repeatRules: boolean;
  /** What form the answer must have, as a sentence for the system turn. Default: none. */
  outputFormat: string | undefined;
  /** Puts the question twice (Re2: Xu et al. 2024, "Re-Reading Improves Reasoning"). Default false. */
  reread: boolean;
  /** Without a relevant passage: the fixed reply, or the model's own knowledge, marked as such. Default `abstain`. */
  nothingFound: 'abstain' | 'own-knowledge';
  /** Best passage first, or the best two at the edges, where models look most (Liu et al. 2023, "Lost in the Middle"). Default `strongest-first`. */
  order: 'strongest-first' | 'edges';
  /**
   * What earlier exchanges leave in the request. `ephemeral`: questions and answers. `sticky`: all of
   * it unchanged, passages included, where the budget allows, so that an engine keeps its cache; the
   * oldest lose their passages first. `persistent`: the whole corpus in the system turn, the same for
   * the whole thread.
   */
  turns: 'ephemeral' | 'sticky' | 'persistent';
  /** Passages below this fused score, 0 to 1, are left out. Default 0.3. */
  minScore: number;
  /** Passages at most. Default 6. */
  maxPassages: number;
  /** Tokens of all passages at most. Default: what the window leaves. */
  maxPassageTokens: number;
  /** Tokens kept for the reply. Default 320. */
  replyTokens: number;
  /** Whether delimiters carry a nonce. Off only for a corpus that `findForgeries` has cleared. Default true. */
  nonce: boolean;
}

const INSTRUCTION = `You answer questions about this site for its readers.
Rules:
- Use only the passages. Do not add anything from your own knowledge.
- After each statement, cite the passage it comes from, like [2].
- If the passages do not hold the answer, reply exactly: {abstention}
- Answer in the language of the question.
- Be short and plain: a few sentences, or a code block where the passages have one.`;

export const DEFAULT_ROLES: PromptRoles = {
  instruction: INSTRUCTION,
  firstQuestion: '{context}\n\n{question}',
  followUpQuestion: '{context}\n\n{question}',
};

export const DEFAULT_PROMPT: PromptOptions = {
  format: 'passages',
  placement: 'user',
  roles: DEFAULT_ROLES,
  repeatRules: false,
  outputFormat: undefined,
  reread: false,
  nothingFound: 'abstain',
  order: 'strongest-first',
  turns: 'ephemeral',
  minScore: 0.3,
  maxPassages: 6,
  maxPassageTokens: Infinity,
  replyTokens: 320,
  nonce: true,
};

/** For models under two billion parameters: more passages confuse them. */
export const SMALL_MODEL: Pick<PromptOptions, 'maxPassages' | 'maxPassageTokens'> = {
  maxPassages: 3,
  maxPassageTokens: 900,
};

/** @throws {AskPageError} `bad-option`, naming the option, its value and what is possible. */
export function checkPromptOptions(options: PromptOptions): void {
  resolveFormat(options.format);
  checkChoices(options);
  checkRoles(options.roles);
  const counts = ['maxPassages', 'maxPassageTokens', 'replyTokens'] as const;
  for (const name of counts) {
    const value = options[name];
    if (!(value >= 1)) refuse(name, value, 'a number of at least 1');
  }
  const { minScore } = options;
  if (!(minScore >= 0 && minScore <= 1)) refuse('minScore', minScore, 'a number from 0 to 1');
}

const CHOICES = {
  placement: ['user', 'system'],
  nothingFound: ['abstain', 'own-knowledge'],
  order: ['strongest-first', 'edges'],
  turns: ['ephemeral', 'sticky', 'persistent'],
} as const satisfies Partial<Record<keyof PromptOptions, readonly string[]>>;

function checkChoices(options: PromptOptions): void {
  for (const [name, choices] of Object.entries(CHOICES)) {
    const value: string = options[name as keyof typeof CHOICES];
    if (!(choices as readonly string[]).includes(value)) {
      refuse(name, JSON.stringify(value), `one of ${choices.join(', ')}`);
    }
  }
}

function checkRoles({ firstQuestion, followUpQuestion }: PromptRoles): void {
  for (const [name, template] of Object.entries({ firstQuestion, followUpQuestion })) {
    if (!template.includes('{question}')) {
      refuse(`roles.${name}`, JSON.stringify(template), 'a text that holds {question}');
    }
  }
}

function refuse(name: string, value: unknown, wanted: string): never {
  throw new AskPageError(
    'bad-option',
    `The prompt option ${name} is ${String(value)}; it must be ${wanted}.`,
  );
}
