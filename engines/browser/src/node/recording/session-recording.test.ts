import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, it as vitestIt } from 'vitest';
import { type HarEntry, readFilm } from '../../core/index.ts';
import { openShop, type Shop } from '../../testing/index.ts';
import { pool } from '../../testing/pool.ts';
import { openSocketServer } from '../../testing/socket-server.ts';
import { BrowserPool } from '../browser-pool.ts';
import { type BrowserEngine, browserEngines, findBrowserPath } from '../find-browsers.ts';
import { killGroup } from '../processes.ts';
import { openSession, type Session } from '../session.ts';
import { type Recorded, type RecordingOptions, startRecording } from './session-recording.ts';

const run = promisify(execFile);
const paths = new Map(
  await Promise.all(browserEngines.map(async (name) => [name, await findBrowserPath(name)] as const)),
);
const hasChromium = paths.get('chromium') !== undefined;
const ffmpeg = await run('ffmpeg', ['-version']).then(
  () => true,
  () => false,
);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

/** A recording's results, with its files as bytes. */
type Kept = Omit<Recorded, 'film' | 'trace'> & { film: Buffer; trace: Buffer };

async function recorded(
  work: (session: Session) => Promise<unknown>,
  { engine = 'chromium', ...options }: Partial<RecordingOptions> & { engine?: BrowserEngine } = {},
): Promise<Kept> {
  const session = await openSession(pool, { engine });
  try {
    const recording = await startRecording(session, { secrets: [], hasTrace: true, ...options });
    await work(session);
    const { film, trace, ...rest } = await recording.finish();
    const kept = { ...rest, film: await bytesOf(film), trace: await bytesOf(trace) };
    await recording.remove();
    return kept;
  } finally {
    await session.close();
  }
}

async function bytesOf(content: AsyncIterable<Uint8Array> | undefined): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of content ?? []) pieces.push(piece);
  return Buffer.concat(pieces);
}

const named = (entries: readonly HarEntry[], part: string): HarEntry => {
  const found = entries.find(({ request }) => request.url.includes(part));
  if (!found) throw new Error(`No request to ${part} was kept.`);
  return found;
};
const signIn = async ({ page }: Session, password: string) => {
  await page.goto(`${shop.url}/login`);
  await page.fill('#email', 'ada@example.com');
  await page.fill('#password', password);
  await page.click('main button');
  await page.waitForLoadState('load');
};

describe.each(browserEngines.filter((engine) => engine !== 'webkit'))('the network log in %s', (engine) => {
  const it = vitestIt.skipIf(!paths.get(engine));
  it('has WebSockets with how they closed and message counts each way, without the messages', async () => {
    const site = await openSocketServer();
    const address = site.url.replace('http', 'ws');
    const talk = (url: string, last: string) =>
      new Promise<void>((resolve) => {
        const socket = new WebSocket(url);
        let received = 0;
        socket.onopen = () => socket.send('a message nobody reads');
        socket.onclose = () => resolve();
        socket.onmessage = () => {
          received += 1;
          if (received === 2) socket.send('b');
          if (received === 4) last === 'close' ? socket.close(3000) : socket.send(last);
        };
      });
    try {
      const { network } = await recorded(
        async ({ page }) => {
          await page.goto(site.url);
          await page.evaluate(`(${talk})('${address}/chat?room=1', 'bye')`);
          await page.evaluate(`(${talk})('${address}/left', 'close')`);
          await page.evaluate(`(${talk})('ws://127.0.0.1:2/away', '')`);
          await page.evaluate(
            `new Promise((done) => { globalThis.kept = new WebSocket('${address}/open'); kept.onopen = done; })`,
          );
          const isPlain = `WebSocket.prototype.constructor === WebSocket && WebSocket.OPEN === 1 && kept instanceof WebSocket`;
          expect(
            await page.evaluate(`${isPlain} && !Object.keys(globalThis).some((name) => name.startsWith('heard'))`),
          ).toBe(true);
        },
        { engine, hasTrace: false },
      );
      const { entries, pages } = network.log;
      const at = expect.any(String);
      expect(named(entries, '/chat')).toMatchObject({
        pageref: pages[0]?.id,
        request: { method: 'GET', url: `${address}/chat?room=1`, queryString: [{ name: 'room', value: '1' }] },
        response: { status: 101 },
        _resourceType: 'websocket',
        _webSocket: { sent: 3, received: 4, openedAt: at, closedAt: at, code: 4001 },
      });
      expect(named(entries, '/left')._webSocket).toMatchObject({ sent: 2, received: 4, closedAt: at });
      expect(named(entries, '/away')).toMatchObject({
        response: { status: 0, _error: 'The WebSocket could not be opened.' },
        _webSocket: { sent: 0, received: 0, openedAt: null, code: 1006 },
      });
      expect(named(entries, '/open')._webSocket).toEqual({
        sent: 0,
        received: 0,
        openedAt: at,
        closedAt: null,
        code: null,
      });
      expect(JSON.stringify(network)).not.toContain('nobody reads');
    } finally {
      await site.close();
    }
  });

  it('has requests with their responses, timings, sizes and text bodies', async () => {
    const { network } = await recorded(
      async ({ page }) => {
        await page.goto(`${shop.url}/?category=tea`);
        await page.evaluate(() => fetch('/nowhere').then((answer) => answer.text()));
        await page.goto('http://127.0.0.1:2/').catch(() => undefined);
      },
      { engine, hasTrace: false },
    );
    const { entries, pages, version } = network.log;
    expect([version, pages.length, entries[0]?.pageref]).toEqual(['1.2', 1, pages[0]?.id]);
    const page = named(entries, '/?category=tea');
    expect(page).toMatchObject({
      request: { method: 'GET', queryString: [{ name: 'category', value: 'tea' }], cookies: [] },
      response: { status: 200, content: { mimeType: 'text/html; charset=utf-8' } },
      _resourceType: 'document',
    });
    expect(page.response.content.text).toContain('Coffee, tea and what you make them with');
    expect(page.response.content.size).toBe(Buffer.byteLength(page.response.content.text ?? ''));
    const { blocked, dns, connect, send, wait, receive } = page.timings;
    const parts = [blocked, dns, connect, send, wait, receive].map((ms) => Math.max(0, ms));
    expect(page.time).toBeCloseTo(parts.reduce((sum, ms) => sum + ms));
    expect(page.time).toBeGreaterThan(0);
    expect(Date.parse(page.startedDateTime)).not.toBeNaN();
    expect(named(entries, '/nowhere').response.status).toBe(404);
    const failed = named(entries, '127.0.0.1:2/');
    expect(failed.response).toMatchObject({ status: 0, _error: expect.stringMatching(/ERR_|NS_ERROR_/) });
  });

  it('has no cookies, credentials and secrets, however they are encoded', async () => {
    const secret = 'p&ss"wörd+1 <x>';
    const { network, notes, trace } = await recorded(
      async (session) => {
        await signIn(session, secret);
        await session.page.evaluate(async (value) => {
          const headers = {
            'x-note': encodeURIComponent(value),
            authorization: 'Bearer abc123',
            'x-api-key': 'key-987',
          };
          await fetch(`/one?q=${encodeURIComponent(value)}`, { headers });
          await fetch('/two', { method: 'POST', body: JSON.stringify({ value, inner: JSON.stringify({ value }) }) });
          const bytes = new TextEncoder().encode(`ada:${value}`);
          await fetch('/three', { method: 'POST', body: btoa(String.fromCharCode(...bytes)) });
        }, secret);
      },
      { engine, secrets: [secret] },
    );
    const text = JSON.stringify(network);
    const form = new URLSearchParams({ a: secret }).toString().slice(2);
    const spelled = [
      secret,
      JSON.stringify(secret).slice(1, -1),
      form,
      encodeURIComponent(secret),
      'wörd',
      'w%C3%B6rd',
    ];
    for (const one of [...spelled, 'abc123', 'key-987', 'user=ada']) expect(text).not.toContain(one);
    const { entries } = network.log;
    const login = entries.find(({ request }) => request.method === 'POST' && request.url.endsWith('/login'));
    expect(named(entries, '/one').request.queryString).toEqual([{ name: 'q', value: '••••' }]);
    const comment = 'This browser does not tell what a request sends.';
    if (engine === 'firefox') expect(login?.request.postData).toMatchObject({ text: '', params: [], comment });
    else {
      const params = [
        { name: 'email', value: 'ada@example.com' },
        { name: 'password', value: '••••' },
      ];
      expect(login?.request.postData).toMatchObject({ params });
      expect(named(entries, '/three').request.postData).toMatchObject({
        text: '',
        comment: 'Left out, because it holds a secret.',
      });
    }
    expect(trace).toHaveLength(0);
    expect(notes).toContain('The trace is not kept, because a secret can be read in it.');
  });
});

/** Changes how a page looks this many times; a film keeps one picture per 100 ms. */
async function change(page: Page, times: number): Promise<void> {
  for (let round = 0; round < times; round += 1)
    await page.evaluate(
      (hue) =>
        new Promise((done) => {
          document.body.style.background = `hsl(${hue} 80% 50%)`;
          setTimeout(done, 110);
        }),
      round * 40,
    );
}

describe.skipIf(!hasChromium)('the film', () => {
  it('shows the page from its first picture to the end, in common players', async () => {
    const { film, startedAt } = await recorded(async ({ page }) => {
      await page.goto(shop.url);
      await page.setViewportSize({ width: 600, height: 400 });
      await page.goto(`${shop.url}/login`);
      await expect.poll(() => page.title()).toContain('Sign in');
      await change(page, 3);
    });
    const { width, height, durationMs, frames } = readFilm(film);
    expect([width, height]).toEqual([1280, 800]);
    expect(frames.length).toBeGreaterThan(1);
    expect(frames[0]?.at).toBe(0);
    for (const { at, bytes } of frames) {
      expect(at).toBeLessThan(durationMs);
      expect([bytes[0], bytes[1], bytes.at(-2), bytes.at(-1)]).toEqual([0xff, 0xd8, 0xff, 0xd9]);
    }
    expect(startedAt.getTime()).toBeLessThanOrEqual(Date.now());
    if (!ffmpeg) return;
    const folder = await mkdtemp(join(tmpdir(), 'film-'));
    const path = join(folder, 'film.avi');
    await writeFile(path, film);
    const { stderr } = await run('ffmpeg', ['-v', 'error', '-i', path, '-f', 'null', '-']);
    expect(stderr).toBe('');
    await rm(folder, { recursive: true });
  });

  it('has fewer pictures a second if it would grow too large', async () => {
    const { film, notes } = await recorded(
      async ({ page }) => {
        await page.goto(shop.url);
        await change(page, 8);
      },
      { limits: { film: 60_000 }, hasTrace: false },
    );
    expect(film.length).toBeLessThan(200_000);
    expect(readFilm(film).frames.length).toBeGreaterThan(0);
    expect(notes).toContain('The film shows fewer pictures a second, because it would be too large.');
  });
});

describe.skipIf(!hasChromium)('the trace', () => {
  it('is a zip for the trace viewer', async () => {
    const { trace, notes } = await recorded(({ page }) => page.goto(shop.url));
    expect(trace.subarray(0, 2).toString()).toBe('PK');
    expect(trace.includes('trace.trace')).toBe(true);
    expect(notes).toEqual([]);
  });

  it('is dropped if it is too large', async () => {
    const { trace, notes } = await recorded(({ page }) => page.goto(shop.url), { limits: { trace: 1000 } });
    expect(trace).toHaveLength(0);
    expect(notes).toEqual([expect.stringMatching(/^The trace was too large to be kept: [\d.]+ kB of at most 1 kB\.$/)]);
  });
});

it.skipIf(!paths.get('firefox'))('Firefox also records a film and a trace', async () => {
  const { film, trace, notes } = await recorded(({ page }) => page.goto(shop.url), { engine: 'firefox' });
  expect(readFilm(film)).toMatchObject({ width: 1280, height: 800 });
  expect(trace.includes('trace.trace')).toBe(true);
  expect(notes).toEqual([]);
});

describe.skipIf(!hasChromium)('a recording', () => {
  it("leaves no files behind, and doesn't end the session", async () => {
    const session = await openSession(pool, { engine: 'chromium' });
    const recording = await startRecording(session, { secrets: [], hasTrace: true });
    await session.page.goto(shop.url);
    await recording.remove();
    expect((await readdir(session.folder)).filter((name) => name.startsWith('recording-'))).toEqual([]);
    expect(await session.page.title()).toContain('Products');
    await session.close();
  });

  it('asks a browser for nothing more when time is up', async () => {
    const session = await openSession(pool, { engine: 'chromium' });
    const recording = await startRecording(session, { secrets: [], hasTrace: true });
    await session.page.goto(shop.url);
    const { network, film, trace, notes } = await recording.finish({ isHurried: true });
    expect(named(network.log.entries, shop.url).response.status).toBe(200);
    expect([film === undefined, trace]).toEqual([false, undefined]);
    expect(notes).toEqual(['There is no trace, because the run was stopped.']);
    await recording.remove();
    await session.close();
  });

  it('returns what there is of a killed browser', async () => {
    const own = new BrowserPool();
    const session = await openSession(own, { engine: 'chromium' });
    const recording = await startRecording(session, { secrets: [], hasTrace: true });
    await session.page.goto(shop.url);
    await expect.poll(() => session.page.title()).toContain('Products');
    const [pid] = own.figures.pids;
    killGroup(pid!);
    await expect.poll(() => session.isOpen, { timeout: 10_000 }).toBe(false);
    const { network, trace, notes } = await recording.finish();
    expect(named(network.log.entries, shop.url).response.status).toBe(200);
    expect(trace).toBeUndefined();
    expect(notes).toContain('There is no trace, because the browser did not hand it out.');
    await recording.remove();
    await session.close();
    await own.close();
  });
});
