import { readFileSync } from 'node:fs';
import { LitElement } from 'lit';
import { describe, expect, it } from 'vitest';
import { API_DOCS, fieldsOf, renderApiDocs } from '../../../scripts/api-blocks.ts';
import { readSources, readUses } from '../../../scripts/api-interface.ts';
import { elementOf, readManifest, type Described } from '../../../scripts/api-manifest.ts';
import { AskPage } from '../../../src/page/ask-page.ts';
import * as events from '../../../src/page/events.ts';

const manifest = readManifest();
const element = elementOf(manifest);
const sources = readSources();

/** What the element has for its own parts, or overrides. */
const NOT_FOR_PAGES = ['constructor', 'sessionChanged', 'properties', 'styles'];

/** What every element of Lit's has. */
class PlainElement extends LitElement {}

const named = (things: readonly Described[]) => things.map(({ name }) => name).sort();
const sorted = (names: Iterable<string>) => [...new Set(names)].sort();

/** The first group of each match, in any source of the element. */
function mentioned(pattern: RegExp): string[] {
  const found = sources.flatMap((text) => [...text.matchAll(pattern)].map((match) => match[1]));
  return sorted(found.filter((name) => name !== undefined));
}

/** Own properties of an object's prototype that LitElement, or what it comes from, doesn't have. */
function ownOf(target: object, inherited: object): string[] {
  return Object.getOwnPropertyNames(target).filter(
    (name) => !(name in inherited) && !name.startsWith('__') && !NOT_FOR_PAGES.includes(name),
  );
}

describe('the description of the element', () => {
  it('says each thing once, in a sentence', () => {
    const { attributes, cssParts, cssProperties, events: told, members, slots } = element;
    for (const things of [attributes, cssParts, cssProperties, told, members, slots]) {
      expect(named(things)).toEqual(sorted(named(things)));
      for (const { name, description } of things) {
        expect(description, name).toMatch(/^[A-Z`"<].*[.)]$/s);
      }
    }
  });

  it('has every attribute that the element observes, with its property', () => {
    expect(named(element.attributes)).toEqual(sorted(AskPage.observedAttributes));
    const pairs = [...AskPage.elementProperties].map(([property, { attribute }]) => [
      typeof attribute === 'string' ? attribute : String(property).toLowerCase(),
      String(property),
    ]);
    const told = element.attributes.map(({ name, fieldName }) => [name, fieldName]);
    expect(Object.fromEntries(told)).toEqual(
      Object.fromEntries(pairs.filter(([name]) => AskPage.observedAttributes.includes(name ?? ''))),
    );
  });

  it('has a default for every attribute', () => {
    expect(named(element.attributes.filter((each) => each.default === undefined))).toEqual([]);
  });

  it('has every method and property that a page can reach', () => {
    const own = [
      ...ownOf(AskPage.prototype, LitElement.prototype),
      ...ownOf(new AskPage(), new PlainElement()),
      ...ownOf(AskPage, LitElement),
    ];
    expect(named(element.members)).toEqual(sorted(own));
  });

  it('has a setter for each property, by which frameworks tell it from an attribute', () => {
    const fields = element.members.filter(({ kind, readonly }) => kind === 'field' && !readonly);
    expect(fields.length).toBeGreaterThan(5);
    for (const { name } of fields) {
      const found = Object.getOwnPropertyDescriptor(AskPage.prototype, name);
      expect(typeof found?.set, name).toBe('function');
    }
  });

  it('has every event, of the class that is dispatched, with its fields', () => {
    const dispatched = mentioned(/new (Ask\w+Event)\(/g);
    expect(sorted(Object.keys(events))).toEqual(dispatched);
    expect(sorted(element.events.map(({ type }) => type?.text ?? ''))).toEqual(dispatched);
    for (const { type } of element.events) {
      for (const field of fieldsOf(manifest, type?.text)) expect(field.type?.text).toBeTruthy();
    }
  });

  it('has every event in the map by which listeners are typed', () => {
    const source = readFileSync('src/page/interface.ts', 'utf8');
    const pairs = [...source.matchAll(/^ {2}'(ask-[\w-]+)': (Ask\w+Event);$/gm)];
    expect(Object.fromEntries(pairs.map(([, name, type]) => [name, type]))).toEqual(
      Object.fromEntries(element.events.map(({ name, type }) => [name, type?.text])),
    );
  });

  it('has every part and every slot that is drawn, the lazily loaded views included', () => {
    const drawn = mentioned(/\bpart(?:="|\.add\(')([\w -]+)["']/g).flatMap((names) =>
      names.split(' '),
    );
    expect(named(element.cssParts)).toEqual(sorted(drawn));
    expect(mentioned(/\bpart=(\$\{.{0,20})/g)).toEqual([]);
    const slots = mentioned(/<slot\b([^>]*)>/g).map((tag) => /name="(.*?)"/.exec(tag)?.[1] ?? '');
    expect(named(element.slots)).toEqual(sorted(slots));
  });

  it('has every custom property that the styles read, with its default', () => {
    expect(named(element.cssProperties)).toEqual(sorted(readUses().keys()));
    expect(mentioned(/(--ask-[\w-]+)/g)).toEqual(named(element.cssProperties));
    for (const { name, default: value } of element.cssProperties) {
      expect(value, `the default of ${name}`).toBeTruthy();
    }
  });
});

describe('the documents', () => {
  it('docs/api.md has the tables as the sources have them', async () => {
    const written = readFileSync(API_DOCS, 'utf8');
    // Made anew by `npm run api`.
    expect(written).toBe(await renderApiDocs(written, manifest));
    for (const { name } of element.attributes) expect(written).toContain(`\n| \`${name}\` `);
  });

  it('README.md names attributes and custom properties that exist', () => {
    const readme = readFileSync('README.md', 'utf8');
    const table = /\n\| attribute [\s\S]*?\n\n/.exec(readme)?.[0] ?? '';
    const rows = [...table.matchAll(/^\| (`.*?`) +\|/gm)].map(([, names]) => names ?? '');
    const attributes = rows.flatMap((names) => [...names.matchAll(/`([\w-]+)`/g)].map((m) => m[1]));
    expect(attributes.length).toBeGreaterThan(3);
    expect(attributes.filter((name) => !named(element.attributes).includes(name ?? ''))).toEqual(
      [],
    );
    const properties = [...readme.matchAll(/--ask-[\w-]+/g)].map(([name]) => name);
    expect(properties.filter((name) => !named(element.cssProperties).includes(name))).toEqual([]);
  });
});
