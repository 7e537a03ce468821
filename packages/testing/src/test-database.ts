import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createApp, createLog, createPlatform, migrateAll, readConfig } from '@touchstone/server';
import { leaveSpareDatabase, takeSpareDatabase } from './spare-databases.ts';
import { withClient } from './with-client.ts';

export const templateName = 'touchstone_template';

/** databaseUrl returns the address of another database on the same server. */
export function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

/** loopbackUrl returns a database's address on loopback, for proxies and for connections without its socket. */
export function loopbackUrl(url: string): string {
  const loopback = new URL(url);
  loopback.searchParams.delete('host');
  return loopback.href;
}

/** migrateTemplate migrates the template database, including its job queues. */
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

/**
 * createTestDatabase returns a database that equals the template: one released by another test, or a copy; `drop`
 * releases it to the next test.
 */
export async function createTestDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = await withClient(serverUrl, async (client) => {
    const spare = await takeSpareDatabase(client);
    if (spare) return spare;
    const made = `test_${crypto.randomUUID().replaceAll('-', '')}`;
    // Copies of one template exclude each other; the lock makes them wait instead of fail.
    await client.query('select pg_advisory_lock(7700003)');
    // Copying files takes a third of the time of writing each page to the log.
    await client.query(`create database ${made} template ${templateName} strategy file_copy`);
    return made;
  });
  const url = databaseUrl(serverUrl, name);
  const drop = async () => {
    if (!(await leaveSpareDatabase(serverUrl, name, url))) await dropDatabase(serverUrl, name);
  };
  return { url, drop };
}

const dropDatabase = (serverUrl: string, name: string) =>
  withClient(serverUrl, async (client) => {
    await client.query(`drop database if exists ${name} with (force)`);
  });

/** createEmptyDatabase creates a database without tables; `drop` removes it. */
export async function createEmptyDatabase(serverUrl: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `empty_${crypto.randomUUID().replaceAll('-', '')}`;
  await withClient(serverUrl, (client) => client.query(`create database ${name}`));
  return { url: databaseUrl(serverUrl, name), drop: () => dropDatabase(serverUrl, name) };
}
