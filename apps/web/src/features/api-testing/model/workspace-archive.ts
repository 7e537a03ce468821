import { readFolder, writeFolder } from '@touchstone/engine-import/workspace';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

const filesLimit = 100_000;
const bytesLimit = 200 * 1024 * 1024;
/** The same content yields the same archive. */
const mtime = new Date(1980, 0, 1);

/** zipOfWorkspace packs the files of a workspace folder as kept in Git. */
export function zipOfWorkspace(document: Record<string, unknown>): Uint8Array<ArrayBuffer> {
  const files = [...writeFolder(document)].map(([path, text]): [string, Uint8Array] => [path, strToU8(text)]);
  return zipSync(Object.fromEntries(files), { mtime });
}

/**
 * workspaceOfZip reads an archive of a workspace folder, or of a folder that contains it; throws a message for each
 * invalid file.
 */
export function workspaceOfZip(bytes: Uint8Array): Record<string, unknown> {
  let count = 0;
  let size = 0;
  const unpacked = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!/\.ya?ml$/i.test(name)) return false;
      count += 1;
      size += originalSize;
      if (count > filesLimit || size > bytesLimit) throw new Error('This archive is too large for a workspace.');
      return true;
    },
  });
  const roots = Object.keys(unpacked).filter((path) => /(^|\/)touchstone\.yaml$/.test(path));
  const root = roots.sort((a, b) => a.length - b.length)[0]?.slice(0, -'touchstone.yaml'.length) ?? '';
  const files = new Map<string, string>();
  for (const [path, content] of Object.entries(unpacked))
    if (path.startsWith(root)) files.set(path.slice(root.length), strFromU8(content));
  const { document, problems } = readFolder(files);
  if (problems.length > 0)
    throw new Error(
      problems
        .slice(0, 10)
        .map(({ path, reason }) => `${path}: ${reason}`)
        .join('\n'),
    );
  return document;
}
