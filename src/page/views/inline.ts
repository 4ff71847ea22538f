import { html, type TemplateResult } from './lit.ts';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import { placeOf, type SourceLink } from './links.ts';
import { say } from '../words/say.ts';
import { CARD_ID } from './source-card.ts';

const PARTS = /(`{1,2})(.+?)\1|\[(\d+)\]/g;

/**
 * A line of a passage or an answer: inline code and citations become elements, all else stays text,
 * without what turns its direction or can't be seen.
 */
export function inlineView(
  line: string,
  sources: ReadonlyMap<number, SourceLink> = new Map(),
): unknown[] {
  const text = removeInvisible(line);
  const parts: unknown[] = [];
  let end = 0;
  for (const match of text.matchAll(PARTS)) {
    parts.push(text.slice(end, match.index));
    end = match.index + match[0].length;
    const [whole, , code, id] = match;
    if (code !== undefined) parts.push(html`<code>${code.trim()}</code>`);
    else parts.push(citationView(sources.get(Number(id))) ?? whole);
  }
  parts.push(text.slice(end));
  return parts.filter((part) => part !== '');
}

/** The small number that leads to a source. */
export function citationView(source: SourceLink | undefined): TemplateResult | undefined {
  if (!source) return undefined;
  return html`<a
    class="cite"
    part="citation"
    href=${source.href}
    data-source=${source.id}
    data-quote=${source.quote}
    data-sentence=${source.sentence}
    data-place=${placeOf(source)}
    aria-describedby=${CARD_ID}
    aria-label=${say('source', { number: source.id, title: source.title })}
    >${source.id}</a
  >`;
}
