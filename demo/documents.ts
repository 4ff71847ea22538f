import { readdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { readOutline, type Outline } from './outline.ts';

export type Group = 'Guides' | 'Reference';

/** One Markdown file of the Fastify documentation. */
export interface Document {
  /** Path below `docs/`, for example `Guides/Testing.md`. */
  path: string;
  /** Path of its page below the site's root, for example `Guides/Testing.html`. */
  page: string;
  group: Group | undefined;
  /** Short name for navigation; the page's own title is `outline.title`. */
  label: string;
  outline: Outline;
}

/** The folder of the installed `fastify` package. */
export const FASTIFY = dirname(createRequire(import.meta.url).resolve('fastify/package.json'));

// Reading order. A file that upstream adds later still gets a page, after these.
const ORDER: Readonly<Record<Group, string>> = {
  Guides: `Index Getting-Started Plugins-Guide Write-Plugin Testing Database Fluent-Schema
    Write-Type-Provider Recommendations Serverless Benchmarking Delay-Accepting-Requests
    Detecting-When-Clients-Abort Prototype-Poisoning Ecosystem Migration-Guide-V5
    Migration-Guide-V4 Migration-Guide-V3 Style-Guide`,
  Reference: `Index Server Lifecycle Routes Request Reply Validation-and-Serialization Plugins
    Encapsulation Decorators Hooks ContentTypeParser Errors Logging Middleware HTTP2 TypeScript
    Type-Providers Warnings LTS Principles`,
};

// Names that cannot be read off the file's name.
const LABELS: Readonly<Record<string, string>> = {
  'index.md': 'Introduction',
  'Guides/Index.md': 'Guides Overview',
  'Guides/Migration-Guide-V3.md': 'Migration to v3',
  'Guides/Migration-Guide-V4.md': 'Migration to v4',
  'Guides/Migration-Guide-V5.md': 'Migration to v5',
  'Reference/Index.md': 'Reference Overview',
  'Reference/ContentTypeParser.md': 'Content-Type Parser',
  'Reference/HTTP2.md': 'HTTP/2',
  'Reference/LTS.md': 'Long Term Support',
};

/** Reads every document: the front page, then the guides, then the reference. */
export async function readDocuments(): Promise<Document[]> {
  const names = [
    'index.md',
    ...(await documentsOf('Guides')).map((name) => `Guides/${name}`),
    ...(await documentsOf('Reference')).map((name) => `Reference/${name}`),
  ];
  return Promise.all(names.map(readDocument));
}

async function documentsOf(group: Group): Promise<string[]> {
  const order = ORDER[group].split(/\s+/).map((name) => `${name}.md`);
  const rank = (name: string): number => {
    const position = order.indexOf(name);
    return position < 0 ? order.length : position;
  };
  const names = await readdir(join(FASTIFY, 'docs', group));
  return names
    .filter((name) => name.endsWith('.md'))
    .sort((a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en'));
}

async function readDocument(path: string): Promise<Document> {
  const markdown = await readFile(join(FASTIFY, 'docs', path), 'utf8');
  const [group] = path.split('/');
  const name = path.replace(/^.*\/|\.md$/g, '').replaceAll('-', ' ');
  const label = LABELS[path] ?? name;
  return {
    path,
    page: path.replace(/\.md$/, '.html'),
    group: group === 'Guides' || group === 'Reference' ? group : undefined,
    label,
    outline: readOutline(markdown, label),
  };
}
