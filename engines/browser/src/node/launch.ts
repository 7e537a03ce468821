import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type Browser, chromium, firefox } from 'playwright-core';
import { type BrowserEngine, findScreenPath } from './find-browsers.ts';
import { isAlive, type PoolFolder, removeFolder } from './pool-folder.ts';
import { guardProcess, killGroup, watchStart } from './processes.ts';
import { launchWebKit } from './webdriver/webkit.ts';

/** How long the process of a browser is waited for, before it is killed and its profile is removed. */
const lookEveryMs = 50;
const mostLooks = 200;

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
  // Firefox loads the icon of a page beside the proxy of its script once the script has ended, so it loads none.
  'browser.chrome.site_icons': false,
  'browser.chrome.favicons': false,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
};

/** Hides tabs and toolbars: nobody sees them, and drawing them in the window of each script costs Firefox much of its processor time. */
async function hideFirefoxBars(profile: string): Promise<void> {
  await mkdir(join(profile, 'chrome'));
  await writeFile(join(profile, 'chrome', 'userChrome.css'), '#navigator-toolbox { display: none !important; }\n');
}

/** A browser that was started, with the way to end it when it no longer listens. */
export interface LaunchedBrowser {
  browser: Browser;
  /** Of the program that was started, and of its group: it ends when the browser has ended. */
  pid: number | undefined;
  /** How it is spoken to. */
  protocol: 'playwright' | 'webdriver';
  /** Whether it runs on another machine, which can't reach what listens on loopback here. */
  isRemote: boolean;
  /** Where it writes traces and what else belongs to its contexts; removed when it has ended. */
  artifacts: string;
  /** Ends all its processes at once. */
  kill: () => void;
}

/** A browser that ends writes to its folders until its process has ended; one that does not end by itself is killed. */
async function removeAfter(pid: number | undefined, folders: string[]): Promise<void> {
  for (let looks = 0; looks < mostLooks && pid !== undefined && isAlive(pid); looks += 1) await rest(lookEveryMs);
  if (pid !== undefined && isAlive(pid)) killGroup(pid);
  await Promise.all(folders.map(removeFolder));
}

/**
 * launchBrowser starts a browser without a window. It ends with this process, however that ends. It keeps its profile in a new folder below
 * `folder`, which is removed when it has ended.
 */
export async function launchBrowser(
  engine: BrowserEngine,
  executablePath: string,
  { timeoutMs, folder }: { timeoutMs: number; folder: Pick<PoolFolder, 'newFolder'> },
): Promise<LaunchedBrowser> {
  const artifacts = await folder.newFolder('artifacts');
  if (engine === 'webkit') {
    const programs = { driver: executablePath, screen: (await findScreenPath()) ?? 'Xvfb' };
    const launched = await launchWebKit(programs, { timeoutMs, newFolder: () => folder.newFolder('profile') });
    launched.browser.on('disconnected', () => void removeFolder(artifacts));
    return { ...launched, artifacts, protocol: 'webdriver', isRemote: false };
  }
  const profile = await folder.newFolder('profile');
  if (engine === 'firefox') await hideFirefoxBars(profile);
  const shared = { executablePath, timeout: timeoutMs, artifactsDir: artifacts };
  let pid: number | undefined;
  let release = () => {};
  const unwatch = watchStart(profile, (child) => {
    pid = child;
    // Chromium ends with the pipe to it, and Firefox has none.
    if (engine === 'firefox') release = guardProcess(child);
  });
  try {
    // This is Playwright's only way to choose the profile folder. The context it opens stays empty: each script has its own.
    const context =
      engine === 'firefox'
        ? await firefox.launchPersistentContext(profile, { ...shared, channel: 'moz-firefox', firefoxUserPrefs })
        : await chromium.launchPersistentContext(profile, { ...shared, args: chromiumFlags });
    const browser = context.browser();
    const started = pid;
    if (!browser || started === undefined)
      throw new Error('The browser has started without a connection to it. Start the runner again.');
    browser.on('disconnected', () => void removeAfter(started, [profile, artifacts]).then(release));
    return {
      browser,
      pid: started,
      artifacts,
      kill: () => killGroup(started),
      protocol: 'playwright',
      isRemote: false,
    };
  } catch (error) {
    void removeAfter(pid, [profile, artifacts]).then(release);
    throw error;
  } finally {
    unwatch();
  }
}
