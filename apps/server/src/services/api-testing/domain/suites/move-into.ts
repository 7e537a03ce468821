import type { SuiteFolder } from '@touchstone/contracts/api-testing';
import { childPath, folderName, isWithin, movedPath } from './suite-folders.ts';

/** Where a script is in a suite. */
export interface ScriptPlace {
  id: string;
  folder: string;
}

/** What moves out of a suite: scripts, and folders with all their content. */
export interface Movers {
  scripts: ScriptPlace[];
  folders: SuiteFolder[];
}

/** chosenMovers picks what moves, in the suite's order; none of the paths in `folders` contains another. */
export function chosenMovers(
  scripts: readonly ScriptPlace[],
  folders: readonly SuiteFolder[],
  chosen: { scriptIds: readonly string[]; folders: readonly string[] },
): Movers {
  const ids = new Set(chosen.scriptIds);
  const isInside = (path: string) => chosen.folders.some((folder) => isWithin(path, folder));
  return {
    scripts: scripts.filter(({ id, folder }) => ids.has(id) || (folder !== '' && isInside(folder))),
    folders: folders.filter(({ path }) => isInside(path)),
  };
}

/** outermost returns the folders that aren't inside another given one: nested ones move along. */
export const outermost = (folders: readonly string[]): string[] =>
  folders.filter((path) => !folders.some((other) => other !== path && isWithin(path, other)));

/**
 * movedInto returns the path of a folder, or of a script's folder, after the selected folders moved into another one.
 */
export function movedInto(path: string, chosen: readonly string[], target: string): string {
  const mover = chosen.find((folder) => path !== '' && isWithin(path, folder));
  return mover === undefined ? target : movedPath(path, mover, childPath(target, folderName(mover)));
}

/** orderWith inserts moved scripts before a given script, or after the scripts of their folder, or at the end. */
export function orderWith(
  rest: readonly ScriptPlace[],
  moved: readonly string[],
  { folder, before }: { folder: string; before?: string },
): string[] {
  const ids = rest.map(({ id }) => id);
  const last = folder === '' ? -1 : rest.findLastIndex((row) => isWithin(row.folder, folder));
  const behind = last === -1 ? ids.length : last + 1;
  const at = before === undefined ? behind : ids.indexOf(before);
  return [...ids.slice(0, at), ...moved, ...ids.slice(at)];
}
