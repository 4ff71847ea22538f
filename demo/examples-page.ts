import { escapeHtml } from './html.ts';
import type { Page } from './layout.ts';

interface Example {
  /** Below `examples/`. */
  path: string;
  name: string;
  shows: string;
}

const APPS: readonly Example[] = [
  { path: 'html/index.html', name: 'Plain HTML', shows: 'one file with a script tag' },
  { path: 'react/index.html', name: 'React', shows: 'a ref, a property, a handler of the event' },
  { path: 'vue/index.html', name: 'Vue', shows: 'the same in a single-file component' },
  { path: 'svelte/index.html', name: 'Svelte', shows: 'the same with runes' },
  { path: 'headless/index.html', name: 'Without the element', shows: 'a page that draws its own' },
];

const THEMES: readonly Example[] = [
  { path: 'themes/vitepress.html', name: 'VitePress', shows: 'switched by a class' },
  { path: 'themes/docusaurus.html', name: 'Docusaurus', shows: 'switched by an attribute' },
  { path: 'themes/starlight.html', name: 'Starlight', shows: 'switched by an attribute' },
  { path: 'themes/material.html', name: 'Material for MkDocs', shows: 'switched by its scheme' },
];

const HEADINGS = [
  { id: 'apps', depth: 2, text: 'In frameworks' },
  { id: 'themes', depth: 2, text: 'In the colours of a documentation site' },
] as const;

/** The page that leads to the examples. */
export function examplesPage(): Page {
  const [apps, themes] = HEADINGS.map(({ id, text }) => `<h2 id="${id}">${escapeHtml(text)}</h2>`);
  return {
    path: 'examples.html',
    title: 'The widget elsewhere',
    description: 'Small sites with askpage in them: plain HTML, three frameworks, and four themes.',
    body: `<h1>The widget elsewhere</h1>
<p>Each of these pages is a small site of its own that searches this one. Their sources are in the
repository's folder <code>demo/examples</code>.</p>
${apps}
${list(APPS)}
${themes}
<p>Each page has the variables and the switch of that generator, not its code, and one style sheet of
askpage's beside them.</p>
${list(THEMES)}`,
    headings: HEADINGS,
  };
}

const list = (examples: readonly Example[]): string =>
  `<ul>\n${examples
    .map(
      ({ path, name, shows }) =>
        `<li><a href="examples/${path}">${escapeHtml(name)}</a>: ${escapeHtml(shows)}</li>`,
    )
    .join('\n')}\n</ul>`;
