import { existsSync, mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from '../processes.ts';
import { leafModules } from './leaf-modules.ts';
import { leanBuiltins } from './lean-builtins.ts';
import { entryName, rewritePlaces } from './rewrite-places.ts';

/** The programs of the product, by the name of their built file. */
const programs = {
  cli: 'apps/cli/src/main.ts',
  server: 'apps/server/src/main.ts',
  maintenance: 'apps/server/src/maintenance.ts',
  'build-web': 'tools/build-web.ts',
  'name-source-lines': 'tools/program/name-source-lines.ts',
};

/** Packages that stay external: with native code, with files next to their code, or rarely needed. */
const packages = ['@node-rs/argon2', 'pdfkit', 'pg-native', 'playwright-core', 'rolldown'];

/** How many programs and parts loaded on demand must share a leaf for all of them to load all such leaves. */
const sharedBy = 12;

/** What the program depends on besides its modules. */
const alsoSources = [
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tools/program/build-program.ts',
  'tools/program/leaf-modules.ts',
  'tools/program/lean-builtins.ts',
  'tools/program/rewrite-places.ts',
];

/** BuiltProgram is what the programs consist of and what they need besides; paths are relative to the repository. */
export interface BuiltProgram {
  /** Sources, and everything else that affects the result. */
  sources: string[];
  /** Names of the bundled npm packages. */
  packages: string[];
  /** Files and folders that are read from their original location. */
  kept: string[];
}

/**
 * buildProgram writes the product's programs as a few JavaScript files to `outFolder`. They must be deployed at
 * `place`, from which the relative paths of everything that stays in place (migrations, fonts, the page) are the same
 * as in the repository.
 */
export async function buildProgram(outFolder: string, place?: string): Promise<BuiltProgram> {
  mkdirSync(outFolder, { recursive: true });
  const here = realpathSync(outFolder);
  const kept = new Set<string>();
  const leaves = leafModules();
  const bundle = await rolldown({
    input: Object.fromEntries(Object.entries(programs).map(([name, path]) => [name, join(root, path)])),
    cwd: root,
    platform: 'node',
    external: packages.map((name) => new RegExp(`^${name}(/|$)`)),
    plugins: [leanBuiltins, placesPlugin(place ?? here, kept), leaves],
    logLevel: 'silent',
  });
  try {
    await bundle.write({
      dir: outFolder,
      format: 'esm',
      codeSplitting: { groups: [{ name: 'leaves', test: leaves.isLeaf, minShareCount: sharedBy }] },
      sourcemap: 'hidden',
      // Names stay, as functions and errors show them; only what no one reads goes.
      minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
      entryFileNames: '[name].js',
      chunkFileNames: 'part-[name]-[hash].js',
      banner: ({ isEntry, name }) =>
        isEntry && name !== 'name-source-lines' ? "import './name-source-lines.js';" : '',
      plugins: [leanMaps(here, place ?? here)],
    });
    writeFileSync(join(outFolder, 'package.json'), '{ "type": "module" }\n');
    const modules = (await bundle.watchFiles).map(inRepository);
    const sources = modules.filter((path) => !path.includes('node_modules/'));
    return {
      sources: unique([...sources, ...alsoSources]).filter((path) => existsSync(join(root, path))),
      packages: unique(modules.flatMap((path) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? [])),
      kept: unique([...kept].map(inRepository)),
    };
  } finally {
    await bundle.close();
  }
}

const inRepository = (path: string): string => relative(root, path).split(sep).join('/');
const unique = (values: string[]): string[] => [...new Set(values)].sort();

/**
 * Traces only need positions, as seen from the programs' final location; the sources themselves are available or not
 * needed.
 */
const leanMaps = (outFolder: string, place: string): Plugin => ({
  name: 'lean-maps',
  generateBundle(_options, bundle) {
    for (const file of Object.values(bundle)) {
      if (file.type !== 'asset' || !file.fileName.endsWith('.map')) continue;
      const { sources, mappings } = JSON.parse(String(file.source)) as { sources: string[]; mappings: string };
      const moved = sources.map((path) => relative(place, resolve(outFolder, path)).split(sep).join('/'));
      file.source = JSON.stringify({ version: 3, sources: moved, names: [], mappings });
    }
  },
});

function placesPlugin(outFolder: string, kept: Set<string>): Plugin {
  const entries = new Map<string, string>();
  return {
    name: 'places',
    transform: {
      // Only files on disk: modules added by the builder have no location.
      filter: { id: /^[^\0]/, code: 'import.meta' },
      handler(code, id) {
        return rewritePlaces(code, id, {
          outFolder,
          onKept: (path) => kept.add(path),
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
