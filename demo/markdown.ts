import { Marked, type RendererObject, type Tokens } from 'marked';
import { highlight } from './highlight.ts';
import { escapeHtml } from './html.ts';
import type { Outline } from './outline.ts';

export interface RenderOptions {
  outline: Outline;
  /** Address of a link's target, or undefined where there is nothing to link to. */
  href: (href: string) => string | undefined;
  /** Address of an image on this site, or undefined where its text must stand in for it. */
  image: (src: string) => string | undefined;
  /** The id on the page of an id in the document. */
  id: (id: string) => string;
  /** How many levels the headings move down. */
  shift: number;
  /** Without link signs on headings and colours in code. */
  plain: boolean;
}

/** Renders a document, its title included. */
export function renderMarkdown(options: RenderOptions): string {
  const { outline, shift } = options;
  const parser = new Marked({ renderer: createRenderer(options) });
  const body = parser.parser(outline.tokens);
  if (!outline.untitled) return body;
  const id = options.id('');
  const attribute = id === '' ? '' : ` id="${escapeHtml(id)}"`;
  return `<h${1 + shift}${attribute}>${escapeHtml(outline.title)}</h${1 + shift}>\n${body}`;
}

function createRenderer(options: RenderOptions): RendererObject {
  return {
    heading(token) {
      return heading(token, withoutEmptyAnchors(this.parser.parseInline(token.tokens)), options);
    },
    paragraph({ tokens }) {
      const content = withoutEmptyAnchors(this.parser.parseInline(tokens));
      return /^(?:<a id="[^"]*"><\/a>\s*)*$/.test(content) ? content : `<p>${content}</p>\n`;
    },
    link({ href, title, tokens }) {
      return link({ href, title, content: this.parser.parseInline(tokens) }, options);
    },
    image({ href, text }) {
      const src = options.image(href);
      if (src === undefined) return escapeHtml(text);
      return `<img src="${escapeHtml(src)}" alt="${escapeHtml(text)}">`;
    },
    html(token) {
      return html(token, options);
    },
    code({ text, lang = '' }) {
      const code = options.plain ? escapeHtml(text) : highlight(text, lang);
      return `<pre><code>${code}\n</code></pre>\n`;
    },
    table(token) {
      const cells = (row: Tokens.TableCell[], tag: string): string =>
        row
          .map((cell) => `<${tag}>${breakable(this.parser.parseInline(cell.tokens))}</${tag}>`)
          .join('');
      const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n');
      const head = `<thead>\n<tr>${cells(token.header, 'th')}</tr>\n</thead>`;
      return `<div class="wide"><table>\n${head}\n<tbody>\n${rows}\n</tbody>\n</table></div>\n`;
    },
  };
}

function heading(token: Tokens.Heading, content: string, options: RenderOptions): string {
  const known = options.outline.headings.get(token);
  if (known === undefined) throw new Error(`The outline lacks the heading "${token.text}".`);
  const level = Math.min(6, known.depth + options.shift);
  const id = escapeHtml(options.id(known.id));
  const sign =
    options.plain || known.depth === 1
      ? ''
      : `<a class="anchor" href="#${id}" aria-label="Link to this section" data-askpage-ignore></a>`;
  return `<h${level} id="${id}">${content.trim()}${sign}</h${level}>\n`;
}

function link(
  { href, title, content }: { href: string; title?: string | null | undefined; content: string },
  options: RenderOptions,
): string {
  const target = options.href(href);
  if (target === undefined) return content;
  const rel = /^(?:[a-z]+:)?\/\//i.test(target) ? ' rel="noopener noreferrer"' : '';
  const tip = title ? ` title="${escapeHtml(title)}"` : '';
  return `<a href="${escapeHtml(target)}"${tip}${rel}>${content}</a>`;
}

/** The package's own HTML stays as it is, but for anchors: those that repeat an id lose it. */
function html(token: Tokens.HTML | Tokens.Tag, { outline, id }: RenderOptions): string {
  if (!/^<a (?:id|name)=/.test(token.text)) return token.text;
  const anchor = outline.anchors.get(token);
  const opened = anchor === undefined ? '<a>' : `<a id="${escapeHtml(id(anchor))}">`;
  return token.text.replace(/^<a [^>]*>/, opened);
}

/** Lets the long names of errors break at their underscores; ids and addresses are lower case. */
function breakable(cell: string): string {
  return cell.replace(/(?<=[A-Z]_)(?=[A-Z])/g, '<wbr>');
}

function withoutEmptyAnchors(content: string): string {
  return content.replace(/<a><\/a>\s*/g, '');
}
