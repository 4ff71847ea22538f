import { afterEach, describe, expect, it } from 'vitest';
import { formatBytes, formatDownload, formatSize } from '../../../src/page/words/figures.ts';
import {
  ENGLISH,
  say,
  sayAround,
  sayList,
  setLanguage,
  type Language,
} from '../../../src/page/words/say.ts';

const POLISH: Language = {
  tag: 'pl',
  words: {
    stop: 'Zatrzymaj',
    writing: 'Pisze {model}',
    results: {
      one: '{count} wynik',
      few: '{count} wyniki',
      many: '{count} wyników',
      other: '{count} wyniku',
    },
    downloaded: '{done} z {total}',
    timeLeft: 'jeszcze {time}',
  },
};
afterEach(() => setLanguage(ENGLISH));

describe('what is said', () => {
  it('has its names filled in', () => {
    expect(say('stop')).toBe('Stop');
    expect(say('writing', { model: 'Fake 1B' })).toBe('Fake 1B is writing');
    expect(say('source', { number: 3, title: 'Gates' })).toBe('Source 3: Gates');
  });

  it('takes what is filled in as it is', () => {
    const model = '{count} $& {model}';
    expect(say('writing', { model })).toBe('{count} $& {model} is writing');
  });

  it.each([
    [1, '1 result'],
    [0, '0 results'],
    [12_345, '12,345 results'],
  ])('of %d', (count, text) => expect(say('results', { count })).toBe(text));

  it('may go around elements', () => {
    const element = { of: 'Lit' };
    expect(sayAround('licence', { licence: element })).toEqual(['Licence: ', element, '.']);
  });

  it('is checked where it is written', () => {
    // @ts-expect-error A name is missing.
    expect(say('writing')).toBe(' is writing');
    // @ts-expect-error A name is another.
    expect(say('writing', { modal: 'Fake 1B' })).toBe(' is writing');
    // @ts-expect-error It has no names.
    expect(say('stop', { model: 'Fake 1B' })).toBe('Stop');
    // @ts-expect-error What plurals follow is a number.
    expect(say('results', { count: '1' })).toBe('1 result');
  });
});

describe('in another language', () => {
  it('follows the plurals and numbers of that language', () => {
    setLanguage(POLISH);
    const said = [1, 3, 5, 22, 12_345, 1.5].map((count) => say('results', { count }));
    expect(said.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
      ...['1 wynik', '3 wyniki', '5 wyników', '22 wyniki', '12 345 wyników', '1,5 wyniku'],
    ]);
    expect(say('writing', { model: 'Fake 1B' })).toBe('Pisze Fake 1B');
    expect(sayList(['a', 'b'])).toBe('a, b');
  });

  it('has English, with its own plurals, where a sentence is missing', () => {
    setLanguage(POLISH);
    expect(say('askAgain')).toBe('Ask again');
    expect(say('requests', { count: 12_345 })).toBe('12,345\u00a0requests');
  });

  it('has sizes and times as that language writes them', () => {
    setLanguage(POLISH);
    const download = { doneBytes: 312e6, totalBytes: 1.1e9, isStalled: false };
    expect(formatDownload({ ...download, bytesPerSecond: 4e6, secondsLeft: 180 })).toBe(
      '312 MB z 1,1 GB, 4,0 MB/s, jeszcze 3 minuty',
    );
  });
});

describe('a size', () => {
  it.each([
    [0, '1 MB'],
    [400_000, '1 MB'],
    [1_600_000, '2 MB'],
    [376_000_000, '376 MB'],
    [1_129_000_000, '1.1 GB'],
    [2e9, '2.0 GB'],
  ])('of %d bytes is %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text));

  it.each([
    [1, '1 byte'],
    [812, '812 bytes'],
    [81_234, '81 kB'],
    [1_000_000, '1.0 MB'],
    [2e9, '2.0 GB'],
  ])('of %d bytes may be told small, in one line: %s', (bytes, text) =>
    expect(formatSize(bytes)).toBe(text.replace(' ', '\u00a0')),
  );

  it.each([
    [312e6, 945e6, '312 of 945 MB'],
    [312e6, 1.1e9, '312 MB of 1.1 GB'],
    [1.04e9, 1.9e9, '1.0 of 1.9 GB'],
    [312e6, 0, '312 MB'],
  ])('%d of %d bytes', (doneBytes, totalBytes, text) =>
    expect(formatDownload({ doneBytes, totalBytes, isStalled: false })).toBe(text),
  );

  it.each([
    [0.2, '1 second'],
    [89, '89 seconds'],
    [180, '3 minutes'],
    [7200, '2 hours'],
  ])('with %d seconds left', (secondsLeft, time) =>
    expect(
      formatDownload({ ...{ doneBytes: 1e6, totalBytes: 2e6 }, isStalled: false, secondsLeft }),
    ).toBe(`1 of 2 MB, ${time} left`),
  );
});
