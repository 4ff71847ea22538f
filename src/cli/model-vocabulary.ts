import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AskPageError } from '../core/errors.ts';
import type { WordPieceVocabulary } from '../core/ranking/word-pieces.ts';
import type { EmbedderFiles, EmbeddingModel } from '../worker/embed-api.ts';

/** The part of a model's `tokenizer.json` that matters here. */
interface TokenizerFile {
  model?: { type?: string; vocab?: Record<string, number>; continuing_subword_prefix?: string };
  normalizer?: { type?: string; lowercase?: boolean };
  pre_tokenizer?: { type?: string };
}

/**
 * The tokens of an embedding model and their numbers.
 * @throws {AskPageError} `model-invalid` where the model doesn't cut words as BERT's uncased models do.
 */
export async function readVocabulary(
  { id }: EmbeddingModel,
  { base }: EmbedderFiles,
): Promise<WordPieceVocabulary> {
  const path = join(base, id, 'tokenizer.json');
  const { model, normalizer, pre_tokenizer } = await readTokenizer(path);
  const isKnown =
    model?.type === 'WordPiece' &&
    model.continuing_subword_prefix === '##' &&
    normalizer?.type === 'BertNormalizer' &&
    normalizer.lowercase === true &&
    pre_tokenizer?.type === 'BertPreTokenizer';
  if (isKnown && model.vocab) return new Map(Object.entries(model.vocab));
  throw new AskPageError(
    'model-invalid',
    `The light query encoder can't be fitted to the model "${id}": by ${path} it cuts words in ` +
      'another way than BERT. Leave the encoder out with --no-light.',
  );
}

async function readTokenizer(path: string): Promise<TokenizerFile> {
  try {
    return JSON.parse(await readFile(path, 'utf8')) as TokenizerFile;
  } catch (cause) {
    throw new AskPageError('model-not-found', `The model's ${path} is missing or broken.`, {
      cause,
    });
  }
}
