import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  act,
  badge,
  button,
  clockScript,
  found,
  openShop,
  placeScript,
  play,
  type Shop,
  scripts,
} from '../testing/index.ts';
import { BrowserPool } from './browser-pool.ts';
import { findBrowserPath } from './find-browsers.ts';
import type { KeptSessions, StorageState } from './keywords/kept-session.ts';
import { findRemoteBrowsers } from './remote.ts';

async function onPath(name: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return undefined;
}

const engine = 'chromium';
const chromiumPath = await findBrowserPath(engine);
const driverPath = await onPath('chromedriver');
const wholeChromium = await onPath('chromium');
let shop: Shop;
beforeAll(async () => {
  shop = await openShop();
});
afterAll(() => shop.close());

/** Not supported when requests can't be observed. */
const aboutRequests = /mockResponse|waitForResponse|verifyDownload/;
const login = () => [
  act('openUrl', { url: '/login' }),
  act('setText', { value: 'ada@x.org' }, found('label', 'Email')),
  act('setText', { value: 'coffee' }, found('label', 'Password')),
  act('click', {}, button('Sign in')),
  act('verifyText', { expected: 'ada' }, found('css', '#user')),
];
const allow = async (url: string) => (url.includes('/cart') ? 'It is a private address.' : null);

/** An existing Selenium Grid to test against in place of a driver. */
const gridUrl = process.env.TOUCHSTONE_GRID_URL;

describe.skipIf(!gridUrl && !(driverPath && wholeChromium))(
  gridUrl || driverPath
    ? 'a server of WebDriver'
    : 'a server of WebDriver (chromedriver is not installed on this machine)',
  () => {
    let driver: ChildProcess | undefined;
    let pool: BrowserPool;
    let remoteUrl: string;
    const startDriver = async (): Promise<string> => {
      driver = spawn(driverPath!, ['--port=0'], { stdio: ['ignore', 'pipe', 'ignore'] });
      const { promise, resolve } = Promise.withResolvers<string>();
      driver.stdout!.on('data', (chunk: Buffer) => {
        const [, port] = /successfully on port (\d+)/.exec(String(chunk)) ?? [];
        if (port) resolve(port);
      });
      return `http://127.0.0.1:${await promise}`;
    };
    beforeAll(async () => {
      remoteUrl = gridUrl ?? (await startDriver());
      pool = new BrowserPool({ remoteUrl });
    });
    afterAll(async () => {
      await pool.close();
      if (!driver) return;
      driver.kill();
      await once(driver, 'exit');
    });

    it('reports which browser it has', async () => {
      expect(await findRemoteBrowsers(remoteUrl)).toEqual([
        { engine, path: remoteUrl, version: expect.stringMatching(gridUrl ? /^/ : /^\d+\.\d+/) },
      ]);
      await expect(new BrowserPool({ remoteUrl }).acquire('firefox')).rejects.toThrow('has no firefox');
    });

    const able = Object.entries(scripts).filter(
      ([name]) => name !== placeScript && name !== clockScript && !aboutRequests.test(name),
    );
    it.each(able)('does %s', async (_name, steps) => {
      const { result, finished } = await play(pool, steps(), { engine, baseUrl: shop.url });
      const bad = finished.filter(({ status }) => status !== 'passed');
      expect(bad.map(({ step, message }) => `${step.keyword}: ${message}`)).toEqual([]);
      expect(result.status).toBe('passed');
    });

    it('saves a session, and passes it to another browser', async () => {
      const kept = new Map<string, StorageState>();
      const keptSessions: KeptSessions = {
        find: async (name) => kept.get(name),
        keep: async (name, state) => void kept.set(name, state),
      };
      const options = { engine, baseUrl: shop.url, keptSessions } as const;
      const put = act('setStorage', { key: 'cart', value: '{"cup":3}' });
      const { result } = await play(pool, [...login(), put, act('saveSession', { name: 'ada' })], options);
      expect(result).toMatchObject({ status: 'passed', message: '' });
      const seen = [
        act('openUrl', { url: '/' }),
        act('verifyText', { expected: 'ada' }, found('css', '#user')),
        act('verifyText', { expected: '3' }, badge),
      ];
      const used = await play(pool, [act('useSession', { name: 'ada' }), ...seen], options);
      expect(used.result).toMatchObject({ status: 'passed', message: '' });
    });

    it('checks the addresses that steps open', async () => {
      const steps = [...login(), act('openUrl', { url: '/cart' })];
      const { result } = await play(pool, steps, { engine, baseUrl: shop.url, allow });
      expect(result).toMatchObject({
        status: 'error',
        message: `${shop.url}/cart was refused: It is a private address.`,
      });
    });

    it.each([
      ['mockResponse', { url: '/x', body: '' }],
      ['waitForResponse', { url: '/x' }],
      ['verifyDownload', { expected: 'x' }],
    ])("reports that it can't do %s", async (keyword, args) => {
      const { result } = await play(pool, [act('openUrl', { url: '/' }), act(keyword, args)], {
        engine,
        baseUrl: shop.url,
        timeoutMs: 2000,
      });
      expect(result).toMatchObject({ status: 'error', message: expect.stringContaining('driven by WebDriver cannot') });
    });
  },
);

describe.skipIf(!chromiumPath)('a Playwright server', () => {
  it('runs scripts in its browsers, and checks the addresses that steps open', async () => {
    const server = await chromium.launchServer({ executablePath: chromiumPath!, host: '127.0.0.1' });
    const remoteUrl = server.wsEndpoint();
    const pool = new BrowserPool({ remoteUrl });
    try {
      expect(await findRemoteBrowsers(remoteUrl)).toContainEqual({
        engine,
        path: remoteUrl,
        version: expect.stringMatching(/^\d+\.\d+/),
      });
      for (const name of ['verifyTable, verifyDownload', 'dragAndDrop, mockResponse, waitForText']) {
        const { result } = await play(pool, scripts[name]!(), { engine, baseUrl: shop.url });
        expect(result).toMatchObject({ status: 'passed', message: '' });
      }
      const steps = [...login(), act('openUrl', { url: '/cart' })];
      const { result } = await play(pool, steps, { engine, baseUrl: shop.url, allow });
      expect(result).toMatchObject({
        status: 'error',
        message: `${shop.url}/cart was refused: It is a private address.`,
      });
    } finally {
      await pool.close();
      await server.close();
    }
  });

  it("reports a server that doesn't answer", async () => {
    await expect(findRemoteBrowsers('ws://127.0.0.1:1/')).rejects.toThrow('No browser answers at ws://127.0.0.1:1/');
  });
});
