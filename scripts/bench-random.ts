/** Numbers that look random and are the same in every run. */
export interface Random {
  /** 0 up to, and without, 1. */
  next(): number;
  /** From a normal distribution, mean 0 and variance 1, nearly. */
  normal(): number;
  pick<T>(list: readonly T[]): T;
}

/** A generator that starts at `seed`: a counter in odd steps, each value mixed by MurmurHash3's last step. */
export function createRandom(seed: number): Random {
  let state = seed;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let value = Math.imul(state ^ (state >>> 16), 0x85ebca6b);
    value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
    return ((value ^ (value >>> 16)) >>> 0) / 0x1_0000_0000;
  };
  return {
    next,
    // The sum of 12 uniform numbers has variance 1, and is near enough to normal here.
    normal: () => Array.from({ length: 12 }, next).reduce((sum, value) => sum + value, -6),
    pick: (list) => {
      if (list.length === 0) throw new RangeError('Nothing to pick from.');
      return list[Math.floor(next() * list.length)] as never;
    },
  };
}
