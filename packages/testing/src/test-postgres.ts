import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@touchstone/server';
import pg from 'pg';
import { newDataDir } from './data-dir.ts';
import { migrateTemplate, templateName } from './test-database.ts';

/** A PostgreSQL of tests. */
export interface TestPostgres {
  url: string;
  /** Kills it with SIGKILL, and starts it again at the same address. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * startTestPostgres starts a PostgreSQL with a migrated template database; each test server copies it in 0.2 s. Only one that is not
 * `disposable` keeps through a crash what it was told.
 */
export async function startTestPostgres({ disposable = true } = {}): Promise<TestPostgres> {
  const folder = await newDataDir('test');
  let server = await startEmbeddedPostgres(folder, { disposable });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrateTemplate(server.url);
  return {
    url: server.url,
    async crash() {
      process.kill(
        Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]),
        'SIGKILL',
      );
      server = await startEmbeddedPostgres(folder, { disposable, port: server.port });
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
