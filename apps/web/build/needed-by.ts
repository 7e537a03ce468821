import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

function reachableFrom(pages: RegExp, start: string, graph: Graph): boolean {
  const seen = new Set([start]);
  for (const id of seen) {
    if (pages.test(id)) return true;
    for (const importer of graph.getModuleInfo(id)?.importers ?? []) seen.add(importer);
  }
  return false;
}

/** neededBy names a group of modules by whether one of these pages imports them, at whatever distance, when it is opened. */
export const neededBy =
  (pages: RegExp, names: { yes: string; no: string }) =>
  (id: string, graph: Graph): string =>
    reachableFrom(pages, id, graph) ? names.yes : names.no;
