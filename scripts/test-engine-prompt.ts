import type { PromptFormat } from '../src/core/prompt/formats.ts';

export interface ShortRequest {
  /** Characters of the one passage that is sent. */
  passageLength: number;
  replyTokens: number;
  instruction: string;
}

/**
 * Runs in the page: a request that is far shorter than the widget's own, by an owner's own format. The
 * processor reads some 25 tokens a second; WebGPU in software one in some seconds.
 */
export function useShortRequest({ passageLength, replyTokens, instruction }: ShortRequest): void {
  const format: PromptFormat = {
    name: 'short',
    explanation: '',
    passages: (passages) =>
      passages.map(({ id, text }) => `[${id}] ${text.slice(0, passageLength)}`).join('\n'),
    question: (question) => question,
  };
  const roles = {
    instruction,
    firstQuestion: '{context}\n\n{question}',
    followUpQuestion: '{context}\n\n{question}',
  };
  const element = document.querySelector('ask-page') as unknown as { parts: object };
  element.parts = { prompt: { format, roles, maxPassages: 1, replyTokens } };
}
