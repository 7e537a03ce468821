import { createTestDatabase } from '@touchstone/testing';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { containsPattern, isUniqueViolation } from './conditions.ts';
import { DatabaseUnavailable, outageOf } from './outage.ts';
import { type Database, openDatabase } from './pool.ts';

let copy: { url: string; drop(): Promise<void> };
let database: Database;
const poolErrors: Error[] = [];
beforeAll(async () => {
  copy = await createTestDatabase(inject('postgresUrl'));
  const onError = (error: Error) => void poolErrors.push(error);
  database = openDatabase(copy.url, { max: 2, applicationName: 'test', onError, waitMs: 5000 });
  await database.pool.query('create table public.item (id int constraint item_id unique, name text)');
});
beforeEach(() => database.pool.query('truncate public.item'));
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const items = async () =>
  (await database.pool.query('select id from public.item order by id')).rows.map((row) => row.id);
const isAllReleased = () => database.pool.idleCount === database.pool.totalCount;

test('a transaction commits its changes and returns its result', async () => {
  const result = await database.transaction(async (_sql, client) => {
    await client.query('insert into public.item values (1)');
    expect(await items()).toEqual([]);
    return 'done';
  });
  expect(result).toBe('done');
  expect(await items()).toEqual([1]);
  expect(isAllReleased()).toBe(true);
});

test.each([
  ['an error of our own', async () => Promise.reject(new Error('ours')), 'ours'],
  ['a failed statement', (client: pg.PoolClient) => client.query('insert into public.item values (7)'), 'item_id'],
])('a transaction with %s is rolled back, and its client is used again', async (_name, fail, message) => {
  await database.pool.query('insert into public.item values (7)');
  const work = database.transaction(async (_sql, client) => {
    await client.query('insert into public.item values (2)');
    await fail(client);
  });
  await expect(work).rejects.toThrow(message);
  expect(await items()).toEqual([7]);
  expect(isAllReleased()).toBe(true);
});

test('a client whose BEGIN fails is released once and destroyed', async () => {
  const released: unknown[] = [];
  const connect = database.pool.connect.bind(database.pool);
  const broken = async () => {
    const client = await connect();
    const release = client.release.bind(client);
    const query = client.query.bind(client);
    client.release = (error?: Error | boolean) => {
      released.push(error);
      Object.assign(client, { query });
      release(error);
    };
    Object.assign(client, { query: () => Promise.reject(new Error('BEGIN failed')) });
    return client;
  };
  Object.assign(database.pool, { connect: broken });
  try {
    await expect(database.transaction(async () => 'never')).rejects.toThrow('BEGIN failed');
  } finally {
    Object.assign(database.pool, { connect });
  }
  expect(released).toEqual([expect.objectContaining({ message: 'BEGIN failed' })]);
  expect(isAllReleased()).toBe(true);
});

test('a connection that breaks between two statements fails only that transaction', async () => {
  const work = database.transaction(async (_sql, client) => {
    const { rows } = await client.query('select pg_backend_pid() as pid');
    const ended = new Promise((resolve) => client.once('end', resolve));
    await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid]);
    await ended;
    await client.query('insert into public.item values (3)');
  });
  await expect(work).rejects.toThrow();
  expect(await items()).toEqual([]);
  expect(isAllReleased()).toBe(true);
});

test('if all connections are in use a caller gets an error instead of waiting forever', async () => {
  const taken = await Promise.all([database.pool.connect(), database.pool.connect()]);
  await expect(database.pool.query('select 1')).rejects.toThrow('timeout exceeded when trying to connect');
  for (const client of taken) client.release();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
});

test('a caller gets an error for a row locked by others; patient work waits for it', async () => {
  await database.pool.query('insert into public.item values (1)');
  const holder = new pg.Client({ connectionString: copy.url });
  await holder.connect();
  await holder.query('begin');
  await holder.query('lock table public.item');
  const refused = await database.sql.execute('update public.item set id = 2').catch((error: unknown) => error);
  expect(outageOf(refused)).toMatchObject({ reason: expect.stringContaining('locked by other work') });
  const patient = database.patiently((client) => client.query('update public.item set id = 3'));
  await holder.query('commit');
  await holder.end();
  await patient;
  expect(await items()).toEqual([3]);
  expect(isAllReleased()).toBe(true);
});

test('an interruption aborts waiting statements, refuses new ones, and leaves nothing behind', async () => {
  const reason = new DatabaseUnavailable('did not answer in time');
  const slow = database.pool.query('select pg_sleep(600)');
  const inTransaction = database.transaction((_sql, client) => client.query('select pg_sleep(600)'));
  const outcomes = Promise.allSettled([slow, inTransaction]);
  await vi.waitFor(async () => {
    const client = new pg.Client({ connectionString: copy.url });
    await client.connect();
    const { rows } = await client.query(
      `select 1 from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`,
    );
    await client.end();
    expect(rows).toHaveLength(2);
  });
  poolErrors.length = 0;
  database.interrupt(reason);
  for (const outcome of await outcomes) expect(outcome).toMatchObject({ status: 'rejected', reason });
  await expect(database.pool.query('select 1')).rejects.toBe(reason);
  await expect(database.transaction(async () => 'never')).rejects.toBe(reason);
  database.resume();
  expect((await database.pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  expect(poolErrors).toEqual([]);
});

test('counts are returned as numbers', async () => {
  expect((await database.pool.query('select count(*) as n from public.item')).rows).toEqual([{ n: 0 }]);
});

test.each([
  ['50%', '50% of it', true],
  ['50%', '501 of it', false],
  ['a_c', 'abc', false],
  ['a_c', 'xa_cx', true],
  ['a\\', 'a\\b', true],
  ['', 'anything', true],
])('the text %s is contained in "%s": %s', async (search, text, expected) => {
  const { rows } = await database.pool.query('select $1::text ilike $2 as found', [text, containsPattern(search)]);
  expect(rows[0].found).toBe(expected);
});

test.each([
  ['item_id', true],
  ['another_index', false],
])('a second row with the same value violates %s: %s', async (index, expected) => {
  await database.pool.query('insert into public.item values (1)');
  const cause = await database.pool.query('insert into public.item values (1)').catch((error: unknown) => error);
  expect(isUniqueViolation(new Error('wrapped', { cause }), index)).toBe(expected);
});

test('other failures are not unique violations', () => {
  expect(isUniqueViolation(new Error('x'), 'item_id')).toBe(false);
  expect(isUniqueViolation('x', 'item_id')).toBe(false);
});
