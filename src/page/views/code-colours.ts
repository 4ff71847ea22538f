import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import diff from 'highlight.js/lib/languages/diff';
import dockerfile from 'highlight.js/lib/languages/dockerfile';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import java from 'highlight.js/lib/languages/java';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import rust from 'highlight.js/lib/languages/rust';
import shell from 'highlight.js/lib/languages/shell';
import sql from 'highlight.js/lib/languages/sql';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import { createLowlight } from 'lowlight';
import { html } from './lit.ts';

const reader = createLowlight({
  ...{ bash, css, diff, dockerfile, go, ini, java, json, python, rust, shell, sql },
  ...{ typescript, xml, yaml },
});
// Scripts within a page name it so.
reader.registerAlias({ typescript: 'javascript' });

type Part = ReturnType<typeof reader.highlight>['children'][number];

/** From what a grammar finds to our few colours; what is not named here is drawn as plain code. */
const COLOURS: Record<string, string> = {
  ...{ comment: 'muted', quote: 'muted', doctag: 'muted', meta: 'muted' },
  ...{ keyword: 'keyword', literal: 'keyword', name: 'keyword', 'selector-tag': 'keyword' },
  ...{ string: 'string', regexp: 'string', addition: 'string', char: 'string' },
  ...{ number: 'number', symbol: 'number', bullet: 'number', variable: 'number', link: 'number' },
  ...{ title: 'title', section: 'title', 'selector-class': 'title', 'selector-id': 'title' },
  ...{ attr: 'attr', attribute: 'attr', property: 'attr', type: 'attr', built_in: 'attr' },
  deletion: 'deletion',
};

/** Code as text and spans with a class for their colour. */
export function colourCode(code: string, grammar: string): unknown[] {
  return partViews(reader.highlight(grammar, code, { prefix: '' }).children);
}

function partViews(parts: readonly Part[]): unknown[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return [part.value];
    if (part.type !== 'element') return [];
    const inner = partViews(part.children);
    const colour = colourOf(part.properties.className);
    return colour === undefined ? inner : [html`<span class="code-${colour}">${inner}</span>`];
  });
}

function colourOf(names: unknown): string | undefined {
  const [name] = Array.isArray(names) ? (names as unknown[]) : [];
  return typeof name === 'string' && Object.hasOwn(COLOURS, name) ? COLOURS[name] : undefined;
}
