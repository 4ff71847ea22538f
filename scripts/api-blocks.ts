import { elementOf, type Described, type Manifest, type Member } from './api-manifest.ts';
import { fillBlocks, table } from './doc-blocks.ts';

export const API_DOCS = 'docs/api.md';

/** The document with its tables made anew from the element's description. */
export const renderApiDocs = (document: string, manifest: Manifest): Promise<string> => {
  const element = elementOf(manifest);
  const { members } = element;
  return fillBlocks(document, API_DOCS, {
    attributes: rows(['attribute', 'type', 'default', 'meaning'], element.attributes, attribute),
    properties: rows(['property', 'type', 'meaning'], members.filter(isOwnField), property),
    methods: rows(['method', 'gives', 'meaning'], members.filter(isMethod), method),
    events: rows(['event', 'when', 'fields'], element.events, event(manifest)),
    slots: rows(['slot', 'meaning'], element.slots, ({ name, description }) => [
      name === '' ? 'the default' : code(name),
      description ?? '',
    ]),
    parts: partsTable(element.cssParts),
    style: rows(['custom property', 'light', 'dark', 'meaning'], element.cssProperties, style),
  });
};

function rows<Item>(
  heads: readonly string[],
  items: readonly Item[],
  cells: (item: Item) => readonly string[],
): string {
  if (items.length === 0) return 'None.';
  return table(
    heads,
    items.map((item) => `| ${cells(item).map(cell).join(' | ')} |`),
  );
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s+/g, ' ');
const code = (text: string): string => `\`${text}\``;

/** A value stands as code, words stand as they are. */
const preset = (text = ''): string =>
  /^(?:"[^"]*"|\d+\w*|true|false|\{\}|\[\])$/.test(text) ? code(text.replaceAll('"', '')) : text;

function attribute({ name, type, default: value, description = '' }: Described): string[] {
  return [code(name), typeOf(type?.text), preset(value), description];
}

const typeOf = (text = ''): string => (text === '' ? '' : code(text.replaceAll("'", '')));

const isOwnField = (member: Member): boolean => member.kind === 'field' && !member.attribute;
const isMethod = (member: Member): boolean => member.kind === 'method';

function property({ name, type, readonly, description = '' }: Member): string[] {
  return [code(name), typeOf(type?.text) + (readonly ? ', read only' : ''), description];
}

function method(member: Member): string[] {
  const { name, parameters = [], description = '' } = member;
  const given = parameters.map(
    ({ name: each, optional, type }) => `${each}${optional ? '?' : ''}: ${type?.text ?? 'unknown'}`,
  );
  const call = `${member.static ? 'AskPage.' : ''}${name}(${given.join(', ')})`;
  const gives = member.return?.type?.text ?? 'void';
  return [code(call), gives === 'void' ? '' : code(gives), description];
}

const event =
  (manifest: Manifest) =>
  ({ name, type, description = '' }: Described): string[] => {
    const fields = fieldsOf(manifest, type?.text).map((field) => {
      const told = field.description ? `: ${field.description.replace(/\.$/, '')}` : '';
      return `${code(field.name)} (${typeOf(field.type?.text)})${told}`;
    });
    return [code(name), description, fields.join('; ')];
  };

/** What an event of that class brings. */
export function fieldsOf({ modules }: Manifest, className: string | undefined): Member[] {
  const all = modules.flatMap(({ declarations }) => declarations);
  const declared = all.find(({ name }) => name === className);
  return declared?.members?.filter(({ kind }) => kind === 'field') ?? [];
}

/** Numbered, as in the picture. */
function partsTable(parts: readonly Described[]): string {
  const numbered = parts.map((part, index) => ({ ...part, number: index + 1 }));
  return rows(['', 'part', 'what it is'], numbered, ({ number, name, description = '' }) => [
    String(number),
    code(name),
    description,
  ]);
}

/** Colours of both schemes, where there are two. */
function style({ name, default: value = '', description = '' }: Described): string[] {
  const [, light, dark] = /^light-dark\((.*), (.*)\)$/.exec(value) ?? [];
  return [code(name), code(light ?? value), code(dark ?? value), description];
}
