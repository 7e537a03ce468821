import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Folder of a checkout's built programs; a release has its program in `program`. */
export const programsFolder = join('node_modules', '.cache', 'touchstone', 'programs');

/**
 * findProgram returns the folder of the built program in `root`: a release's, or the one built from exactly these
 * sources; undefined if there is none. Compares only dates and sizes, which takes a few milliseconds. Sources in
 * `unused`, a path with its last slash, are not compared: a command that starts no server needs none of the server's.
 */
export function findProgram(root, unused) {
  const released = join(root, 'program');
  if (existsSync(join(released, 'cli.js'))) return released;
  try {
    const { folder, paths, modified, sizes } = JSON.parse(
      readFileSync(join(root, programsFolder, 'current.json'), 'utf8'),
    );
    const place = join(root, programsFolder, folder);
    const isCurrent = (path, at) =>
      (unused !== undefined && path.startsWith(unused)) || isSame(`${root}/${path}`, modified[at], sizes[at]);
    return existsSync(join(place, 'cli.js')) && paths.every(isCurrent) ? place : undefined;
  } catch {
    return undefined;
  }
}

function isSame(path, modified, size) {
  const now = statSync(path, { throwIfNoEntry: false });
  return now !== undefined && now.mtimeMs === modified && now.size === size;
}
