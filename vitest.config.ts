import { defineConfig, type TestProjectConfiguration } from 'vitest/config';

/**
 * Files that run no language model, take no times and can be slow: two of them at once share two cores
 * well. All others run alone.
 */
const LIGHT = [
  ...['accessibility', 'accessibility-keys', 'accessibility-states', 'added', 'ask-links'],
  ...['bad-index', 'bad-model', 'bad-page', 'device', 'element', 'embed-cdn'],
  ...['embed-frames', 'embed-navigation', 'embed-styles', 'engine', 'examples'],
  ...['failing-download', 'failing-engine', 'following', 'forms', 'forms-window'],
  ...['headless', 'history', 'hostile', 'inspector', 'languages', 'life', 'light'],
  ...['markdown', 'markdown-widget', 'model-store', 'mounts', 'offer'],
  ...['page-without-index', 'parts', 'privacy-panel', 'reranker', 'rows'],
  ...['same-everywhere', 'scope', 'strict', 'strict-parts', 'support', 'thread', 'trigger'],
  ...['unanswered', 'voy', 'workers'],
].map((name) => `test/browser/${name}.test.ts`);

const ALL = ['test/browser/**/*.test.ts', 'test/build/**/*.test.ts'];

const browser = {
  globalSetup: 'test/browser/global-setup.ts',
  // Each file closes what it opens; what it imports can serve the next one, too.
  isolate: false,
  testTimeout: 60_000,
  hookTimeout: 120_000,
};

/** A whole run has a lane of two for the light ones; a file that is named runs in `browser`, whichever it is. */
const isWhole = process.env.ASKPAGE_BUILT !== undefined;

const lanes: TestProjectConfiguration[] = [
  {
    test: {
      ...{ ...browser, name: 'browser', include: ALL, exclude: isWhole ? LIGHT : [] },
      ...{ maxWorkers: 1, sequence: { groupOrder: 2 } },
    },
  },
  {
    test: {
      ...{ ...browser, name: 'browser, two at once', include: isWhole ? LIGHT : [] },
      ...{ maxWorkers: 2, sequence: { groupOrder: 1 } },
    },
  },
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...{ name: 'unit', include: ['test/unit/**/*.test.ts'], maxWorkers: 2 },
          sequence: { groupOrder: 0 },
        },
      },
      ...(isWhole ? lanes : lanes.slice(0, 1)),
    ],
  },
});
