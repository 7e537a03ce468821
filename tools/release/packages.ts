import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../processes.ts';

interface Manifest {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

/** The workspaces needed at run time; the page is built. */
const running = [
  'apps/server',
  'apps/cli',
  'engines/browser',
  'engines/data',
  'engines/assert',
  'engines/http',
  'engines/import',
  'engines/load',
  'engines/script',
  'packages/report',
];
/** Its libraries are read as text, by sandboxes, even where they are bundled for another reason. */
const readAsText = 'engines/script';

/** Only referenced by name: in the sandbox, the product replaces it. */
const neverLoaded = new Set(['@faker-js/faker']);

const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as Manifest;

/**
 * installedPackages returns the folders of all packages that the built programs load at run time, with their
 * dependencies; `builtIn` ones are bundled.
 */
export function installedPackages(builtIn: readonly string[]): string[] {
  const found = new Set<string>();
  for (const workspace of running)
    for (const name of namesIn(manifestOf(workspace)))
      if (!name.startsWith('@touchstone/') && (workspace === readAsText || !builtIn.includes(name)))
        addWithNeeds(workspace, name, found);
  return [...found].sort();
}

const namesIn = ({ dependencies, optionalDependencies }: Manifest): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies });

function addWithNeeds(from: string, name: string, found: Set<string>): void {
  const folder = locate(from, name);
  if (folder === undefined || found.has(folder) || neverLoaded.has(name)) return;
  found.add(folder);
  for (const need of namesIn(manifestOf(folder))) addWithNeeds(folder, need, found);
}

/** Resolves packages like Node.js; packages for other platforms aren't installed. */
function locate(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const place = join(folder, 'node_modules', name);
    if (existsSync(join(root, place, 'package.json'))) return place;
    if (folder === '.') return undefined;
  }
}
