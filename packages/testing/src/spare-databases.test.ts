import { createTestDatabase, databaseUrl, startTestPostgres, type TestPostgres } from '@touchstone/testing';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from './with-client.ts';

let server: TestPostgres;
beforeAll(async () => {
  server = await startTestPostgres();
});
afterAll(() => server.stop());

const run = (url: string, ...statements: string[]) =>
  withClient(url, async (client) => {
    let rows: Record<string, unknown>[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  });
/** All content of a database's tables, and its sequences. */
const contents = async (url: string): Promise<string[]> => {
  const tables = await run(
    url,
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  const each = tables.map(({ name }) => `select '${name}: ' || t::text as line from ${name} t`);
  const rows = await run(url, each.join(' union all '));
  const sequences = await run(
    url,
    `select schemaname || sequencename || ': ' || coalesce(last_value, 0) as line from pg_sequences`,
  );
  return [...rows, ...sequences].map(({ line }) => String(line)).sort();
};

it('a database released by a test equals the template for the next one, whatever the test did to its rows', async () => {
  const template = await contents(databaseUrl(server.url, 'touchstone_template'));
  expect(template.length).toBeGreaterThan(20);
  const first = await createTestDatabase(server.url);
  await run(
    first.url,
    'delete from jobs.queue',
    'insert into sample_api.pet (name, kind, status, price) select name, kind, status, price from sample_api.pet, generate_series(1, 3000)',
    'delete from sample_api.pet where id < 5',
    "insert into platform.secret_key (fingerprint) values ('left')",
  );
  expect(await contents(first.url)).not.toEqual(template);
  await first.drop();
  const second = await createTestDatabase(server.url);
  expect(second.url).toBe(first.url);
  expect(await contents(second.url)).toEqual(template);
  await second.drop();
});

it.each([
  ['a table more', 'create table platform.more (id int)'],
  ['a column more', 'alter table identity.password add column more text'],
  ['an index more', 'create index more on identity.password (hash)'],
  ['a constraint less', 'alter table identity.password drop constraint password_pkey cascade'],
  ['a setting', 'alter database DATABASE set statement_timeout = 1000'],
])('a database with %s is not reused by another test', async (_what, statement) => {
  const made = await createTestDatabase(server.url);
  await run(made.url, statement.replace('DATABASE', new URL(made.url).pathname.slice(1)));
  await made.drop();
  const next = await createTestDatabase(server.url);
  expect(next.url).not.toBe(made.url);
  await next.drop();
});

it('open connections to the database are terminated', async () => {
  const made = await createTestDatabase(server.url);
  const client = new pg.Client({ connectionString: made.url });
  const ended = new Promise<Error>((resolve) => client.once('error', resolve));
  client.on('error', () => undefined);
  await client.connect();
  await client.query('begin; lock table identity.password');
  await made.drop();
  expect((await ended).message).toContain('terminating connection');
  const next = await createTestDatabase(server.url);
  expect(next.url).toBe(made.url);
  await next.drop();
});
