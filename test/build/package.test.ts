import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensurePackage } from './built.ts';

const DIST = 'dist';
const read = (file: string) => readFileSync(join(DIST, file), 'utf8');

/** Words that only stand in the code of a heavy package. */
const HEAVY = [
  ['transformers.js', /onnxruntime|AutoTokenizer|FeatureExtraction/],
  ['WebLLM', /mlc-chat-config|MLCEngine|tvmjs/],
  ['Voy', /voy_search_bg|__wbindgen/],
  ['marked', /blockquote.*hr.*lheading|codespan/],
  ['parse5', /foreignobject.*annotation-xml/i],
] as const;

beforeAll(ensurePackage);

describe('the script that a page loads', () => {
  it('weighs at most 12 kB gzip, Lit included', () => {
    const bytes = gzipSync(read('askpage.js'), { level: 9 }).length;
    expect(bytes).toBeLessThanOrEqual(12_000);
    expect(read('askpage.js')).toContain('lit-html');
  });

  it.each(HEAVY)('holds nothing of %s', (_name, mark) => {
    expect(read('askpage.js')).not.toMatch(mark);
  });

  it.each(HEAVY.slice(0, 3))('is the mark of %s that the check looks for', (_name, mark) => {
    const heavy = readdirSync(DIST).filter((file) => /^askpage-.*\.m?js$/.test(file));
    expect(heavy.some((file) => mark.test(read(file)))).toBe(true);
  });

  it('fetches nothing by itself: every import is lazy', () => {
    expect(read('askpage.js')).not.toMatch(/(?:^|[;}])import\s*["'{*\w]/);
  });

  it('is imported by nothing that is loaded later, so a query string makes no second copy', () => {
    const later = readdirSync(DIST).filter((file) => /^askpage-.*\.m?js$/.test(file));
    expect(later.filter((file) => read(file).includes('/askpage.js'))).toEqual([]);
  });

  it('names no foreign host', () => {
    const hosts = read('askpage.js').match(/https?:\/\/[\w.-]+/g) ?? [];
    // Lit links to its own explanations in messages, and SVG has a namespace.
    expect(hosts.filter((host) => !/lit\.dev|w3\.org/.test(host))).toEqual([]);
  });
});

/** All that is published. */
const MEANT = [
  /^(?:package\.json|LICENSE|README\.md)$/,
  /^dist\/(?:askpage|index|define|headless|cli)\.js$/,
  /^dist\/(?:askpage|cli)-[\w.-]+\.(?:js|mjs|wasm)$/,
  /^dist\/models\/README\.md$/,
  /^dist\/models\/all-MiniLM-L6-v2\/(?:LICENSE|config\.json|tokenizer\.json|tokenizer_config\.json)$/,
  /^dist\/models\/all-MiniLM-L6-v2\/onnx\/model_quantized\.onnx$/,
  /^dist\/types\/[\w/-]+\.d\.ts$/,
  /^dist\/themes\/[\w-]+\.css$/,
  /^dist\/(?:integrity\.json|custom-elements\.json|sbom\.cdx\.json|licences\.txt)$/,
];

describe('the npm package', () => {
  const packed = () =>
    JSON.parse(
      execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    ) as { files: { path: string }[] }[];

  it('holds the built files, the licence and the readme, and nothing else', () => {
    const paths = packed()[0]?.files.map(({ path }) => path) ?? [];
    expect(paths).toEqual(
      expect.arrayContaining(['dist/askpage.js', 'dist/index.js', 'dist/cli.js']),
    );
    expect(paths.filter((path) => !MEANT.some((meant) => meant.test(path)))).toEqual([]);
  });

  it('needs no install script, and no native package', () => {
    const { dependencies, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as {
      dependencies: Record<string, string>;
      scripts: Record<string, string>;
    };
    expect(Object.keys(dependencies)).toEqual(['lit']);
    expect(Object.keys(scripts).filter((name) => /install/.test(name))).toEqual([]);
    expect(read('cli.js')).not.toMatch(/from\s*["'](?:sharp|onnxruntime-node)["']/);
  });
});

describe('the command of the package', () => {
  it('builds an index with the model that came with it, and nothing else installed', () => {
    const home = mkdtempSync(join(tmpdir(), 'askpage-home-'));
    cpSync(DIST, home, { recursive: true });
    writeFileSync(join(home, 'package.json'), '{"type":"module"}');
    const site = mkdtempSync(join(tmpdir(), 'askpage-site-'));
    writeFileSync(
      join(site, 'index.html'),
      '<title>Tea</title><main><h1>Tea</h1><p>Green tea is brewed at 70 degrees.</p></main>',
    );
    const command = [join(home, 'cli.js'), 'index', site];
    execFileSync(process.execPath, command, { encoding: 'utf8' });
    const manifest = JSON.parse(
      readFileSync(join(site, 'askpage-index/manifest.json'), 'utf8'),
    ) as { passages: number; site: string };
    expect(manifest).toMatchObject({ passages: 1, site: '../' });
  });
});
