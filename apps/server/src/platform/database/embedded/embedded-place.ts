import { createHash } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyHome, findPostgresHome, isTraversable } from './postgres-binaries.ts';

/** Holds data and binaries if the database's user can't reach the data folder. */
const systemFolder = '/var/lib/touchstone';

interface Owner {
  uid: number;
  gid: number;
}

/** Place paths, programs and user of an embedded database. */
export interface Place {
  home: string;
  root: string;
  data: string;
  log: string;
  owner: Owner | undefined;
}

/** EmbeddedLocation is the location of a data folder's database; creates nothing. */
export interface EmbeddedLocation {
  root: string;
  exists: boolean;
  /** A database in the folder that the database's user can no longer access. */
  unreachable: string | undefined;
  /** Where and when `touchstone move-database` moved it. */
  movedTo: string | undefined;
}

/** locateEmbedded locates the database of a data folder. A missing folder has none. */
export async function locateEmbedded(dataDir: string): Promise<EmbeddedLocation> {
  const root = await findRoot(await realFolder(dataDir), await findOwner());
  const inside = join(await realFolder(dataDir), 'postgres');
  const exists = await hasDatabase(root);
  return {
    root,
    exists,
    unreachable: !exists && inside !== root && (await hasDatabase(inside)) ? inside : undefined,
    movedTo: await readFile(join(root, 'moved'), 'utf8').catch(() => undefined),
  };
}

/** markMoved prevents the product from starting on a database whose data was moved. */
export const markMoved = (root: string, target: string): Promise<void> =>
  writeFile(join(root, 'moved'), `${target} on ${new Date().toISOString()}`, { flush: true });

/** findPlace creates the database's folders, and copies its programs if its user can't reach them. */
export async function findPlace(dataDir: string): Promise<Place> {
  const owner = await findOwner();
  await mkdir(dataDir, { recursive: true, mode: owner ? 0o711 : 0o700 });
  let home = await findPostgresHome();
  const root = await findRoot(await realpath(dataDir), owner);
  if (owner && !(await isTraversable(home)))
    home = await copyHome(home, join(systemFolder, `postgres-${digest(home)}`));
  await mkdir(root, { recursive: true, mode: 0o700 });
  if (owner) {
    if (root.startsWith(systemFolder)) await chmod(systemFolder, 0o711);
    await chown(root, owner.uid, owner.gid);
  }
  return { home, root, data: join(root, 'data'), log: join(root, 'postgres.log'), owner };
}

/** An existing database stays where it is, even if the folder has become accessible. */
async function findRoot(dataDir: string, owner: Owner | undefined): Promise<string> {
  const inside = join(dataDir, 'postgres');
  if (!owner) return inside;
  const outside = join(systemFolder, digest(dataDir));
  if (!(await isTraversable(dataDir))) return outside;
  return !(await hasDatabase(inside)) && (await hasDatabase(outside)) ? outside : inside;
}

/** PostgreSQL refuses to run as root: if we are root, use an existing unprivileged user. */
async function findOwner(): Promise<Owner | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  const users = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const user = users.find((entry) => entry[0] === name);
    if (user) return { uid: Number(user[2]), gid: Number(user[3]) };
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user postgres or nobody. Start as another user or set DATABASE_URL.',
  );
}

const hasDatabase = (root: string) =>
  access(join(root, 'data', 'PG_VERSION')).then(
    () => true,
    () => false,
  );
const realFolder = (path: string) => realpath(path).catch(() => resolve(path));
const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
