import { join } from 'node:path';
import type { Config } from '../config.ts';
import { openEmbeddedDatabase } from '../database/embedded/embedded-database.ts';
import { locateEmbedded, markMoved } from '../database/embedded/embedded-place.ts';
import { addressOf } from '../database/embedded/find-database.ts';
import type { MigrationSet } from '../database/migrate/migration-files.ts';
import { BackupError, readShape } from './image.ts';
import { openLoader } from './loader.ts';
import { openSnapshot } from './snapshot.ts';

/**
 * moveDatabase moves the embedded database of a stopped installation to an empty database on another server; files and
 * key stay. The embedded database is kept, but won't be started again. Throws `BackupError`; a failed move changes
 * neither database.
 */
export async function moveDatabase(options: {
  config: Config;
  url: string;
  sets: MigrationSet[];
}): Promise<{ tables: number; rows: number; target: string; kept: string; warnings: string[] }> {
  const { config, url, sets } = options;
  const { root, exists, movedTo } = await locateEmbedded(config.dataDir);
  if (movedTo) throw new BackupError(`The database was already moved to ${movedTo}.`);
  if (!exists)
    throw new BackupError(`No embedded database found in ${root}. Set TOUCHSTONE_DATA_DIR as for the server.`);
  const shape = await readShape(sets);
  const embedded = await openEmbeddedDatabase(config.dataDir);
  try {
    const snapshot = await openSnapshot(embedded.url, shape);
    try {
      const loader = await openLoader({
        url,
        shape,
        image: snapshot.image,
        replace: false,
        what: 'The embedded database',
        whenUsed: 'Give an empty one.',
      });
      try {
        let rows = 0;
        const warnings: string[] = [];
        for (const table of snapshot.image.tables) {
          if (!loader.takes(table)) {
            warnings.push(`${table.name} was left out: the job queue has another version.`);
            continue;
          }
          const source = snapshot.read(table);
          const written = await loader.write(table, source);
          if (written !== source.rowCount)
            throw new BackupError(
              `${table.name} got ${written} rows instead of ${source.rowCount}. Nothing was moved.`,
            );
          rows += written;
        }
        await loader.settle();
        await loader.commit();
        const target = addressOf(url);
        await markMoved(root, target);
        return { tables: snapshot.image.tables.length, rows, target, kept: join(root, 'data'), warnings };
      } finally {
        await loader.close();
      }
    } finally {
      await snapshot.close();
    }
  } finally {
    await embedded.close();
  }
}
