import { describeModel } from '../core/embedding-model.ts';
import { DEFAULT_MODEL, type EmbeddingModel } from '../worker/embed-api.ts';
import type { OwnParts } from './config.ts';

/** What encodes the page where there is no index, which brings its own. */
export function pageModel({ embeddingModel: own }: OwnParts): EmbeddingModel {
  return own ? { ...describeModel(own.id, own.dimensions), ...own } : DEFAULT_MODEL;
}
