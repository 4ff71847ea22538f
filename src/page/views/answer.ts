import { html, nothing, type TemplateResult } from 'lit';
import { until } from 'lit/directives/until.js';
import type { Answer } from '../../core/answer.ts';
import type { Quote } from '../../core/grounding/quote.ts';
import type { EncoderKind } from '../../core/ports.ts';
import { citationView, inlineView } from './inline.ts';
import type { SourceLink } from './links.ts';
import type * as markdownModule from './markdown.ts';
import { WORDS } from './words.ts';

type Links = ReadonlyMap<number, SourceLink>;

/** The extractive answer: what it quotes looks quoted. */
export function quoteView(answer: Answer, links: Links, encoder: EncoderKind): TemplateResult {
  if (answer.kind !== 'extractive') return html`<p class="abstained">${answer.text}</p>`;
  const first = links.get(answer.quotes[0]?.source ?? 1);
  return html`<figure class="quote" part="answer">
    <figcaption>
      <span class="path"
        >${first ? [first.title, ...first.headings.slice(0, -1)].join(' › ') : ''}</span
      >
      ${answer.heading ? html`<strong>${inlineView(answer.heading)}</strong>` : nothing}
    </figcaption>
    <blockquote>${answer.quotes.map((quote) => pieceView(quote, links))}</blockquote>
    <small>${encoder === 'keyword' ? WORDS.quotedWords : WORDS.quoted}</small>
  </figure>`;
}

function pieceView({ kind, text, source }: Quote, links: Links): TemplateResult {
  const cite = citationView(links.get(source)) ?? nothing;
  if (kind === 'code')
    return html`<pre tabindex="0"><code>${text}</code></pre>
      ${cite}`;
  return html`<p>${inlineView(text)} ${cite}</p>`;
}

export interface Generated {
  text: string;
  model: string;
  links: Links;
  /** A remark after it, such as that it was stopped. */
  note: string | undefined;
}

let markdown: Promise<typeof markdownModule> | undefined;
let loaded: typeof markdownModule | undefined;

/** What a model wrote, and that a model wrote it. The Markdown reader is loaded with the first one. */
export function generatedView({ text, model, links, note }: Generated): TemplateResult {
  markdown ??= import('./markdown.ts').then((module) => (loaded = module));
  const plain = html`<p>${text}</p>`;
  const body = loaded
    ? loaded.markdownView(text, links)
    : until(
        markdown.then((module) => module.markdownView(text, links)),
        plain,
      );
  return html`<div class="generated" part="answer">
    ${body}
    <small>${WORDS.generated(model)} ${note ?? nothing}</small>
  </div>`;
}
