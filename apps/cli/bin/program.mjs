import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Where the built programs of a checkout lie; a release has them in `program`. */
export const programsFolder = join('node_modules', '.cache', 'touchstone', 'programs');

/**
 * findProgram gives the folder of the built program in `root`: that of a release, or the one that was built from exactly these sources.
 * Only dates and sizes are compared, which takes a few milliseconds.
 */
export function findProgram(root) {
  const released = join(root, 'program');
  if (existsSync(join(released, 'cli.js'))) return released;
  try {
    const { folder, sources } = JSON.parse(readFileSync(join(root, programsFolder, 'current.json'), 'utf8'));
    const place = join(root, programsFolder, folder);
    return existsSync(join(place, 'cli.js')) && sources.every((each) => isSame(root, each)) ? place : undefined;
  } catch {
    return undefined;
  }
}

function isSame(root, [path, modified, size]) {
  // Hundreds of them at each start: `join` would take longer than the look itself.
  const now = statSync(`${root}/${path}`, { throwIfNoEntry: false });
  return now !== undefined && now.mtimeMs === modified && now.size === size;
}
