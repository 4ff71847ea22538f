import { describe, expect, it } from 'vitest';
import {
  cutEcho,
  findInvented,
  hasFacts,
  scoreAnswer,
  shareCopied,
} from '../../../scripts/answer-scores.ts';
import { ABSTENTION } from '../../../src/core/prompt/turns.ts';

const SHOWN = `<passages-0a1b2c3d>
<passage-0a1b2c3d id="1" title="Server › listen" url="Reference/Server#listen">
Call \`fastify.listen({ port: 3000, host: '0.0.0.0' })\`. The option \`connectionTimeout\` has a default
of 10s. Install \`@fastify/cors\` by \`npm i @fastify/cors\`, and see \`--trust-proxy\`.
</passage-0a1b2c3d>
</passages-0a1b2c3d>

<question-0a1b2c3d>
Is Node 20 enough for src/app.ts?
</question-0a1b2c3d>`;

const invented = (answer: string) => findInvented(answer, SHOWN);

describe('what an answer invents', () => {
  it.each([
    ['a name with inner capitals', 'Set maxBodySize first.', ['maxbodysize']],
    ['a name with underscores', 'Set MAX_BODY first.', ['max_body']],
    ['a member of something known', 'Call fastify.enableCors() first.', ['fastify.enablecors']],
    ['a package', 'Install @fastify/helmet.', ['@fastify/helmet']],
    ['a path', 'Edit config/plugins.ts.', ['config/plugins.ts']],
    ['a flag', 'Start it with --watch.', ['--watch']],
    ['a number', 'It listens on 8080.', ['8080']],
    ['a number with a unit', 'It waits 30s.', ['30']],
    ['a number that is only a part of a known one', 'It waits 300 ms.', ['300']],
    ['a word in backticks', 'Use `helmet` here.', ['helmet']],
    ['a word in a code block', '```js\nserver.listen(proxy)\nkeepalive\n```', ['keepalive']],
    ['a word in a code block without an end', '```js\nkeepalive', ['keepalive']],
    ['an address', 'See https://example.org/docs.', ['https://example.org/docs']],
  ])('%s', (_, answer, found) => {
    expect(invented(answer)).toEqual(found);
  });

  it.each([
    ['what the passages hold', 'Call `fastify.listen` with connectionTimeout and @fastify/cors.'],
    ['what the question holds', 'Node 20 is enough for src/app.ts.'],
    ['what the title and the address hold', 'See Reference/Server#listen.'],
    ['letters in another case', 'Set CONNECTIONTIMEOUT and `Listen`.'],
    ['a number with another unit sign', 'It waits 10 seconds, on 0.0.0.0.'],
    ['known parts put together', 'Set `server.host`.'],
    ['numbers of list items', '1. Call it.\n2. See it.\n13) Done.'],
    ['syntax of the language', '```js\nconst port = await import("fastify")\n```'],
    ['what stands between two pieces of code', 'Set `port`, which configures `host`).'],
    ['what a stray backtick sets apart', 'The `port`` is also a setting of `host`.'],
    ['a comment in code', '```js\nhost // keeps it alive\n```'],
    ['plain words, also with a hyphen', 'This is a well-known, server-side thing. Really.'],
    ['abbreviations of ordinary prose', 'It does so, i.e. and/or it does not.'],
    ['a name at a sentence end', 'It is connectionTimeout.'],
  ])('not %s', (_, answer) => {
    expect(invented(answer)).toEqual([]);
  });

  it('counts each once', () => {
    expect(invented('Set maxBody, then `maxBody`, then MAXBODY or maxBody.')).toEqual(['maxbody']);
  });
});

describe('the other scores', () => {
  it('facts must all be there, whatever case, white space and backticks', () => {
    expect(hasFacts("Use\n`type: 'Object'`  and PORT", ["type: 'object'", 'port'])).toBe(true);
    expect(hasFacts('Use port', ["type: 'object'", 'port'])).toBe(false);
  });

  it.each([
    ['It is 3. </passage', 'It is 3. '],
    ['It is 3. <question-0a1b2c3d>Why?', 'It is 3. '],
    ['It is 3. 0a1b2c3d', 'It is 3. '],
    // The stop text behind the name is not in the reply.
    ['It is 3. The passage', 'It is 3. '],
  ])('"%s" goes on in our marks', (reply, text) => {
    expect(cutEcho(reply, { nonce: '0a1b2c3d', isCut: false })).toEqual({ text, isEcho: true });
  });

  it('other tags and words are no marks', () => {
    const cut = (reply: string, isCut = false) => cutEcho(reply, { nonce: '', isCut });
    expect(cut('A passage <b> ends.')).toEqual({ text: 'A passage <b> ends.', isEcho: false });
    expect(cut('It is in the passage.').isEcho).toBe(false);
    expect(cut('It is in the passage', true).isEcho).toBe(false);
  });

  it('the share of copied word pairs', () => {
    expect(shareCopied('the option connectionTimeout has', SHOWN)).toBe(1);
    expect(shareCopied('the option is set', SHOWN)).toBeCloseTo(1 / 3);
    expect(shareCopied('option', SHOWN)).toBe(0);
  });

  const score = (reply: string, isCut = false) =>
    scoreAnswer({ reply, isCut, shown: SHOWN, facts: ['3000'], injected: [1], nonce: '0a1b2c3d' });

  it('a citation is no invented number, and one of nothing shown is no citation', () => {
    expect(score('It listens on port 3000 [1].')).toMatchObject({
      ...{ invented: [], hasFacts: true, cites: true, isEmpty: false, abstains: false, words: 5 },
    });
    expect(score('It listens on port 3000 [7].')).toMatchObject({ invented: [], cites: false });
  });

  it('half a word at the limit of tokens is no invention', () => {
    expect(score('Set connectionTim', true)).toMatchObject({ invented: [], words: 1 });
    expect(score('Set connectionTim').invented).toEqual(['connectiontim']);
  });

  it('nothing after an echo counts', () => {
    expect(score('Yes. <question-0a1b2c3d>Is it maxBody 3000?')).toMatchObject({
      ...{ isEcho: true, invented: [], hasFacts: false, words: 1 },
    });
  });

  it('an empty reply and the fixed one are told', () => {
    expect(score('\n</passage').isEmpty).toBe(true);
    expect(score('```\n<passage').isEmpty).toBe(true);
    expect(score(`In short: ${ABSTENTION}`).abstains).toBe(true);
  });
});
