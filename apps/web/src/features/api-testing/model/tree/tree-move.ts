import type { ScriptSummary, SuiteFolder } from '@touchstone/contracts/api-testing';
import { nameOf, type TreeRow } from './script-tree.ts';

const separator = ' / ';

/** TreeMove moves scripts and folders with all contents to a folder, before one of its scripts or to its end. */
export interface TreeMove {
  scriptIds: readonly string[];
  folders: readonly string[];
  folder: string;
  before?: string | undefined;
}

const isWithin = (path: string, folder: string): boolean => path === folder || path.startsWith(`${folder}${separator}`);

/** movedTree returns a suite after a move, as the server will return it; without a target the items leave the suite. */
export function movedTree(
  tree: { scripts: readonly ScriptSummary[]; folders: readonly SuiteFolder[] },
  move: TreeMove,
  isLeaving = false,
): { scripts: ScriptSummary[]; folders: SuiteFolder[] } {
  const ids = new Set(move.scriptIds);
  const moverOf = (path: string) => move.folders.find((folder) => path !== '' && isWithin(path, folder));
  const placed = (path: string): string => {
    const mover = moverOf(path);
    if (mover === undefined) return move.folder;
    const top = [move.folder, nameOf(mover)].filter(Boolean).join(separator);
    return `${top}${path.slice(mover.length)}`;
  };
  const isMoved = ({ scriptId, folder }: ScriptSummary) => ids.has(scriptId) || moverOf(folder) !== undefined;
  const rest = tree.scripts.filter((script) => !isMoved(script));
  const staying = tree.folders.filter(({ path }) => moverOf(path) === undefined);
  if (isLeaving) return { scripts: rest, folders: staying };
  const moved = tree.scripts.filter(isMoved).map((script) => ({ ...script, folder: placed(script.folder) }));
  const inFolder = ({ folder }: ScriptSummary) => move.folder !== '' && isWithin(folder, move.folder);
  const last = rest.findLastIndex(inFolder);
  const behind = last === -1 ? rest.length : last + 1;
  const at = move.before === undefined ? behind : rest.findIndex(({ scriptId }) => scriptId === move.before);
  const arrived = tree.folders
    .filter(({ path }) => moverOf(path) !== undefined)
    .map((folder) => ({ ...folder, path: placed(folder.path) }));
  return { scripts: rest.toSpliced(at === -1 ? behind : at, 0, ...moved), folders: [...staying, ...arrived] };
}

/** The dragged items: all selected scripts if the row is one of them, otherwise only the row. */
export function draggedOf(row: TreeRow, selected: ReadonlySet<string>): Pick<TreeMove, 'scriptIds' | 'folders'> {
  if (row.kind === 'folder') return { scriptIds: [], folders: [row.path] };
  const { scriptId } = row.script;
  return { scriptIds: selected.has(scriptId) ? [...selected] : [scriptId], folders: [] };
}

/**
 * dropOn returns the move for a drop on a row: into a folder, before a script, or after it. Undefined if nothing would
 * change or a folder would go into itself.
 */
export function dropOn(
  scripts: readonly ScriptSummary[],
  dragged: Pick<TreeMove, 'scriptIds' | 'folders'>,
  target: { row: TreeRow; isBehind: boolean },
): TreeMove | undefined {
  const { row, isBehind } = target;
  const folder = row.kind === 'folder' ? row.path : row.script.folder;
  if (dragged.folders.some((path) => isWithin(folder, path))) return undefined;
  if (row.kind === 'folder') return { ...dragged, folder };
  const ids = new Set(dragged.scriptIds);
  if (ids.has(row.script.scriptId)) return undefined;
  const rest = scripts.filter(
    (script) => !ids.has(script.scriptId) && !dragged.folders.some((path) => isWithin(script.folder, path)),
  );
  const at = rest.findIndex(({ scriptId }) => scriptId === row.script.scriptId);
  return { ...dragged, folder, before: rest[isBehind ? at + 1 : at]?.scriptId };
}

/** rangeOf returns the scripts between two of the shown ones, inclusive. */
export function rangeOf(rows: readonly TreeRow[], from: string, to: string): string[] {
  const ids = rows.flatMap((row) => (row.kind === 'script' ? [row.script.scriptId] : []));
  const [start, end] = [ids.indexOf(from), ids.indexOf(to)].sort((left, right) => left - right);
  return start === undefined || start < 0 ? [to] : ids.slice(start, (end ?? start) + 1);
}
