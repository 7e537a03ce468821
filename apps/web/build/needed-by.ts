import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Files that only pass on what lies beside them. */
const barrel = /packages[/\\][^?]*[/\\]index\.ts$|@mantine[/\\]\w+[/\\]esm[/\\]index\.mjs$/;

/** Of those who import a barrel, whoever names one of these exports. */
function usersOf(barrelId: string, names: readonly string[], graph: Graph): string[] {
  const { importers = [] } = graph.getModuleInfo(barrelId) ?? {};
  const named = new RegExp(`\\b(${names.map((name) => name.replaceAll('$', '\\$')).join('|')})\\b`);
  return importers.flatMap((id) => {
    if (barrel.test(id)) return usersOf(id, names, graph);
    const { code } = graph.getModuleInfo(id) ?? {};
    return code && !named.test(code) ? [] : [id];
  });
}

function reachableFrom(pages: RegExp, start: string, graph: Graph): boolean {
  const seen = new Set([start]);
  for (const id of seen) {
    if (pages.test(id)) return true;
    const { importers = [], exports = [] } = graph.getModuleInfo(id) ?? {};
    for (const importer of importers) {
      // What passes through a barrel is needed by those who use it, not by everybody who uses something else of the barrel.
      const users = barrel.test(importer) && exports.length > 0 ? usersOf(importer, exports, graph) : [importer];
      for (const user of users) seen.add(user);
    }
  }
  return false;
}

/** neededBy names a group of modules by whether one of these pages imports them, at whatever distance, when it is opened. */
export const neededBy =
  (pages: RegExp, names: { yes: string; no: string }) =>
  (id: string, graph: Graph): string =>
    reachableFrom(pages, id, graph) ? names.yes : names.no;
