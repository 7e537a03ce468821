import type { JsonObject } from '../json-values.ts';
import type { FolderFiles } from './write-folder.ts';
import { readYamlObject } from './yaml-file.ts';

/** The content of a file, regardless of layout, comments and id. */
function meaningOf(text: string): { id: unknown; meaning: string } | undefined {
  const read = readYamlObject(text);
  if (!('value' in read)) return undefined;
  const { id, ...rest } = read.value;
  return { id, meaning: stable(rest) };
}
const stable = (value: unknown): string =>
  JSON.stringify(value, (_name, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item as JsonObject).sort(([a], [b]) => (a < b ? -1 : 1)))
      : item,
  );

/**
 * keepTexts returns a folder after a push: the server's files, but with the local text, comments included, if both have
 * the same content. A file without an id gets the server's.
 */
export function keepTexts(ours: ReadonlyMap<string, string>, theirs: FolderFiles): FolderFiles {
  const byId = new Map<unknown, string>();
  const byMeaning = new Map<string, string[]>();
  for (const text of ours.values()) {
    const read = meaningOf(text);
    if (read?.id !== undefined) byId.set(read.id, text);
    else if (read) byMeaning.set(read.meaning, [...(byMeaning.get(read.meaning) ?? []), text]);
  }
  return new Map(
    [...theirs].map(([path, text]) => {
      if (ours.get(path) === text) return [path, text];
      const read = meaningOf(text);
      const known = read?.id === undefined ? ours.get(path) : byId.get(read.id);
      if (known !== undefined && meaningOf(known)?.meaning === read?.meaning) return [path, known];
      const fresh = read?.id === undefined ? undefined : byMeaning.get(read.meaning)?.shift();
      return [path, fresh === undefined ? text : `id: ${read?.id}\n${fresh}`];
    }),
  );
}
