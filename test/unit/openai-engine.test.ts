import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createOpenAiEngine, type OpenAiOptions } from '../../demo/openai-engine.ts';
import type { GenerateOptions, Message } from '../../src/core/ports.ts';

const MESSAGES: Message[] = [
  { role: 'system', content: 'Answer from the passages.' },
  { role: 'user', content: 'Which port?' },
];

let server: Server;
let url = '';
let respond: (response: ServerResponse, request: IncomingMessage) => void = () => {};
const seen: { path: string; headers: IncomingMessage['headers']; body: unknown }[] = [];
let closed = 0;

beforeAll(async () => {
  vi.stubGlobal('document', { baseURI: 'https://docs.test/guide/' });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    response.on('close', () => closed++);
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
      seen.push({ path: request.url ?? '', headers: request.headers, body });
      respond(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});

beforeEach(() => {
  seen.length = 0;
  closed = 0;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
  vi.unstubAllGlobals();
});

const engine = (options: Partial<OpenAiOptions> = {}) =>
  createOpenAiEngine({ url, model: 'house-7b', contextWindow: 8192, ...options });

async function reply(options: Partial<OpenAiOptions> = {}, wanted: GenerateOptions = {}) {
  const pieces: string[] = [];
  for await (const piece of engine(options).generate(MESSAGES, wanted)) pieces.push(piece);
  return pieces;
}

const event = (content: string, finish_reason: string | null = null) =>
  `data: ${JSON.stringify({ choices: [{ delta: { content }, finish_reason }] })}\n\n`;

/** Streams the chunks as they are, one network write each. */
function streams(chunks: readonly (string | Uint8Array)[], { thenWaits = false } = {}): void {
  respond = (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const write = async () => {
      for (const chunk of chunks) {
        response.write(chunk);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      if (!thenWaits) response.end();
    };
    void write();
  };
}

describe('the engine for OpenAI-compatible servers', () => {
  it('asks as the caller wants, and gives the pieces as they come', async () => {
    streams([
      ': hello\n\n',
      event('The port'),
      event(' is 3000.'),
      event('', 'stop'),
      'data: [DONE]\n\n',
    ]);
    const wanted = { maxTokens: 40, temperature: 0.2, stop: ['</a>'] };
    expect(await reply({ headers: { 'x-team': 'docs' } }, wanted)).toEqual([
      'The port',
      ' is 3000.',
    ]);
    expect(seen).toMatchObject([
      {
        path: '/v1/chat/completions',
        headers: { 'x-team': 'docs', 'content-type': 'application/json' },
        body: {
          ...{ model: 'house-7b', messages: MESSAGES, stream: true },
          ...{ max_tokens: 40, temperature: 0.2, stop: ['</a>'] },
        },
      },
    ]);
  });

  it('puts events together that the network cut, within a character too', async () => {
    const bytes = Buffer.from(`${event('größer')}${event(' als 🚀')}data: [DONE]\r\n\r\n`);
    streams([...bytes].map((byte) => Buffer.from([byte])));
    expect((await reply()).join('')).toBe('größer als 🚀');
  });

  it('takes a whole answer from a server that does not stream', async () => {
    respond = (response) =>
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ choices: [{ message: { content: 'The port is 3000.' } }] }));
    expect(await reply()).toEqual(['The port is 3000.']);
  });

  it('names host and status, and what the server says', async () => {
    respond = (response) =>
      response.writeHead(503).end(JSON.stringify({ error: { message: 'The model is loading' } }));
    await expect(reply()).rejects.toThrow(/^127\.0\.0\.1:\d+ answered with HTTP 503: The model is/);
    respond = (response) => response.writeHead(404).end('<!doctype html><title>Gone</title>');
    await expect(reply()).rejects.toThrow(/answered with HTTP 404\.$/);
    await expect(reply({ url: 'http://127.0.0.1:1/v1' })).rejects.toThrow(
      /^127\.0\.0\.1:1 can't be/,
    );
  });

  it('takes no half answer for a whole one', async () => {
    streams([event('The port is')]);
    await expect(reply()).rejects.toThrow(/broke off in the middle/);
    streams([event('The'), `data: ${JSON.stringify({ error: { message: 'out of memory' } })}\n\n`]);
    await expect(reply()).rejects.toThrow(/failed: out of memory/);
    streams(['data: <html>\n\n']);
    await expect(reply()).rejects.toThrow(/no completion: <html>/);
    streams([event('The')], { thenWaits: true });
    await expect(reply({ patience: 60 })).rejects.toThrow(/sent nothing for/);
  });

  it('stops within 300 ms, and tells the server', async () => {
    streams([event('The')], { thenWaits: true });
    const stop = new AbortController();
    let stopped = 0;
    const reading = (async () => {
      for await (const piece of engine().generate(MESSAGES, { signal: stop.signal })) {
        expect(piece).toBe('The');
        stopped = Date.now();
        stop.abort(new Error('enough'));
      }
    })();
    await expect(reading).rejects.toThrow('enough');
    expect(Date.now() - stopped).toBeLessThan(300);
    await expect.poll(() => closed).toBe(1);
  });

  it('ends a reply that is left or interrupted', async () => {
    streams([event('The')], { thenWaits: true });
    for await (const piece of engine().generate(MESSAGES)) if (piece) break;
    await expect.poll(() => closed).toBe(1);
    const interrupted = engine();
    const pieces: string[] = [];
    for await (const piece of interrupted.generate(MESSAGES)) {
      pieces.push(piece);
      interrupted.interrupt();
    }
    expect(pieces).toEqual(['The']);
    await expect.poll(() => closed).toBe(2);
  });

  it('names its host to the reader, and asks it nothing before a question', async () => {
    const made = engine({ url: 'https://llm.example.org/v1/', licence: 'MIT' });
    expect(await made.describe()).toEqual({
      ...{ model: 'house-7b', bytes: 0, licence: 'MIT', origin: 'llm.example.org' },
      availability: 'ready',
    });
    await made.load();
    expect(made.contextWindow).toBe(8192);
    expect(await made.countTokens(['three bytes', ''])).toEqual([4, 0]);
    expect((await engine({ url: '/llm/v1' }).describe()).origin).toBe('docs.test');
    expect(seen).toEqual([]);
  });
});
