import { html, nothing, type TemplateResult } from './lit.ts';
import type { TextRun } from '../../core/highlight/rich-text.ts';
import type { Hit } from '../../core/ports.ts';
import { say } from '../words/say.ts';
import { groupHits, type Asked, type Row, type RowGroup } from './rows/groups.ts';
import { runsView } from './rows/marks.ts';

export interface HitsOptions extends Asked {
  label: string;
}

/** Places on the site by page, best first: one can go there with the arrow keys. */
export function hitsView(hits: readonly Hit[], { label, ...asked }: HitsOptions): TemplateResult {
  return html`<section class="hits" aria-label=${label}>
    <h2>${label}</h2>
    <ul>
      ${groupHits(hits, asked).map(groupView)}
    </ul>
  </section>`;
}

/** Results until an answer is there. */
export const soFarView = (hits: readonly Hit[], query: string): TemplateResult =>
  hitsView(hits, { label: say('hits'), query, isTyped: true });

/** Where the page's own row comes first, it stands in the title's place. */
function groupView({ title, rows }: RowGroup): TemplateResult {
  const isLed = rows[0]?.isPage === true;
  const [lead, below] = isLed ? [rows[0], rows.slice(1)] : [undefined, rows];
  return html`<li class="group">
    ${lead ? rowView(lead, { name: lead.name }) : html`<p class="page">${runsView(title)}</p>`}
    ${
      below.length > 0
        ? html`<ul>
            ${below.map((row) => html`<li>${rowView(row, { name: nameOf(row), page: title })}</li>`)}
          </ul>`
        : nothing
    }
  </li>`;
}

/** Below its title, a page is not named again. */
const nameOf = ({ isPage, name }: Row): readonly TextRun[] =>
  isPage ? [{ isCode: false, parts: [{ text: say('pageTop'), isMatch: false }] }] : name;

interface RowNames {
  name: readonly TextRun[];
  /** The page's title, where it doesn't stand in the row: links are listed and spoken one by one. */
  page?: readonly TextRun[];
}

function rowView({ link, path, snippet }: Row, { name, page }: RowNames): TemplateResult {
  return html`<a class="hit" part="hit" href=${link.href} data-quote=${link.quote} data-choice>
    ${page ? html`<span class="spoken">${runsView(page)} › </span>` : nothing}
    ${path.length > 0 ? html`<span class="path">${runsView(path)}</span>` : nothing}
    <span class="name">${runsView(name)}</span>
    <span class="snippet">${runsView(snippet)}</span>
  </a>`;
}
