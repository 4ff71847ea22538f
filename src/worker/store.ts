import { serve, type Port } from '../core/rpc.ts';
import { browserParts } from '../engines/model-store-caches.ts';
import { createLocalModelStore } from '../engines/model-store.ts';
import type { StoreApi } from './store-api.ts';
import { createStoreHost } from './store-host.ts';

serve<StoreApi>(
  globalThis as unknown as Port,
  createStoreHost(createLocalModelStore(browserParts())),
);
