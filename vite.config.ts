import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const packageFile = (path: string) =>
  fileURLToPath(new URL(`node_modules/${path}`, import.meta.url));

/** The default runtime carries a WebGPU build of twice the size; embedding runs on WASM. */
const onnx = [
  {
    find: 'onnxruntime-web/webgpu',
    replacement: packageFile('onnxruntime-web/dist/ort.wasm.min.mjs'),
  },
];

/**
 * Vite wraps each lazy import in a helper that preloads styles, of which there are none, and puts that
 * helper into the entry. The heavy part would then import the entry, which under another address (a
 * query string) is a second copy of it. So each module gets a helper of its own that does nothing.
 */
const ownPreload: Plugin = {
  name: 'askpage:own-preload',
  enforce: 'pre',
  apply: 'build',
  resolveId: (source, importer) =>
    source.includes('vite/preload-helper') ? `\0askpage-preload:${importer ?? ''}` : undefined,
  load: (id) =>
    id.startsWith('\0askpage-preload:')
      ? 'export const __vitePreload = (load) => load();'
      : undefined,
};

/** Styles without their comments and indentation: the page's script carries those of button and frame. */
const smallStyles: Plugin = {
  name: 'askpage:small-styles',
  enforce: 'pre',
  apply: 'build',
  transform: {
    filter: { id: /\/src\/page\/.*styles\.ts$/ },
    handler: (code) => ({
      code: code.replace(/(?<=\bcss`)[^`]*(?=`)/g, shrink),
      map: null,
    }),
  },
};

const shrink = (css: string) =>
  css
    .replace(/\/\*.*?\*\//gs, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');

/** Built, the page's script has line breaks in its templates alone, where they are as good as a space. */
const fewLines: Plugin = {
  name: 'askpage:few-lines',
  apply: 'build',
  generateBundle(_, bundle) {
    const entry = bundle['askpage.js'];
    if (entry?.type === 'chunk') entry.code = entry.code.replace(/\s*\n\s*/g, ' ').trim() + '\n';
  },
};

/**
 * How the built code names a file that it loads later: by the file's own name, then by its address
 * (`src/page/assets.ts` reads both). A site's bundler that takes the code in gives the file another name.
 */
const nameBuilt: NonNullable<UserConfig['experimental']>['renderBuiltUrl'] = (
  filename,
  { type, hostType },
) => {
  if (type !== 'asset' || hostType !== 'js') return { relative: true };
  const [named, name] = [JSON.stringify(`${filename} `), JSON.stringify(filename)];
  return { runtime: `${named}+new URL(${name},import.meta.url).href` };
};

/** A module of another ending than `.js` gets no script's type from many servers. */
const assetFileNames = ({ names }: { names: string[] }) =>
  names.some((name) => name.endsWith('.mjs'))
    ? 'askpage-[name]-[hash].js'
    : 'askpage-[name]-[hash][extname]';

export default defineConfig({
  base: './',
  experimental: { renderBuiltUrl: nameBuilt },
  plugins: [ownPreload, smallStyles, fewLines],
  resolve: { alias: onnx },
  worker: {
    format: 'es',
    rolldownOptions: {
      output: {
        entryFileNames: 'askpage-[name]-[hash].js',
        chunkFileNames: 'askpage-[name]-[hash].js',
        assetFileNames,
      },
    },
  },
  build: {
    target: 'es2022',
    assetsDir: '',
    assetsInlineLimit: 0,
    modulePreload: false,
    rolldownOptions: {
      input: { askpage: 'src/define.ts' },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: 'askpage-[name]-[hash].js',
        assetFileNames,
      },
      preserveEntrySignatures: 'allow-extension',
    },
  },
});
