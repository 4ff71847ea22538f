import { readFileSync, writeFileSync } from 'node:fs';
import * as analyzer from '@custom-elements-manifest/analyzer';
import type * as typescript from 'typescript';
import { addInterface, INTERFACE } from './api-interface.ts';
import { describeEvents } from './api-events.ts';

/** A thing of the element with its description, in the format of custom-elements.json. */
export interface Described {
  name: string;
  description?: string;
  type?: { text: string };
  default?: string;
}

export interface Attribute extends Described {
  fieldName: string;
}

export interface Member extends Described {
  kind: 'field' | 'method';
  static?: boolean;
  readonly?: boolean;
  privacy?: 'public' | 'protected' | 'private';
  /** Of a field: the attribute that sets it. */
  attribute?: string;
  parameters?: { name: string; optional?: boolean; type?: { text: string } }[];
  return?: { type?: { text: string } };
}

export interface ClassDeclaration extends Described {
  kind: 'class';
  members?: Member[];
  attributes?: Attribute[];
  events?: Described[];
  slots?: Described[];
  cssParts?: Described[];
  cssProperties?: Described[];
  tagName?: string;
  customElement?: boolean;
}

interface Export {
  kind: 'js' | 'custom-element-definition';
  name: string;
  declaration: { name: string; module: string };
}

interface Module {
  kind: 'javascript-module';
  path: string;
  declarations: ClassDeclaration[];
  exports: Export[];
}

export interface Manifest {
  schemaVersion: string;
  readme: string;
  modules: Module[];
}

export type Ts = typeof typescript;

/** The package has types for its plugins alone. Its own TypeScript reads the sources. */
const { create, ts } = analyzer as unknown as {
  create: (options: { modules: unknown[] }) => Manifest;
  ts: Ts;
};

const ELEMENT = 'src/page/ask-page.ts';
/** The first has what the small script dispatches itself. */
const EVENTS = ['src/page/frame/open-events.ts', 'src/page/events.ts'];
const ENTRY = 'dist/index.js';
const DEFINITION = 'dist/define.js';

/** The element's description by its sources, with the modules that are published. */
export function readManifest(): Manifest {
  const { modules } = create({ modules: [ELEMENT, ...EVENTS].map(parse) });
  const classes = modules.flatMap(({ declarations }) => declarations).map(withoutPrivate);
  const element = classes.find(({ name }) => name === 'AskPage');
  if (!element) throw new Error(`${ELEMENT} has no class AskPage.`);
  const events = classes.filter((each) => each !== element);
  addInterface(element, { ts, source: parse(INTERFACE) });
  element.events = EVENTS.flatMap((path) => describeEvents(events, { ts, source: parse(path) }));
  return publish(element, events);
}

/** Writes the description into the built package. */
export function writeManifest(path: string): void {
  writeFileSync(path, `${JSON.stringify(readManifest(), null, 2)}\n`);
}

/** The element's own entry of a manifest. */
export function elementOf({ modules }: Manifest): Required<ClassDeclaration> {
  const all = modules.flatMap(({ declarations }) => declarations);
  const element = all.find(({ tagName }) => tagName === 'ask-page');
  if (!element) throw new Error('The manifest does not describe <ask-page>.');
  return element as Required<ClassDeclaration>;
}

const parse = (path: string) =>
  ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.ES2022, true);

/** Only what a page may use is described. */
function withoutPrivate(declaration: ClassDeclaration): ClassDeclaration {
  const isPublic = ({ name, privacy = 'public', static: isStatic, kind }: Member) =>
    privacy === 'public' && !name.startsWith('#') && !(isStatic && kind === 'field');
  return { ...declaration, members: declaration.members?.filter(isPublic) ?? [] };
}

function publish(element: ClassDeclaration, events: readonly ClassDeclaration[]): Manifest {
  const declarations = [element, ...events];
  const reference = (name: string) => ({ name, module: ENTRY });
  const exports = declarations.map(({ name }): Export => ({
    kind: 'js',
    name,
    declaration: reference(name),
  }));
  const definition: Export = {
    kind: 'custom-element-definition',
    name: 'ask-page',
    declaration: reference(element.name),
  };
  const kind = 'javascript-module';
  return {
    schemaVersion: '1.0.0',
    readme: 'docs/api.md',
    modules: [
      { kind, path: ENTRY, declarations, exports },
      { kind, path: DEFINITION, declarations: [], exports: [definition] },
    ],
  };
}
