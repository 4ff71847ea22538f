import { env } from '@xenova/transformers';
import { AskPageError, describeThrown } from '../core/errors.ts';
import type { LoadProgress } from '../core/ports.ts';
import type { EmbedderFiles } from './embed-api.ts';
import { fetchModelFile, unfetched } from './model-file.ts';

/** A model of transformers.js that is to be loaded. */
export interface ModelToLoad {
  /** Its folder below `files.base`. */
  id: string;
  files: EmbedderFiles;
  onProgress?: ((progress: LoadProgress) => void) | undefined;
}

/**
 * Loads a model with weights and runtime from our own files alone.
 * @throws {AskPageError} `model-not-found` where a file is missing, `model-invalid` where it is no model.
 */
export async function loadFrom<T>(
  { id, files, onProgress = () => {} }: ModelToLoad,
  load: () => Promise<T>,
): Promise<T> {
  configure(files, onProgress);
  fetchError = undefined;
  try {
    return await load();
  } catch (thrown) {
    throw loadError(thrown, id, files);
  }
}

/** The same response, which tells how far it is while it is read. */
function metered(response: Response, report: (progress: LoadProgress) => void): Response {
  const size = Number(response.headers.get('content-length'));
  let loaded = 0;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      // What was compressed on its way is longer than its header says.
      const total = Math.max(size, loaded);
      report({
        fraction: loaded / total,
        text: `Loading the search model: ${megabytes(loaded)} of ${megabytes(total)} MB`,
      });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body?.pipeThrough(count), response);
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(0);

/** Stands for the models' folder: transformers.js takes an absolute address for a foreign host. */
const LOCAL = '/askpage-models/';

/** Nothing may come from a foreign host, and a strict policy refuses `blob:` modules. */
function configure(
  { base, known = {}, runtime }: EmbedderFiles,
  onProgress: (progress: LoadProgress) => void,
): void {
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  // The browser's HTTP cache keeps the files; a second copy could only be stale or broken.
  env.useBrowserCache = false;
  env.useWasmCache = false;
  const isWeb = /^https?:/.test(base);
  env.localModelPath = isWeb ? LOCAL : base;
  if (isWeb) {
    env.fetch = async (input: unknown, init?: RequestInit) => {
      const address = String(input);
      const [, path] = address.split(LOCAL);
      const url = path === undefined ? address : (known[path] ?? base + path);
      const response = await fetchModelFile(url, init).catch((thrown: unknown) => {
        fetchError = AskPageError.from(thrown);
        throw thrown;
      });
      return address.endsWith('.onnx') ? metered(response, onProgress) : response;
    };
  }
  if (runtime && env.backends.onnx.wasm) {
    env.backends.onnx.wasm.wasmPaths = runtime;
    env.backends.onnx.wasm.proxy = false;
    // More would start workers of their own, which Trusted Types refuse; whole workers use more cores.
    if (isWeb) env.backends.onnx.wasm.numThreads = 1;
  }
}

/** What the last fetch of a load failed with: transformers.js goes on without the file and fails elsewhere. */
let fetchError: AskPageError | undefined;

function loadError(thrown: unknown, id: string, { base, runtime }: EmbedderFiles): AskPageError {
  if (thrown instanceof AskPageError) return thrown;
  if (fetchError) return fetchError;
  const words = describeThrown(thrown);
  if (runtime && /^http.*(?:fetch|NetworkError)/is.test(runtime.wasm + words)) {
    return unfetched("The search model's runtime", runtime.wasm, thrown);
  }
  // transformers.js has its own words, and for a missing tokenizer in Node none at all.
  const missing = /not found locally|Could not locate|Unable to (?:load|get)|tokenizer_class/i.test(
    words,
  );
  return new AskPageError(
    missing ? 'model-not-found' : 'model-invalid',
    `The files at ${base}${id}/ are not a working search model (${words}). Copy them again.`,
    { cause: thrown },
  );
}
