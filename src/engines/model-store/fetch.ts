import { createCheck, type Facts } from './checks.ts';
import { fileWords, wrongTrouble, writeTrouble } from './errors.ts';
import { forAll, openSource, persist, type Net, type Source } from './net.ts';
import type { DownloadReporter } from './reporter.ts';

/** A file that a model needs. */
export interface WantedFile extends Facts {
  url: string;
  /** Path below the model's own folder. */
  name: string;
  /** Name of the cache that it belongs into. */
  cache: string;
}

/** A wanted file, and its size where it lies there already and is the wanted one. */
export interface Expected {
  file: WantedFile;
  keptBytes?: number;
}

/** A place that files are kept in: the browser's caches, or a folder. */
export interface Keeper {
  /** Whether the library at `url` belongs there. */
  keepsLibrary(url: string): boolean;
  /** Makes known what will be kept, before it is; what lies there under the name and is not it goes. */
  expect(files: readonly WantedFile[]): Promise<Expected[]>;
  /** Keeps a file whole; nothing of it where the stream fails. */
  put(file: WantedFile, stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<void>;
  text(file: WantedFile): Promise<string>;
  /** Takes a file away, and that it was expected. */
  drop(file: WantedFile): Promise<void>;
}

/** One download of one model. */
export interface Job {
  net: Net;
  keeper: Keeper;
  reporter: DownloadReporter;
  /** @throws `quota-exceeded` where so many more bytes don't fit. */
  checkRoom(bytes: number): Promise<void>;
  /** Bytes that were stored so far. */
  fetchedBytes: number;
}

/** `Content-Length`, where it speaks of the bytes that are read. */
export function lengthOf({ headers }: Response): number | undefined {
  const coding = headers.get('content-encoding') ?? 'identity';
  const length = headers.get('content-length');
  return length === null || coding !== 'identity' ? undefined : Number(length);
}

/** Makes sure that all files are kept and right: what is missing is fetched, four at a time. */
export async function provide(files: readonly WantedFile[], job: Job): Promise<void> {
  const expected = await job.keeper.expect(files);
  for (const { file, keptBytes } of expected)
    job.reporter.meter.expect(file.url, keptBytes ?? file.bytes, keptBytes ?? 0);
  const missing = expected.filter(({ keptBytes }) => keptBytes === undefined);
  if (missing.length === 0) return;
  await job.checkRoom(missing.reduce((sum, { file }) => sum + (file.bytes ?? 0), 0));
  await forAll(missing, job.net, async ({ file }, net) => {
    const bytes = await fetchFile(file, job, net);
    job.fetchedBytes += bytes;
  });
}

/** Returns the file's bytes. */
async function fetchFile(file: WantedFile, job: Job, net: Net): Promise<number> {
  const { reporter, keeper } = job;
  const onWait = () => {
    reporter.meter.restart(file.url);
    reporter.stall();
  };
  return persist(net, onWait, async ({ isFresh }) => {
    reporter.meter.restart(file.url);
    const source = await openSource({ url: file.url, ...(isFresh && { cache: 'reload' }) }, net);
    reporter.meter.expect(file.url, file.bytes ?? lengthOf(source.response));
    const body = checkedBody(file, source, { net, reporter });
    try {
      await keeper.put(file, body.stream);
    } catch (thrown) {
      // What made the stream fail is lost on its way through the browser's cache.
      throw body.failure?.thrown ?? writeTrouble(thrown, fileWords(net.model, file.url));
    } finally {
      source.close();
    }
    return body.bytes;
  });
}

interface Body {
  stream: ReadableStream<Uint8Array<ArrayBuffer>>;
  bytes: number;
  failure?: { thrown: unknown };
}

interface Watchers {
  net: Net;
  reporter: DownloadReporter;
}

/** A source's body that fails where the file is not what it should be. */
function checkedBody(file: WantedFile, source: Source, { net, reporter }: Watchers): Body {
  const check = createCheck(file);
  const body: Body = { bytes: 0, stream: streamOf(read, onFailure) };
  function onFailure(thrown: unknown) {
    body.failure = { thrown };
  }
  async function read() {
    const chunk = await source.read();
    const problem = chunk ? check.take(chunk) : check.end();
    if (problem) throw wrongTrouble(fileWords(net.model, file.url), problem);
    if (!chunk) return undefined;
    body.bytes += chunk.length;
    reporter.arrived(file.url, chunk.length);
    return chunk;
  }
  return body;
}

/** What `read` gives until it gives nothing, as a stream that reads only when asked. */
export function streamOf(
  read: () => Promise<Uint8Array<ArrayBuffer> | undefined>,
  onFailure: (thrown: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  return new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        try {
          const chunk = await read();
          if (chunk) controller.enqueue(chunk);
          else controller.close();
        } catch (thrown) {
          onFailure(thrown);
          controller.error(thrown);
        }
      },
    },
    { highWaterMark: 0 },
  );
}
