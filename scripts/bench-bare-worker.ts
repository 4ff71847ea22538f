import { env, pipeline, type FeatureExtractionPipeline } from '@xenova/transformers';

/** What the worker is told; it answers each with one message. */
export type BareRequest =
  | { kind: 'load'; model: string; models: string; wasm: string; mjs: string }
  | { kind: 'embed'; texts: string[] };

let extractor: FeatureExtractionPipeline | undefined;

/** transformers.js as its manual shows it, with our files: what the widget is compared with. */
async function answer(request: BareRequest): Promise<Float32Array | undefined> {
  if (request.kind === 'load') {
    env.allowRemoteModels = false;
    env.allowLocalModels = true;
    env.localModelPath = request.models;
    if (env.backends.onnx.wasm) {
      env.backends.onnx.wasm.wasmPaths = { wasm: request.wasm, mjs: request.mjs };
    }
    const options = { dtype: 'q8', device: 'wasm' } as const;
    extractor = await pipeline('feature-extraction', request.model, options);
    return undefined;
  }
  if (!extractor) throw new Error('Not loaded.');
  const rows: Float32Array[] = [];
  for (const text of request.texts) {
    const output = await extractor(text, { pooling: 'mean', normalize: true });
    rows.push(output.data as Float32Array);
    output.dispose();
  }
  return Float32Array.from(rows.flatMap((row) => [...row]));
}

addEventListener('message', ({ data }: MessageEvent<BareRequest>) => {
  answer(data).then(
    (vectors) => postMessage({ vectors }),
    (thrown: unknown) => postMessage({ error: String(thrown) }),
  );
});
