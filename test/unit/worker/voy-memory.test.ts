import { expect, it, vi } from 'vitest';
import { unitVectors } from '../index-file/sample.ts';
import { realVoy } from './voy.ts';

const [D, COUNT] = [384, 4000];

it('takes little more memory than its leaves, whose list grows in place', async () => {
  const instantiate = vi.spyOn(WebAssembly, 'instantiate');
  const voy = await realVoy();
  const made = (await instantiate.mock.results[0]?.value) as {
    instance: { exports: { memory: WebAssembly.Memory } };
  };
  const { memory } = made.instance.exports;
  const vectors = unitVectors(COUNT, D, 7);
  const texts = Array.from({ length: COUNT }, (_, row) => ({
    key: String(row),
    vector: vectors.slice(row * D, (row + 1) * D),
  }));
  const index = voy(D, texts);
  expect(index.size).toBe(COUNT);
  // 320 leaves of 98.6 kB. With a list that moves it is twice as much.
  expect(memory.buffer.byteLength).toBeLessThan(40e6);
  // A second one takes the place that the first gives back.
  index.free();
  expect(voy(D, texts).size).toBe(COUNT);
  expect(memory.buffer.byteLength).toBeLessThan(40e6);
});
