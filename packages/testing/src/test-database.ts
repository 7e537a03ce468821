import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, createLog, createPlatform, migrateAll, readConfig } from '@touchstone/server';
import pg from 'pg';

export const templateName = 'touchstone_template';

/** databaseUrl is the address of another database of the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** migrateTemplate brings the template database up to date, its job queues too. */
export async function migrateTemplate(serverUrl: string): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'touchstone-template-'));
  const url = databaseUrl(serverUrl, templateName);
  const config = readConfig({ TOUCHSTONE_DATA_DIR: dataDir, DATABASE_URL: url, LOG_LEVEL: 'silent' });
  const platform = await createPlatform({ config, databaseUrl: url, log: createLog(config) });
  await migrateAll(platform.database);
  const app = await createApp(platform);
  await platform.jobs.start({ working: false });
  await app.stop();
  await platform.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** createTestDatabase copies the template; `drop` removes the copy. */
export async function createTestDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      // Copies of one template exclude each other; the lock makes them queue instead of fail.
      await client.query('select pg_advisory_lock(7700003)');
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  // Copying files takes a third of the time that writing each page to the log takes.
  await run(`create database ${name} template ${templateName} strategy file_copy`);
  return { url: databaseUrl(serverUrl, name), drop: () => run(`drop database if exists ${name} with (force)`) };
}

/** createEmptyDatabase makes a database without a table; `drop` removes it. */
export async function createEmptyDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = new pg.Client({ connectionString: serverUrl });
    await client.connect();
    try {
      await client.query(statement);
    } finally {
      await client.end();
    }
  };
  await run(`create database ${name}`);
  return { url: databaseUrl(serverUrl, name), drop: () => run(`drop database if exists ${name} with (force)`) };
}
