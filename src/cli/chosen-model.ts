import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describeModel } from '../core/embedding-model.ts';
import { AskPageError } from '../core/errors.ts';
import { DEFAULT_MODEL, type EmbedderFiles, type EmbeddingModel } from '../worker/embed-api.ts';

/**
 * The embedding model by the name of its folder; without one, askpage's own.
 * @throws {AskPageError} `model-not-found` where its config.json is missing, or doesn't tell its length.
 */
export async function chooseModel(
  id: string | undefined,
  { base }: EmbedderFiles,
): Promise<EmbeddingModel> {
  if (id === undefined || id === DEFAULT_MODEL.id) return DEFAULT_MODEL;
  const path = join(base, id, 'config.json');
  const length = await readLength(path);
  if (typeof length === 'number' && length > 0) return describeModel(id, length);
  throw new AskPageError(
    'model-not-found',
    `${path} is missing, or has no "hidden_size". Put the model's files there (config.json, ` +
      'tokenizer.json, tokenizer_config.json, onnx/model_quantized.onnx), or name their folder with --models.',
  );
}

async function readLength(path: string): Promise<unknown> {
  try {
    const config = JSON.parse(await readFile(path, 'utf8')) as { hidden_size?: unknown } | null;
    return config?.hidden_size;
  } catch {
    return undefined;
  }
}
