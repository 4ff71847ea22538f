import { serve, type Port } from '../core/rpc.ts';
import type { EmbedApi } from './embed-api.ts';
import { createEmbedHost } from './embed-host.ts';
import { reportTraffic } from './traffic.ts';

reportTraffic(globalThis as unknown as Port);
serve<EmbedApi>(globalThis as unknown as Port, createEmbedHost());
