import { statSync, watch } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

const settleMs = 30;

/** watchFiles calls `changed` when one of these files, or something in one of these folders, has changed; the answer ends that. */
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
    // Many editors replace a file, so that its folder is what can be watched.
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

/** folderOf gives the folder among the given paths that stubs are saved to; a path that does not exist yet becomes one. */
export async function folderOf(paths: readonly string[]): Promise<string | undefined> {
  for (const path of paths) {
    const facts = await stat(path).catch(() => undefined);
    if (facts === undefined || facts.isDirectory()) return path;
  }
  return undefined;
}
