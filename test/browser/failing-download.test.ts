import { beforeEach, describe, expect, it } from 'vitest';
import { SOFTWARE_WEBGPU } from '../../scripts/chromium.ts';
import {
  BY_WORDS,
  file,
  inModel,
  isShard,
  layOutModel,
  LIBRARY,
  SHARD_1,
  SHARD_1_BYTES,
  SHARDS,
  WRONG_SHARD,
} from './fake-webllm-site.ts';
import { hurryStore } from './haste.ts';
import { shows, until, useStage, type Reader } from './harness.ts';
import { notFound, send, stalled, type Respond } from './site.ts';

const stage = useStage(SOFTWARE_WEBGPU);

/** Twenty seconds without a byte are a stall, and three more tries take seven. */
const HASTE = 5;

beforeEach(async () => {
  await layOutModel(stage.site, {}, BY_WORDS);
  hurryStore(stage.site, HASTE);
});

const WRITTEN = 'The gate is locked at nine in the evening, and its key hangs in the shed';
const QUESTION = 'When is the gate locked?';
const offer = (reader: Reader) => reader.page.locator('ask-page [part=engine]');
const generated = (reader: Reader) => reader.page.locator('ask-page .generated');
const shardRequests = () => stage.site.requests.filter(isShard);

async function consent(context?: Reader['context']): Promise<Reader> {
  const reader = await stage.visit('/model.html', context ? { context } : {});
  await reader.ask(QUESTION);
  await offer(reader)
    .getByRole('button', { name: /^Download/ })
    .click();
  return reader;
}

/** The reader is told, still has the quote, and gets the written answer once the fault is gone. */
async function recovers(reader: Reader, [code, sentence]: [string, RegExp], mend: () => void) {
  await shows(offer(reader).getByRole('alert'), sentence);
  expect((await reader.events('ask-error')).at(-1)).toMatchObject({ code });
  await shows(reader.answer, 'locked at nine');
  mend();
  await offer(reader).getByRole('button', { name: 'Try again' }).click();
  await shows(generated(reader), WRITTEN);
}

const status =
  (code: number): Respond =>
  (response) => {
    response.writeHead(code, { 'content-type': 'text/plain', 'retry-after': '0' }).end('no\n');
  };

/** Half of the file, then nothing more and the connection is gone. */
const cutOff: Respond = (response) => {
  response.writeHead(200, { 'content-length': SHARD_1_BYTES.length });
  response.write(SHARD_1_BYTES.subarray(0, SHARD_1_BYTES.length / 2), () => response.destroy());
};

interface Row {
  what: string;
  match: RegExp;
  fault: Respond;
  told: [string, RegExp];
  /** It is tried several times. */
  isSlow?: boolean;
}

const HTML = send('text/html', '<!doctype html><title>Sign in</title>');

describe('a download', () => {
  it('asks each file once, and on the second visit none', async () => {
    const reader = await consent();
    await shows(generated(reader), WRITTEN);
    expect(shardRequests()).toHaveLength(SHARDS);
    stage.site.requests.length = 0;
    const again = await stage.visit('/model.html', { context: reader.context });
    await again.ask(QUESTION);
    await shows(generated(again), WRITTEN);
    expect(stage.site.requests.filter(inModel)).toEqual([]);
  });

  it.each<Row>([
    {
      ...{ what: 'weights that are not there', match: SHARD_1, fault: notFound },
      told: ['model-not-found', /no file .*shard_1.*404/],
    },
    {
      ...{ what: 'a server that is overloaded', match: SHARD_1, fault: status(503) },
      told: ['network', /shard_1.*503/],
      isSlow: true,
    },
    {
      ...{ what: 'a page in place of weights', match: SHARD_1, fault: HTML },
      told: ['model-invalid', /shard_1/],
    },
    {
      ...{ what: 'a file that is cut off', match: SHARD_1, fault: cutOff },
      told: ['network', /shard_1/],
      isSlow: true,
    },
    {
      ...{ what: 'wrong bytes', match: SHARD_1, fault: send('x/y', WRONG_SHARD) },
      told: ['model-invalid', /shard_1/],
    },
    {
      ...{ what: 'a page in place of the library', match: LIBRARY, fault: HTML },
      told: ['model-invalid', /wasm/],
    },
    {
      ...{ what: 'a broken configuration', match: file('mlc-chat-config.json'), fault: HTML },
      told: ['model-invalid', /config/],
    },
  ])(
    'of $what is told, keeps what is whole, and goes on later',
    async ({ match, fault, told, isSlow }) => {
      const mend = stage.site.fault(match, fault);
      const reader = await consent();
      await recovers(reader, told, mend);
      const whole = shardRequests().filter((path) => !SHARD_1.test(path));
      // Where the fault comes at once, the others may not have ended.
      if (isSlow) expect(whole).toHaveLength(SHARDS - 1);
    },
  );

  it('of one bad file is mended by fetching it once more', async () => {
    let times = 0;
    stage.site.fault(SHARD_1, (response, request) =>
      send('x/y', times++ === 0 ? WRONG_SHARD : SHARD_1_BYTES)(response, request),
    );
    const reader = await consent();
    await shows(generated(reader), WRITTEN);
    expect(times).toBe(2);
  });

  it('that stands still says so, and goes on by itself', async () => {
    const mend = stage.site.fault(SHARD_1, stalled);
    const reader = await consent();
    await shows(offer(reader), /of 1 MB/);
    await shows(offer(reader), 'Nothing arrives. Trying again.');
    mend();
    await shows(generated(reader), WRITTEN);
  });

  it('can be paused, and goes on without the files that are whole', async () => {
    const mend = stage.site.fault(SHARD_1, stalled);
    const reader = await consent();
    await until(shardRequests, (paths) => paths.length === SHARDS);
    await shows(offer(reader), /of 1 MB/);
    await reader.page.waitForTimeout(500);
    await offer(reader).getByRole('button', { name: 'Pause' }).click();
    await shows(offer(reader), 'is paused');
    mend();
    await offer(reader).getByRole('button', { name: 'Go on' }).click();
    await shows(generated(reader), WRITTEN);
    expect(shardRequests()).toHaveLength(SHARDS + 1);
  });
});

describe('without a network', () => {
  it('a model that is all here answers', async () => {
    const reader = await consent();
    await shows(generated(reader), WRITTEN);
    const again = await stage.visit('/model.html', { context: reader.context });
    // The site's own files have come; from now on nothing does.
    await again.type('gate');
    await again.worker('retrieve');
    await reader.page.close();
    stage.site.fault(/models-test/, (response) => response.destroy());
    await again.ask(QUESTION);
    await shows(generated(again), WRITTEN);
  });

  it('a download says that there is none, and goes on when there is', async () => {
    stage.site.fault(SHARD_1, (response) => void setTimeout(() => response.destroy(), 1500));
    const reader = await consent();
    await until(shardRequests, (paths) => paths.length === SHARDS);
    await reader.context.setOffline(true);
    await shows(offer(reader).getByRole('alert'), /no network|offline/i);
    expect((await reader.events('ask-error')).at(-1)).toMatchObject({ code: 'offline' });
    await shows(reader.answer, 'locked at nine');
    stage.site.fault(SHARD_1, send('x/y', SHARD_1_BYTES));
    await reader.context.setOffline(false);
    await offer(reader).getByRole('button', { name: 'Try again' }).click();
    await shows(generated(reader), WRITTEN);
  });
});

describe('a browser that keeps nothing', () => {
  it('says that there is too little room, and goes on when there is more', async () => {
    const reader = await stage.visit('/model.html');
    await reader.ask(QUESTION);
    await offer(reader).waitFor();
    const client = await reader.context.newCDPSession(reader.page);
    const origin = stage.site.url.replace(/\/$/, '');
    const { usage } = await client.send('Storage.getUsageAndQuota', { origin });
    await client.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: usage + 400_000 });
    await offer(reader)
      .getByRole('button', { name: /^Download/ })
      .click();
    await recovers(
      reader,
      ['quota-exceeded', /does not fit into what this browser lets the site keep/],
      () => {
        void client.send('Storage.overrideQuotaForOrigin', { origin });
      },
    );
  });

  it('in a frame without storage says so, and answers with quotes', async () => {
    const frame =
      '<iframe sandbox="allow-scripts" src="/model.html" width="900" height="700"></iframe>';
    stage.site.page('/frame.html', `<!doctype html><title>A frame</title>${frame}`);
    stage.site.headers['access-control-allow-origin'] = '*';
    const context = await stage.browser.newContext();
    const page = await context.newPage();
    await page.goto(`${stage.site.url}frame.html`);
    const inside = page.frameLocator('iframe');
    await inside.locator('ask-page [part=trigger]').click();
    await page.keyboard.type(QUESTION);
    await page.keyboard.press('Enter');
    await shows(inside.locator('ask-page [part=answer]'), 'locked at nine');
    await inside.getByRole('button', { name: /^Download/ }).click();
    await shows(inside.locator('ask-page [part=engine] [role=alert]'), /keep nothing|can't keep/);
    expect(stage.site.requests.filter(isShard)).toEqual([]);
    await context.close();
  });
});
