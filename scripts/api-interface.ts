import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InterfaceDeclaration, JSDocTag, Node, PropertySignature } from 'typescript';
import type { Source } from './api-events.ts';
import type { Attribute, ClassDeclaration, Described, Member, Ts } from './api-manifest.ts';

/** Where attributes, properties, slots, parts and custom properties are told. */
export const INTERFACE = 'src/page/interface.ts';

/** Adds to the element's description what that file tells. */
export function addInterface(element: ClassDeclaration, { ts, source }: Source): void {
  const find = (name: string): InterfaceDeclaration => {
    const found = source.statements.find(
      (node): node is InterfaceDeclaration =>
        ts.isInterfaceDeclaration(node) && node.name.text === name,
    );
    if (!found) throw new Error(`${INTERFACE} has no interface ${name}.`);
    return found;
  };
  const attributes = find('AskPageAttributes');
  const tagged = (name: string) => readTags(ts, { node: attributes, name });
  element.tagName = 'ask-page';
  element.customElement = true;
  element.attributes = signatures(ts, attributes).map(asAttribute);
  element.slots = tagged('slot');
  element.cssParts = tagged('csspart');
  element.cssProperties = tagged('cssprop').map(withDefault);
  const own = signatures(ts, find('AskPageOwnProperties'));
  element.members = mergeFields(element.members ?? [], [
    ...element.attributes.map(asField),
    ...own.map((described): Member => ({ kind: 'field', ...described })),
  ]);
}

function signatures(ts: Ts, node: InterfaceDeclaration): Described[] {
  return node.members.filter(ts.isPropertySignature).map((member) => ({
    name: ts.isStringLiteral(member.name) ? member.name.text : member.name.getText(),
    ...(member.type && { type: { text: typeText(member) } }),
    ...readComment(ts, member),
  }));
}

const typeText = ({ type }: PropertySignature): string =>
  (type?.getText() ?? '').replace(/\s+/g, ' ').replace(/ \| undefined$/, '');

/** Description and default, by the comment before it. */
function readComment(ts: Ts, node: Node): Pick<Described, 'description' | 'default'> {
  const [comment] = ts.getJSDocCommentsAndTags(node);
  const text = fold(ts.getTextOfJSDocComment(comment?.comment) ?? '');
  const given = ts.getJSDocTags(node).find(({ tagName }) => tagName.text === 'default');
  const preset = given && fold(ts.getTextOfJSDocComment(given.comment) ?? '');
  return { ...(text && { description: text }), ...(preset && { default: preset }) };
}

function readTags(
  ts: Ts,
  { node, name }: { node: InterfaceDeclaration; name: string },
): Described[] {
  const isMeant = ({ tagName }: JSDocTag) => tagName.text === name;
  return ts
    .getJSDocTags(node)
    .filter(isMeant)
    .map(({ comment }) => {
      const text = fold(ts.getTextOfJSDocComment(comment) ?? '');
      const [, named = text, description = ''] = /^(\S*)\s*- (.*)$/.exec(text) ?? [];
      return { name: named, ...(description && { description }) };
    });
}

const fold = (text: string): string => text.replace(/\s+/g, ' ').trim();

function asAttribute(described: Described): Attribute {
  return { ...described, fieldName: camel(described.name) };
}

const camel = (name: string): string =>
  name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

function asField({ fieldName, name, ...described }: Attribute): Member {
  return { kind: 'field', ...described, name: fieldName, attribute: name };
}

/** The class says what there is; the interface what it means. Fields of the interface come first, in its order. */
function mergeFields(members: readonly Member[], fields: readonly Member[]): Member[] {
  const told = new Set(fields.map(({ name }) => name));
  return [...fields, ...members.filter(({ name }) => !told.has(name))];
}

/** The value that the styles fall back to. */
function withDefault(property: Described): Described {
  const values = new Set(readUses().get(property.name) ?? []);
  const [value] = values;
  if (values.size > 1) throw new Error(`${property.name} has several defaults.`);
  return value === undefined ? property : { ...property, default: value };
}

/** Custom properties that the styles in `src/page` read, with what stands for them where they are not set. */
export function readUses(): ReadonlyMap<string, readonly string[]> {
  const uses = new Map<string, string[]>();
  for (const text of readSources()) {
    for (const { index, 1: name = '' } of text.matchAll(/var\(\s*(--ask-[\w-]+)/g)) {
      const value = fallbackOf(text.slice(index + 'var('.length)).trim();
      uses.set(name, [...(uses.get(name) ?? []), value]);
    }
  }
  return uses;
}

/** What stands between the comma after the name and the closing bracket. */
function fallbackOf(text: string): string {
  let depth = 1;
  let start: number | undefined;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(') depth++;
    if (text[at] === ')' && --depth === 0) return start === undefined ? '' : text.slice(start, at);
    if (text[at] === ',' && depth === 1) start ??= at + 1;
  }
  throw new Error(`A var() is not closed: ${text.slice(0, 40)}`);
}

/** The texts of the files that draw the element. */
export function readSources(folder = 'src/page'): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => readFileSync(join(folder, path), 'utf8'));
}
