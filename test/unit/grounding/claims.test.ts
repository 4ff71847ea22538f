import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answerPieces } from '../../../src/core/grounding/answer-pieces.ts';
import { claimsOf } from '../../../src/core/grounding/claims.ts';

const texts = (answer: string, question = '') => claimsOf(answer, question).map(({ text }) => text);

const ANSWER = `The server listens on port 3000. Set \`PORT. Or\` else.

- **First** item goes
  over two lines. It has more.
1. Numbered item here:
   \`\`\`js
   listen({ port: 80 })
   \`\`\`

> A quoted line goes
> on below it.

| Option | Meaning |
| ------ | ------- |
| \`port\` | where the server listens |

## A heading is none

See [the guide. Part 2](https://example.com/a.b) for details. [2] The last one was cut off in the`;

describe('the pieces of an answer', () => {
  it('are its sentences and code, whatever Markdown stands round them', () => {
    expect(answerPieces(ANSWER).map(({ text }) => text)).toEqual([
      'The server listens on port 3000.',
      'Set `PORT. Or` else.',
      '**First** item goes\n  over two lines.',
      'It has more.',
      'Numbered item here:',
      '   listen({ port: 80 })',
      'A quoted line goes\n> on below it.',
      '| `port` | where the server listens |',
      'See [the guide. Part 2](https://example.com/a.b) for details. [2]',
      'The last one was cut off in the',
    ]);
  });

  it('stand where they say', () => {
    for (const { text, start, end } of answerPieces(ANSWER))
      expect(ANSWER.slice(start, end)).toBe(text);
  });

  it('know where the answer broke off', () => {
    expect(answerPieces(ANSWER).filter(({ isCut }) => isCut)).toHaveLength(1);
    expect(answerPieces('Run this:\n```sh\nnpm run bui')).toMatchObject([
      { kind: 'sentence', isCut: false },
      { kind: 'code', text: 'npm run bui', isCut: true },
    ]);
  });

  it('keep their places with Windows line ends', () => {
    const answer = 'One line\r\ngoes on. Two.\r\n\r\n```\r\ncode here\r\n```\r\n';
    const pieces = answerPieces(answer);
    expect(pieces.map(({ kind }) => kind)).toEqual(['sentence', 'sentence', 'code']);
    for (const { text, start, end } of pieces) expect(answer.slice(start, end)).toBe(text);
  });

  it('never overlap, lose their place or hang, for any text', () => {
    const parts = ['```', '`', '\n', '\n\n', '- ', '> ', '| a |', '|---|', '# ', '[1]', ' ', '. '];
    const part = fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 6 }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 40 }), (list) => {
        const answer = list.join('');
        let from = 0;
        for (const { text, start, end } of answerPieces(answer)) {
          expect(start).toBeGreaterThanOrEqual(from);
          expect(answer.slice(start, end)).toBe(text);
          from = end;
        }
      }),
    );
  });
});

describe('the claims of an answer', () => {
  it('leave out lead-ins, and beginnings that broke off', () => {
    const answer =
      'This can be achieved with the following code snippet:\n\n```js\nlisten(3000, host)\n```\n\n' +
      'The port is read from the file.\n\nThe default';
    expect(texts(answer)).toEqual(['listen(3000, host)', 'The port is read from the file.']);
  });

  it('leave out echoes of the question', () => {
    const question = 'why does the server not start behind a proxy';
    expect(texts('The server does not start behind a proxy. The port is taken.', question)).toEqual(
      ['The port is taken.'],
    );
  });

  it('hold the answer to a question by yes or no, though it echoes it', () => {
    const answer = 'The old syntax is still allowed.';
    expect(texts(answer, 'is the old syntax still allowed?')).toEqual([answer]);
  });

  it('leave out what was said before, but not its contrary', () => {
    const answer =
      'The example is allowed on all hosts. The example is allowed on all hosts. ' +
      'The example is not allowed on all hosts. The example is allowed on all';
    expect(texts(answer)).toEqual([
      'The example is allowed on all hosts.',
      'The example is not allowed on all hosts.',
    ]);
  });

  it('hold what was denied before', () => {
    const answer = 'The example is not allowed on all hosts. The example is allowed on all hosts.';
    expect(texts(answer)).toHaveLength(2);
  });

  it('hold a bare value', () => {
    expect(texts('The answer is: 10000.')).toEqual(['The answer is: 10000.']);
  });

  it('are compared without markup, citations and where they come from', () => {
    const [claim] = claimsOf(
      'According to passage [1], the **`port`** is [3000](./ports) [2].',
      '',
    );
    expect(claim?.plain).toBe('the port is 3000 .');
  });
});
