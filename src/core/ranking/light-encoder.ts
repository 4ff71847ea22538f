import { normalise } from './cosine.ts';
import { decodeLightTable, type LightTable } from './light-table.ts';
import { tokenWeight } from './light-weights.ts';
import { splitWords, wordPieces } from './word-pieces.ts';

export interface LightEncoding {
  /** Unit vector; nothing where the text holds no token of the site. */
  vector: Float32Array<ArrayBuffer> | undefined;
  /** Share of the text's tokens that the site has, each by its weight: 0 to 1. */
  known: number;
}

/** Encodes questions by a table of token vectors, without any model, in the space of the full one. */
export interface LightEncoder {
  readonly dimensions: number;
  readonly encode: (text: string) => LightEncoding;
}

/**
 * The encoder of a site from the bytes of its table.
 * @throws {AskPageError} `bad-index` where they are foreign, cut off or of another version.
 */
export function readLightEncoder(bytes: Uint8Array): LightEncoder {
  return createLightEncoder(decodeLightTable(bytes));
}

/**
 * A text's vector is the mean of its tokens' vectors by their weights, at length 1. Words are cut by
 * the model's vocabulary; a token that the site doesn't have is dropped, and weighs as the rarest
 * would: its vector alone, which was not fitted, brought nothing.
 */
export function createLightEncoder(table: LightTable): LightEncoder {
  const { dimensions, tokens, sentences } = table;
  const vocabulary = new Map(tokens.map((token, place) => [token, place]));
  const weights = Float64Array.from(table.frequencies, (df) => tokenWeight(sentences, df));
  const rowOf = rowsOf(table.frequencies);
  return {
    dimensions,
    encode(text) {
      const vector = new Float32Array(dimensions);
      const unknown = tokenWeight(sentences, 0);
      let known = 0;
      let all = 0;
      for (const word of splitWords(text)) {
        for (const place of wordPieces(word, vocabulary) ?? [undefined]) {
          const row = place === undefined ? -1 : (rowOf[place] ?? -1);
          const weight = place === undefined ? unknown : (weights[place] ?? 0);
          all += weight;
          if (row < 0) continue;
          known += weight;
          addRow(table, row, { vector, weight });
        }
      }
      return { vector: normalise(vector) ? vector : undefined, known: all > 0 ? known / all : 0 };
    },
  };
}

/** The row of each token; −1 for those that the site doesn't have. */
function rowsOf(frequencies: Uint32Array): Int32Array {
  let row = 0;
  return Int32Array.from(frequencies, (frequency) => (frequency > 0 ? row++ : -1));
}

function addRow(
  { dimensions, scales, codes }: LightTable,
  row: number,
  { vector, weight }: { vector: Float32Array; weight: number },
): void {
  const by = weight * (scales[row] ?? 0);
  const start = (row * dimensions) / 2;
  for (let i = 0, at = start; i < dimensions; i += 2, at++) {
    const pair = codes[at] as number;
    vector[i] = (vector[i] as number) + by * ((pair & 15) - 8);
    vector[i + 1] = (vector[i + 1] as number) + by * ((pair >> 4) - 8);
  }
}
