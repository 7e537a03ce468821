import { basename, dirname, relative, resolve, sep } from 'node:path';

/** Resolves what a module of the sources references by its own location, in terms of the built program. */
export interface Places {
  /** Where the built files will be, next to the sources. */
  outFolder: string;
  /** What an import of `specifier` by `importer` resolves to. */
  find(specifier: string, importer: string): Promise<string>;
  /** Makes a module a separate file, to be loaded by its address; returns the file's name. */
  addEntry(path: string): string;
  /** Called for each file or folder that stays in place. */
  onKept?(path: string): void;
}

const neighbour = /new URL\(\s*'(\.{1,2}\/[^']+)'\s*,\s*import\.meta\.url\s*,?\s*\)/g;
const resolved = /import\.meta\.resolve\(\s*'([^']+)'\s*,?\s*\)/g;
const ownUrl = /\bimport\.meta\.url\b/g;
const marker = '\0here\0';

/**
 * rewritePlaces rewrites `import.meta` so that a module's references stay correct. A module that is loaded by its
 * address (a worker, a process, work for the pool) becomes a built file next to this one; everything else stays in
 * place in the sources: migrations, fonts, WebAssembly, the page.
 */
export async function rewritePlaces(code: string, path: string, places: Places): Promise<string> {
  if (!code.includes('import.meta')) return code;
  const addressOf = (file: string) => {
    places.onKept?.(file);
    const way = relative(places.outFolder, file).split(sep).join('/');
    return `new URL(${JSON.stringify(file.endsWith('/') ? `${way}/` : way)}, ${marker})`;
  };
  const entry = (file: string) => `new URL('./${places.addEntry(file)}', ${marker})`;
  let result = code.replace(neighbour, (_all, way: string) => {
    const file = resolve(dirname(path), way);
    return way.endsWith('.ts') ? entry(file) : addressOf(`${file}${way.endsWith('/') ? '/' : ''}`);
  });
  for (const [all, specifier = ''] of result.matchAll(resolved)) {
    const file = await places.find(specifier, path);
    result = result.replace(all, () => `${file.endsWith('.ts') ? entry(file) : addressOf(file)}.href`);
  }
  return result.replace(ownUrl, `${addressOf(path)}.href`).replaceAll(marker, 'import.meta.url');
}

/**
 * entryName returns the name of the built file of a module that is loaded by its address; `taken` are the modules that
 * already have one.
 */
export function entryName(path: string, taken: ReadonlyMap<string, string>): string {
  const base = basename(path, '.ts');
  const wanted = base === 'index' ? basename(dirname(dirname(path))) : base;
  const names = new Set(taken.values());
  let name = `${wanted}.js`;
  for (let number = 2; names.has(name); number += 1) name = `${wanted}-${number}.js`;
  return name;
}
