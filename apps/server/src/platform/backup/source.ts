import type { Config } from '../config.ts';
import { locateEmbedded } from '../database/embedded/embedded-place.ts';
import { joinEmbeddedDatabase } from '../database/joined-database.ts';
import { BackupError } from './image.ts';

/**
 * openSource connects to the database of an installation, which may be in use. Starts a stopped embedded database;
 * `close` stops it again.
 */
export async function openSource(config: Config): Promise<{ url: string; close(): Promise<void> }> {
  if (config.DATABASE_URL) return { url: config.DATABASE_URL, close: async () => undefined };
  const { root, exists, unreachable, movedTo } = await locateEmbedded(config.dataDir);
  if (movedTo) throw new BackupError(`The database was moved to ${movedTo}. Set DATABASE_URL to it.`);
  if (!exists)
    throw new BackupError(
      `No database found in ${root}${unreachable ? `; one is in ${unreachable}, which its user cannot read` : ''}. Set TOUCHSTONE_DATA_DIR or DATABASE_URL as for the server.`,
    );
  return joinEmbeddedDatabase(config.dataDir);
}
