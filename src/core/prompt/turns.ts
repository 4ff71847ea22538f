import { ALL, type SearchScope } from '../scope.ts';
import type { PromptFormat } from './formats.ts';
import type { PromptOptions } from './options.ts';

/** The reply that a model is told to give, and that is given without one, when nothing fits. */
export const ABSTENTION = 'I could not find an answer to this on this site.';

/** The fixed reply where not all was searched: elsewhere there may be an answer. */
const ABSTENTIONS: Readonly<Record<SearchScope['kind'], string>> = {
  all: ABSTENTION,
  page: 'I could not find an answer to this on this page.',
  section: 'I could not find an answer to this in this section.',
};

export const abstentionIn = ({ kind }: SearchScope = ALL): string => ABSTENTIONS[kind];

const KEY_RULE = 'Use only the passages, and cite them like [2].';

/** Stands below passages that have dates. */
export const NEWER_RULE = 'Where passages disagree, trust the one with the newest date.';

const OWN_KNOWLEDGE = `You answer questions for the readers of a site. Nothing on the site was found that answers this one.
Answer from your own knowledge, in the language of the question, short and plain. Say first that this does not come from the site and may be wrong. Cite nothing.`;

interface SystemParts {
  options: PromptOptions;
  format: PromptFormat;
  kind: 'answer' | 'own-knowledge' | 'abstain';
  /** Passages, where they stand in the system turn; else empty. */
  context: string;
}

/**
 * The system turn. It names the tags without their code and, but for the two placements that an owner
 * chooses, holds no document text: so it is the same for every question.
 */
export function systemTurn({ options, format, kind, context }: SystemParts): string {
  if (kind === 'own-knowledge') return joinParts([OWN_KNOWLEDGE, options.outputFormat]);
  const instruction = options.roles.instruction.replaceAll('{abstention}', () => ABSTENTION);
  const code = options.nonce ? format.codeExplanation : undefined;
  const explanation = [format.explanation, code].filter((sentence) => sentence).join(' ');
  const rules = joinParts([fill(instruction, { context }), explanation, options.outputFormat]);
  return context === '' || instruction.includes('{context}') ? rules : `${rules}\n\n${context}`;
}

const joinParts = (parts: readonly (string | undefined)[]) =>
  parts
    .map((part) => part?.trim())
    .filter((part) => part)
    .join('\n');

interface QuestionParts {
  options: PromptOptions;
  kind: SystemParts['kind'];
  isFirst: boolean;
  context: string;
  /** The question as the format writes it. */
  question: string;
}

/** The user's turn: passages, the question, and where wished the question again and the key rule. */
export function questionTurn(parts: QuestionParts): string {
  const { options, kind, isFirst, context, question } = parts;
  const { roles, reread, repeatRules } = options;
  const chosen = isFirst ? roles.firstQuestion : roles.followUpQuestion;
  // Passages must not get lost with a template that has no place for them.
  const template = chosen.includes('{context}') ? chosen : `{context}\n\n${chosen}`;
  const asked = reread ? `${question}\n\nRead the question again:\n${question}` : question;
  const turn = fill(template, { context, question: asked });
  return repeatRules && kind === 'answer' ? `${turn}\n\n${KEY_RULE}` : turn;
}

/**
 * A template with its values. Values are put in as they are: what looks like a placeholder in a
 * document stays text. Of the white space round an empty value the longer part stays.
 */
function fill(template: string, values: { context: string; question?: string }): string {
  return template
    .replace(/\s*\{(context|question)\}\s*/g, (part: string, name: keyof typeof values) => {
      const value = values[name] ?? '';
      const mark = `{${name}}`;
      if (value !== '') return part.replace(mark, () => value);
      const [before = '', after = ''] = part.split(mark);
      return before.length > after.length ? before : after;
    })
    .replace(/^\n+|\n+$/g, '');
}
