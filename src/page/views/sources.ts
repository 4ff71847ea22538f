import { html, nothing, type TemplateResult } from './lit.ts';
import { formatDate } from '../words/dates.ts';
import { languageTag, say } from '../words/say.ts';
import { placeOf, type SourceLink } from './links.ts';
import { CARD_ID } from './source-card.ts';

/** The numbered sources of an answer. */
export function sourcesView(links: readonly SourceLink[]): TemplateResult {
  return html`<section class="sources" part="sources" aria-label=${say('sources')}>
    <h2>${say('sources')}</h2>
    <ol>
      ${links.map((link) => html`<li>${sourceView(link)}</li>`)}
    </ol>
  </section>`;
}

function sourceView(link: SourceLink): TemplateResult {
  const { title, headings } = link;
  const path = [title, ...headings.slice(0, -1)].join(' › ');
  const state = stateOf(link);
  return html`<a
    class="source"
    part="source"
    href=${link.href}
    data-quote=${link.quote}
    data-source=${link.id}
    data-sentence=${link.sentence}
    data-place=${placeOf(link)}
    aria-describedby=${CARD_ID}
    data-choice
  >
    <span class="number">${link.id}</span>
    <span class="place">
      ${headings.length > 0 ? html`<span class="path">${path}</span>` : nothing}
      <span class="name">${headings.at(-1) ?? title}</span>
      ${state ? html`<span class="state">${state}</span>` : nothing}
    </span>
  </a>`;
}

/** How old a source is, where it says so. */
function stateOf({ date, version }: SourceLink): string {
  const day = date && formatDate(date, languageTag());
  return [version && say('version', { version }), day].filter(Boolean).join(' · ');
}
