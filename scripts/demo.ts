import { buildIndex } from '../src/cli/build-index.ts';
import { DEFAULT_MODEL } from '../src/worker/embed-api.ts';

export const DEMO_FOLDER = 'demo/dist';
export const WIDGET_FOLDER = 'dist';
export const MODELS_FOLDER = 'public/models/';

/** Pages of the demo that stand for a site without an index, or are no documentation. */
const NOT_INDEXED = [
  ...['article.html', 'strict.html', 'licence.html', 'engines.html'],
  ...['examples.html', 'examples/'],
];

/** Builds the demo's pages and their index; what was embedded before is not embedded again. */
export async function buildDemo(report: (line: string) => void): Promise<void> {
  // Whoever only serves a built demo needs none of what builds it.
  const { buildSite } = await import('../demo/build-site.ts');
  const { buildExamples } = await import('./build-examples.ts');
  const { pages } = await buildSite({ out: DEMO_FOLDER });
  await buildExamples(DEMO_FOLDER);
  report(`${pages.length} pages in ${DEMO_FOLDER}`);
  const manifest = await buildIndex({
    site: DEMO_FOLDER,
    out: `${DEMO_FOLDER}/askpage-index`,
    exclude: NOT_INDEXED,
    model: DEFAULT_MODEL,
    files: { base: MODELS_FOLDER },
    cache: '.cache/demo-vectors',
    onProgress: (done, total, what) => {
      if (done % 500 === 0 || done === total) report(`${done} of ${total} ${what}`);
    },
  });
  report(`${manifest.passages} passages in the index`);
}

/** Where a built demo is served: its pages, and the widget beside them. */
export const DEMO_MOUNTS = { '/': DEMO_FOLDER, '/askpage/': WIDGET_FOLDER } as const;
