import { execFile } from 'node:child_process';
import { type Browser, chromium, firefox } from 'playwright-core';
import type { BrowserEngine } from './find-browsers.ts';

const chromiumFlags = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
];

const firefoxUserPrefs = {
  // Pages that are kept for going back are not seen to be left and come to, so none is kept.
  'browser.sessionhistory.max_total_viewers': 0,
  'fission.bfcacheInParent': false,
  // Addresses of the machine itself go through the proxy of a policy as all others do.
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.failover_direct': false,
  'media.peerconnection.ice.proxy_only': true,
};

/** A browser that was started, with the way to end it when it no longer listens. */
export interface LaunchedBrowser {
  browser: Browser;
  /** Of the browser and the leader of its group; undefined where the engine does not tell it. */
  pid: number | undefined;
  /** Ends all its processes at once. */
  kill: () => void;
}

function killGroup(pid: number): void {
  if (process.platform === 'win32') {
    execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  for (const target of [-pid, pid])
    try {
      process.kill(target, 'SIGKILL');
    } catch {
      // It has ended already.
    }
}

async function pidOf(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession();
  try {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    return processInfo.find(({ type }) => type === 'browser')?.id;
  } finally {
    await session.detach();
  }
}

/** launchBrowser starts a browser without a window. It ends with this process, however that ends. */
export async function launchBrowser(
  engine: BrowserEngine,
  executablePath: string,
  timeoutMs: number,
): Promise<LaunchedBrowser> {
  if (engine === 'firefox') {
    const browser = await firefox.launch({
      channel: 'moz-firefox',
      executablePath,
      timeout: timeoutMs,
      firefoxUserPrefs,
    });
    return { browser, pid: undefined, kill: () => undefined };
  }
  const browser = await chromium.launch({ executablePath, timeout: timeoutMs, args: chromiumFlags });
  const pid = await pidOf(browser);
  return { browser, pid, kill: () => pid !== undefined && killGroup(pid) };
}
