import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { root, runQuietly } from './processes.ts';
import { buildProgram } from './program/build-program.ts';
import { installedPackages } from './release/packages.ts';

/**
 * Writes the product as one archive that runs on Node.js 24: `npm run release`. Programs and page are built, developer
 * packages are left out. It includes the embedded PostgreSQL of this platform, which is part of its name.
 */
const { version, license } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, string>;
const dist = join(root, 'dist');
const stage = join(dist, 'touchstone');
const archive = join(dist, `touchstone-${version}-${process.platform}-${process.arch}.tgz`);
/** Shipped with the programs: what starts them, and documentation. */
const always = ['apps/cli/bin/touchstone.mjs', 'apps/cli/bin/program.mjs', 'LICENSE', 'docs/configuration.md'];
const notNeeded = /\.(d\.[cm]?ts|map|md|markdown|tsbuildinfo)$|\/(test|tests|__tests__|docs|example|examples)$/;

await import('./build-web.ts');
if (!process.exitCode) await release();

async function release(): Promise<void> {
  rmSync(stage, { recursive: true, force: true });
  mkdirSync(stage, { recursive: true });
  const { packages, kept } = await buildProgram(join(stage, 'program'), join(root, 'program'));
  for (const path of [...always, ...kept]) if (!path.endsWith('.ts')) copy(path);
  for (const path of installedPackages(packages)) copyPackage(path);
  // The installed command, and a shortcut to it.
  writeFileSync(join(stage, 'touchstone.mjs'), "#!/usr/bin/env node\nimport './apps/cli/bin/touchstone.mjs';\n");
  const manifest = { name: 'touchstone', version, license, private: true, type: 'module', bin: './touchstone.mjs' };
  writeFileSync(
    join(stage, 'package.json'),
    `${JSON.stringify({ ...manifest, engines: { node: '>=24' } }, null, 2)}\n`,
  );
  const { exitCode, stderr } = await runQuietly('tar', ['-czf', archive, '-C', dist, basename(stage)]);
  if (exitCode !== 0) throw new Error(`The archive could not be written: ${stderr}`);
  console.log(`${archive} (${Math.round(statSync(archive).size / 1e6)} MB)`);
}

function copy(path: string): void {
  const from = join(root, path);
  if (existsSync(from)) cpSync(from, join(stage, path), { recursive: true, verbatimSymlinks: true });
}

/** Nested packages are found separately; licences stay. */
function copyPackage(path: string): void {
  const from = join(root, path);
  cpSync(from, join(stage, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) =>
      file === from || (!notNeeded.test(file.slice(from.length)) && !file.slice(from.length).includes('/node_modules')),
  });
}
