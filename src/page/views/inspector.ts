import { html, nothing, type TemplateResult } from './lit.ts';
import type { Prompt } from '../../core/prompt/assemble.ts';
import { say } from '../words/say.ts';

/** The whole request that a language model is, or would be, given, and what assembly did. */
export function inspectorView(prompt: Prompt | undefined): TemplateResult | typeof nothing {
  if (!prompt) return nothing;
  const { messages, report } = prompt;
  const { system, history, passages, question, total, window, reply } = report.tokens;
  const whole = messages.map(({ role, content }) => `--- ${role}\n${content}`).join('\n\n');
  return html`<details class="inspector" part="inspector">
    <summary>${say('inspector')}</summary>
    <p>
      ${report.format}, ${report.template}, nonce ${report.nonce || 'off'}, ${report.kind}. Tokens:
      system ${system}, history ${history}, passages ${passages}, question ${question}; ${total} of
      ${window - reply}, ${reply} kept for the reply. Exchanges left out: ${report.droppedTurns},
      without their passages: ${report.reducedTurns}.
    </p>
    <ul>
      ${report.passages.map(
        ({ id, number, tokens, kept, reason }) =>
          html`<li>[${number}] ${id}, ${tokens} tokens: ${kept ? 'injected' : reason}</li>`,
      )}
    </ul>
    <pre tabindex="0"><code>${whole}</code></pre>
    <button class="button" @click=${() => void copy(whole)}>${say('copy')}</button>
  </details>`;
}

/** Where the page may not write to the clipboard, the text can still be selected. */
async function copy(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch (thrown) {
    console.warn('askpage: the request could not be copied; select it instead.', thrown);
  }
}
