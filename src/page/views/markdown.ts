import type { Token, Tokens } from 'marked';
import { removeInvisible } from '../../core/prompt/invisible.ts';
import type { SupportedClaim } from '../../core/grounding/support-report.ts';
import { ClaimMarks } from './claim-marks.ts';
import { codeView } from './code.ts';
import { html, nothing, type TemplateResult } from './lit.ts';
import { DEEPEST, inlineViews, type InlineOptions } from './markdown-inline.ts';
import { settleMarkdown } from './markdown-settle.ts';
import { readMarkdown } from './markdown-tokens.ts';
import { say, sayList } from '../words/say.ts';

export { loadColours } from './code.ts';

export interface MarkdownOptions extends Omit<InlineOptions, 'depth' | 'marks'> {
  /** What of it is in its sources, where that is known. */
  claims?: readonly SupportedClaim[] | undefined;
  /** More of it is on its way. */
  isStreaming: boolean;
  /** Called when the colours of code have arrived. */
  redraw: () => void;
}

interface BlockOptions extends InlineOptions {
  redraw: () => void;
}

/** Markdown as templates: the lexer's tokens become elements, never an HTML string. */
export function markdownView(text: string, options: MarkdownOptions): unknown[] {
  const { isStreaming, claims } = options;
  // Half of a character may have arrived, too.
  const visible = removeInvisible(isStreaming ? text.replace(/[\ud800-\udbff]$/, '') : text);
  const tokens = readMarkdown(isStreaming ? settleMarkdown(visible) : visible);
  // Places are of the text as it was checked.
  const marks = claims && visible === text ? new ClaimMarks(text, claims) : undefined;
  return tokens ? blockViews(tokens, { ...options, marks, depth: 0 }) : [html`<p>${visible}</p>`];
}

/** Without the blank lines between, so that a block keeps its place, and with it its elements. */
function blockViews(tokens: Token[], options: BlockOptions): unknown[] {
  return tokens.filter(({ type }) => type !== 'space').map((token) => blockView(token, options));
}

function blockView(token: Token, options: BlockOptions): unknown {
  if (options.depth > DEEPEST) return html`<p>${token.raw}</p>`;
  switch (token.type) {
    case 'code': {
      const { text, lang = '' } = token as Tokens.Code;
      const claim = options.marks?.takeCode(text);
      return codeView({ text, language: lang, note: codeNote(claim), redraw: options.redraw });
    }
    case 'list':
      return listView(token as Tokens.List, options);
    case 'table':
      return tableView(token as Tokens.Table, options);
    case 'blockquote':
      return html`<blockquote>
        ${blockViews((token as Tokens.Blockquote).tokens, deeper(options))}
      </blockquote>`;
    case 'heading':
      return html`<h3>${inlineViews(token, options)}</h3>`;
    case 'hr':
      return html`<hr />`;
    default:
      return html`<p>${inlineViews(token, options)}</p>`;
  }
}

/** What of a block of code its sources don't have. */
function codeNote(claim: SupportedClaim | undefined): string {
  const absent = claim?.missing.map(({ text }) => text) ?? [];
  if (absent.length > 0) return say('absentNames', { names: sayList([...new Set(absent)]) });
  return claim?.verdict === 'not' ? say('unfound') : '';
}

const deeper = (options: BlockOptions): BlockOptions => ({ ...options, depth: options.depth + 1 });

function listView({ ordered, start, items }: Tokens.List, options: BlockOptions): TemplateResult {
  const entries = items.map((item) => itemView(item, deeper(options)));
  return ordered
    ? html`<ol start=${start}>
        ${entries}
      </ol>`
    : html`<ul>
        ${entries}
      </ul>`;
}

/**
 * The text that an item begins with gets no paragraph of its own, whether the list is loose or tight:
 * it becomes loose while it is written.
 */
function itemView(
  { tokens, task, checked }: Tokens.ListItem,
  options: BlockOptions,
): TemplateResult {
  const [first, ...rest] = tokens.filter(({ type }) => type !== 'checkbox' && type !== 'space');
  const isText = first?.type === 'text' || first?.type === 'paragraph';
  const head = isText ? inlineViews(first, options) : first && blockView(first, options);
  return html`<li>
    ${task ? boxOf(checked === true) : nothing}${head}${blockViews(rest, options)}
  </li>`;
}

const boxOf = (isChecked: boolean): string => (isChecked ? '☑ ' : '☐ ');

/** Wide ones scroll, so they can be focused. */
function tableView({ header, rows }: Tokens.Table, options: BlockOptions): TemplateResult {
  const words = (cell: Tokens.TableCell) => inlineViews(cell as unknown as Token, options);
  const headCell = (cell: Tokens.TableCell) =>
    html`<th scope="col" class=${sideOf(cell)}>${words(cell)}</th>`;
  const bodyCell = (cell: Tokens.TableCell) => html`<td class=${sideOf(cell)}>${words(cell)}</td>`;
  return html`<section class="table" role="group" tabindex="0" aria-label=${say('table')}>
    <table>
      <thead>
        <tr>
          ${header.map(headCell)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              ${row.map(bodyCell)}
            </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

const sideOf = ({ align }: Tokens.TableCell): string => align ?? 'left';
