import { AskPageError } from '../errors.ts';
import { pageOf } from '../page-url.ts';

/** A document that an owner adds to what is searched; exactly one of `markdown`, `html` and `text`. */
export interface AddedDocument {
  /** Where it can be read, http or https; relative to the page. One that is there already is replaced. */
  url: string;
  /** Its name, where Markdown or HTML has no heading of the first level and no title; `text` needs one. */
  title?: string;
  markdown?: string;
  /** A whole page or a part of one; what is content is told as on pages. */
  html?: string;
  text?: string;
  /** BCP 47 tag. Default: what the document says of itself. */
  lang?: string;
  /** ISO 8601. Default: what the document says of itself. */
  date?: string;
  version?: string;
}

const CONTENTS = ['markdown', 'html', 'text'] as const;
const OPTIONAL = ['title', 'lang', 'date', 'version'] as const;

type Content = (typeof CONTENTS)[number];

/**
 * Documents as they can be read: with absolute addresses, and one of each page, the last.
 * @param base What relative addresses are relative to.
 * @throws {AskPageError} `bad-option`, naming the entry and the field.
 */
export function checkDocuments(documents: unknown, base: string): AddedDocument[] {
  if (!Array.isArray(documents)) throw bad('documents', 'is no list. Give an array of objects');
  const checked = documents.map((entry: unknown, place) =>
    checkDocument(entry, `documents[${place}]`, base),
  );
  return [...new Map(checked.map((document) => [pageOf(document.url), document])).values()];
}

function checkDocument(entry: unknown, name: string, base: string): AddedDocument {
  if (typeof entry !== 'object' || entry === null) {
    throw bad(name, 'is no object. Give one with "url", and "markdown", "html" or "text"');
  }
  const fields = entry as Partial<Record<string, unknown>>;
  const content = contentOf(fields, name);
  for (const field of OPTIONAL) {
    const value = fields[field];
    if (value === undefined || (typeof value === 'string' && value.trim() !== '')) continue;
    throw bad(`${name}.${field}`, `is ${show(value)}. Give a text, or leave it out`);
  }
  const { title, lang, date, version } = fields as Partial<AddedDocument>;
  if (content === 'text' && title === undefined) {
    throw bad(`${name}.title`, 'is missing. A text needs one: it has no heading');
  }
  if (date !== undefined && Number.isNaN(Date.parse(date))) {
    throw bad(`${name}.date`, `is ${show(date)}. Give one such as "2026-11-30"`);
  }
  return {
    ...{ url: addressOf(fields.url, `${name}.url`, base), [content]: fields[content] as string },
    ...(title !== undefined && { title }),
    ...(lang !== undefined && { lang }),
    ...(date !== undefined && { date }),
    ...(version !== undefined && { version }),
  };
}

function contentOf(fields: Partial<Record<string, unknown>>, name: string): Content {
  const [content, second] = CONTENTS.filter((field) => fields[field] !== undefined);
  if (!content) throw bad(name, 'has no text. Give "markdown", "html" or "text"');
  if (second) throw bad(name, `has both "${content}" and "${second}". Give one of them`);
  const value = fields[content];
  if (typeof value === 'string' && value.trim() !== '') return content;
  throw bad(`${name}.${content}`, `is ${show(value)}. Give a text that is not empty`);
}

/** Sources are links, so that an address of another kind could run code. */
function addressOf(url: unknown, name: string, base: string): string {
  try {
    const { protocol, href } = new URL(typeof url === 'string' ? url : '', base);
    if (url && /^https?:$/.test(protocol)) return href;
  } catch {
    // Told below.
  }
  throw bad(name, `is ${show(url)}. Give the address, http or https, where it can be read`);
}

const show = (value: unknown): string =>
  value === undefined ? 'missing' : JSON.stringify(value).slice(0, 80);

const bad = (name: string, what: string): AskPageError =>
  new AskPageError('bad-option', `addDocuments: ${name} ${what}.`);
