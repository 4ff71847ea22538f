import type { Message } from '../src/core/ports.ts';

/**
 * A conversation as ChatML has it, up to where the reply starts.
 * @throws {Error} where a text holds ChatML's own marks, which would end its turn.
 */
export function chatMl(messages: readonly Message[]): string {
  if (messages.some(({ content }) => /<\|(?:im_start|im_end|endoftext)\|>/.test(content))) {
    throw new Error('A document holds marks of ChatML; leave it out.');
  }
  const turns = messages.map(({ role, content }) => `<|im_start|>${role}\n${content}<|im_end|>\n`);
  return `${turns.join('')}<|im_start|>assistant\n`;
}
