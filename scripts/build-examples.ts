import { cp } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import { asProduction } from './production.ts';

const SOURCES = 'demo/examples';
const BUILT = ['react', 'vue', 'svelte'];
/** What a browser takes as it is. */
const COPIED = ['html/index.html', 'themes'];

/** An import of the package leads to the widget that the site has already. */
const siteWidget: Plugin = {
  name: 'askpage:site-widget',
  enforce: 'pre',
  resolveId: (source) =>
    /^askpage(?:\/|$)/.test(source)
      ? { id: '../../askpage/askpage.js', external: true }
      : undefined,
};

/** Builds the examples for frameworks into the demo, so that it serves them. @param out Folder of the demo. */
export async function buildExamples(out: string): Promise<void> {
  const folder = join(out, 'examples');
  for (const path of COPIED) {
    await cp(join(SOURCES, path), join(folder, path), { recursive: true });
  }
  await asProduction(async () => {
    for (const name of BUILT) await buildExample(name, join(folder, name));
  });
}

async function buildExample(name: string, out: string): Promise<void> {
  const root = resolve(SOURCES, name);
  await build({
    root,
    base: './',
    configFile: join(root, 'vite.config.ts'),
    logLevel: 'warn',
    plugins: [siteWidget],
    build: { outDir: resolve(out), emptyOutDir: true, assetsDir: '', modulePreload: false },
  });
}
