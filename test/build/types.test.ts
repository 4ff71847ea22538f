import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { ensurePackage } from './built.ts';

/** What owners write, with what must be refused in each; all in one project, so that it is compiled once. */
const FILES = {
  'use.ts': `import { AskPage, AskPageError, createAsk, type Retriever } from 'askpage';
const element = new AskPage();
element.hotkey = 'mod+k';
void element.ask('how?');
const retriever: Retriever = {
  search: () => Promise.resolve({ hits: [], confidence: 0, encoder: 'keyword', notices: [] }),
};
for await (const event of createAsk({ retriever, random: () => 1 }).ask('how?')) event.kind;
// @ts-expect-error: not a code
new AskPageError('no-such-code', '');
`,
  'page.ts': `import 'askpage/define';
const kind = (answer: { kind: 'extractive' | 'generated' | 'abstained' }) => answer.kind;
document.querySelector('ask-page')?.open();
document.createElement('ask-page').addEventListener('ask-answer', (event) => kind(event.answer));
document.addEventListener('ask-error', ({ error }) => error.code.length);
window.addEventListener('ask-hits', ({ hits }) => hits[0]?.passage.section.url.length);
// @ts-expect-error: it has no such field
document.addEventListener('ask-open', ({ answer }) => answer);
// @ts-expect-error: no such method
document.querySelector('ask-page')?.answer();
`,
  'react.tsx': `import 'askpage/react';
import { useRef } from 'react';
import type { AskPage } from 'askpage';
export function Search() {
  const ask = useRef<AskPage>(null);
  return <>
    <button onClick={() => ask.current?.open()}>Search</button>
    <ask-page ref={ask} className="search" index="/i.json" model-base="/models" debug
      engine="extractive" parts={{ languages: 'all' }}
      onask-answer={(event) => event.answer.citations.length} />
    {/* @ts-expect-error: no such engine */}
    <ask-page engine="steam" />
    {/* @ts-expect-error: no such property */}
    <ask-page answers="short" />
    {/* @ts-expect-error: the event has no such field */}
    <ask-page onask-hits={({ answer }) => answer} />
  </>;
}
`,
  'vue.ts': `import 'askpage/vue';
import type { GlobalComponents } from 'vue';
type Props = InstanceType<GlobalComponents['ask-page']>['$props'];
export const props: Props = { index: '/i.json', modelBase: '/models', debug: true, class: 'search',
  parts: { languages: 'all' }, onAskAnswer: (event) => event.answer.citations.length };
// @ts-expect-error: no such engine
export const steam: Props = { engine: 'steam' };
// @ts-expect-error: the event has no such field
export const hits: Props = { onAskHits: ({ answer }) => answer };
`,
  'svelte.ts': `import 'askpage/svelte';
import type { SvelteHTMLElements } from 'svelte/elements';
type Props = SvelteHTMLElements['ask-page'];
export const props: Props = { index: '/i.json', 'model-base': '/models', debug: true, class: 'search',
  parts: { languages: 'all' }, 'onask-answer': (event) => event.answer.citations.length };
// @ts-expect-error: no such engine
export const steam: Props = { engine: 'steam' };
// @ts-expect-error: the event has no such field
export const hits: Props = { 'onask-hits': ({ answer }) => answer };
`,
} as const;

const PACKAGES = ['lit', 'lit-html', 'lit-element', '@lit', '@types/react', 'svelte', 'vue'];

const compilerOptions = {
  ...{ strict: true, noEmit: true, module: 'esnext', moduleResolution: 'bundler' },
  ...{ target: 'es2022', skipLibCheck: true, types: [], jsx: 'react-jsx' },
  lib: ['es2023', 'dom', 'dom.iterable', 'dom.asynciterable'],
};

beforeAll(ensurePackage);

it('has types that a strict project compiles: by script, in React, in Vue and in Svelte', () => {
  const project = mkdtempSync(join(tmpdir(), 'askpage-types-'));
  const link = (from: string, name: string) => {
    mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve(from), join(project, 'node_modules', name));
  };
  link('.', 'askpage');
  for (const name of PACKAGES) link(join('node_modules', name), name);
  for (const [name, text] of Object.entries(FILES)) writeFileSync(join(project, name), text);
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: Object.keys(FILES) }),
  );
  const args = [resolve('node_modules/typescript/bin/tsc'), '-p', project];
  const { stdout, status } = spawnSync(process.execPath, args, { cwd: project, encoding: 'utf8' });
  expect(stdout).toBe('');
  expect(status).toBe(0);
});
