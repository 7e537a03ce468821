import { statSync, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

const settleMs = 30;

/**
 * watchFiles calls `changed` when one of these files, or something in one of these folders, has changed; the returned
 * function stops watching.
 */
export function watchFiles(paths: readonly string[], changed: () => Promise<void>): () => void {
  let timer: NodeJS.Timeout | undefined;
  let running = Promise.resolve();
  const schedule = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      running = running.then(changed);
    }, settleMs);
  };
  const watchers = paths.map((path) => {
    const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
    // Many editors replace a file, so only its folder can be watched.
    if (isFolder) return watch(path, { recursive: true }, schedule);
    return watch(dirname(path), (_, name) => {
      if (name === null || name === basename(path)) schedule();
    });
  });
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/**
 * folderOf returns the folder among the given paths where stubs are saved; a path that doesn't exist yet becomes a
 * folder.
 */
export async function folderOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined || facts.isDirectory()) return path;
  }
  return undefined;
}
