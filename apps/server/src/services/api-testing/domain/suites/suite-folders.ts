import type { SuiteFolder } from '@touchstone/contracts/api-testing';

const separator = ' / ';

/** isWithin tells whether a path is that of the folder or lies below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${separator}`);

/** withFolders adds paths that are not there yet, each with the folders that hold it. */
export function withFolders(folders: readonly SuiteFolder[], paths: Iterable<string>): SuiteFolder[] {
  const known = new Map(folders.map((folder) => [folder.path, folder]));
  for (const path of paths) {
    const levels = path === '' ? [] : path.split(separator);
    for (const index of levels.keys()) {
      const part = levels.slice(0, index + 1).join(separator);
      if (!known.has(part)) known.set(part, { path: part });
    }
  }
  return [...known.values()];
}

/** movedPath is a path after the folder that holds it became another. */
export const movedPath = (path: string, from: string, to: string): string =>
  isWithin(path, from) ? `${to}${path.slice(from.length)}` : path;

/** childPath is the path of a folder with this name in another one. */
export const childPath = (parent: string, name: string): string =>
  [parent, name].filter((level) => level !== '').join(separator);

/** parentPath is the folder that holds a folder; empty at the top. */
export const parentPath = (path: string): string => path.split(separator).slice(0, -1).join(separator);

/** folderName is the last level of a path. */
export const folderName = (path: string): string => path.split(separator).at(-1) ?? '';
