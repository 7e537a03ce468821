import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeCertificate, startHttps } from '@touchstone/engine-http/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readFilm } from '../../core/index.ts';
import { act, button, found, openShop, play, type Shop } from '../../testing/index.ts';
import { pool } from '../../testing/pool.ts';
import { BrowserPool } from '../browser-pool.ts';
import { findBrowserPath, findBrowsers } from '../find-browsers.ts';
import { startRecording } from '../recording/session-recording.ts';
import { openSession, type Session } from '../session.ts';

const engine = 'webkit';
const path = await findBrowserPath(engine);
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(async () => {
  await shop.close();
});

const { signal } = new AbortController();
const step = { target: null, timeoutMs: 30_000, signal, args: {} };
const goTo = (session: Session, address = '/') =>
  session.perform({ ...step, keyword: 'openUrl', args: { url: shop.url + address } });

/** Processes of this machine whose environment names a folder of this process. */
async function processesOf(pid: number): Promise<string[]> {
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const environments = numbers.map((number) => readFile(`/proc/${number}/environ`, 'utf8').catch(() => ''));
  return (await Promise.all(environments)).filter(
    (text) => text.includes(`-${pid}-`) && text.includes('touchstone-browsers-'),
  );
}

/** The pool folders of this process that browser processes use. */
const foldersInUse = async () =>
  (await processesOf(process.pid)).map((text) => /touchstone-browsers-[^/\0]+/.exec(text)?.[0]);

describe.skipIf(!path)(path ? 'WebKitGTK' : 'WebKitGTK (not installed on this machine)', () => {
  it('leaves no process behind after a runner is killed', async () => {
    const file = fileURLToPath(new URL('../../testing/hanging-runner.ts', import.meta.url));
    const runner = spawn(process.execPath, [file, engine], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(runner.stdout, 'data');
    expect((await processesOf(runner.pid!)).length).toBeGreaterThanOrEqual(2);
    runner.kill('SIGKILL');
    await expect.poll(() => processesOf(runner.pid!), { timeout: 15_000 }).toEqual([]);
  });

  it('has its own browser for each script, and ends it with the script', async () => {
    const before = await foldersInUse();
    const own = new BrowserPool();
    const [one, other] = [await openSession(own, { engine }), await openSession(own, { engine })];
    await goTo(one);
    await goTo(other);
    await one.perform({ ...step, keyword: 'setStorage', args: { key: 'cart', value: '{"cup":3}' } });
    const read = { ...step, keyword: 'runJavaScript', args: { code: 'return localStorage.length' } };
    expect(await one.perform(read)).toMatchObject({ value: '1' });
    expect(await other.perform(read)).toMatchObject({ value: '0' });
    await one.close();
    expect(await other.perform(read)).toMatchObject({ value: '0' });
    await other.close();
    await own.close();
    expect((await foldersInUse()).filter((folder) => !before.includes(folder))).toEqual([]);
  });

  it('ends a step whose page hangs, and its browser', async () => {
    const own = new BrowserPool({ closeTimeoutMs: 1000 });
    const session = await openSession(own, { engine });
    await goTo(session);
    const hanging = { ...step, keyword: 'runJavaScript', args: { code: 'for (;;);' }, timeoutMs: 200 };
    expect(await session.perform(hanging)).toMatchObject({
      status: 'error',
      message: expect.stringContaining('The page did not answer for 3.2 s.'),
    });
    await session.close();
    expect(own.figures.taken).toBe(0);
    await own.close();
  });

  it('reports that the browser has ended', async () => {
    const own = new BrowserPool();
    const session = await openSession(own, { engine });
    const waiting = session.perform({ ...step, keyword: 'waitForText', args: { text: 'never' }, timeoutMs: 20_000 });
    process.kill(-own.figures.pids[0]!, 'SIGKILL');
    expect(await waiting).toMatchObject({
      status: 'error',
      message: 'The browser ended unexpectedly. Run the script again.',
    });
    expect(await session.screenshot()).toBeNull();
    await session.close();
    const next = await openSession(own, { engine });
    expect(await goTo(next)).toMatchObject({ status: 'passed' });
    await next.close();
    await own.close();
  });

  it('clicks a moving element where it is, and nothing at its old position', async () => {
    const page = `<style>button { position: absolute; left: 0 } #trap { top: 0 } #goal { top: 0 }</style>
      <button id="trap">Trap</button><button id="goal">Goal</button><output></output><script>
      const tell = ({ currentTarget, type }) => { document.querySelector('output').textContent += type + ' ' + currentTarget.id + ' '; };
      for (const button of document.querySelectorAll('button'))
        for (const type of ['mousedown', 'click']) button.addEventListener(type, tell);
      goal.addEventListener('mousemove', () => { goal.style.top = '200px'; }, { once: true });
      </script>`;
    const steps = [
      act('openUrl', { url: `data:text/html,${encodeURIComponent(page)}` }),
      act('click', {}, button('Goal')),
      act('verifyText', { expected: 'mousedown goal click goal' }, found('css', 'output')),
    ];
    const { result } = await play(pool, steps, { engine });
    expect(result).toMatchObject({ status: 'passed', message: '' });
  });

  it('reports that the tab was closed during a step, and continues in another one', async () => {
    const session = await openSession(pool, { engine });
    await session.perform({ ...step, keyword: 'newTab', args: { url: `${shop.url}/help` } });
    const waiting = session.perform({ ...step, keyword: 'waitForElement', target: found('css', '#never') });
    await session.page.close();
    expect(await waiting).toMatchObject({ status: 'error', message: 'The tab was closed during the step.' });
    expect(await goTo(session)).toMatchObject({ status: 'passed' });
    await session.close();
  });

  it('stops a storm of tabs', async () => {
    const session = await openSession(pool, { engine });
    await goTo(session, '/help');
    const clicked = await session.perform({ ...step, keyword: 'click', target: found('css', '#storm') });
    // The tabs open one after the other.
    let message = clicked.message;
    for (let waits = 0; waits < 60 && !message; waits += 1)
      message = (await session.perform({ ...step, keyword: 'wait', args: { ms: '500' } })).message;
    expect(message).toContain('The application opened more than 20 tabs');
    expect(session.tabs.open.length).toBeLessThanOrEqual(20);
    await session.close();
  });

  it('explains why a certificate is not trusted, accepts it if configured, and sees what it protects', async () => {
    const asked: unknown[] = [];
    const server = await startHttps(makeCertificate({ commonName: 'localhost' }), (request, response) => {
      asked.push([request.url, request.headers['x-mark'], request.headers['accept-language']]);
      response.writeHead(200, { 'content-type': 'text/html' }).end('<title>Safe</title>');
    });
    const url = `https://127.0.0.1:${server.port}/`;
    const steps = [
      act('openUrl', { url }),
      act('verifyTitle', { expected: 'Safe' }),
      act('waitForResponse', { url, status: '200', method: 'GET', variable: 'body' }),
    ];
    try {
      const refused = await play(pool, steps, { engine });
      expect(refused.result).toMatchObject({ status: 'error' });
      expect(refused.result.message).toMatch(/The certificate of 127\.0\.0\.1:\d+ is not trusted \(ERR_CERT_/);
      const headers = { 'x-mark': 'us' };
      const accepted = await play(pool, steps.slice(0, 2), {
        engine,
        acceptsAnyCertificate: true,
        headers,
        locale: 'de-DE',
      });
      expect(accepted.result).toMatchObject({ status: 'passed', message: '' });
      expect(asked[0]).toEqual(['/', 'us', 'de-DE']);
      const heard = await play(pool, [steps[0]!, steps[2]!], { engine, acceptsAnyCertificate: true });
      expect(heard.result.variables.body).toBe('<title>Safe</title>');
      // Here two slashes start a path, not another server's name.
      const doubled = [act('openUrl', { url: `${url}/other.invalid/x` }), steps[1]!];
      const same = await play(pool, doubled, { engine, acceptsAnyCertificate: true });
      expect(same.result).toMatchObject({ status: 'passed', message: '' });
      expect(asked).toContainEqual(['//other.invalid/x', undefined, expect.anything()]);
    } finally {
      await server.close();
    }
  });

  it('emulates a size, a time zone and a device name', async () => {
    const code =
      'return [innerWidth, innerHeight, /iPhone/.test(navigator.userAgent), Intl.DateTimeFormat().resolvedOptions().timeZone]';
    const steps = [act('openUrl', { url: shop.url }), act('runJavaScript', { code, variable: 'said' })];
    const phone = { engine, device: 'iPhone 13', timezone: 'Asia/Tokyo' } as const;
    const { result } = await play(pool, steps, phone);
    expect(result.variables.said).toBe('[390,664,true,"Asia/Tokyo"]');
  });

  it('shows what it does, films it and records its network without secrets', async () => {
    const session = await openSession(pool, { engine });
    const recording = await startRecording(session, { secrets: ['coffee'], hasTrace: true });
    await goTo(session, '/login');
    for (const [label, value] of [
      ['Email', 'ada@x.org'],
      ['Password', 'coffee'],
    ] as const)
      await session.perform({ ...step, keyword: 'setText', args: { value }, target: found('label', label) });
    await session.perform({ ...step, keyword: 'click', target: button('Sign in') });
    await session.perform({ ...step, keyword: 'waitForText', args: { text: 'ada' } });
    const { network, film, trace, notes } = await recording.finish();
    const chunks = await Array.fromAsync(film!);
    const { frames, width, height } = readFilm(Buffer.concat(chunks));
    expect([width, height]).toEqual([1280, 800]);
    expect(frames.length).toBeGreaterThan(0);
    expect([...frames[0]!.bytes.subarray(1, 4)].map((code) => String.fromCharCode(code)).join('')).toBe('PNG');
    expect(network.log.browser.name).toBe('webkit');
    expect(network.log.entries.map(({ request }) => request.url)).toContain(`${shop.url}/login`);
    expect(JSON.stringify(network)).not.toContain('coffee');
    expect(trace).toBeUndefined();
    expect(notes).toContain('There is no trace, because a browser that is driven by WebDriver takes none.');
    await recording.remove();
    await session.close();
  });

  it('checks accessibility and pictures', async () => {
    const kept = new Map<string, { version: number; bytes: Uint8Array }>();
    const baselines = {
      find: async (name: string) => kept.get(name),
      keep: async (name: string, { bytes }: { bytes: Uint8Array }) => {
        const isOwn = !kept.has(name);
        const one = kept.get(name) ?? { version: 1, bytes };
        kept.set(name, one);
        return { ...one, isOwn };
      },
    };
    const steps = [
      act('openUrl', { url: `${shop.url}/login` }),
      act('verifyScreenshot', { name: 'Sign in' }),
      act('verifyScreenshot', { name: 'Sign in' }),
      act('verifyScreenshot', { name: 'Whole', wholePage: 'true' }),
      act('runJavaScript', { code: 'document.querySelector("label").remove()' }),
      act('verifyAccessibility', { impact: 'critical' }),
    ];
    const { finished } = await play(pool, steps, { engine, baselines });
    expect(finished.map(({ status, message }) => `${status}: ${message}`)).toEqual([
      'passed: ',
      'passed: This first picture of "Sign in" is its baseline now. Review it in the report.',
      'passed: ',
      'passed: This first picture of "Whole" is its baseline now. Review it in the report.',
      'passed: ',
      expect.stringMatching(/^failed: The page breaks 1 rule of accessibility at 1 place: .*\(label\)/),
    ]);
  });

  it('is found if driver and screen are installed, and otherwise says what to install', async () => {
    expect(await findBrowsers()).toContainEqual({ engine, path, version: expect.stringMatching(/^\d+\.\d+/) });
    const bare = new BrowserPool({ env: { PATH: '/nowhere' } });
    await expect(openSession(bare, { engine })).rejects.toThrow('webkit2gtk-driver and xvfb');
  });
});
