import { expect, it } from 'vitest';
import { Kept } from '../../../src/page/views/kept.ts';

it('makes a result once for a key and what was given with it', () => {
  const made: string[] = [];
  const kept = new Kept((key: { name: string }, given: string) => {
    made.push(`${key.name} ${given}`);
    return { text: given };
  });
  const [a, b] = [{ name: 'a' }, { name: 'b' }];
  const first = kept.of(a, 'x');
  expect(kept.of(a, 'x')).toBe(first);
  expect(kept.of(b, 'x')).not.toBe(first);
  expect(kept.of(a, 'y')).toEqual({ text: 'y' });
  expect(kept.of(b, 'x')).toEqual({ text: 'x' });
  expect(made).toEqual(['a x', 'b x', 'a y']);
});
