import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from '../processes.ts';
import { entryName, rewritePlaces } from './rewrite-places.ts';

/** The programs of the product, by the name of their built file. */
const programs = {
  cli: 'apps/cli/src/main.ts',
  server: 'apps/server/src/main.ts',
  maintenance: 'apps/server/src/maintenance.ts',
  'build-web': 'tools/build-web.ts',
  'name-source-lines': 'tools/program/name-source-lines.ts',
};

/** Packages that stay packages: with machine code, with files of their own beside the code, or needed by few. */
const packages = ['@node-rs/argon2', 'mongodb', 'mssql', 'mysql2', 'pdfkit', 'pg-native', 'rolldown'];

/** What decides about the program besides the modules that it is made of. */
const alsoSources = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tools/program/build-program.ts',
  'tools/program/rewrite-places.ts',
];

/** buildProgram writes the product's programs as a few JavaScript files; gives the sources that they are made of. */
export async function buildProgram(outFolder: string): Promise<string[]> {
  mkdirSync(outFolder, { recursive: true });
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    cwd: root,
    platform: 'node',
    external: packages.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [placesPlugin(realpathSync(outFolder))],
    logLevel: 'silent',
  });
  try {
    await bundle.write({
      dir: outFolder,
      format: 'esm',
      sourcemap: 'hidden',
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name]-[hash].js',
      banner: ({ isEntry, name }) =>
        isEntry && name !== 'name-source-lines' ? "import './name-source-lines.js';" : '',
      plugins: [leanMaps],
    });
    writeFileSync(join(outFolder, 'package.json'), '{ "type": "module" }\n');
    const modules = (await bundle.watchFiles).filter((path) => !path.includes(`${sep}node_modules${sep}`));
    const sources = modules.map((path) => relative(root, path).split(sep).join('/'));
    return [...new Set([...sources, ...alsoSources])].filter((path) => existsSync(join(root, path))).sort();
  } finally {
    await bundle.close();
  }
}

/** Traces only need the places; the sources themselves are at hand or not needed. */
const leanMaps: Plugin = {
  name: 'lean-maps',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue;
      const { sources, mappings } = JSON.parse(String(file.source)) as { sources: string[]; mappings: string };
      file.source = JSON.stringify({ version: 3, sources, names: [], mappings });
    }
  },
};

function placesPlugin(outFolder: string): Plugin {
  const entries = new Map<string, string>();
  return {
    name: 'places',
    transform: {
      // Files of the disk alone: what the builder adds has no place.
      filter: { id: /^[^\0]/, code: 'import.meta' },
      handler(code, id) {
        return rewritePlaces(code, id, {
          outFolder,
          find: async (specifier, importer) => {
            const found = await this.resolve(specifier, importer);
            if (!found) throw new Error(`${importer} refers to ${specifier}, which is not installed.`);
            return found.id;
          },
          addEntry: (path) => {
            const name = entries.get(path) ?? entryName(path, entries);
            if (!entries.has(path)) this.emitFile({ type: 'chunk', id: path, fileName: name });
            entries.set(path, name);
            return name;
          },
        });
      },
    },
  };
}
