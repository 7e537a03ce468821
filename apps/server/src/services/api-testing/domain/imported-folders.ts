import { folderPathLimit } from '@touchstone/contracts/api-testing';
import type { ImportedCollection } from '@touchstone/engine-import';

const separator = ' / ';
const shownLength = 60;

/**
 * withFittingFolders gives every folder of a document a path that fits a suite: all levels have names, and anything
 * deeper than the longest path moves to the last folder that fits, which is reported.
 */
export function withFittingFolders(collection: ImportedCollection): ImportedCollection {
  const paths = new Set([
    ...(collection.folders ?? []).map(({ path }) => path),
    ...collection.steps.map(({ group }) => group),
  ]);
  const fitting = new Map([...paths].map((path) => [path, fittingPath(path)]));
  const changed = [...fitting].filter(([path, fit]) => path !== fit);
  if (changed.length === 0) return collection;
  const fit = (path: string): string => fitting.get(path) ?? path;
  const folders = new Map<string, NonNullable<ImportedCollection['folders']>[number]>();
  for (const folder of collection.folders ?? []) {
    const path = fit(folder.path);
    if (path !== '' && (path === folder.path || !folders.has(path))) folders.set(path, { ...folder, path });
  }
  const tooLong = changed.filter(([path, shorter]) => levelsOf(path).join(separator) !== shorter);
  return {
    ...collection,
    ...(collection.folders && { folders: [...folders.values()] }),
    steps: collection.steps.map((step) => ({ ...step, group: fit(step.group) })),
    problems: [
      ...collection.problems,
      ...tooLong.map(([path, shorter]) => ({
        place: shown(path),
        reason: `The path of this folder is longer than ${folderPathLimit.toLocaleString('en')} characters. Its requests were put ${
          shorter === '' ? 'at the top' : `into ${shown(shorter)}`
        }.`,
      })),
    ],
  };
}

const shown = (path: string): string =>
  path.length <= shownLength ? path : `${path.slice(0, shownLength).toWellFormed().trimEnd()}…`;

const levelsOf = (path: string): string[] =>
  path
    .split(separator)
    .map((name) => name.trim())
    .filter((name) => name !== '');

function fittingPath(path: string): string {
  let fit = '';
  for (const level of levelsOf(path)) {
    const next = fit === '' ? level : `${fit}${separator}${level}`;
    if (next.length > folderPathLimit) break;
    fit = next;
  }
  return fit;
}
