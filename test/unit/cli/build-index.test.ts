import { spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildIndex, readSite, type BuildOptions } from '../../../src/cli/build-index.ts';
import { parseManifest } from '../../../src/core/index-file/manifest.ts';
import { readIndex } from '../../../src/core/index-file/read.ts';
import { DEFAULT_MODEL } from '../../../src/worker/embed-api.ts';

const PAGES: Readonly<Record<string, string>> = {
  'index.html': '<title>Home</title><main><h1>Acme</h1><p>Acme is a web server.</p></main>',
  'guide/ports & hosts.html':
    '<main><h1>Ports</h1><h2 id="default">Default</h2><p>The default port is 3000.</p></main>',
  'guide/cats.html': '<main><h1>Cats</h1><p>The cat sleeps on the warm sofa.</p></main>',
  'notes.md': '---\ntitle: Notes\n---\n\n## Backups\n\nBackups run at 02:30 every night.',
  'empty.html': '<main></main>',
  'style.css': 'body { color: red }',
  '.git/hidden.html': '<p>Hidden.</p>',
  'node_modules/a/readme.md': '# Package',
  'drafts/next.html': '<main><p>A draft of what comes next.</p></main>',
};

let site = '';
let out = '';
const write = async (path: string, text: string) => {
  const file = join(site, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
beforeEach(async () => {
  site = await mkdtemp(join(tmpdir(), 'askpage-cli-'));
  out = join(site, 'askpage-index');
  for (const [path, text] of Object.entries(PAGES)) await write(path, text);
});
afterEach(() => rm(site, { recursive: true, force: true }));

const build = async (more: Partial<BuildOptions> = {}) => {
  const embedded: number[] = [];
  const manifest = await buildIndex({
    site,
    out,
    exclude: ['drafts/'],
    model: DEFAULT_MODEL,
    files: { base: 'public/models/' },
    cache: join(site, '.cache/vectors'),
    onProgress: (_done, total, what) => what === 'passages' && embedded.push(total),
    ...more,
  });
  return { manifest, embedded: embedded[0] ?? 0 };
};

const load = async () => {
  const text = await readFile(join(out, 'manifest.json'), 'utf8');
  const manifest = parseManifest(text, 'manifest.json');
  return readIndex(manifest, ({ file }) => readFile(join(out, file)));
};

describe('reading a site', () => {
  it('takes pages and Markdown, in the order of their paths, with addresses', async () => {
    const sections = await readSite({ site, exclude: ['drafts/'] });
    expect(sections.map(({ url, title }) => [url, title])).toEqual([
      ['guide/cats.html', 'Cats'],
      ['guide/ports%20%26%20hosts.html#default', 'Ports'],
      ['index.html', 'Acme'],
      ['notes.md#backups', 'Notes'],
    ]);
    expect((await readSite({ site })).map(({ url }) => url)).toContain('drafts/next.html');
  });
});

describe('building an index', () => {
  it('writes what the widget loads', async () => {
    const { manifest, embedded } = await build();
    expect(embedded).toBe(4);
    expect(manifest).toMatchObject({ passages: 4, site: '../', model: { id: 'all-MiniLM-L6-v2' } });
    const index = await load();
    expect(index.passages.map(({ section }) => section.title)).toEqual([
      'Cats',
      'Ports',
      'Acme',
      'Notes',
    ]);
    expect(index.keywords.search('backups', 5).map(({ row }) => row)).toEqual([3]);
    const row = (i: number) => index.vectors.subarray(i * 384, (i + 1) * 384);
    const cosine = (a: number, b: number) =>
      row(a).reduce((sum, x, i) => sum + x * (row(b)[i] ?? 0), 0);
    expect(cosine(1, 1)).toBeCloseTo(1, 2);
    expect(cosine(1, 2)).toBeGreaterThan(cosine(0, 2));
    const { vector, known } = index.light?.encode('default port') ?? {};
    expect(known).toBe(1);
    const near = (i: number) => row(i).reduce((sum, x, at) => sum + x * (vector?.[at] ?? 0), 0);
    expect(near(1)).toBeGreaterThan(near(0) + 0.2);
  }, 30_000);

  it('leaves the light encoder out where it is not wanted, and an earlier one goes', async () => {
    const isLight = (file: string) => file.startsWith('light-');
    await build();
    expect((await readdir(out)).filter(isLight)).toHaveLength(1);
    const { manifest } = await build({ light: false });
    expect(manifest.parts.map(({ kind }) => kind)).not.toContain('light');
    expect((await readdir(out)).filter(isLight)).toEqual([]);
    expect((await load()).light).toBeUndefined();
  }, 30_000);

  it('again embeds only what changed, and takes old parts away', async () => {
    await build();
    const first = await readdir(out);
    await writeFile(join(out, 'README.txt'), 'mine');
    const same = await build();
    expect(same.embedded).toBe(0);
    expect((await readdir(out)).sort()).toEqual([...first, 'README.txt'].sort());
    await write('new.html', '<main><p>A new page says something else.</p></main>');
    const changed = await build();
    expect(changed.embedded).toBe(1);
    const files = changed.manifest.parts.map(({ file }) => file);
    expect((await readdir(out)).sort()).toEqual(['README.txt', 'manifest.json', ...files].sort());
    expect((await load()).passages).toHaveLength(5);
  }, 30_000);

  it('with another model takes no vector of the first', async () => {
    await build();
    const models = join(site, '.models/');
    await cp('public/models/all-MiniLM-L6-v2', join(models, 'other'), { recursive: true });
    const { embedded, manifest } = await build({
      model: { ...DEFAULT_MODEL, id: 'other' },
      files: { base: models },
    });
    expect(embedded).toBe(4);
    expect(manifest.model.id).toBe('other');
  }, 30_000);

  it('goes on where the cache is broken', async () => {
    await build();
    await writeFile(join(site, '.cache/vectors.bin'), 'cut off!');
    expect((await build()).embedded).toBe(4);
    expect((await build()).embedded).toBe(0);
  }, 30_000);

  it('stops when it is told to', async () => {
    const signal = AbortSignal.abort(new Error('stopped'));
    await expect(build({ signal })).rejects.toThrow('stopped');
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  }, 30_000);

  it('refuses a folder without text', async () => {
    const empty = join(site, 'empty');
    await mkdir(empty);
    await write('empty/page.html', '<main><script>1</script></main>');
    const building = build({ site: empty });
    await expect(building).rejects.toMatchObject({ code: 'no-documents' });
    await expect(building).rejects.toThrow(empty);
  });
});

describe('the command', () => {
  const run = (...args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn('node_modules/.bin/tsx', ['src/cli/main.ts', ...args]);
      const text = { out: '', err: '' };
      child.stdout.on('data', (data: Buffer) => (text.out += data.toString()));
      child.stderr.on('data', (data: Buffer) => (text.err += data.toString()));
      child.on('close', (code) => resolve({ code, ...text }));
    });

  it.each([[[]], [['index']], [['bake', 'site']]])(
    'says how it is used: %j',
    async (args) => {
      expect(await run(...args)).toMatchObject({
        code: 2,
        out: expect.stringContaining('askpage index SITE') as string,
      });
    },
    20_000,
  );

  it('explains itself when asked', async () => {
    expect(await run('--help')).toMatchObject({ code: 0 });
  }, 20_000);

  it('names what was wrong', async () => {
    await mkdir(join(site, 'none'));
    const failed = await run('index', join(site, 'none'));
    expect(failed.code).toBe(1);
    expect(failed.err).toMatch(/^askpage: No HTML or Markdown file.*none/m);
    expect((await run('index', site, '--unknown')).code).toBe(1);
  }, 20_000);

  it('builds an index beside the pages', async () => {
    const built = await run('index', site, '--exclude', 'drafts/');
    expect(built).toMatchObject({ code: 0 });
    expect(built.out).toContain('4 passages');
    expect((await load()).passages).toHaveLength(4);
  }, 30_000);
});
