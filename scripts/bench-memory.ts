import { readFile } from 'node:fs/promises';
import type { Browser, CDPSession, Page } from 'playwright-core';

/** Calls one worker's debugger. */
type Debug = (method: string, params?: object) => Promise<Record<string, unknown>>;

/** What a worker holds. */
export interface WorkerMemory {
  /** Megabytes of the heap, garbage left out, with the buffers of typed arrays. */
  heap: number;
  /** Megabytes of all WebAssembly memories, which never shrink. */
  wasm: number;
}

/**
 * Gets hold of the page's workers as they start.
 * @returns a function that measures the one whose address holds `part`.
 */
export async function watchWorkers(page: Page): Promise<(part: string) => Promise<WorkerMemory>> {
  const session = await page.context().newCDPSession(page);
  const workers = new Map<string, Debug>();
  session.on('Target.attachedToTarget', ({ sessionId, targetInfo }) =>
    workers.set(targetInfo.url, debuggerOf(session, sessionId)),
  );
  await session.send('Target.setAutoAttach', {
    ...{ autoAttach: true, waitForDebuggerOnStart: false },
    // Only so does this session hand on what is meant for a worker.
    flatten: false,
  });
  return (part) => {
    for (const [url, debug] of workers) if (url.includes(part)) return memoryOf(debug);
    throw new Error(`No worker like ${part} has started.`);
  };
}

interface Answer {
  id?: number;
  result?: Record<string, unknown>;
  error?: { message: string };
}

function debuggerOf(session: CDPSession, sessionId: string): Debug {
  let last = 0;
  const waiting = new Map<number, (answer: Answer) => void>();
  session.on('Target.receivedMessageFromTarget', (event) => {
    if (event.sessionId !== sessionId) return;
    const answer = JSON.parse(event.message) as Answer;
    waiting.get(answer.id ?? 0)?.(answer);
  });
  return async (method, params = {}) => {
    const id = ++last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    const message = JSON.stringify({ id, method, params });
    await session.send('Target.sendMessageToTarget', { sessionId, message });
    const { result, error } = await answered;
    if (!result) throw new Error(`${method}: ${error?.message ?? 'no result'}`);
    return result;
  };
}

async function memoryOf(debug: Debug): Promise<WorkerMemory> {
  await debug('HeapProfiler.collectGarbage');
  const { totalSize, backingStorageSize } = await debug('Runtime.getHeapUsage');
  const sizes = [totalSize, backingStorageSize].map(Number);
  return {
    heap: sizes.reduce((sum, size) => sum + size) / 1e6,
    wasm: (await wasmBytes(debug)) / 1e6,
  };
}

/** The memories that are reachable: the heap's own figures leave them out. */
async function wasmBytes(debug: Debug): Promise<number> {
  const prototype = (await debug('Runtime.evaluate', {
    expression: 'WebAssembly.Memory.prototype',
  })) as { result: { objectId: string } };
  const found = (await debug('Runtime.queryObjects', {
    prototypeObjectId: prototype.result.objectId,
  })) as { objects: { objectId: string } };
  const sum = (await debug('Runtime.callFunctionOn', {
    objectId: found.objects.objectId,
    functionDeclaration: `function () {
      return this.reduce((sum, { buffer }) => sum + buffer.byteLength, 0);
    }`,
    returnByValue: true,
  })) as { result: { value: number } };
  return sum.result.value;
}

/**
 * Watches the processes that draw pages from now on.
 * @returns a function that tells by how many megabytes the one that grew most has grown at its peak;
 * nothing where the system has no `/proc`.
 */
export async function watchPeak(browser: Browser): Promise<() => Promise<number | undefined>> {
  const session = await browser.newBrowserCDPSession();
  const read = async (field: 'VmRSS' | 'VmHWM') => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const renderers = processInfo.filter(({ type }) => type === 'renderer');
    const sizes = renderers.map(async ({ id }) => [id, await kilobytesOf(id, field)] as const);
    return new Map(await Promise.all(sizes));
  };
  const before = await read('VmRSS');
  return async () => {
    const peaks = await read('VmHWM');
    await session.detach();
    const growths = [...before].map(([id, size]) => ((peaks.get(id) ?? NaN) - size) / 1000);
    const known = growths.filter((growth) => !Number.isNaN(growth));
    return known.length > 0 ? Math.max(...known) : undefined;
  };
}

/** A field of a process's status, in units of 1,024 bytes; NaN where there is none. */
async function kilobytesOf(process: number, field: string): Promise<number> {
  const status = await readFile(`/proc/${process}/status`, 'utf8').catch(() => '');
  const [, size] = new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(status) ?? [];
  return Number(size ?? NaN) * 1.024;
}
