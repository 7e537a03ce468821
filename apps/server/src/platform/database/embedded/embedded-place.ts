import { createHash } from 'node:crypto';
import { access, chmod, chown, mkdir, readFile, realpath, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { copyHome, findPostgresHome, isTraversable } from './postgres-binaries.ts';

/** Where data and binaries go when the data folder cannot be reached by the database's own user. */
const systemFolder = '/var/lib/touchstone';

interface Owner {
  uid: number;
  gid: number;
}

/** Place is where an embedded database lies, and with which programs and as which user it runs. */
export interface Place {
  home: string;
  root: string;
  data: string;
  log: string;
  owner: Owner | undefined;
}

/** EmbeddedLocation tells where the database of a data folder lies, without making anything. */
export interface EmbeddedLocation {
  root: string;
  exists: boolean;
  /** A database of the folder that the database's user cannot enter any more. */
  unreachable: string | undefined;
  /** Where `touchstone move-database` took it, and when. */
  movedTo: string | undefined;
}

/** locateEmbedded finds the database of a data folder. A folder that does not exist yet has none. */
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

/** markMoved keeps the product from starting on a database whose data lives elsewhere now. */
export const markMoved = (root: string, target: string): Promise<void> =>
  writeFile(join(root, 'moved'), `${target} on ${new Date().toISOString()}`, { flush: true });

/** findPlace makes the folders of the database and copies its programs where its user cannot reach them. */
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

/** A database that exists stays where it is, also after the folder was opened to others. */
async function findRoot(dataDir: string, owner: Owner | undefined): Promise<string> {
  const inside = join(dataDir, 'postgres');
  if (!owner) return inside;
  const outside = join(systemFolder, digest(dataDir));
  if (!(await isTraversable(dataDir))) return outside;
  return !(await hasDatabase(inside)) && (await hasDatabase(outside)) ? outside : inside;
}

/** PostgreSQL refuses to run as root: as root, an existing unprivileged user is taken. */
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
