import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './processes.ts';

/** Draws without a window, for half the work of the whole browser. */
const headlessShell = 'chromium-headless-shell';
const names = [
  headlessShell,
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
  'chrome',
  'microsoft-edge',
  'msedge',
];

function usualPlaces(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin')
    return ['Chromium', 'Google Chrome', 'Microsoft Edge'].flatMap((name) =>
      ['/Applications', join(env.HOME ?? '', 'Applications')].map(
        (base) => `${base}/${name}.app/Contents/MacOS/${name}`,
      ),
    );
  if (process.platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA]
      .filter((base) => base !== undefined)
      .flatMap((base) => [
        join(base, 'Google/Chrome/Application/chrome.exe'),
        join(base, 'Chromium/Application/chrome.exe'),
        join(base, 'Microsoft/Edge/Application/msedge.exe'),
      ]);
  return ['/snap/bin/chromium', '/opt/google/chrome/chrome', '/usr/lib/chromium/chromium'];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** findProgram gives the first program that is there: of these names on the path, else at one of these places. */
export function findProgram(
  programs: readonly string[],
  places: readonly string[],
  env: NodeJS.ProcessEnv,
): string | undefined {
  const suffixes = process.platform === 'win32' ? ['.exe'] : [''];
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => programs.flatMap((name) => suffixes.map((suffix) => join(folder, name + suffix))));
  return [...onPath, ...places].find(isExecutable);
}

/** findChromium gives the path of a Chromium-like browser of this machine, the one that needs least work first, or undefined. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const named of [env.TOUCHSTONE_CHROMIUM, env.CHROMIUM_PATH]) if (named && existsSync(named)) return named;
  return findProgram(names, usualPlaces(env), env);
}

interface Installer {
  /** Program whose presence says that this machine uses it. */
  program: string;
  needsRoot: boolean;
  /** Each is tried until one succeeds. */
  packages: string[];
  prepare?: string[];
  install: string[];
}
const installers: Installer[] = [
  {
    program: 'apt-get',
    needsRoot: true,
    prepare: ['apt-get', 'update'],
    install: ['apt-get', 'install', '-y', '--no-install-recommends'],
    packages: [headlessShell, 'chromium'],
  },
  { program: 'dnf', needsRoot: true, install: ['dnf', 'install', '-y'], packages: ['chromium'] },
  { program: 'apk', needsRoot: true, install: ['apk', 'add', '--no-cache'], packages: ['chromium'] },
  { program: 'pacman', needsRoot: true, install: ['pacman', '-Sy', '--noconfirm'], packages: ['chromium'] },
  { program: 'brew', needsRoot: false, install: ['brew', 'install', '--cask'], packages: ['chromium'] },
];

/** installChromium installs the browser with the system's package manager; it says what it does and answers its path, undefined where that failed. */
export async function installChromium(say: (line: string) => void): Promise<string | undefined> {
  const installer = installers.find(({ program }) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program))),
  );
  const asRoot = installer?.needsRoot && process.getuid?.() !== 0;
  if (!installer || asRoot) {
    const hint = installer
      ? ` (for instance: sudo ${[...installer.install, installer.packages.at(-1)].join(' ')})`
      : '';
    say(`No Chromium found. Install Chromium or Chrome${hint}, or set TOUCHSTONE_CHROMIUM to its path.`);
    return undefined;
  }
  const { prepare, install, packages } = installer;
  const does = async ([command = '', ...args]: string[]): Promise<boolean> => {
    say(`Installing a browser: ${[command, ...args].join(' ')}`);
    const { exitCode, stderr } = await runQuietly(command, args);
    if (exitCode !== 0) say(`That failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
    return exitCode === 0;
  };
  if (prepare && !(await does(prepare))) return undefined;
  for (const name of packages) if (await does([...install, name])) return findChromium();
  return undefined;
}

/**
 * chromiumForTests gives the browser that tests drive: the one of this machine, else one that the package manager installs. A machine of a
 * pipeline, which is thrown away afterwards, gets the one that needs least work.
 */
export async function chromiumForTests(say: (line: string) => void): Promise<string | undefined> {
  const found = findChromium();
  const isNamed = found !== undefined && [process.env.TOUCHSTONE_CHROMIUM, process.env.CHROMIUM_PATH].includes(found);
  const isLight = found?.endsWith(headlessShell);
  if (found && (isNamed || isLight || !process.env.CI)) return found;
  return (await installChromium(say)) ?? found;
}
