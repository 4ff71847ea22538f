import { describe, expect, it } from 'vitest';
import { fingerprint } from '../../src/core/hash.ts';

describe('a fingerprint', () => {
  it('is 16 hex digits, and the same everywhere: it names passages in stored indexes', () => {
    expect(fingerprint('')).toBe('4a216c3136d1a216');
    expect(fingerprint('The port is 3000.')).toBe('566325fd6d2dc8e9');
    expect(fingerprint('端口 👩‍💻')).toBe('590c14b39948638d');
  });

  it('tells similar texts apart', () => {
    const texts = Array.from({ length: 50_000 }, (_, i) => `page${i % 250}.html\nThe text ${i}.`);
    const more = ['a\nb', 'a b', 'ab', 'ba', 'ab\0', '\0ab', 'AB'];
    const all = [...texts, ...more];
    expect(new Set(all.map(fingerprint)).size).toBe(all.length);
    for (const each of more) expect(fingerprint(each)).toMatch(/^[0-9a-f]{16}$/);
  });

  it('has two halves that do not follow each other', () => {
    const firsts = new Map<string, string>();
    let both = 0;
    for (let i = 0; i < 200_000; i++) {
      const print = fingerprint(`text ${i}`);
      const [first, second] = [print.slice(0, 8), print.slice(8)];
      if (firsts.get(first) === second) both++;
      firsts.set(first, second);
    }
    expect(both).toBe(0);
    // About n²/2³³ pairs meet in one half; many more would mean a weak one.
    expect(200_000 - firsts.size).toBeLessThan(25);
  });
});
