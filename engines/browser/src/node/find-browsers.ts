import { execFile } from 'node:child_process';
import { access, constants, stat } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Engines of browsers that scripts run in. */
export const browserEngines = ['chromium', 'firefox', 'webkit'] as const;
/** One of the engines. */
export type BrowserEngine = (typeof browserEngines)[number];

/** A browser of this machine. */
export interface FoundBrowser {
  engine: BrowserEngine;
  path: string;
  /** As it says of itself, such as 156.0.8078.108; empty where it says nothing. */
  version: string;
}

interface Places {
  /** Variables of the environment that name a program. */
  variables: string[];
  /** Names on the path, that which needs least work first. */
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
  // WebKitGTK, as Linux distributions have it; the driver starts the browser.
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

/** Versions by program and time of its last change: programs are asked once, for each takes a process of its own. */
const versions = new Map<string, Promise<string>>();

async function versionOf(engine: BrowserEngine, path: string): Promise<string> {
  const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
  const key = `${path} ${mtimeMs}`;
  const asked = versions.get(key) ?? askVersion(engine, path);
  versions.set(key, asked);
  const version = await asked;
  // One that was too busy to answer is asked again.
  if (version === '') versions.delete(key);
  return version;
}

/** The driver of WebKit doesn't tell its version; a package manager that has installed it does. */
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

/** findBrowserPath gives the program of this engine that needs least work, or undefined where there is none. */
export async function findBrowserPath(
  engine: BrowserEngine,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string | undefined> {
  for (const path of candidates(engine, env))
    if (await isExecutable(path)) return engine === 'webkit' && !(await findScreenPath(env)) ? undefined : path;
  return undefined;
}

/** findScreenPath gives the program that WebKit draws on, Xvfb, or undefined where there is none. */
export async function findScreenPath(env: NodeJS.ProcessEnv = process.env): Promise<string | undefined> {
  if (process.platform !== 'linux') return undefined;
  const onPath = (env.PATH ?? '').split(delimiter).filter(Boolean);
  for (const folder of onPath) if (await isExecutable(join(folder, 'Xvfb'))) return join(folder, 'Xvfb');
  return undefined;
}

/** findBrowsers gives a browser for each engine that this machine has. */
export async function findBrowsers(env: NodeJS.ProcessEnv = process.env): Promise<FoundBrowser[]> {
  const found = await Promise.all(
    browserEngines.map(async (engine) => {
      const path = await findBrowserPath(engine, env);
      return path === undefined ? [] : [{ engine, path, version: await versionOf(engine, path) }];
    }),
  );
  return found.flat();
}
