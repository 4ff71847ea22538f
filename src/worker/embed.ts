import { serve, type Port } from '../core/rpc.ts';
import type { EmbedApi, RerankApi } from './embed-api.ts';
import { createEmbedHost } from './embed-host.ts';
import { reportTraffic } from './traffic.ts';

reportTraffic(globalThis as unknown as Port);
serve<EmbedApi & RerankApi>(globalThis as unknown as Port, createEmbedHost());
