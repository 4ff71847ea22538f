import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { AskPageError } from '../../src/core/errors.ts';
import { connect, serve, type Port } from '../../src/core/rpc.ts';

interface Api {
  add(params: { a: number; b: number }, signal: AbortSignal): Promise<number>;
  fail(params: { code: 'bad-index' }, signal: AbortSignal): Promise<never>;
  failPlainly(params: object, signal: AbortSignal): Promise<never>;
  wait(params: object, signal: AbortSignal): Promise<never>;
  count(params: { to: number }, signal: AbortSignal): AsyncIterable<number>;
}

const open: MessageChannel[] = [];
afterEach(() => open.splice(0).forEach(({ port1 }) => port1.close()));

function pair() {
  const channel = new MessageChannel();
  open.push(channel);
  const seen = { aborted: 0, produced: 0 };
  serve<Api>(channel.port1 as unknown as Port, {
    add: ({ a, b }) => Promise.resolve(a + b),
    fail: ({ code }) =>
      Promise.reject(new AskPageError(code, 'index.json is cut off. Build the index again.')),
    // Libraries throw bare strings; they must arrive as errors all the same.
    failPlainly: () => Promise.reject('out of cheese'),
    wait: (_params, signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          seen.aborted++;
          reject(new Error('too late to be heard'));
        });
      }),
    async *count({ to }, signal) {
      for (let n = 1; n <= to && !signal.aborted; n++) {
        seen.produced = n;
        yield n;
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    },
  });
  return { client: connect<Api>(channel.port2 as unknown as Port), seen };
}

describe('calls across threads', () => {
  it('returns what the method returns, overlapping calls each their own', async () => {
    const { client } = pair();
    const sums = [1, 2, 3].map((a) => client.call('add', { a, b: 10 }));
    expect(await Promise.all(sums)).toEqual([11, 12, 13]);
  });

  it('keeps the code and the words of an error', async () => {
    const { client } = pair();
    const call = client.call('fail', { code: 'bad-index' });
    await expect(call).rejects.toBeInstanceOf(AskPageError);
    await expect(call).rejects.toMatchObject({
      code: 'bad-index',
      message: 'index.json is cut off. Build the index again.',
    });
  });

  it('turns a thrown string into an error with its words', async () => {
    const { client } = pair();
    await expect(client.call('failPlainly', {})).rejects.toMatchObject({
      code: 'unexpected',
      message: 'out of cheese',
    });
  });

  it('streams items in order and ends', async () => {
    const { client } = pair();
    const items: number[] = [];
    for await (const item of client.stream('count', { to: 4 })) items.push(item);
    expect(items).toEqual([1, 2, 3, 4]);
  });

  it('stops the other side when the loop is left early', async () => {
    const { client, seen } = pair();
    for await (const item of client.stream('count', { to: 1000 })) if (item === 3) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen.produced).toBeLessThan(100);
  });

  it('rejects at once with the reason of the signal, and tells the other side', async () => {
    const { client, seen } = pair();
    const controller = new AbortController();
    const call = client.call('wait', {}, { signal: controller.signal });
    controller.abort(new Error('reader closed the dialog'));
    await expect(call).rejects.toThrow('reader closed the dialog');
    expect(await client.call('add', { a: 1, b: 1 })).toBe(2);
    expect(seen.aborted).toBe(1);
  });

  it('does not send a call whose signal is aborted already', async () => {
    const { client } = pair();
    const call = client.call('wait', {}, { signal: AbortSignal.abort(new Error('no')) });
    await expect(call).rejects.toThrow('no');
  });

  it('rejects pending and later calls when the worker is gone', async () => {
    const { client } = pair();
    const pending = client.call('wait', {});
    await client.call('add', { a: 1, b: 1 });
    client.close(new AskPageError('worker-failed', 'The search worker stopped.'));
    await expect(pending).rejects.toMatchObject({ code: 'worker-failed' });
    await expect(client.call('add', { a: 1, b: 1 })).rejects.toMatchObject({
      code: 'worker-failed',
    });
  });
});
