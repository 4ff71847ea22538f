import storeWorker from '../../src/worker/store.ts?worker&url';
import { createModelStore } from '../../src/page/model-store-client.ts';
import { startWorker } from '../../src/page/start-worker.ts';

const url = new URL(storeWorker, import.meta.url).href;

/** Bundled for a page by a test: the page's own model store, with its worker. */
Object.assign(globalThis, {
  modelStore: createModelStore(() => startWorker(url, 'askpage-store')),
});
