import type * as coloursModule from './code-colours.ts';
import { AskCopyEvent } from '../events.ts';
import { copyText } from '../thread/clipboard.ts';
import { grammarOf, languageOf } from './code-languages.ts';
import { html, nothing, type TemplateResult } from './lit.ts';
import { say } from '../words/say.ts';

export interface CodeOptions {
  text: string;
  /** What stands behind the fence; may be empty. */
  language: string;
  /** What is to be known of it; may be empty. */
  note?: string;
  /** Called when the colours have arrived. */
  redraw: () => void;
}

/** Milliseconds for which a button says what came of it. */
const TOLD = 2000;

/** Characters; longer code stays plain. */
const LONGEST = 20_000;

/** Blocks whose colours are kept: all of an answer are drawn again with each of its words. */
const KEPT = 50;

let colours: typeof coloursModule | undefined;
let arrival: Promise<void> | undefined;
const coloured = new Map<string, unknown[]>();

/** A code block with its language, a button that copies it, and colours once they are there. */
export function codeView({ text, language, note, redraw }: CodeOptions): TemplateResult {
  const name = languageOf(language);
  return html`<section class="code">
    <span class="code-head">
      ${name ? html`<span>${name}</span>` : nothing}
      <button
        class="link"
        aria-label=${say('copyCode')}
        .textContent=${say('copy')}
        @click=${copier(text)}
      ></button>
    </span>
    <pre tabindex="0"><code>${colouredCode(text, grammarOf(name), redraw)}</code></pre>
    ${note ? html`<small class="code-note">${note}</small>` : nothing}
  </section>`;
}

function colouredCode(text: string, grammar: string | undefined, redraw: () => void): unknown {
  if (grammar === undefined || text.length > LONGEST) return text;
  if (!colours) {
    loadColours(redraw);
    return text;
  }
  const key = `${grammar}\n${text}`;
  const views = coloured.get(key) ?? colours.colourCode(text, grammar);
  coloured.delete(key);
  coloured.set(key, views);
  const [oldest = ''] = coloured.keys();
  if (coloured.size > KEPT) coloured.delete(oldest);
  return views;
}

/** Where they don't come, code stays plain. */
export function loadColours(redraw: () => void): void {
  arrival ??= import('./code-colours.ts').then(
    (module) => {
      colours = module;
      redraw();
    },
    () => (arrival = undefined),
  );
}

/** Where the page may not write to the clipboard, the code is selected instead. */
function copier(text: string): (event: Event) => Promise<void> {
  // What is said after the click is put into words now, in the language that is drawn in.
  const [copied, selected] = [say('copied'), say('selected')];
  const [label, name] = [say('copy'), say('copyCode')];
  return async ({ currentTarget }) => {
    const button = currentTarget as HTMLButtonElement;
    const isCopied = await copyText(text);
    if (!isCopied) selectCode(button);
    tell(button, isCopied ? copied : selected);
    button.dispatchEvent(new AskCopyEvent({ kind: 'code', text }));
    setTimeout(() => tell(button, label, name), TOLD);
  };
}

function tell(button: HTMLButtonElement, text: string, name = text): void {
  button.textContent = text;
  button.ariaLabel = name;
}

function selectCode(button: HTMLButtonElement): void {
  const code = button.closest('section')?.querySelector('code');
  if (code) getSelection()?.selectAllChildren(code);
}
