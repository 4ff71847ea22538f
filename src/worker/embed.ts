import { serve, type Port } from '../core/rpc.ts';
import type { EmbedApi } from './embed-api.ts';
import { createEmbedHost } from './embed-host.ts';

serve<EmbedApi>(globalThis as unknown as Port, createEmbedHost());
