import { describe, expect, it } from 'vitest';
import { splitSentences } from '../../../src/core/documents/sentences.ts';

const count = (text: string) => splitSentences(text).length;

describe('sentences', () => {
  it.each([
    [['The port is 3000.', 'Set it with `--port`!', 'Why?', 'Because.']],
    [['Pass an option, e.g. Port or host.', 'Then listen.']],
    [['See i.e. The manual, cf. Section 3, etc. And so on.']],
    [['It was written by J. Smith and Dr. Who vs. Others.', 'No. 7 is next.']],
    [['Use `a. B. C` in code.', 'Then stop.']],
    [['Version 5.2 is out.', '6 will follow.']],
    [['He said “stop.”', 'Then he left.', '(He came back.)', 'Fine…', 'Really.']],
    [['no capital. so no border.']],
    [['ファイルを開く。', '次に保存する！', '終わり']],
    [['打开文件。', '然后保存？', '好']],
  ])('%j', (sentences) => {
    const wide = sentences.some((sentence) => /[。！？]/.test(sentence));
    expect(splitSentences(sentences.join(wide ? '' : ' '))).toEqual(sentences);
  });

  it('are none in an empty text', () => expect(splitSentences('  ')).toEqual([]));

  it('are found in bounded work, also behind a backtick that never closes', () => {
    const long = 'The port is 3000. '.repeat(40_000);
    expect(count(long)).toBe(40_000);
    expect(count(`A stray \` mark. ${long}`)).toBeGreaterThan(0);
  });
});
