import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Renders without a window, with half the work of the full browser. */
export const headlessShell = 'chromium-headless-shell';
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

/** findProgram returns the first existing program: one of these names on the path, or one of these places. */
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

/**
 * findChromium returns the path of a Chromium-like browser on this machine, the least expensive first, or undefined.
 */
export function findChromium(env: NodeJS.ProcessEnv = process.env): string | undefined {
  for (const named of [env.TOUCHSTONE_CHROMIUM, env.CHROMIUM_PATH]) if (named && existsSync(named)) return named;
  return findProgram(names, usualPlaces(env), env);
}
