const LANE_SEEDS = [0x9e3779b9, 0x85ebca6b] as const;

/**
 * A 64-bit fingerprint of a text as 16 hex digits: two FNV-1a lanes with different seeds, each
 * finished with MurmurHash3's avalanche step. Not cryptographic; for identifying passages, where a
 * collision among a million texts has a chance of about 1 in 37 million.
 * Source: Fowler, Noll, Vo (FNV-1a); Appleby (MurmurHash3 fmix32).
 */
export function fingerprint(text: string): string {
  return LANE_SEEDS.map((seed) => lane(text, seed).toString(16).padStart(8, '0')).join('');
}

function lane(text: string, seed: number): number {
  let hash = seed ^ 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
