import { html, nothing, type TemplateResult } from './lit.ts';
import { lexer, type Token, type Tokens } from 'marked';
import { inlineView } from './inline.ts';
import type { SourceLink } from './links.ts';

type Links = ReadonlyMap<number, SourceLink>;

/** Markdown as templates: the lexer's tokens become elements, never an HTML string. */
export function markdownView(text: string, links: Links): unknown[] {
  return lexer(text).map((token) => blockView(token, links));
}

function blockView(token: Token, links: Links): unknown {
  switch (token.type) {
    case 'space':
    case 'def':
      return nothing;
    case 'code':
      return html`<pre tabindex="0"><code>${(token as Tokens.Code).text}</code></pre>`;
    case 'list':
      return listView(token as Tokens.List, links);
    case 'blockquote':
      return html`<blockquote>
        ${(token as Tokens.Blockquote).tokens.map((inner) => blockView(inner, links))}
      </blockquote>`;
    case 'heading':
    case 'paragraph':
    case 'text':
      return html`<p>${inlineTokens(token, links)}</p>`;
    default:
      // Tables, rules and embedded HTML stay text.
      return html`<p>${token.raw}</p>`;
  }
}

function listView({ ordered, items }: Tokens.List, links: Links): TemplateResult {
  const entries = items.map(
    (item) => html`<li>${item.tokens.map((token) => itemView(token, links))}</li>`,
  );
  return ordered
    ? html`<ol>
        ${entries}
      </ol>`
    : html`<ul>
        ${entries}
      </ul>`;
}

/** A tight item's text needs no paragraph. */
function itemView(token: Token, links: Links): unknown {
  return token.type === 'text' ? inlineTokens(token, links) : blockView(token, links);
}

function inlineTokens(token: Token, links: Links): unknown[] {
  const { tokens } = token as { tokens?: Token[] };
  return tokens ? tokens.flatMap((inner) => inlineToken(inner, links)) : [token.raw];
}

function inlineToken(token: Token, links: Links): unknown[] {
  switch (token.type) {
    case 'strong':
      return [html`<strong>${inlineTokens(token, links)}</strong>`];
    case 'em':
      return [html`<em>${inlineTokens(token, links)}</em>`];
    case 'codespan':
      return [html`<code>${(token as Tokens.Codespan).text}</code>`];
    case 'br':
      return [html`<br />`];
    case 'text':
    case 'escape':
      return inlineView((token as Tokens.Text).text, links);
    default:
      // Links and images may carry data out, so their source is shown as text.
      return [token.raw];
  }
}
