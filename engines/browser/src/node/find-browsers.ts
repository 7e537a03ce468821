import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Browser engines that scripts run in. */
export const browserEngines = ['chromium', 'firefox', 'webkit'] as const;
/** A browser engine. */
export type BrowserEngine = (typeof browserEngines)[number];

/** A browser installed on this machine. */
export interface FoundBrowser {
  engine: BrowserEngine;
  path: string;
  /** As the browser reports it, such as 156.0.8078.108; empty if it reports none. */
  version: string;
}

interface Places {
  /** Environment variables that name a program. */
  variables: string[];
  /** Names on the path, the lightest program first. */
  names: string[];
  mac: string[];
  windows: string[];
  linux: string[];
}
const places: Record<BrowserEngine, Places> = {
  chromium: {
    variables: ['TOUCHSTONE_CHROMIUM', 'CHROMIUM_PATH'],
    names: [
      'chromium-headless-shell',
      'chromium',
      'chromium-browser',
      'google-chrome',
      'google-chrome-stable',
      'chrome',
      'microsoft-edge',
      'msedge',
    ],
    mac: ['Chromium', 'Google Chrome', 'Microsoft Edge'],
    windows: [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ],
    linux: ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/usr/lib/chromium/chromium'],
  },
  firefox: {
    variables: ['TOUCHSTONE_FIREFOX'],
    names: ['firefox-esr', 'firefox'],
    mac: ['Firefox'],
    windows: ['Mozilla Firefox/firefox.exe'],
    linux: ['/snap/bin/firefox', '/usr/lib/firefox/firefox'],
  },
  // WebKitGTK, from Linux distributions; the driver starts the browser.
  webkit: {
    variables: ['TOUCHSTONE_WEBKIT'],
    names: ['WebKitWebDriver'],
    mac: [],
    windows: [],
    linux: ['/usr/libexec/WebKitWebDriver', '/usr/lib/webkit2gtk-4.1/WebKitWebDriver'],
  },
};

function candidates(engine: BrowserEngine, env: NodeJS.ProcessEnv): string[] {
  const { variables, names, mac, windows, linux } = places[engine];
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const named = variables.flatMap((name) => env[name] ?? []);
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name + suffix)));
  if (process.platform === 'darwin') {
    const bases = ['/Applications', join(env.HOME ?? '', 'Applications')];
    return [...named, ...onPath, ...mac.flatMap((name) => bases.map((base) => macProgram(base, name)))];
  }
  if (process.platform === 'win32') {
    const bases = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((base) => base !== undefined);
    return [...named, ...onPath, ...bases.flatMap((base) => windows.map((path) => join(base, path)))];
  }
  return [...named, ...onPath, ...linux];
}

function macProgram(base: string, name: string): string {
  return `${base}/${name}.app/Contents/MacOS/${name === 'Firefox' ? 'firefox' : name}`;
}

async function isExecutable(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Versions by program and modification time: each program is asked once, since that takes a process. */
const versions = new Map<string, Promise<string>>();

async function versionOf(engine: BrowserEngine, path: string): Promise<string> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  const key = `${path} ${mtimeMs}`;
  const asked = versions.get(key) ?? askVersion(engine, path);
  versions.set(key, asked);
  const version = await asked;
  // A program too busy to answer is asked again.
  if (version === '') versions.delete(key);
  return version;
}

/** WebKit's driver doesn't report its version; the package manager that installed it does. */
async function askVersion(engine: BrowserEngine, path: string): Promise<string> {
  const [program, ...args] =
    engine === 'webkit' ? ['dpkg-query', '-W', '-f', '${Version}', 'webkit2gtk-driver'] : [path, '--version'];
  try {
    const { stdout } = await promisify(execFile)(program!, args, { timeout: 15_000 });
    return /\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '';
  } catch {
    return '';
  }
}

/** findBrowserPath returns the engine's lightest program, or undefined if none is installed. */
export async function findBrowserPath(
  engine: BrowserEngine,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  for (const path of candidates(engine, env))
    if (await isExecutable(path)) return engine === 'webkit' && !(await findScreenPath(env)) ? undefined : path;
  return undefined;
}

/** findScreenPath returns the path of Xvfb, which WebKit draws on, or undefined if it isn't installed. */
export async function findScreenPath(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const folder of onPath) if (await isExecutable(join(folder, 'Xvfb'))) return join(folder, 'Xvfb');
  return undefined;
}

/** findBrowsers returns one browser for each engine installed on this machine. */
export async function findBrowsers(env: NodeJS.ProcessEnv = process.env): Promise<FoundBrowser[]> {
  const found = await Promise.all(
    browserEngines.map(async (engine) => {
      const path = await findBrowserPath(engine, env);
      return path === undefined ? [] : [{ engine, path, version: await versionOf(engine, path) }];
    }),
  );
  return found.flat();
}
