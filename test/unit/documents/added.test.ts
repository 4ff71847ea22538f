import { describe, expect, it } from 'vitest';
import { checkDocuments } from '../../../src/core/documents/added-document.ts';
import { readDocument } from '../../../src/core/documents/added.ts';
import { AskPageError } from '../../../src/core/errors.ts';

const BASE = 'https://docs.test/guide/start.html';
const check = (...documents: unknown[]) => checkDocuments(documents, BASE);

function refusal(documents: unknown): AskPageError {
  try {
    checkDocuments(documents, BASE);
  } catch (thrown) {
    return AskPageError.from(thrown);
  }
  throw new Error('It was taken.');
}

describe('documents that an owner adds', () => {
  const good = { url: '../news/1', title: 'News', text: 'Something is new.' };

  it('are taken with an absolute address, the last of each page', () => {
    const [first, ...rest] = check({ ...good, text: 'Older.' }, { ...good, url: '/news/1#top' });
    expect(first).toEqual({ ...good, url: 'https://docs.test/news/1#top' });
    expect(rest).toEqual([]);
  });

  it.each<[documents: unknown, words: string]>([
    ['a text', 'documents is no list'],
    [[good, null], 'documents[1] is no object'],
    [[{ ...good, url: 'javascript:alert(1)' }], 'documents[0].url is "javascript:alert(1)"'],
    [[{ ...good, url: undefined }], 'documents[0].url is missing'],
    [[{ ...good, url: 'https://[' }], 'documents[0].url is "https://["'],
    [[good, { ...good, text: undefined }], 'documents[1] has no text'],
    [[{ ...good, html: '<p>x' }], 'documents[0] has both "html" and "text"'],
    [[{ ...good, text: ' \n' }], 'documents[0].text is " \\n"'],
    [[{ ...good, text: 3 }], 'documents[0].text is 3'],
    [[{ ...good, title: undefined }], 'documents[0].title is missing'],
    [[{ ...good, title: '' }], 'documents[0].title is ""'],
    [[{ ...good, lang: 5 }], 'documents[0].lang is 5'],
    [[{ ...good, date: 'yesterday' }], 'documents[0].date is "yesterday"'],
  ])('are refused by name: %j', (documents, words) => {
    const error = refusal(documents);
    expect(error.code).toBe('bad-option');
    expect(error.message).toContain(`addDocuments: ${words}`);
  });
});

describe('sections of an added document', () => {
  const url = 'https://docs.test/a.html';

  it('are the same for Markdown and HTML that say the same', () => {
    const markdown = '# Pumps\n\nThey pump.\n\n## Care\n\nOil them.';
    const html =
      '<h1 id="pumps">Pumps</h1><p>They pump.</p><h2 id="care">Care</h2><p>Oil them.</p>';
    const sections = readDocument({ url, html });
    expect(sections).toEqual(readDocument({ url, markdown }));
    expect(sections.map(({ url: address, headings }) => [address, ...headings])).toEqual([
      [`${url}#pumps`],
      [`${url}#care`, 'Care'],
    ]);
  });

  it('have the title that the document gives itself, else the one that was given, else its file', () => {
    const titles = (document: object) =>
      readDocument({ url, ...document }).map((each) => each.title);
    const html = '<p>Text.</p>';
    expect(titles({ title: 'Given', html })).toEqual(['Given']);
    expect(titles({ title: 'Given', html: `<h1>Own</h1>${html}` })).toEqual(['Own']);
    expect(titles({ html })).toEqual(['a']);
    expect(titles({ title: 'Given', markdown: 'Text.' })).toEqual(['Given']);
  });

  it('carry language, date and version, those given before their own', () => {
    const html = '<html lang="fr"><meta name="version" content="1"><p>Texte.</p>';
    expect(readDocument({ url, html, lang: 'fr-CA', date: '2026-01-02' })).toMatchObject([
      { lang: 'fr-CA', date: '2026-01-02', version: '1' },
    ]);
  });

  it('hold a plain text as it is, whatever it looks like', () => {
    const text = '<b>x</b>\r\n\r\nNext.';
    const section = { url, title: 'T', headings: [], text: '<b>x</b>\n\nNext.' };
    expect(readDocument({ url, title: 'T', text })).toEqual([section]);
  });
});
