import { serve, type Port } from '../core/rpc.ts';
import { createWebllmHost } from './webllm-host.ts';
import { reportTraffic } from './traffic.ts';

reportTraffic(globalThis as unknown as Port);
serve(globalThis as unknown as Port, createWebllmHost());
