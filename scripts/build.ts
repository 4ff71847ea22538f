import { execFileSync } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build, type BuildEnvironmentOptions, type InlineConfig, type Plugin } from 'vite';
import config from '../vite.config.ts';
import { writeManifest } from './api-manifest.ts';
import { createInventory } from './build-inventory.ts';
import { writeNotices } from './build-notices.ts';
import { asProduction } from './production.ts';

interface Options {
  quiet?: boolean;
}

/** Builds the scripts that a page loads, with everything that they load later, into `dist/`. */
export async function buildWidget({ quiet = false }: Options = {}): Promise<void> {
  const { plugin, save } = createInventory('widget');
  await asProduction(async () => {
    await build({
      logLevel: quiet ? 'warn' : 'info',
      plugins: [plugin],
      worker: { plugins: () => [plugin] },
    });
    await build(noted(headlessConfig(), { plugin, quiet }));
  });
  save();
  await cp('src/themes', 'dist/themes', { recursive: true });
}

/** Into `dist/` beside the script: the npm entries, their types, the element's description, the command line, and notices about all of it. */
export async function buildPackage({ quiet = false }: Options = {}): Promise<void> {
  const { plugin, save } = createInventory('package');
  await build(noted(entryConfig(), { plugin, quiet }));
  await build(noted(commandConfig(), { plugin, quiet }));
  save();
  writeTypes();
  writeManifest('dist/custom-elements.json');
  writeNotices(['widget', 'package']);
}

/**
 * The script for pages that draw their own. By itself: what it shared with the element's script would be
 * cut into files that each reader of the element fetches one after the other.
 */
function headlessConfig(): InlineConfig {
  return entry({ input: { headless: 'src/headless.ts' } });
}

function noted(
  config: InlineConfig,
  { plugin, quiet }: { plugin: Plugin; quiet: boolean },
): InlineConfig {
  const { plugins = [] } = config;
  return {
    ...config,
    logLevel: quiet ? 'warn' : 'info',
    plugins: [...plugins, plugin],
    worker: { ...config.worker, plugins: () => [plugin] },
  };
}

function writeTypes(): void {
  const tsc = fileURLToPath(new URL('../node_modules/typescript/bin/tsc', import.meta.url));
  const project = fileURLToPath(new URL('../tsconfig.types.json', import.meta.url));
  execFileSync(process.execPath, [tsc, '-p', project], { stdio: 'inherit' });
}

/** The npm entries leave Lit to the page that imports them, so that there is only one. */
function entryConfig(): InlineConfig {
  return entry({
    external: [/^lit(?:\/|$)/],
    input: { index: 'src/index.ts', define: 'src/define.ts' },
  });
}

/** Scripts beside the widget's own. */
function entry(options: NonNullable<BuildEnvironmentOptions['rolldownOptions']>): InlineConfig {
  return {
    ...config,
    configFile: false,
    build: {
      ...config.build,
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        ...config.build?.rolldownOptions,
        ...options,
        preserveEntrySignatures: 'strict',
      },
    },
  };
}

/** Node's build of transformers.js requires the native runtime past the bundler; an import can be aliased. */
const importRuntime: Plugin = {
  name: 'askpage:import-runtime',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('transformers.node.mjs')) return undefined;
    const required = 'requireFromHere("onnxruntime-node")';
    if (!code.includes(required)) throw new Error(`${id} requires its runtime in another way.`);
    const imported = "import * as askpageRuntime from 'onnxruntime-node';\n";
    return { code: imported + code.replace(required, 'askpageRuntime'), map: null };
  },
};

/**
 * The command runs Node's build of transformers.js on the browser's ONNX runtime, and without the
 * image library: no native package is installed.
 */
function commandConfig(): InlineConfig {
  const file = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url));
  return {
    configFile: false,
    plugins: [importRuntime],
    resolve: {
      alias: {
        'onnxruntime-node': file('src/cli/onnx-runtime.ts'),
        'onnxruntime-web/wasm': file('node_modules/onnxruntime-web/dist/ort.wasm.min.mjs'),
        'onnxruntime-web/webgpu': file('node_modules/onnxruntime-web/dist/ort.wasm.min.mjs'),
        sharp: file('src/cli/no-images.ts'),
      },
    },
    ssr: { noExternal: true, target: 'node' },
    build: {
      target: 'node20',
      ssr: 'src/cli/main.ts',
      emptyOutDir: false,
      copyPublicDir: false,
      rolldownOptions: {
        external: [/^node:/],
        output: { entryFileNames: 'cli.js', chunkFileNames: 'cli-[name]-[hash].js' },
      },
    },
  };
}

if (process.argv[1]?.endsWith('build.ts')) {
  await buildWidget();
  await buildPackage();
}
