import { readdirSync, readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { fileURLToPath } from 'node:url';

const guestFolder = new URL('../core/guest/', import.meta.url);

/** Sources that a sandbox may load, by module name; nothing else can be imported there. */
export type GuestSources = ReadonlyMap<string, string>;

/** Reads the sandbox's own modules once per worker, as plain JavaScript. */
export function readGuestSources(): GuestSources {
  const sources = new Map<string, string>();
  const path = fileURLToPath(guestFolder);
  for (const name of readdirSync(path)) {
    if (!name.endsWith('.ts') || name.endsWith('.test.ts')) continue;
    sources.set(`guest/${name}`, stripTypeScriptTypes(readFileSync(new URL(name, guestFolder), 'utf8')));
  }
  return sources;
}

/** Full name of a module that another one imports. */
export function guestModuleName(importer: string, requested: string): string {
  if (!requested.startsWith('./')) return requested;
  return `${importer.slice(0, importer.lastIndexOf('/') + 1)}${requested.slice(2)}`;
}
