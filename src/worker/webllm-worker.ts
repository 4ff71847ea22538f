import { serve, type Port } from '../core/rpc.ts';
import { createWebllmHost } from './webllm-host.ts';

serve(globalThis as unknown as Port, createWebllmHost());
