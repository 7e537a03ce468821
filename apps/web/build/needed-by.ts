import type { Rolldown } from 'vite';

type Graph = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>;

/** Files that only pass on what lies beside them. */
const barrel = /packages[/\\][^?]*[/\\]index\.ts$|@mantine[/\\]\w+[/\\]esm[/\\]index\.mjs$/;

/** What is asked of a module again and again; the bundler takes long to tell it. */
class Modules {
  readonly #graph: Graph;
  readonly #infos = new Map<string, { importers: readonly string[]; exports: readonly string[] }>();
  readonly #words = new Map<string, ReadonlySet<string>>();

  constructor(graph: Graph) {
    this.#graph = graph;
  }

  info(id: string): { importers: readonly string[]; exports: readonly string[] } {
    const known = this.#infos.get(id);
    if (known) return known;
    const { importers = [], exports = [] } = this.#graph.getModuleInfo(id) ?? {};
    const info = { importers, exports };
    this.#infos.set(id, info);
    return info;
  }

  /** The names that occur in its code; none where there is no code to read. */
  words(id: string): ReadonlySet<string> {
    const known = this.#words.get(id);
    if (known) return known;
    const words = new Set(this.#graph.getModuleInfo(id)?.code?.match(/[\w$]+/g));
    this.#words.set(id, words);
    return words;
  }
}

/** Of those who import a barrel, whoever names one of these exports. */
function usersOf(barrelId: string, names: readonly string[], modules: Modules): string[] {
  return modules.info(barrelId).importers.flatMap((id) => {
    if (barrel.test(id)) return usersOf(id, names, modules);
    const words = modules.words(id);
    return words.size > 0 && !names.some((name) => words.has(name)) ? [] : [id];
  });
}

function reachableFrom(pages: RegExp, start: string, modules: Modules): boolean {
  const seen = new Set([start]);
  for (const id of seen) {
    if (pages.test(id)) return true;
    const { importers, exports } = modules.info(id);
    for (const importer of importers) {
      // What passes through a barrel is needed by those who use it, not by everybody who uses something else of the barrel.
      const users = barrel.test(importer) && exports.length > 0 ? usersOf(importer, exports, modules) : [importer];
      for (const user of users) seen.add(user);
    }
  }
  return false;
}

/** neededBy names a group of modules by whether one of these pages imports them, at whatever distance, when it is opened; it is made for one build. */
export function neededBy(pages: RegExp, names: { yes: string; no: string }): (id: string, graph: Graph) => string {
  let modules: Modules | undefined;
  return (id, graph) => {
    modules ??= new Modules(graph);
    return reachableFrom(pages, id, modules) ? names.yes : names.no;
  };
}
