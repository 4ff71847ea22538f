import { describe, expect, it } from 'vitest';
import { checkSupport } from '../../../src/core/grounding/support.ts';

const PASSAGE = `Set \`server.host\` to \`127.0.0.1\`, or start with \`--host 0.0.0.0\`. A plugin has
10000 milliseconds to load, and 3 tries. Files stand in \`src/pages/index.md\`. See
[the guide](https://example.com/guide/hosts).

\`\`\`js
import { createServer } from 'site'

export default defineConfig({
  server: {
    origin: 'http://127.0.0.1:8080',
  },
})
fastify.register(routes)
\`\`\``;

/** What is found nowhere, with the question as a further source. */
function missing(answer: string, question = 'how do I set it?'): string[] {
  const passages = [{ number: 1, text: PASSAGE, heading: 'Hosts' }];
  const { claims } = checkSupport({ answer, question, passages });
  for (const { missing: parts } of claims)
    for (const { text, start, end } of parts) expect(answer.slice(start, end)).toBe(text);
  return claims.flatMap((claim) => claim.missing.map(({ text }) => text));
}

const inCode = (code: string) => '```js\n' + code + '\n```';

describe('names and numbers that stand in no passage', () => {
  it.each([
    ['Set `server.hosts` to listen on all addresses.', ['server.hosts']],
    ['Set `Server.host` to listen on all addresses.', ['Server.host']],
    ['Set server.port to listen on all addresses.', ['server.port']],
    ['Start the server with --hosts for all addresses.', ['--hosts']],
    ['A plugin has 1000 milliseconds to load.', ['1000']],
    ['A plugin has 5 tries to load all files.', ['5']],
    ['Files stand in `src/pages/about.md` by default.', ['src/pages/about.md']],
    ['Call addRoutes before the server starts.', ['addRoutes']],
    ['Set MAX_TRIES before the server starts.', ['MAX_TRIES']],
    [
      'See [the guide](https://example.com/guide/ports) for hosts.',
      ['https://example.com/guide/ports'],
    ],
    ['Listen on port 80 or 81 for all addresses.', ['80', '81']],
  ])('are found in "%s"', (answer, found) => {
    expect(missing(answer)).toEqual(found);
  });

  it.each([
    'Set `server.host` to `127.0.0.1` to listen on all addresses.',
    'Start the server with --host 0.0.0.0 for all addresses.',
    // Units, thousands, and numbers as words.
    'A plugin has 10 seconds to load, with three tries.',
    'A plugin has 10,000 ms to load all files.',
    // Nested keys as a path, and another of their objects.
    'Set `server.origin` so that addresses are right.',
    'Call `server.register(routes)` before the server starts.',
    // Words of prose that look like code, names of products, ordinals.
    'This works in JavaScript and Node.js on macOS, e.g. for the 2nd host and/or port.',
    'According to passage 7, step 4 sets the host of all addresses.',
    // Prose between backticks, and a backtick that was never closed.
    'Use `the host that you know best` for all of the addresses` here.',
    // A sentence without a space before the next, and words in emphasis.
    'The server listens on all hosts.The _really_ last one wins there.',
  ])('are not in "%s"', (answer) => {
    expect(missing(answer)).toEqual([]);
  });

  it('may be in the question', () => {
    const answer = 'Set `legacyHost` to listen on all addresses.';
    expect(missing(answer)).toEqual(['legacyHost']);
    expect(missing(answer, 'what does legacyHost do?')).toEqual([]);
  });

  it('are not the beginnings of names within which the answer broke off', () => {
    expect(missing('All addresses are set as they should be by `server.ho')).toEqual([]);
    expect(missing('All addresses are set as they should be by `server.po')).toEqual(['server.po']);
  });

  it('are found in code, but not its own names, words of the language, messages and comments', () => {
    const code = `import { createServer, startAll } from 'site'
// whatever this says
const mine = createServer({ host: '127.0.0.1', limit: 4 })
mine.listen((problem) => console.log('it is up and running', problem))`;
    expect(missing(inCode(code))).toEqual(['startAll', 'limit', '4', '.listen']);
  });

  it('hold a piece of code in a sentence that is put together otherwise', () => {
    const copied = "`export default defineConfig({ server: { origin: 'http://127.0.0.1:8080' } })`";
    expect(missing(`Write ${copied} in the file.`)).toEqual([]);
    const other = '`register(origin, server, defineConfig, fastify, routes)`';
    expect(missing(`Write ${other} in the file.`)).toContain(other.slice(1, -1));
  });
});
