import { createTestDatabase } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Database, openDatabase } from './pool.ts';

let made: Awaited<ReturnType<typeof createTestDatabase>>;
const opened: Database[] = [];
beforeAll(async () => {
  made = await createTestDatabase(inject('postgresUrl'));
});
afterAll(async () => {
  await Promise.all(opened.map((database) => database.close()));
  await made.drop();
});

function open(named: boolean): Database {
  const database = openDatabase(made.url, { max: 1, applicationName: 'named', onError: () => undefined, named });
  opened.push(database);
  return database;
}
/** The named statements prepared on the pool's only connection. */
const prepared = async ({ pool }: Database) =>
  (await pool.query('select statement from pg_prepared_statements')).rows.map((row) => row.statement as string);
async function repeat(times: number, work: (index: number) => Promise<unknown>): Promise<void> {
  for (let index = 0; index < times; index += 1) await work(index);
}

test('a frequently sent statement is prepared once; rare ones and those without values are not', async () => {
  const database = open(true);
  const { pool } = database;
  const answers: unknown[] = [];
  await repeat(30, async (index) => {
    answers.push((await pool.query('select $1::int + 1 as next', [index])).rows[0].next);
    await pool.query('select 1');
  });
  await pool.query({ text: 'select $1::text as rare', values: ['x'] });
  expect(answers).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  expect(await prepared(database)).toEqual(['select $1::int + 1 as next']);
});

test('also inside transactions, and an error in one leaves it usable', async () => {
  const database = open(true);
  const divide = (by: number) =>
    database.transaction(
      async (_sql, client) => (await client.query('select 10 / $1::int as result', [by])).rows[0].result,
    );
  await repeat(15, () => divide(2));
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect(await divide(5)).toBe(2);
  expect(await prepared(database)).toEqual(['select 10 / $1::int as result']);
});

test('their number is limited, and later ones work unnamed', async () => {
  const database = open(true);
  await repeat(130, (number) => repeat(11, () => database.pool.query(`select $1::int as "column ${number}"`, [1])));
  expect(await prepared(database)).toHaveLength(100);
});

test('without the option nothing is named', async () => {
  const database = open(false);
  await repeat(20, () => database.pool.query('select $1::int as one', [1]));
  expect(await prepared(database)).toEqual([]);
});
