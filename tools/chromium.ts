import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runQuietly } from './processes.ts';

const names = [
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

/** findChromium gives the path of a Chromium-like browser of this machine, or undefined. */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const named of [env.TOUCHSTONE_CHROMIUM, env.CHROMIUM_PATH]) if (named && existsSync(named)) return named;
  const suffixes = process.platform === 'win32' ? ['.exe'] : [''];
  const onPath = (env.PATH ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.flatMap((name) => suffixes.map((suffix) => join(folder, name + suffix))));
  return [...onPath, ...usualPlaces(env)].find(isExecutable);
}

interface Installer {
  /** Program whose presence says that this machine uses it. */
  program: string;
  needsRoot: boolean;
  commands: string[][];
}
const installers: Installer[] = [
  {
    program: 'apt-get',
    needsRoot: true,
    commands: [
      ['apt-get', 'update'],
      ['apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
    ],
  },
  { program: 'dnf', needsRoot: true, commands: [['dnf', 'install', '-y', 'chromium']] },
  { program: 'apk', needsRoot: true, commands: [['apk', 'add', '--no-cache', 'chromium']] },
  { program: 'pacman', needsRoot: true, commands: [['pacman', '-Sy', '--noconfirm', 'chromium']] },
  { program: 'brew', needsRoot: false, commands: [['brew', 'install', '--cask', 'chromium']] },
];

/** installChromium installs the browser with the system's package manager; it says what it does and answers whether it did. */
export async function installChromium(say: (line: string) => void): Promise<string | undefined> {
  const installer = installers.find(({ program }) =>
    (process.env.PATH ?? '').split(delimiter).some((folder) => isExecutable(join(folder, program))),
  );
  const asRoot = installer?.needsRoot && process.getuid?.() !== 0;
  if (!installer || asRoot) {
    const hint = installer ? ` (for instance: sudo ${installer.commands.at(-1)?.join(' ')})` : '';
    say(`No Chromium found. Install Chromium or Chrome${hint}, or set TOUCHSTONE_CHROMIUM to its path.`);
    return undefined;
  }
  for (const [command = '', ...args] of installer.commands) {
    say(`No Chromium found; running: ${[command, ...args].join(' ')}`);
    const { exitCode, stderr } = await runQuietly(command, args);
    if (exitCode !== 0) {
      say(`That failed: ${stderr.trim().split('\n').slice(-3).join(' ')}`);
      return undefined;
    }
  }
  return findChromium();
}
