import { serve, type Port } from '../core/rpc.ts';
import type { RetrieveApi } from './retrieve-api.ts';
import { RetrieveHost } from './retrieve-host.ts';
import { reportTraffic } from './traffic.ts';

reportTraffic(globalThis as unknown as Port);
serve<RetrieveApi>(globalThis as unknown as Port, new RetrieveHost());
