/** Values of a GGUF file's header, as llama.cpp words them. */
export type Metadata = Readonly<Record<string, string>>;

const numberOf = (meta: Metadata, key: string): number | undefined => {
  const value = Number(meta[`${meta['general.architecture'] ?? ''}.${key}`]);
  return value > 0 ? value : undefined;
};

/** Tokens that prompt and reply share: what there is room for, and no more than the model has learnt. */
export const windowOf = (meta: Metadata, room: number): number =>
  Math.min(room, numberOf(meta, 'context_length') ?? room);

// For headers that leave it out or differ by layer: a model of a billion parameters.
const TYPICAL = 64 * 1024;

/** Bytes of a token in the attention cache: keys and values of 16 bits, in each layer. */
export function cacheBytesPerToken(meta: Metadata): number {
  const layers = numberOf(meta, 'block_count');
  const heads = numberOf(meta, 'attention.head_count');
  const width = numberOf(meta, 'embedding_length');
  if (!layers || !heads || !width) return TYPICAL;
  const keyHeads = numberOf(meta, 'attention.head_count_kv') ?? heads;
  const keyLength = numberOf(meta, 'attention.key_length') ?? width / heads;
  const valueLength = numberOf(meta, 'attention.value_length') ?? keyLength;
  return layers * keyHeads * (keyLength + valueLength) * 2;
}
