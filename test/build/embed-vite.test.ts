import { execFileSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolders, type RunningServer } from '../../scripts/static-server.ts';
import { isRead } from '../browser/embedding.ts';
import { shows, useStage } from '../browser/harness.ts';
import { GARDEN, pageOf } from '../browser/site.ts';
import { installIn } from './embed-app.ts';

const stage = useStage();

let app = '';
let server: RunningServer | undefined;

beforeAll(async () => {
  app = await installIn('test/fixtures/embed-vite');
  const widget = '<ask-page></ask-page><script type="module" src="./main.js"></script>';
  writeFileSync(join(app, 'index.html'), pageOf({ body: GARDEN, widget }));
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  await build({ root: app, base: '/garden/', configFile: false, logLevel: 'silent' });
  if (NODE_ENV !== undefined) process.env.NODE_ENV = NODE_ENV;
  server = await serveFolders({ mounts: { '/garden/': join(app, 'dist') } });
});

afterAll(async () => {
  await server?.close();
  rmSync(app, { recursive: true });
});

const QUESTION = 'At what time is the gate locked?';

describe('imported in a Vite app', () => {
  it('finds workers, WASM and model among the built files, and answers by meaning', async () => {
    const reader = await stage.visit(`${server?.url ?? ''}garden/`);
    await reader.type('gate');
    await isRead(reader);
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    expect(await reader.answer.first().innerText()).not.toContain('found by its words');
    expect(reader.page.workers()).toHaveLength(2);
    const own = `${server?.url ?? ''}garden/`;
    const files = reader.requests.filter((url) => !url.startsWith('data:'));
    expect(files.filter((url) => !url.startsWith(own))).toEqual([]);
    expect(files.some((url) => url.endsWith('.onnx'))).toBe(true);
    expect(reader.errors).toEqual([]);
  });

  it('is served by the development server, too', async () => {
    const vite = await createServer({
      ...{ root: app, configFile: false, logLevel: 'silent' },
      server: { host: '127.0.0.1', port: 0 },
    });
    await vite.listen();
    const reader = await stage.visit(vite.resolvedUrls?.local[0] ?? '');
    await reader.type('gate');
    await isRead(reader);
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    expect(await reader.answer.first().innerText()).not.toContain('found by its words');
    await reader.page.close();
    await vite.close();
  });

  it('answers under a policy that forbids to fetch what the bundler wrote into the script', async () => {
    const policy = "script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
    const guarded = await serveFolders({
      mounts: { '/garden/': join(app, 'dist') },
      headers: { 'content-security-policy': policy },
    });
    const reader = await stage.visit(`${guarded.url}garden/`);
    await reader.type('gate');
    await isRead(reader);
    await reader.ask(QUESTION);
    await shows(reader.answer, 'locked at nine');
    expect(await reader.notices.count()).toBe(0);
    await guarded.close();
  });
});

describe('on a server', () => {
  /** Runs code in Node, in the app's folder, with nothing else around it. */
  const run = (code: string): unknown =>
    JSON.parse(
      execFileSync(process.execPath, ['--input-type=module', '-e', code], {
        cwd: app,
        encoding: 'utf8',
      }),
    );

  it.each(['askpage', 'askpage/define'])('Node imports %s, and no element is defined', (name) => {
    const code = `await import('${name}');
      console.log(JSON.stringify(globalThis.customElements?.get('ask-page') ?? 'none'))`;
    expect(run(code)).toBe('none');
  });

  it("Vite's server-side modules import both", async () => {
    const vite = await createServer({
      ...{ root: app, configFile: false, logLevel: 'silent', appType: 'custom' },
      // Bundled with the app's own server code, as frameworks do with packages of components.
      ssr: { noExternal: ['askpage'] },
      server: { middlewareMode: true, ws: false },
      optimizeDeps: { noDiscovery: true },
    });
    const { told } = (await vite.ssrLoadModule('/server.js')) as { told: unknown };
    await vite.close();
    expect(told).toEqual({ code: 'network', isDefined: false });
  });
});
