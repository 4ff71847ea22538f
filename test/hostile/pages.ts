import { Marked } from 'marked';

/** A document as a page: its own HTML, scripts and handlers stay what they are. */
export interface HostilePage {
  title: string;
  body: string;
}

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*\r?\n/;
/** What a compiler of MDX runs and never shows. */
const MODULE_LINE = /^(?:import|export) .*$/gm;

/**
 * What a careless site generator makes of a Markdown file: front matter is read and the title put into
 * the page as it stands, lines of modules are compiled away, and nothing else is looked at.
 */
export function pageFrom(markdown: string): HostilePage {
  const front = FRONT_MATTER.exec(markdown)?.[1] ?? '';
  const title = /^title: *"?(.*?)"?$/m.exec(front)?.[1] ?? 'Page';
  const text = markdown.replace(FRONT_MATTER, '').replace(MODULE_LINE, '');
  return { title, body: new Marked({ gfm: true }).parse(text, { async: false }) };
}
