import pg from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';

const ownerLock = 7_700_000;

/** openEmbeddedDatabase starts the database of a data folder for this process alone; a second process is refused. */
export async function openEmbeddedDatabase(dataDir: string): Promise<{ url: string; close(): Promise<void> }> {
  const server = await startEmbeddedPostgres(dataDir);
  const guard = new pg.Client({ connectionString: server.url, application_name: 'touchstone-owner', keepAlive: true });
  guard.on('error', () => undefined);
  await guard.connect();
  for (let attempt = 0; ; attempt += 1) {
    const taken = await guard.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [ownerLock]);
    if (taken.rows[0]?.taken) break;
    // The session of a killed process lives on for a moment.
    if (attempt === 30) {
      await guard.end();
      throw new Error(
        `Another Touchstone uses the data folder ${dataDir}. Stop it first, or set TOUCHSTONE_DATA_DIR; several processes need DATABASE_URL.`,
      );
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return {
    url: server.url,
    async close() {
      await guard.end().catch(() => undefined);
      await server.stop();
    },
  };
}
