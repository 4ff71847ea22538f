import { describe, expect, it } from 'vitest';
import { freePlace } from '../../../src/page/frame/extras/avoidance.ts';
import { quoted } from '../../../src/page/frame/extras/selected-text.ts';

describe('a selection that is asked about', () => {
  it('stands in quotation marks, in one line', () => {
    expect(quoted('  two\n  lines\t here ')).toBe('"two lines here"');
  });

  it('is cut between words after 200 characters', () => {
    const text = quoted('word '.repeat(60));
    expect(text).toBe(`"${'word '.repeat(40).trim()}"`);
    expect(quoted(`${'word '.repeat(39)}overlong and more`)).toBe(`"${'word '.repeat(39).trim()}"`);
  });

  it('is cut within a language without spaces, and never within a character', () => {
    expect(quoted('漢'.repeat(300))).toBe(`"${'漢'.repeat(200)}"`);
    expect(quoted('😀'.repeat(300))).toBe(`"${'😀'.repeat(200)}"`);
  });
});

describe('the place of a button that steps aside', () => {
  const button = { start: 700, height: 40, isFromTop: false };

  it('is its own where nothing is in the way', () => {
    expect(freePlace([], button)).toBe(700);
    expect(freePlace([{ top: 100, bottom: 300 }], button)).toBe(700);
  });

  it('is above what is in the way, and above what is in the way there', () => {
    expect(freePlace([{ top: 720, bottom: 800 }], button)).toBe(672);
    const blocks = [
      { top: 640, bottom: 690 },
      { top: 720, bottom: 800 },
    ];
    expect(freePlace(blocks, button)).toBe(592);
  });

  it('is below, for a button at the top', () => {
    const top = { start: 20, height: 40, isFromTop: true };
    expect(freePlace([{ top: 0, bottom: 64 }], top)).toBe(72);
  });

  it('may be out of the window, where there is no room', () => {
    expect(freePlace([{ top: 0, bottom: 800 }], button)).toBeLessThan(0);
  });
});
