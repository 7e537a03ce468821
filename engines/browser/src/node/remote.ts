import { chromium, firefox, webkit } from 'playwright-core';
import { type BrowserEngine, browserEngines, type FoundBrowser } from './find-browsers.ts';
import type { LaunchedBrowser } from './launch.ts';
import { openGrid } from './webdriver/grid.ts';

/** How long a browser server may take to list its browsers, in milliseconds. */
const statusTimeoutMs = 10_000;
const playwright = { chromium, firefox, webkit };

/** Status of a Selenium Grid or another WebDriver server. */
interface Status {
  value?: {
    message?: string;
    build?: { version?: string };
    nodes?: { slots?: { stereotype?: { browserName?: string; browserVersion?: string } }[] }[];
  };
}

/** By WebDriver's names of browsers. */
const engineNames: [RegExp, BrowserEngine][] = [
  [/chrome|chromium|edge/i, 'chromium'],
  [/firefox|gecko/i, 'firefox'],
  [/safari|webkit|epiphany|minibrowser/i, 'webkit'],
];
const engineOf = (name: string) => engineNames.find(([pattern]) => pattern.test(name))?.[1];
const isPlaywright = (url: string) => /^wss?:/i.test(url);

/**
 * connectBrowser opens a remote browser: on a Playwright server (ws:, wss:), or on a Selenium Grid or another WebDriver
 * server (http:, https:).
 */
export async function connectBrowser(
  engine: BrowserEngine,
  url: string,
  { timeoutMs, artifacts }: { timeoutMs: number; artifacts: string },
): Promise<LaunchedBrowser> {
  if (isPlaywright(url)) {
    const browser = await playwright[engine].connect(url, { timeout: timeoutMs });
    const kill = () => void browser.close().catch(() => undefined);
    return { browser, pid: undefined, artifacts, kill, protocol: 'playwright', isRemote: true };
  }
  const offered = await gridBrowsers(url);
  const name = offered.find((one) => one.engine === engine)?.name;
  if (!name) throw new Error(`The Selenium Grid at ${url} has no ${engine}.`);
  const { browser, kill } = openGrid({ url, name, engine, timeoutMs, folder: artifacts });
  return { browser, pid: undefined, artifacts, kill, protocol: 'webdriver', isRemote: true };
}

/** findRemoteBrowsers lists a server's browsers; throws if it doesn't answer. */
export async function findRemoteBrowsers(url: string): Promise<FoundBrowser[]> {
  if (!isPlaywright(url)) {
    const found = new Map<BrowserEngine, FoundBrowser>();
    for (const { engine, version } of await gridBrowsers(url))
      if (!found.has(engine)) found.set(engine, { engine, path: url, version });
    return [...found.values()];
  }
  const asked = browserEngines.map(async (engine) => {
    const browser = await playwright[engine].connect(url, { timeout: statusTimeoutMs });
    const version = browser.version();
    await browser.close();
    return { engine, path: url, version };
  });
  const found = (await Promise.allSettled(asked)).flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
  if (found.length === 0)
    throw new Error(`No browser answers at ${url}. Check that a server of Playwright 1.64 listens there.`);
  return found;
}

/** A Grid's browsers; a driver alone only names itself in its message. */
async function gridBrowsers(url: string): Promise<{ engine: BrowserEngine; name: string; version: string }[]> {
  const response = await fetch(`${url.replace(/\/$/, '')}/status`, { signal: AbortSignal.timeout(statusTimeoutMs) });
  const { value } = (await response.json()) as Status;
  const slots = (value?.nodes ?? []).flatMap((node) => node.slots ?? []);
  const named = slots.flatMap(({ stereotype: { browserName: name = '', browserVersion: version = '' } = {} }) => {
    const engine = engineOf(name);
    return engine ? [{ engine, name, version }] : [];
  });
  if (value?.nodes) return named;
  const engine = engineOf(value?.message ?? '');
  const names = { chromium: 'chrome', firefox: 'firefox', webkit: 'safari' };
  const [version = ''] = /\d+(?:\.\d+)+/.exec(value?.build?.version ?? '') ?? [];
  return engine ? [{ engine, name: names[engine], version }] : [];
}
