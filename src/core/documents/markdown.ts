import GithubSlugger from 'github-slugger';
import { Marked, type Token, type Tokens } from 'marked';
import type { Section } from '../ports.ts';
import { parseHtml } from './html-tree.ts';
import { readSections } from './sections.ts';

export interface MarkdownDocument {
  url: string;
  markdown: string;
  /** Used where the text has no heading of the first level. */
  title?: string;
}

const FRONT_MATTER = /^\ufeff?---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/;
const MODULE_STATEMENT =
  /^(?:import\s+(?:[\w*{][^'";]*\sfrom\s+)?['"][^'"\n]+['"];?|export\s+(?:[{*]|(?:async|class|const|default|function|let|var)\b).*)[ \t]*$/gm;
/** A component's tag on a line of its own. */
const COMPONENT_LINE = /^[ \t]*<\/?[A-Z][\w.]*(?:\s[^<>]*)?\/?>[ \t]*$/;
const FENCE_LINE = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)?(`{3,}|~{3,})/;
const EXPLICIT_ID = /\s*\{\s*#([^\s}]+)[^}]*\}\s*$/;

/**
 * The sections of a Markdown or MDX file, with anchors as GitHub makes them or as `{#id}` names
 * them. Front matter and module lines are left out. The text passes through HTML, so that one set
 * of rules decides what is content.
 */
export function readMarkdown({ url, markdown, title }: MarkdownDocument): Section[] {
  const front = FRONT_MATTER.exec(markdown)?.[1] ?? '';
  const html = renderMarkdown(markdown.replace(FRONT_MATTER, ''));
  const name = frontValue(front, 'title') ?? title ?? '';
  const lang = frontValue(front, 'lang') ?? '';
  const head = `<title>${escapeText(name)}</title>`;
  const attribute = lang ? ` lang="${escapeText(lang)}"` : '';
  // An element that no stray end tag in the document closes.
  const main = `<askpage-document role="main">${html}</askpage-document>`;
  return readSections(parseHtml(`<html${attribute}>${head}<body>${main}`), url);
}

function frontValue(front: string, key: string): string | undefined {
  const value = new RegExp(`^${key}:[ \\t]*(.+?)[ \\t]*$`, 'm').exec(front)?.[1];
  return value?.replace(/^(['"])(.*)\1$/, '$2');
}

const escapeText = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');

function renderMarkdown(markdown: string): string {
  const slugger = new GithubSlugger();
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ depth, tokens }: Tokens.Heading) {
        const explicit = takeExplicitId(tokens);
        const html = this.parser.parseInline(tokens);
        const id = explicit ?? slugger.slug(plainText(tokens));
        return `<h${depth} id="${escapeText(id)}">${html}</h${depth}>\n`;
      },
      paragraph({ raw, tokens }: Tokens.Paragraph) {
        if (raw.replace(MODULE_STATEMENT, '').trim() === '') return '';
        return `<p>${this.parser.parseInline(tokens)}</p>\n`;
      },
    },
  });
  try {
    return marked.parse(setComponentsApart(markdown), { async: false });
  } catch {
    // Nested deeper than the stack allows: the words are still worth finding.
    const paragraphs = markdown.split(/\n\s*\n/);
    return paragraphs.map((paragraph) => `<p>${escapeText(paragraph)}</p>`).join('\n');
  }
}

/**
 * MDX reads on behind a component's tag, where plain Markdown takes the lines below it as raw HTML: an
 * element that is only named there, in code, could swallow the rest of the page.
 */
function setComponentsApart(markdown: string): string {
  if (!/^[ \t]*<\/?[A-Z]/m.test(markdown)) return markdown;
  let fence = '';
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE_LINE.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence)) fence = '';
    const isComponent = fence === '' && mark === '' && COMPONENT_LINE.test(line);
    return isComponent ? `\n${line}\n` : line;
  });
  return lines.join('\n');
}

/** Removes a closing `{#id}` from a heading's last text and returns the id. */
function takeExplicitId(tokens: Token[]): string | undefined {
  const last = tokens.at(-1);
  if (!last || !isText(last)) return undefined;
  const id = EXPLICIT_ID.exec(last.text)?.[1];
  if (id) last.text = last.text.replace(EXPLICIT_ID, '');
  return id;
}

// The library's `Token` has an open variant that no comparison of `type` narrows.
const isText = (token: Token): token is Tokens.Text => token.type === 'text';

function plainText(tokens: readonly Token[]): string {
  return tokens.map(tokenText).join('');
}

function tokenText(token: Token): string {
  if (token.type === 'html') return '';
  const { tokens, text } = token as Partial<Tokens.Text>;
  return tokens ? plainText(tokens) : (text ?? '');
}
