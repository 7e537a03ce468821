import { randomUUID } from 'node:crypto';
import { access, link, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { Config } from '../config.ts';
import { openEmbeddedDatabase } from '../database/embedded/embedded-database.ts';
import { locateEmbedded } from '../database/embedded/embedded-place.ts';
import type { MigrationSet } from '../database/migrate/migration-files.ts';
import { openStorage } from '../files/open-storage.ts';
import type { Storage } from '../files/storage.ts';
import { findSecretKey } from '../secrets.ts';
import { joined, readArchive, verifyArchive } from './archive.ts';
import { archiveFormat, type Counts, type Description, descriptionName, keyName } from './backup.ts';
import { BackupError, type DatabaseImage, readShape, type TableImage, textsOf } from './image.ts';
import { type Loader, openLoader } from './loader.ts';

/** RestoreResult is the summary of a restore. */
export interface RestoreResult {
  createdAt: string;
  version: string;
  rows: number;
  files: number;
  warnings: string[];
}

/**
 * restore restores an archive into the installation of this configuration, whose processes must be stopped. The archive
 * is verified completely before anything changes. An existing installation is refused, or replaced with `force`. Throws
 * `BackupError`; a failed restore leaves the database unchanged.
 */
export async function restore(options: {
  config: Config;
  path: string;
  passphrase: string | undefined;
  force: boolean;
  sets: MigrationSet[];
}): Promise<RestoreResult> {
  const { config, path, passphrase, force, sets } = options;
  const manifest = await verifyArchive<Counts>(path, passphrase);
  const { description, key } = await readEnds(path, passphrase);
  if (manifest.format !== archiveFormat)
    throw new BackupError(
      `${path} comes from Touchstone ${manifest.version}, whose archives this one does not know. Install that version or a later one.`,
    );
  const shape = await readShape(sets);
  textsOf(shape, description.image, path);
  const storage = openStorage(config);
  await refuseOtherKey(config, key, force);
  if (!force && !(await storage.isEmpty()))
    throw new BackupError(
      `There are files in ${storage.place} already. Restore to an empty place, or replace what is there with --force.`,
    );
  const target = config.DATABASE_URL
    ? { url: config.DATABASE_URL, close: async () => undefined }
    : await openEmbeddedDatabase(config.dataDir);
  try {
    const loader = await openLoader({
      url: target.url,
      shape,
      image: description.image,
      replace: force,
      what: path,
      whenUsed: 'Restore to an empty one, or replace it with --force.',
    });
    const written: string[] = [];
    let isWhole = false;
    try {
      const result = await load({ path, passphrase, manifest, image: description.image, loader, storage, written });
      await loader.settle();
      await keepKey(config, key);
      await loader.commit();
      isWhole = true;
      await removeFiles(loader.replacedFiles, new Set(manifest.members.map(({ name }) => name)), storage);
      if (!config.DATABASE_URL) await rm(join((await locateEmbedded(config.dataDir)).root, 'moved'), { force: true });
      return { createdAt: description.createdAt, version: description.version, ...result };
    } catch (error) {
      // The files of the installation to be replaced are kept, like its database.
      const kept = new Set(loader.replacedFiles.map((file) => `files/${file}`));
      if (!isWhole) await removeFiles(written, kept, storage).catch(() => undefined);
      throw error;
    } finally {
      await loader.close();
    }
  } finally {
    await target.close();
  }
}

async function readEnds(
  path: string,
  passphrase: string | undefined,
): Promise<{ description: Description; key: Buffer }> {
  let description: Description | undefined;
  let key: Buffer | undefined;
  for await (const { name, content } of readArchive(path, passphrase)) {
    if (name === descriptionName) description = JSON.parse((await joined(content)).toString());
    if (name === keyName) key = Buffer.from((await joined(content)).toString(), 'base64');
  }
  if (!description || !key) throw new BackupError(`${path} is not a backup of Touchstone.`);
  return { description, key };
}

async function refuseOtherKey(config: Config, key: Buffer, force: boolean): Promise<void> {
  const present = await findSecretKey(config.dataDir, config.TOUCHSTONE_SECRET_KEY);
  if (!present || present.equals(key)) return;
  if (config.TOUCHSTONE_SECRET_KEY)
    throw new BackupError(
      'TOUCHSTONE_SECRET_KEY is another key than the one of the backup. Unset it, and the restore writes the right one to the data folder.',
    );
  if (!force)
    throw new BackupError(
      `${config.dataDir} has the key of another installation. Restore to an empty place, or replace what is there with --force; the other key is kept beside the new one.`,
    );
}

async function load(options: {
  path: string;
  passphrase: string | undefined;
  manifest: Counts;
  image: DatabaseImage;
  loader: Loader;
  storage: Storage;
  /** Receives the key of each file before it is written. */
  written: string[];
}) {
  const { path, passphrase, manifest, image, loader, storage, written } = options;
  const result = { rows: 0, files: 0, warnings: [] as string[] };
  const tables = new Map<string, TableImage>(image.tables.map((table) => [`tables/${table.name}`, table]));
  for await (const { name, content } of readArchive(path, passphrase)) {
    const table = tables.get(name);
    if (table) await loadTable(loader, table, content, manifest.rows[table.name] ?? 0, result);
    else if (name.startsWith('files/')) {
      const key = name.slice('files/'.length);
      const contentType = (await loader.contentTypeOf(key)) ?? 'application/octet-stream';
      written.push(key);
      await storage.put(key, Readable.from(content, { objectMode: false }), { contentType });
      result.files += 1;
    }
  }
  await loader.forgetFiles(manifest.deleted);
  return result;
}

async function loadTable(
  loader: Loader,
  table: TableImage,
  content: AsyncIterable<Buffer>,
  expected: number,
  result: { rows: number; warnings: string[] },
): Promise<void> {
  if (!loader.takes(table)) {
    if (expected)
      result.warnings.push(`${expected} rows of ${table.name} were left out: the job queue has another version.`);
    return;
  }
  const rows = await loader.write(table, content);
  if (rows !== expected)
    throw new BackupError(`${table.name} got ${rows} rows instead of ${expected}. Nothing was restored.`);
  result.rows += rows;
}

/** Keeps a replaced key next to the new one, so that what it sealed isn't lost. */
async function keepKey(config: Config, key: Buffer): Promise<void> {
  const present = await findSecretKey(config.dataDir, config.TOUCHSTONE_SECRET_KEY);
  if (present?.equals(key)) return;
  const path = join(config.dataDir, keyName);
  await mkdir(config.dataDir, { recursive: true });
  if (await exists(path)) await link(path, `${path}.${new Date().toISOString().replace(/\D/g, '')}`);
  const part = `${path}.${randomUUID()}`;
  await writeFile(part, key.toString('base64'), { mode: 0o600, flush: true });
  await rename(part, path);
}

async function removeFiles(keys: string[], kept: Set<string>, storage: Storage): Promise<void> {
  for (const key of keys) if (!kept.has(`files/${key}`)) await storage.delete(key);
}

const exists = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );
