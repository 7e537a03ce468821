import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeCertificate, startHttps } from '@touchstone/engine-http/testing';
import { afterAll, afterEach, beforeAll, describe, expect, it, it as vitestIt } from 'vitest';
import { act, found, openShop, play, type Shop } from '../testing/index.ts';
import { pool } from '../testing/pool.ts';
import { BrowserPool, type PoolOptions } from './browser-pool.ts';
import { browserEngines, findBrowserPath, findBrowsers } from './find-browsers.ts';
import { isAlive } from './pool-folder.ts';
import { killGroup } from './processes.ts';
import { openSession } from './session.ts';

const engine = 'chromium';
const paths = {
  chromium: await findBrowserPath('chromium'),
  firefox: await findBrowserPath('firefox'),
  webkit: await findBrowserPath('webkit'),
};
const hasChromium = paths.chromium !== undefined;
let shop: Shop;
const pools: BrowserPool[] = [];
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await Promise.all(pools.map((made) => made.close()));
  await shop.close();
});

function newPool(options?: PoolOptions): BrowserPool {
  const made = new BrowserPool(options);
  pools.push(made);
  return made;
}

const ended = (pid: number) => expect.poll(() => isAlive(pid), { timeout: 15_000 }).toBe(false);
const foldersOf = async (pid: number): Promise<string[]> =>
  (await readdir(tmpdir()))
    .filter((entry) => entry.startsWith('touchstone-browsers-') && entry.includes(`-${pid}-`))
    .map((entry) => join(tmpdir(), entry));
const open = (path = '/') => act('openUrl', { url: `${shop.url}${path}` });

describe.skipIf(!hasChromium)('the pool', () => {
  it('grants slots first come, first served, and takes back those no longer wanted', async () => {
    const small = newPool({ slots: 1 });
    const first = await openSession(small, { engine });
    const order: string[] = [];
    const gone = new AbortController();
    const left = openSession(small, { engine, signal: gone.signal });
    const second = openSession(small, { engine }).then(async (session) => {
      order.push('second');
      await session.close();
    });
    const third = openSession(small, { engine }).then(async (session) => {
      order.push('third');
      await session.close();
    });
    gone.abort(new Error('Not wanted.'));
    await expect(left).rejects.toThrow('Not wanted.');
    expect(small.figures).toMatchObject({ taken: 1, waiting: 2 });
    await first.close();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
    expect(small.figures).toMatchObject({ taken: 0, waiting: 0 });
  });

  it('shares a browser, and replaces it after the maximum number of contexts', async () => {
    const short = newPool({ contextsPerBrowser: 2 });
    const sessions = [];
    for (let count = 0; count < 3; count += 1) sessions.push(await openSession(short, { engine }));
    const [first, second, third] = sessions.map(({ context }) => context.browser());
    expect(first).toBe(second);
    expect(third).not.toBe(first);
    const [old, young] = short.figures.pids;
    for (const session of sessions) await session.close();
    await ended(old!);
    await expect.poll(() => short.figures.pids).toEqual([young]);
    await short.close();
    await ended(young!);
  });

  it('isolates scripts', async () => {
    const steps = [open(), act('setCookie', { name: 'user', value: 'eve' })];
    await play(pool, steps, { engine });
    const { result } = await play(pool, [open(), act('verifyState', { state: 'hidden' }, found('css', '#user'))], {
      engine,
    });
    expect(result.status).toBe('passed');
  });

  it('names the missing browser', async () => {
    const bare = newPool({ env: { PATH: '/nowhere' } });
    await expect(openSession(bare, { engine: 'firefox' })).rejects.toThrow(
      'Install Firefox ESR, or set TOUCHSTONE_FIREFOX',
    );
    expect(bare.figures.taken).toBe(0);
  });

  it('refuses requests once it is closed', async () => {
    const closed = newPool();
    await closed.close();
    await expect(openSession(closed, { engine })).rejects.toThrow('The browsers are closed');
  });
});

for (const engine of browserEngines)
  describe.skipIf(!paths[engine])(`processes and folders of ${engine}`, () => {
    it('leaves no process behind after a script that hangs', async () => {
      const own = newPool({ closeTimeoutMs: 1000 });
      const session = await openSession(own, { engine });
      const [pid] = own.figures.pids;
      const { signal } = new AbortController();
      const step = { target: null, timeoutMs: 200, signal };
      await session.perform({ ...step, keyword: 'openUrl', args: { url: shop.url }, timeoutMs: 20_000 });
      const outcome = await session.perform({ ...step, keyword: 'runJavaScript', args: { code: 'for (;;);' } });
      expect(outcome).toMatchObject({
        status: 'error',
        message: expect.stringContaining('The page did not answer for 3.2 s.'),
      });
      await session.close();
      expect(own.figures.taken).toBe(0);
      await own.close();
      await ended(pid!);
    });

    it('leaves no process behind after a runner is killed', async () => {
      const program = fileURLToPath(new URL('../testing/hanging-runner.ts', import.meta.url));
      const runner = spawn(process.execPath, [program, engine], { stdio: ['ignore', 'pipe', 'inherit'] });
      const [line] = (await once(runner.stdout, 'data')) as [Buffer];
      const pids = String(line).trim().split(' ').map(Number);
      expect(pids).toHaveLength(1);
      expect(await foldersOf(runner.pid!)).toHaveLength(1);
      runner.kill('SIGKILL');
      for (const pid of pids) await ended(pid);
      await ended(runner.pid!);
      // Whichever browser a pool starts first, it removes such folders before.
      const next = newPool();
      await (await openSession(next, { engine: hasChromium ? 'chromium' : engine })).close();
      await next.close();
      expect(await foldersOf(runner.pid!)).toEqual([]);
    });

    it("keeps its browsers' profiles in its own folder, and removes it", async () => {
      const before = new Set(await foldersOf(process.pid));
      const own = newPool({ contextsPerBrowser: 1 });
      const first = await openSession(own, { engine });
      const second = await openSession(own, { engine });
      const [folder = '', ...others] = (await foldersOf(process.pid)).filter((path) => !before.has(path));
      expect(others).toEqual([]);
      const profiles = async () => (await readdir(folder)).filter((entry) => entry.startsWith('profile-'));
      expect(await profiles()).toHaveLength(2);
      await first.close();
      await expect.poll(profiles).toHaveLength(1);
      await second.close();
      await own.close();
      expect((await foldersOf(process.pid)).filter((path) => !before.has(path))).toEqual([]);
    });

    it('reports that the browser has ended', async () => {
      const own = newPool();
      const session = await openSession(own, { engine });
      const { signal } = new AbortController();
      const step = { keyword: 'waitForText', args: { text: 'never' }, target: null, timeoutMs: 20_000, signal };
      const waiting = session.perform(step);
      killGroup(own.figures.pids[0]!);
      expect(await waiting).toMatchObject({
        status: 'error',
        message: 'The browser ended unexpectedly. Run the script again.',
      });
      expect(await session.screenshot()).toBeNull();
      await session.close();
      const next = await openSession(own, { engine });
      expect(await next.perform({ ...step, keyword: 'openUrl', args: { url: shop.url } })).toMatchObject({
        status: 'passed',
      });
      await next.close();
    });
  });

describe.skipIf(!hasChromium)('problems around a page', () => {
  it('ends a step immediately when the run is stopped', async () => {
    const control = new AbortController();
    const steps = [open(), act('wait', { ms: '60000' }), open()];
    const playing = play(pool, steps, { engine, signal: control.signal });
    await expect.poll(() => pool.figures.taken).toBe(1);
    setImmediate(() => control.abort());
    const { result } = await playing;
    expect(result.status).toBe('stopped');
  });

  it('reports that the tab was closed during a step, and continues in another one', async () => {
    const session = await openSession(pool, { engine });
    const { signal } = new AbortController();
    const step = { target: null, timeoutMs: 30_000, signal, args: {} };
    await session.perform({ ...step, keyword: 'newTab', args: { url: `${shop.url}/help` } });
    const waiting = session.perform({ ...step, keyword: 'waitForElement', target: found('css', '#never') });
    await session.page.close();
    expect(await waiting).toMatchObject({ status: 'error', message: 'The tab was closed during the step.' });
    const outcome = await session.perform({ ...step, keyword: 'openUrl', args: { url: shop.url } });
    expect(outcome).toMatchObject({ status: 'passed', log: [expect.objectContaining({ kind: 'browser' })] });
    await session.close();
  });

  it('stops a storm of tabs', async () => {
    const session = await openSession(pool, { engine });
    await session.context.grantPermissions([]);
    const { signal } = new AbortController();
    const step = { target: null, timeoutMs: 30_000, signal, args: {} };
    await session.perform({ ...step, keyword: 'openUrl', args: { url: `${shop.url}/help` } });
    const clicked = await session.perform({ ...step, keyword: 'click', target: found('css', '#storm') });
    // The tabs open one after the other.
    let message = clicked.message;
    for (let waits = 0; waits < 60 && !message; waits += 1)
      message = (await session.perform({ ...step, keyword: 'wait', args: { ms: '500' } })).message;
    expect(message).toContain('The application opened more than 20 tabs');
    expect(session.tabs.open.length).toBeLessThanOrEqual(20);
    await session.close();
  });

  it('explains why a certificate is not trusted, and accepts it if so configured', async () => {
    const server = await startHttps(makeCertificate({ commonName: 'localhost' }), (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Safe</title>');
    });
    try {
      const steps = [
        act('openUrl', { url: `https://127.0.0.1:${server.port}/` }),
        act('verifyTitle', { expected: 'Safe' }),
      ];
      const refused = await play(pool, steps, { engine });
      expect(refused.result).toMatchObject({ status: 'error' });
      expect(refused.result.message).toMatch(/The certificate of 127\.0\.0\.1:\d+ is not trusted \(ERR_CERT_/);
      const accepted = await play(pool, steps, { engine, acceptsAnyCertificate: true });
      expect(accepted.result.status).toBe('passed');
    } finally {
      await server.close();
    }
  });

  it('takes a picture as a JPEG', async () => {
    const { finished } = await play(
      pool,
      [open(), { ...act('click', {}, found('css', '#nothing')), evidence: 'failure' }],
      {
        engine,
        lastTimeoutMs: 1000,
      },
    );
    const [picture] = finished.at(-1)?.evidence ?? [];
    expect(picture?.mediaType).toBe('image/jpeg');
    expect(Buffer.from(picture!.bytes).subarray(0, 2).toString('hex')).toBe('ffd8');
  });

  it('emulates a device, a language and headers', async () => {
    const steps = [
      act('openUrl', { url: shop.url }),
      act('runJavaScript', {
        code: 'return [navigator.language, devicePixelRatio, /iPhone/.test(navigator.userAgent)]',
        variable: 'said',
      }),
    ];
    const { result } = await play(pool, steps, {
      engine,
      device: 'iPhone 13',
      locale: 'de-DE',
      headers: { 'x-mark': '1' },
    });
    expect(result.variables.said).toBe('["de-DE",3,true]');
    await expect(openSession(pool, { engine, device: 'Abacus' })).rejects.toThrow('There is no device "Abacus".');
  });
});

describe.each(browserEngines.map((engine) => ({ engine, isInstalled: paths[engine] !== undefined })))(
  'an address policy in $engine (installed: $isInstalled)',
  ({ engine, isInstalled }) => {
    const it = vitestIt.skipIf(!isInstalled);
    const seen: string[] = [];
    const inner = createServer((request, response) => {
      seen.push(request.url ?? '');
      response.writeHead(200, { 'access-control-allow-origin': '*' }).end('inner');
    });
    let innerUrl: string;
    beforeAll(async () => {
      inner.listen(0, '127.0.0.1');
      await once(inner, 'listening');
      const address = inner.address();
      innerUrl = typeof address === 'object' && address ? `http://127.0.0.1:${address.port}` : '';
    });
    afterEach(() => seen.splice(0));
    afterAll(() => void inner.close());
    const allow = async (url: string) =>
      URL.parse(url)?.host === URL.parse(innerUrl)?.host ? 'It is a private address.' : null;

    it('allows permitted requests', async () => {
      const steps = [
        open('/login'),
        act('setText', { value: 'ada@x.org' }, found('label', 'Email')),
        act('setText', { value: 'coffee' }, found('label', 'Password')),
        act('click', {}, found('role', 'button', 'Sign in')),
        act('verifyText', { expected: 'ada' }, found('css', '#user')),
      ];
      const { result, finished } = await play(pool, steps, { engine, allow });
      expect(finished.map(({ message }) => message).join('')).toBe('');
      expect(result.status).toBe('passed');
    });

    it.each([
      ['an address', () => act('openUrl', { url: `${innerUrl}/direct` })],
      [
        'the target of a redirect',
        () => act('openUrl', { url: `${shop.url}/away?to=${encodeURIComponent(`${innerUrl}/redirected`)}` }),
      ],
    ])('refuses %s', async (_name, step) => {
      const { result } = await play(pool, [step()], { engine, allow });
      expect(result).toMatchObject({ status: 'error' });
      expect(result.message).toMatch(
        /^http:\/\/127\.0\.0\.1:\d+\/(direct|redirected) was refused: It is a private address\.$/,
      );
      expect(seen).toEqual([]);
    });

    it('refuses requests and WebSockets of pages, and logs that in the step', async () => {
      const code = (call: string) => act('runJavaScript', { code: call });
      const steps = [
        act('openUrl', { url: 'data:text/html,<h1>Page</h1>' }),
        code(`await fetch("${innerUrl}/fetched").then((answer) => answer.text()).catch(() => "");`),
        code(
          `await new Promise((done) => { const socket = new WebSocket("${innerUrl.replace('http', 'ws')}/socket"); socket.onerror = done; });`,
        ),
      ];
      const { finished } = await play(pool, steps, { engine, allow });
      expect(finished.map(({ status }) => status)).toEqual(['passed', 'passed', 'passed']);
      const logged = finished.flatMap(({ log }) => log ?? []).filter(({ kind }) => kind === 'browser');
      expect(logged.map(({ text }) => text)).toEqual([
        `${innerUrl}/fetched was refused: It is a private address.`,
        expect.stringMatching(/^(?:https|ws):\S+ was refused: It is a private address\.$/),
      ]);
      expect(seen).toEqual([]);
    });
  },
);

describe('findBrowsers', () => {
  it.skipIf(!hasChromium)("returns this machine's browsers with their versions", async () => {
    const browsers = await findBrowsers();
    expect(browsers).toContainEqual({ engine, path: expect.any(String), version: expect.stringMatching(/^\d+\.\d+/) });
  });
  it('returns the program named by the environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'browsers-'));
    try {
      const path = join(folder, 'fox');
      await writeFile(path, '#!/bin/sh\necho Mozilla Firefox 153.7.0esr\n', { mode: 0o755 });
      const browsers = await findBrowsers({ TOUCHSTONE_FIREFOX: path, PATH: '' });
      expect(browsers).toContainEqual({ engine: 'firefox', path, version: '153.7.0' });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
