import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { programsFolder } from '../../apps/cli/bin/program.mjs';
import { root } from '../processes.ts';
import { factsOf, hashOf } from '../source-facts.ts';
import { buildProgram } from './build-program.ts';

/**
 * The last build: its location, and each source with date and size, by which a start detects that nothing has changed.
 */
interface Current {
  folder: string;
  /** Of each source; in columns, which a start reads faster than a record for each. */
  paths: string[];
  modified: number[];
  sizes: number[];
}

const programs = join(root, programsFolder);
const current = join(programs, 'current.json');
/** Running processes may still load parts of an older one. */
const kept = 3;

/** currentProgram returns the folder of the program built from today's sources, and builds it if necessary. */
export async function currentProgram(): Promise<string> {
  const last = readCurrent();
  const paths = last?.paths ?? [];
  if (last && nameFor(paths) === last.folder && existsSync(join(programs, last.folder, 'cli.js'))) {
    remember(last.folder, paths);
    return join(programs, last.folder);
  }
  const fresh = join(programs, `new-${randomUUID()}`);
  try {
    // Renamed once complete, within the same parent folder.
    const { sources } = await buildProgram(fresh);
    const folder = nameFor(sources);
    // Another process may have finished the same build in the meantime.
    if (!existsSync(join(programs, folder))) renameSync(fresh, join(programs, folder));
    remember(folder, sources);
    removeOld(folder);
    return join(programs, folder);
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

function readCurrent(): Current | undefined {
  try {
    return JSON.parse(readFileSync(current, 'utf8')) as Current;
  } catch {
    return undefined;
  }
}

/** A name derived from the content. */
const nameFor = (sources: string[]): string => hashOf(sources).slice(0, 16);

function remember(folder: string, sources: string[]): void {
  const part = `${current}.${randomUUID()}`;
  const facts = factsOf(sources);
  const columns = {
    paths: sources,
    modified: facts.map(([, modified]) => modified),
    sizes: facts.map(([, , size]) => size),
  };
  writeFileSync(part, JSON.stringify({ folder, ...columns } satisfies Current));
  renameSync(part, current);
}

function removeOld(newest: string): void {
  const folders = readdirSync(programs, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && /^[0-9a-f]{16}$/.test(entry.name) && entry.name !== newest)
    .map(({ name }) => ({ name, at: statSync(join(programs, name)).mtimeMs }))
    .sort((a, b) => b.at - a.at);
  for (const { name } of folders.slice(kept - 1)) rmSync(join(programs, name), { recursive: true, force: true });
}
