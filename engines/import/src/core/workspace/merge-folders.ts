import { mergeLines } from './merge-lines.ts';
import { isOurs } from './read-folder.ts';
import type { FolderFiles } from './write-folder.ts';

/** A file changed differently on both sides. Nothing is lost; it has to be resolved by hand. */
export interface FolderConflict {
  path: string;
  reason: string;
}

/** MergedFolder is a folder with the changes of both sides. */
export interface MergedFolder {
  files: FolderFiles;
  conflicts: FolderConflict[];
}

interface Place {
  path: string;
  text: string;
}

/** An item keeps its id when renamed or moved; files without an id are identified by path. */
const keyOf = (path: string, text: string): string => {
  const id = /^id: *["']?([0-9a-f-]{36})["']?(?:[ \t]+#.*|[ \t]*)$/m.exec(text)?.[1];
  return id === undefined ? path : `id ${id}`;
};

function placesOf(files: ReadonlyMap<string, string>): Map<string, Place> {
  const places = new Map<string, Place>();
  for (const [path, raw] of files) {
    if (!isOurs(path)) continue;
    // Some editors of Windows add a byte order mark, too.
    const text = raw.replace(/^\uFEFF/, '').replaceAll('\r\n', '\n');
    const key = keyOf(path, text);
    // A copied file still has the id of the original.
    places.set(places.has(key) ? path : key, { path, text });
  }
  return places;
}

/**
 * mergeFolders merges the changes of a folder and of the server, file by file and line by line. `base` is the last
 * common folder; without it, the common content counts as unchanged and nothing as deleted. No line of either side is
 * lost.
 */
export function mergeFolders(
  base: ReadonlyMap<string, string> | undefined,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
): MergedFolder {
  const [old, own, other] = [placesOf(base ?? new Map()), placesOf(ours), placesOf(theirs)];
  const pathsOfOthers = new Map([...other].map(([key, { path }]) => [path, key]));
  for (const [key, place] of [...own]) {
    // The same file was added on both sides, here without an id.
    const same = key === place.path && !old.has(key) ? pathsOfOthers.get(place.path) : undefined;
    if (same === undefined || own.has(same)) continue;
    own.delete(key);
    own.set(same, place);
  }
  const files: FolderFiles = new Map();
  const conflicts: FolderConflict[] = [];
  for (const key of [...new Set([...other.keys(), ...own.keys()])].sort()) {
    const { place, reason } = mergePlace({ base: old.get(key), ours: own.get(key), theirs: other.get(key) });
    if (!place) continue;
    let { path } = place;
    for (let n = 2; files.has(path); n += 1) path = place.path.replace(/\.yaml$/, `~${n}.yaml`);
    files.set(path, place.text);
    if (reason) conflicts.push({ path, reason });
  }
  return { files: new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1))), conflicts };
}

interface Sides {
  base: Place | undefined;
  ours: Place | undefined;
  theirs: Place | undefined;
}

function mergePlace({ base, ours, theirs }: Sides): { place?: Place; reason?: string } {
  if (!ours && !theirs) return {};
  if (!ours || !theirs) return mergeDeleted(base, (ours ?? theirs) as Place, ours ? 'server' : 'here');
  const path = ours.path === base?.path ? theirs.path : theirs.path === base?.path ? ours.path : theirs.path;
  if (ours.text === theirs.text || theirs.text === base?.text) return { place: { path, text: ours.text } };
  if (ours.text === base?.text) return { place: { path, text: theirs.text } };
  const { text, conflicts } = mergeLines(base?.text, ours.text, theirs.text);
  const reason = `Changed here and on the server in the same ${conflicts === 1 ? 'place' : `${conflicts} places`}. Choose between the marked lines.`;
  return { place: { path, text }, ...(conflicts > 0 ? { reason } : {}) };
}

/** One side doesn't have the file: it is new on the other side, or was deleted. */
function mergeDeleted(base: Place | undefined, left: Place, deletedAt: 'here' | 'server') {
  if (!base) return { place: left };
  if (left.text === base.text) return {};
  const reason =
    deletedAt === 'here'
      ? 'Deleted here, but changed on the server. The version of the server is back; delete the file again to remove it.'
      : 'Deleted on the server, but changed here. Your version is kept and the next push adds it again; delete the file to let it go.';
  return { place: left, reason };
}
