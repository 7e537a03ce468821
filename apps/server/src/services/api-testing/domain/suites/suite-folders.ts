import type { SuiteFolder } from '@touchstone/contracts/api-testing';

const separator = ' / ';

/** isWithin returns whether a path is the folder's or below it. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(`${folder}${separator}`);

/** withFolders adds missing paths, each with its parent folders. */
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

/** movedPath returns a path after one of its parent folders was moved. */
export const movedPath = (path: string, from: string, to: string): string =>
  isWithin(path, from) ? `${to}${path.slice(from.length)}` : path;

/** childPath returns the path of a subfolder with this name. */
export const childPath = (parent: string, name: string): string =>
  [parent, name].filter((level) => level !== '').join(separator);

/** parentPath returns the path of the parent folder; empty at the top. */
export const parentPath = (path: string): string => path.split(separator).slice(0, -1).join(separator);

/** folderName returns the last level of a path. */
export const folderName = (path: string): string => path.split(separator).at(-1) ?? '';
