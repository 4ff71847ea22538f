import { serve, tell, type Port } from '../core/rpc.ts';
import { TRAFFIC, type Arrival } from '../core/traffic.ts';
import { browserParts } from '../engines/model-store/caches.ts';
import { createLocalModelStore } from '../engines/model-store.ts';
import type { StoreApi } from './store-api.ts';
import { createStoreHost } from './store-host.ts';

const port = globalThis as unknown as Port;
// The browser hides how much came from another origin, and where it was led to: the store counts itself.
const onArrival = (arrival: Arrival) => tell(port, TRAFFIC, [arrival]);
serve<StoreApi>(port, createStoreHost(createLocalModelStore({ ...browserParts(), onArrival })));
