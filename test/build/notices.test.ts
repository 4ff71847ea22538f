import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchChromium } from '../../scripts/chromium.ts';
import { serveFolders } from '../../scripts/static-server.ts';
import { ensurePackage } from './built.ts';

const DIST = 'dist';
const read = (file: string) => readFileSync(join(DIST, file), 'utf8');

beforeAll(ensurePackage);

/** A word of each package's own code or name that its built file holds. */
const BUNDLED = [
  '@huggingface/tokenizers',
  '@huggingface/transformers',
  '@mlc-ai/web-llm',
  '@noble/hashes',
  '@wllama/wllama',
  'idb',
  'lit-html',
  'marked',
  'minisearch',
  'onnxruntime-web',
  'parse5',
  'voy-search',
];
/** Needed to work on this repository, and in none of its files. */
const NOT_BUNDLED = [
  'typescript',
  'vitest',
  'eslint',
  'vite',
  'fastify',
  'playwright-core',
  'sharp',
];

describe('dist/integrity.json', () => {
  const hashes = () => JSON.parse(read('integrity.json')) as Record<string, string>;

  it('holds the hash of every other file', () => {
    const files = readdirSync(DIST, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name).slice(DIST.length + 1))
      .filter((path) => path !== 'integrity.json');
    expect(Object.keys(hashes()).sort()).toEqual(files.sort());
    for (const [path, hash] of Object.entries(hashes())) {
      const digest = createHash('sha384')
        .update(readFileSync(join(DIST, path)))
        .digest('base64');
      expect({ path, hash }).toEqual({ path, hash: `sha384-${digest}` });
    }
  });

  describe('in a browser', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await launchChromium();
    });
    afterAll(() => browser.close());

    it.each([
      ['runs', ''],
      ['refuses a changed', '\n// changed'],
    ])('the integrity attribute %s script', async (_name, change) => {
      const { 'askpage.js': integrity } = hashes();
      const server = await serveFolders({
        mounts: { '/': DIST },
        handle({ url }, response) {
          if (url === '/page') {
            response.setHeader('content-type', 'text/html');
            response.end(
              `<!doctype html><script type="module" src="/askpage.js" integrity="${integrity ?? ''}"></script><ask-page></ask-page>`,
            );
          } else if (url === '/askpage.js') {
            response.setHeader('content-type', 'text/javascript');
            response.end(read('askpage.js') + change);
          } else return false;
          return true;
        },
      });
      const page = await browser.newPage();
      await page.goto(`${server.url}page`);
      await page.waitForLoadState('load');
      const isDefined = await page.evaluate(() => customElements.get('ask-page') !== undefined);
      expect(isDefined).toBe(change === '');
      await page.close();
      await server.close();
    });
  });
});

interface Listed {
  metadata: { timestamp?: string; component: { name: string } };
  components: {
    name: string;
    version: string;
    'bom-ref': string;
    licenses?: unknown[];
    hashes?: unknown[];
  }[];
}

describe('dist/sbom.cdx.json', () => {
  const bill = () => JSON.parse(read('sbom.cdx.json')) as Listed;
  const names = () => bill().components.map((each) => each['bom-ref'].replace(/@[^@]+$/, ''));

  it('lists what is bundled, with licence and hash, and nothing else', () => {
    expect(names()).toEqual(expect.arrayContaining(BUNDLED));
    expect(names().filter((name) => NOT_BUNDLED.includes(name))).toEqual([]);
    const bare = bill().components.filter(({ licenses, hashes }) => !licenses || !hashes);
    expect(bare).toEqual([]);
  });

  it('is about askpage, and changes only with what it lists', () => {
    expect(bill().metadata.component.name).toBe('askpage');
    expect(bill().metadata.timestamp).toBeUndefined();
  });
});

describe('dist/licences.txt', () => {
  it.each(BUNDLED)('names %s', (name) => {
    const [, text = ''] = read('licences.txt').split(
      new RegExp(`={80}\n${name} [\\w.-]+ \\(.+\\)\n={80}\n`),
    );
    const [section = ''] = text.split('='.repeat(80));
    expect(section.trim().length).toBeGreaterThan(40);
    const folder = join('node_modules', name);
    const brings =
      existsSync(folder) && readdirSync(folder).some((file) => /^licen[cs]e/i.test(file));
    if (brings) expect(section).toMatch(/permission|apache license/i);
  });

  it('holds the licence of the embedding model and of askpage itself', () => {
    const text = read('licences.txt');
    expect(text).toContain(readFileSync('LICENSE', 'utf8').trim());
    expect(text).toContain('all-MiniLM-L6-v2, the embedding model (Apache-2.0)');
  });
});
