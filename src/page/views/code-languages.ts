/** Languages whose code is coloured: what they are called after a fence, and by the grammars. */
const NAMES: Record<string, readonly string[]> = {
  // The grammar of TypeScript reads JavaScript as well.
  typescript: ['ts', 'tsx', 'mts', 'cts', 'javascript', 'js', 'jsx', 'mjs', 'cjs'],
  json: ['json5', 'jsonc'],
  xml: ['html', 'svg', 'vue', 'svelte'],
  css: ['scss', 'less'],
  bash: ['sh', 'zsh'],
  shell: ['console', 'shellsession', 'terminal'],
  python: ['py'],
  yaml: ['yml'],
  ini: ['toml'],
  diff: ['patch'],
  dockerfile: ['docker'],
  go: ['golang'],
  rust: ['rs'],
  java: [],
  sql: [],
};

const GRAMMARS = new Map(
  Object.entries(NAMES).flatMap(([grammar, others]) =>
    [grammar, ...others].map((name) => [name, grammar] as const),
  ),
);

/** A fence's language as it is shown: the first word behind the fence, where it looks like one. */
export const languageOf = (info: string): string =>
  /^[\w+#.-]{1,20}(?![^\s,{:])/.exec(info.trim())?.[0].toLowerCase() ?? '';

/** The grammar that reads a language. */
export const grammarOf = (language: string): string | undefined => GRAMMARS.get(language);
