import pg from 'pg';
import { ownerLock } from './embedded/embedded-database.ts';
import { startEmbeddedPostgres } from './embedded/embedded-postgres.ts';

/**
 * joinEmbeddedDatabase connects to the database of a data folder alongside the process that uses it. If there is none,
 * starts the database for this process only; `close` then stops it.
 */
export async function joinEmbeddedDatabase(dataDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startEmbeddedPostgres(dataDir);
  const guard = new pg.Client({ connectionString: server.url, application_name: 'touchstone-owner', keepAlive: true });
  guard.on('error', () => undefined);
  await guard.connect();
  const { rows } = await guard.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock]);
  return {
    url: server.url,
    async close() {
      await guard.end().catch(() => undefined);
      if (rows[0]?.taken) await server.stop();
    },
  };
}
