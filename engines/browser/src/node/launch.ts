import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { type Browser, chromium, firefox } from 'playwright-core';
import { type BrowserEngine, findScreenPath } from './find-browsers.ts';
import { isAlive, type PoolFolder, removeFolder } from './pool-folder.ts';
import { guardProcess, killGroup, watchStart } from './processes.ts';
import { launchWebKit } from './webdriver/webkit.ts';

/**
 * How often, and how many times, to check whether a browser has exited before it is killed and its profile is removed.
 */
const checkIntervalMs = 50;
const maxChecks = 200;

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
  // Navigation to and from pages in the back-forward cache can't be observed, so it is off.
  'browser.sessionhistory.max_total_viewers': 0,
  'fission.bfcacheInParent': false,
  // The machine's own addresses go through a policy's proxy like all others.
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.failover_direct': false,
  'media.peerconnection.ice.proxy_only': true,
  // Firefox loads a page's icon past the script's proxy once the script has ended, so it loads none.
  'browser.chrome.site_icons': false,
  'browser.chrome.favicons': false,
  'toolkit.legacyUserProfileCustomizations.stylesheets': true,
};

/**
 * Hides tabs and toolbars: they aren't seen, and drawing them in each script's window takes much of Firefox's CPU time.
 */
async function hideFirefoxBars(profile: string): Promise<void> {
  await mkdir(join(profile, 'chrome'));
  await writeFile(join(profile, 'chrome', 'userChrome.css'), '#navigator-toolbox { display: none !important; }\n');
}

/** A started browser, with a way to kill it when it no longer responds. */
export interface LaunchedBrowser {
  browser: Browser;
  /** Pid of the started program, and of its process group; it exits with the browser. */
  pid: number | undefined;
  /** The protocol that drives it. */
  protocol: 'playwright' | 'webdriver';
  /** Whether it runs on another machine, which can't reach this machine's loopback. */
  isRemote: boolean;
  /** Where its contexts keep traces and other files; removed when the browser has exited. */
  artifacts: string;
  /** Kills all its processes immediately. */
  kill: () => void;
}

/** A closing browser writes to its folders until its process has exited; one that doesn't exit is killed. */
async function removeAfter(pid: number | undefined, folders: string[]): Promise<void> {
  for (let checks = 0; checks < maxChecks && pid !== undefined && isAlive(pid); checks += 1)
    await rest(checkIntervalMs);
  if (pid !== undefined && isAlive(pid)) killGroup(pid);
  await Promise.all(folders.map(removeFolder));
}

/**
 * launchBrowser starts a headless browser. It ends with this process, however that ends. Its profile is in a new folder
 * below `folder`, which is removed when the browser has exited.
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
    // Chromium exits when its pipe closes; Firefox has none.
    if (engine === 'firefox') release = guardProcess(child);
  });
  try {
    // This is Playwright's only way to choose the profile folder. The context it opens stays empty: each script has its
    // own.
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
