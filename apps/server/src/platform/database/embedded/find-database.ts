import type { Config } from '../../config.ts';
import { openStorage } from '../../files/open-storage.ts';
import { refuseLostDatabase } from '../lost-database.ts';
import type { MigrateOptions } from '../migrate/migrate.ts';
import { type Database, openDatabase } from '../pool.ts';
import { refuseOtherKey } from '../secret-key-check.ts';
import { type EmbeddedDatabase, openEmbeddedDatabase, type Watching } from './embedded-database.ts';
import { locateEmbedded } from './embedded-place.ts';

/**
 * findDatabase returns the location of this configuration's database, without its password. Creates and opens nothing.
 */
export async function findDatabase(config: Config): Promise<string> {
  if (config.DATABASE_URL) return `PostgreSQL at ${addressOf(config.DATABASE_URL)}`;
  const { root, exists, movedTo } = await locateEmbedded(config.dataDir);
  if (movedTo) return `moved to ${movedTo}`;
  return `embedded, in ${root}${exists ? '' : ' (made at the first start)'}`;
}

/**
 * openOwnDatabase starts the embedded database; if it was lost or moved, the error says what to do instead. `watching`
 * is notified of its end.
 */
export async function openOwnDatabase(config: Config, watching: Watching = {}): Promise<EmbeddedDatabase> {
  const { root, exists, unreachable, movedTo } = await locateEmbedded(config.dataDir);
  if (movedTo)
    throw new Error(
      `The database was moved to ${movedTo}. Set DATABASE_URL to it; to go back to what it was before, delete ${root}/moved.`,
    );
  if (!exists)
    await refuseLostDatabase({ dataDir: config.dataDir, storage: openStorage(config), expected: root, unreachable });
  return openEmbeddedDatabase(config.dataDir, watching);
}

/**
 * prepareDatabase migrates the tables before anything else is created, so that a key never exists without a database.
 * Refuses a process with another key.
 */
export async function prepareDatabase(
  config: Config,
  url: string,
  migrateAll: (database: Database, options: MigrateOptions) => Promise<number>,
  onProgress?: MigrateOptions['onProgress'],
): Promise<void> {
  const database = openDatabase(url, { max: 1, applicationName: 'touchstone-migrate', onError: () => undefined });
  try {
    const onNew = () =>
      refuseLostDatabase({
        dataDir: config.dataDir,
        storage: openStorage(config),
        expected: config.DATABASE_URL
          ? `the empty database ${addressOf(url)}`
          : 'the embedded database, which is empty',
      });
    await migrateAll(database, { onNew, onProgress });
    await refuseOtherKey(config, database);
  } finally {
    await database.close();
  }
}

/** addressOf returns a database's address for display: host, port and name. */
export function addressOf(url: string): string {
  const { hostname, port, pathname } = new URL(url);
  return `${hostname}:${port || '5432'}${decodeURIComponent(pathname)}`;
}
