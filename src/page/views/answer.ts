import { html, nothing, type TemplateResult } from './lit.ts';
import { groupQuotes, type Answer, type QuoteGroup } from '../../core/answer.ts';
import type { Quote } from '../../core/grounding/quote.ts';
import type { SupportedClaim, SupportReport } from '../../core/grounding/support-report.ts';
import type { EncoderKind } from '../../core/ports.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import { citationView, inlineView } from './inline.ts';
import type { SourceLink } from './links.ts';
import type { KnownAddresses } from './markdown-addresses.ts';
import type * as markdownModule from './markdown.ts';
import { say } from '../words/say.ts';
import { sayOr } from '../words/told.ts';

type Links = ReadonlyMap<number, SourceLink>;

/** The extractive answer: what it quotes looks quoted. */
export function quoteView(answer: Answer, links: Links, encoder: EncoderKind): TemplateResult {
  if (answer.kind !== 'extractive') return html`<p class="abstained">${sayOr(answer.text)}</p>`;
  return html`<div class="quotes" part="answer">
    ${groupQuotes(answer.quotes).map((group) => groupView(group, links))}
    <small>${encoder === 'keyword' ? say('quotedWords') : say('quoted')}</small>
  </div>`;
}

function groupView({ source, heading, quotes }: QuoteGroup, links: Links): TemplateResult {
  const link = links.get(source);
  // A code block after a sentence of the same source needs no number of its own.
  const hasSentence = quotes.some(({ kind }) => kind === 'sentence');
  const cite = ({ kind }: Quote) =>
    (kind === 'sentence' || !hasSentence) && link ? citationView(link) : nothing;
  const path = link ? [link.title, ...link.headings.slice(0, -1)].join(' › ') : '';
  return html`<figure class="quote" dir="auto">
    <figcaption>
      ${path && path !== heading ? html`<span class="path">${path}</span>` : nothing}
      <strong>${inlineView(heading)}</strong>
    </figcaption>
    <blockquote>${quotes.map((quote) => pieceView(quote, cite(quote)))}</blockquote>
  </figure>`;
}

function pieceView({ kind, text }: Quote, cite: unknown): TemplateResult {
  if (kind === 'code')
    return html`<pre tabindex="0"><code>${removeInvisible(text)}</code></pre>
      ${cite}`;
  return html`<p>${inlineView(text)}&nbsp;${cite}</p>`;
}

export interface Generated {
  text: string;
  model: string;
  /** Where an engine of the owner's own runs. */
  origin: string | undefined;
  links: Links;
  /** All that it may link to. */
  known: KnownAddresses;
  /** More of it is on its way. */
  isStreaming: boolean;
  isOwnKnowledge: boolean;
  /** What of it is in its sources, where it was checked. */
  support?: SupportReport | undefined;
  /** A remark after it, such as that it was stopped. */
  note: string | undefined;
  redraw: () => void;
}

let markdown: typeof markdownModule | undefined;
let arrival: Promise<void> | undefined;

/**
 * Fetches what draws generated Markdown and the colours of code; until it is there, text is plain.
 * @param redraw Called when it has arrived: a short answer may be written by then.
 */
export function loadMarkdown(redraw: () => void): void {
  if (arrival) return;
  arrival = import('./markdown.ts').then(
    (module) => {
      markdown = module;
      module.loadColours(redraw);
      redraw();
    },
    () => (arrival = undefined),
  );
}

/** What a model wrote, and that a model wrote it. Behind one line where most of it is not in its sources. */
export function generatedView(generated: Generated): TemplateResult {
  const { support, model } = generated;
  if (support?.verdict !== 'unsupported') return writtenView(generated);
  return html`<div class="withdrawn" part="withdrawn">
    <p>${say('withdrawn', { model })}</p>
    <details>
      <summary>${say('showAnyway')}</summary>
      ${writtenView(generated)}
    </details>
  </div>`;
}

function writtenView(generated: Generated): TemplateResult {
  const { text, note, support } = generated;
  const options = { ...generated, claims: support?.claims };
  const body = markdown?.markdownView(text, options) ?? html`<p>${removeInvisible(text)}</p>`;
  return html`<div class="generated" part="answer">
    ${body}
    <small>
      ${originText(generated)} ${support?.claims.some(isMarked) ? say('marks') : nothing}
      ${note ?? nothing}
    </small>
  </div>`;
}

/** Who wrote it, and where. */
export function originText({
  model,
  origin,
  isOwnKnowledge,
}: Pick<Generated, 'model' | 'origin' | 'isOwnKnowledge'>): string {
  if (origin === undefined) return say(isOwnKnowledge ? 'knownHere' : 'generatedHere', { model });
  return say(isOwnKnowledge ? 'knownAt' : 'generatedAt', { model, origin });
}

const isMarked = ({ kind, verdict, missing }: SupportedClaim): boolean =>
  kind === 'sentence' && (verdict === 'not' || missing.length > 0);
