import { build, type Plugin, type Rolldown } from 'vite';

export interface BundleOptions {
  /** The entry's own text, where it is no file. */
  text?: string;
  /** `iife` runs before a page's own scripts. Default: a module. */
  format?: 'es' | 'iife';
}

/** One script with all that the entry imports, readable, and written nowhere. */
export async function bundle(
  entry: string,
  { text, format = 'es' }: BundleOptions = {},
): Promise<string> {
  const built = (await build({
    ...{ configFile: false, logLevel: 'warn', publicDir: false },
    plugins: text === undefined ? [] : [virtual(entry, text)],
    build: {
      ...{ write: false, target: 'es2022', minify: false },
      rolldownOptions: { input: entry, output: { format, codeSplitting: false } },
    },
  })) as Rolldown.RolldownOutput;
  return built.output[0].code;
}

const virtual = (name: string, text: string): Plugin => ({
  name,
  resolveId: (source) => (source === name ? `\0${name}.js` : undefined),
  load: (id) => (id === `\0${name}.js` ? text : undefined),
});
