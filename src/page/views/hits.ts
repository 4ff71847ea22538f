import { html, nothing, type TemplateResult } from './lit.ts';
import { quoteUnits } from '../../core/grounding/quote-units.ts';
import type { Hit } from '../../core/ports.ts';
import { inlineView } from './inline.ts';
import { linkTo, type SourceLink } from './links.ts';
import { say } from '../words/say.ts';

/** Characters of a passage shown below its heading. */
const SNIPPET = 150;

/** The start of a passage in one line: without the marks of lists, tables and fences. */
function snippetOf(hit: Hit): string {
  const text = quoteUnits([hit])
    .map((unit) => unit.text)
    .join(' ')
    .replace(/\s+/g, ' ');
  if (text.length <= SNIPPET) return text;
  const cut = text.slice(0, wholeEnd(text, SNIPPET)).replace(/\s\S*$/, '');
  // Code that is cut in the middle loses its mark.
  const isOpen = (cut.match(/`/g)?.length ?? 0) % 2 === 1;
  return `${isOpen ? cut.replace(/`(?=[^`]*$)/, '') : cut}…`;
}

/** The place, or the one before it where that is within a character that is written as several. */
function wholeEnd(text: string, place: number): number {
  const isWithin = /^(?:\u200d|[\udc00-\udfff]|\p{M}|\p{Emoji_Modifier})/u.test(text.slice(place));
  return isWithin || text[place - 1] === '\u200d' ? wholeEnd(text, place - 1) : place;
}

/** Places on the site, best first: one can go there with the arrow keys. */
export function hitsView(hits: readonly Hit[], label: string): TemplateResult {
  return html`<section class="hits" aria-label=${label}>
    <h2>${label}</h2>
    <ul>
      ${hits.map((hit) => hitView(hit))}
    </ul>
  </section>`;
}

function hitView(hit: Hit): TemplateResult {
  const link = linkTo(hit.passage, { id: hit.rank });
  return html`<li>
    <a class="hit" part="hit" href=${link.href} data-quote=${link.quote} data-choice>
      ${placeView(link)}
      <span class="snippet">${inlineView(snippetOf(hit))}</span>
    </a>
  </li>`;
}

/** Title and heading path of a place. */
export function placeView({ title, headings }: SourceLink): TemplateResult {
  const last = headings.at(-1);
  const path = [title, ...headings.slice(0, -1)]
    .filter((name, place, names) => name !== names[place - 1])
    .join(' › ');
  return html`<span class="place">
    ${last === undefined ? nothing : html`<span class="path">${path}</span>`}
    <span class="name">${last ?? title}</span>
  </span>`;
}

/** The numbered sources of an answer. */
export function sourcesView(links: readonly SourceLink[]): TemplateResult {
  return html`<section class="sources" part="sources" aria-label=${say('sources')}>
    <h2>${say('sources')}</h2>
    <ol>
      ${links.map(
        (link) =>
          html`<li>
            <a
              class="source"
              part="source"
              href=${link.href}
              data-quote=${link.quote}
              data-source=${link.id}
              data-choice
            >
              <span class="number">${link.id}</span>${placeView(link)}
            </a>
          </li>`,
      )}
    </ol>
  </section>`;
}
