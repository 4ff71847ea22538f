import { readFile } from 'node:fs/promises';
import * as ort from 'onnxruntime-web/wasm';

/**
 * Stands in for the native ONNX runtime in the published command: the browser's, which takes a model's
 * bytes where transformers.js in Node hands over a path.
 */
const create = async (
  model: string | Uint8Array,
  options?: ort.InferenceSession.SessionOptions,
): Promise<ort.InferenceSession> =>
  ort.InferenceSession.create(typeof model === 'string' ? await readFile(model) : model, options);

export const InferenceSession = { create };
export const { Tensor, env } = ort;
