/** What encodes texts: a question must be encoded by the same model, in the same way, as the passages. */
export interface VectorSpace {
  /** Folder name of the model, as on the model hub. */
  id: string;
  /** Length of a vector. */
  dimensions: number;
  /** Put before a question. */
  queryPrefix: string;
  /** Put before a passage. */
  passagePrefix: string;
  /** How token vectors become one: their mean, or the first token's. Default `mean`. */
  pooling?: 'mean' | 'cls' | undefined;
}

type Family = Pick<VectorSpace, 'queryPrefix' | 'passagePrefix' | 'pooling'>;

const PLAIN: Family = { queryPrefix: '', passagePrefix: '', pooling: 'mean' };

/** Families that were trained with words of their own before a text, by their model cards. */
const FAMILIES: readonly (readonly [name: RegExp, family: Family])[] = [
  [
    /(?:^|[-_])e5-(?:small|base|large)/i,
    { queryPrefix: 'query: ', passagePrefix: 'passage: ', pooling: 'mean' },
  ],
  [
    /(?:^|[-_])bge-(?:small|base|large)-en/i,
    {
      queryPrefix: 'Represent this sentence for searching relevant passages: ',
      ...{ passagePrefix: '', pooling: 'cls' },
    },
  ],
  [
    /(?:^|[-_])bge-(?:small|base|large)-zh/i,
    { queryPrefix: '为这个句子生成表示以用于检索相关文章：', passagePrefix: '', pooling: 'cls' },
  ],
  [/(?:^|[-_])bge-/i, { ...PLAIN, pooling: 'cls' }],
];

/** A model with the prefixes and pooling of its family; a model of no known family has none, and the mean. */
export function describeModel(id: string, dimensions: number): VectorSpace {
  const name = id.split('/').at(-1) ?? id;
  const family = FAMILIES.find(([pattern]) => pattern.test(name))?.[1] ?? PLAIN;
  return { id, dimensions, ...family };
}

/** Names what a vector depends on besides its text, prefix included. */
export const modelKey = ({ id, pooling = 'mean' }: VectorSpace): string =>
  pooling === 'mean' ? id : `${id} (${pooling})`;

/** Names the space that vectors of passages lie in. */
export const spaceKey = (model: VectorSpace): string =>
  `${modelKey(model)}/${model.dimensions}/${model.passagePrefix}`;
