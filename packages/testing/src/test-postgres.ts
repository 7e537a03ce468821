import { readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@touchstone/server';
import pg from 'pg';
import { newDataDir } from './data-dir.ts';
import { keepSpareDatabases } from './spare-databases.ts';
import { databaseUrl, migrateTemplate, templateName } from './test-database.ts';

/** A PostgreSQL for tests. */
export interface TestPostgres {
  url: string;
  /** Kills it with SIGKILL, and starts it again at the same address. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * startTestPostgres starts a PostgreSQL with a migrated template database; each test server copies it in 0.2 s. Only
 * one that isn't `disposable` keeps committed data through a crash.
 */
export async function startTestPostgres({ disposable = true } = {}): Promise<TestPostgres> {
  const folder = await newDataDir('test');
  let server = await startEmbeddedPostgres(folder, { disposable });
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  await migrateTemplate(server.url);
  await keepSpareDatabases(server.url, databaseUrl(server.url, templateName));
  return {
    url: server.url,
    async crash() {
      const pid = Number((await readFile(join(folder, 'postgres/data/postmaster.pid'), 'utf8')).split('\n')[0]);
      process.kill(pid, 'SIGKILL');
      // While the old one still answers, a start would take it over.
      while (await answers(server.port)) await delay(5);
      server = await startEmbeddedPostgres(folder, { disposable, port: server.port });
    },
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.destroy());
    socket.once('error', () => resolve(false));
    socket.once('close', (hadError) => resolve(!hadError));
  });
