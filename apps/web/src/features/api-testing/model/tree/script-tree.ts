import type { ScriptSummary, SuiteFolder } from '@touchstone/contracts/api-testing';
import { trashDays } from '@touchstone/contracts/workspaces';

const separator = ' / ';

export type TreeRow =
  | { kind: 'folder'; path: string; name: string; depth: number; count: number; isOpen: boolean }
  | { kind: 'script'; script: ScriptSummary; depth: number };

interface Folder {
  path: string;
  /** Position of its first script, so that a folder is placed where its scripts run. */
  place: number;
  folders: Folder[];
  scripts: ScriptSummary[];
  count: number;
}

/**
 * matchingRows returns the scripts whose name, method, URL or folder contains the lower-case `text`; without their
 * folders.
 */
export function matchingRows(scripts: readonly ScriptSummary[], text: string): TreeRow[] {
  return scripts
    .filter(({ scriptName, method, url, folder }) =>
      `${scriptName} ${method} ${url} ${folder}`.toLowerCase().includes(text),
    )
    .map((script) => ({ kind: 'script', script, depth: 0 }));
}

/** treeRows folders and scripts as shown in the tree; the contents of collapsed folders are left out. */
export function treeRows(
  scripts: readonly ScriptSummary[],
  folders: readonly SuiteFolder[],
  closed: ReadonlySet<string>,
): TreeRow[] {
  const root = folderOf('');
  const known = new Map([['', root]]);
  const enter = (path: string): Folder => {
    const present = known.get(path);
    if (present) return present;
    const folder = folderOf(path);
    known.set(path, folder);
    enter(parentOf(path)).folders.push(folder);
    return folder;
  };
  for (const { path } of folders) enter(path);
  for (const [index, script] of scripts.entries()) {
    enter(script.folder).scripts.push(script);
    for (let path = script.folder; path !== ''; path = parentOf(path)) {
      const folder = enter(path);
      folder.place = Math.min(folder.place, index);
      folder.count += 1;
    }
  }
  const places = new Map(scripts.map((script, index) => [script, index]));
  return rowsOf(root, 0, closed, (script) => places.get(script) ?? 0);
}

const folderOf = (path: string): Folder => ({
  path,
  place: Number.POSITIVE_INFINITY,
  folders: [],
  scripts: [],
  count: 0,
});

function rowsOf(
  folder: Folder,
  depth: number,
  closed: ReadonlySet<string>,
  placeOf: (script: ScriptSummary) => number,
): TreeRow[] {
  const items = [
    ...folder.scripts.map((script) => ({
      place: placeOf(script),
      rows: () => [{ kind: 'script', script, depth }] as TreeRow[],
    })),
    ...folder.folders.map((inner) => ({
      place: inner.place,
      rows: (): TreeRow[] => {
        const isOpen = !closed.has(inner.path);
        const head: TreeRow = {
          kind: 'folder',
          path: inner.path,
          name: nameOf(inner.path),
          depth,
          count: inner.count,
          isOpen,
        };
        return [head, ...(isOpen ? rowsOf(inner, depth + 1, closed, placeOf) : [])];
      },
    })),
  ];
  // Empty folders come last, in their own order: comparing two infinities must not be NaN.
  items.sort((left, right) => (left.place === right.place ? 0 : left.place - right.place));
  return items.flatMap(({ rows }) => rows());
}

/** parentOf returns the path of a folder's parent; empty at the top. */
export const parentOf = (path: string): string => path.split(separator).slice(0, -1).join(separator);
/** nameOf returns the name of the folder at a path. */
export const nameOf = (path: string): string => path.split(separator).at(-1) ?? '';

/**
 * movedOrder returns the order of all scripts after one swapped with its neighbour in the same folder; undefined at
 * either end.
 */
export function movedOrder(scripts: readonly ScriptSummary[], scriptId: string, step: -1 | 1): string[] | undefined {
  const script = scripts.find((item) => item.scriptId === scriptId);
  const beside = scripts.filter(({ folder }) => folder === script?.folder);
  const neighbour = beside[beside.findIndex((item) => item.scriptId === scriptId) + step];
  if (!script || !neighbour) return undefined;
  const ids = scripts.map((item) => item.scriptId).filter((id) => id !== scriptId);
  ids.splice(ids.indexOf(neighbour.scriptId) + (step === 1 ? 1 : 0), 0, scriptId);
  return ids;
}

/** countOf returns a count with its noun: "1 script", "2 scripts". */
export const countOf = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** deletionOf returns the title and sentence for what is deleted with a folder. */
export function deletionOf(
  path: string,
  folders: readonly SuiteFolder[],
  scriptCount: number,
): { title: string; message: string } {
  const inner = folders.filter((folder) => folder.path.startsWith(`${path}${separator}`)).length;
  const parts = [
    ...(scriptCount > 0 ? [countOf(scriptCount, 'script')] : []),
    ...(inner > 0 ? [countOf(inner, 'folder')] : []),
  ].join(' and ');
  return {
    title: `Delete folder ${nameOf(path)}${scriptCount > 0 ? ` and ${countOf(scriptCount, 'script')}` : ''}?`,
    message: `${parts ? `Deletes the folder with the ${parts} in it.` : 'The folder is empty.'}${scriptCount > 0 ? ' Reports stay.' : ''} You can restore it for ${trashDays} days.`,
  };
}
