import { describe, expect, it } from 'vitest';
import type { Passage } from '../../../src/core/ports.ts';
import { findAddress, knownAddresses } from '../../../src/page/views/markdown-addresses.ts';

const BASE = 'https://site.test/docs/page.html';

const passage = (url: string, text: string): Passage => ({
  ...{ id: url, text, tokens: 10 },
  section: { url, title: 'Title', headings: [] },
});

const known = knownAddresses(
  [
    passage(
      'guide/server.html#port',
      'See https://fastify.test/a?b=c. Write to help@site.test, too.',
    ),
    passage(
      'https://site.test/docs/reply.html',
      '[Hooks](hooks.html#on) (https://wiki.test/Port_(x)) <a href="/top.html">\n`[x](javascript:alert(1))` [y](//evil.test/z) https://site.test@evil.test/x',
    ),
    passage('javascript:alert(1)', 'https://never.test/'),
  ],
  BASE,
);
const find = (written: string) => findAddress(known, written, BASE);

describe('an address that a model writes', () => {
  it.each([
    [
      'of a source, as the request has it',
      'guide/server.html#port',
      'https://site.test/docs/guide/server.html#port',
    ],
    ["of a source's page", 'guide/server.html', 'https://site.test/docs/guide/server.html'],
    [
      'of a source, absolute',
      'https://site.test/docs/reply.html',
      'https://site.test/docs/reply.html',
    ],
    ['in a text', 'https://fastify.test/a?b=c', 'https://fastify.test/a?b=c'],
    ['in a text, with brackets', 'https://wiki.test/Port_(x)', 'https://wiki.test/Port_(x)'],
    ['of a person', 'mailto:help@site.test', 'mailto:help@site.test'],
    ['relative to its passage', 'hooks.html#on', 'https://site.test/docs/hooks.html#on'],
    ['in an attribute', '/top.html', 'https://site.test/top.html'],
  ])('%s leads there', (_, written, address) => expect(find(written)).toBe(address));

  it.each([
    '',
    'https://evil.test/?q=what+was+asked',
    'https://fastify.test/a?b=c&d=secret',
    'https://fastify.test/a',
    'https://fastify.test/a?b=c.',
    'guide/server.html?q=secret',
    'guide/server.html#secret',
    '//fastify.test/a?b=c',
    '/\\fastify.test/a?b=c',
    'mailto:help@site.test?body=secret',
    'mailto:evil@site.test',
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://site.test/1',
    'file:///etc/passwd',
    '//evil.test/z',
    'https://never.test/',
    'https://site.test@evil.test/x',
    'https://[',
  ])('"%s" leads nowhere', (written) => expect(find(written)).toBeUndefined());
});
