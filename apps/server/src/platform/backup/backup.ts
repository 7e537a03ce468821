import type { Config } from '../config.ts';
import type { MigrationSet } from '../database/migrate/migration-files.ts';
import { openStorage } from '../files/open-storage.ts';
import type { Storage } from '../files/storage.ts';
import { findSecretKey } from '../secrets.ts';
import { createArchive } from './archive.ts';
import { BackupError, type DatabaseImage, readShape } from './image.ts';
import { type FileRow, openSnapshot, type Snapshot } from './snapshot.ts';
import { openSource } from './source.ts';

/** The first member of an archive. */
export interface Description {
  format: typeof archiveFormat;
  version: string;
  createdAt: string;
  image: DatabaseImage;
}
/** The manifest's content besides the checksums. */
export interface Counts {
  format: number;
  version: string;
  /** Rows by table. */
  rows: Record<string, number>;
  /** Files that were deleted during the backup. */
  deleted: string[];
}
export const archiveFormat = 1;
export const descriptionName = 'touchstone.json';
export const keyName = 'secret.key';

/** BackupResult is the summary of a backup; `warnings` lists damage found in the source. */
export interface BackupResult {
  tables: number;
  rows: number;
  files: number;
  fileBytes: number;
  bytes: number;
  warnings: string[];
}

/**
 * backup writes database, files and key of an installation to one archive, as of a single moment; the product may be
 * running. Throws `BackupError` with what to do; a failed backup leaves nothing.
 */
export async function backup(options: {
  config: Config;
  path: string;
  passphrase: string | undefined;
  sets: MigrationSet[];
  version: string;
}): Promise<BackupResult> {
  const { config, path, passphrase, sets, version } = options;
  const key = await findSecretKey(config.dataDir, config.TOUCHSTONE_SECRET_KEY);
  if (!key)
    throw new BackupError(
      `No key found in ${config.dataDir}. A backup could not be read without it. Set TOUCHSTONE_DATA_DIR or TOUCHSTONE_SECRET_KEY as for the server.`,
    );
  const source = await openSource(config);
  try {
    const snapshot = await openSnapshot(source.url, await readShape(sets));
    const archive = await createArchive(path, passphrase).catch(async (error: Error) => {
      await snapshot.close();
      throw error;
    });
    try {
      const description: Description = {
        format: archiveFormat,
        version,
        createdAt: new Date().toISOString(),
        image: snapshot.image,
      };
      await archive.add(descriptionName, Buffer.from(JSON.stringify(description, undefined, 1)));
      const rows: Record<string, number> = {};
      for (const table of snapshot.image.tables) {
        const stream = snapshot.read(table);
        await archive.add(`tables/${table.name}`, stream);
        rows[table.name] = stream.rowCount;
      }
      const taken = await addFiles(snapshot, openStorage(config), (name, content) => archive.add(name, content));
      await archive.add(keyName, Buffer.from(key.toString('base64')));
      const counts: Counts = {
        format: archiveFormat,
        version,
        rows,
        deleted: await deletedSince(source.url, sets, taken.missing),
      };
      const { bytes } = await archive.finish(counts);
      const lost = taken.missing.filter((file) => !counts.deleted.includes(file));
      return {
        tables: snapshot.image.tables.length,
        rows: Object.values(rows).reduce((sum, count) => sum + count, 0),
        files: taken.files,
        fileBytes: taken.bytes,
        bytes,
        warnings: [...taken.warnings, ...lost.map((file) => `The file ${file} was already missing from the storage.`)],
      };
    } catch (error) {
      await archive.discard();
      throw error;
    } finally {
      await snapshot.close();
    }
  } finally {
    await source.close();
  }
}

async function addFiles(
  snapshot: Snapshot,
  storage: Storage,
  add: (name: string, content: AsyncIterable<Buffer>) => Promise<number>,
) {
  const taken = { files: 0, bytes: 0, missing: [] as string[], warnings: [] as string[] };
  for await (const { key, sizeBytes } of snapshot.files() as AsyncGenerator<FileRow>) {
    const content = await storage.get(key);
    if (!content) {
      taken.missing.push(key);
      continue;
    }
    const bytes = await add(`files/${key}`, content);
    taken.files += 1;
    taken.bytes += bytes;
    if (bytes !== sizeBytes) taken.warnings.push(`The file ${key} has ${bytes} bytes instead of ${sizeBytes}.`);
  }
  return taken;
}

/** Of the files without bytes, those whose row no longer exists: deleted between the snapshot and their turn. */
async function deletedSince(url: string, sets: MigrationSet[], missing: string[]): Promise<string[]> {
  if (!missing.length) return [];
  const now = await openSnapshot(url, await readShape(sets));
  try {
    const left = new Set<string>();
    for await (const { key } of now.files()) left.add(key);
    return missing.filter((key) => !left.has(key));
  } finally {
    await now.close();
  }
}
