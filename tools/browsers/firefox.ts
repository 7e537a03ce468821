import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram } from './chromium.ts';

const names = ['firefox-esr', 'firefox'];

function usualPlaces(env: NodeJS.ProcessEnv): string[] {
  if (process.platform === 'darwin')
    return ['/Applications', join(env.HOME ?? '', 'Applications')].map(
      (base) => `${base}/Firefox.app/Contents/MacOS/firefox`,
    );
  if (process.platform === 'win32')
    return [env.PROGRAMFILES, env['PROGRAMFILES(X86)']]
      .filter((base) => base !== undefined)
      .map((base) => join(base, 'Mozilla Firefox/firefox.exe'));
  return ['/snap/bin/firefox', '/usr/lib/firefox/firefox'];
}

/** findFirefox returns the path of a Firefox on this machine, or undefined. */
export function findFirefox(env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { TOUCHSTONE_FIREFOX: named } = env;
  if (named && existsSync(named)) return named;
  return findProgram(names, usualPlaces(env), env);
}
