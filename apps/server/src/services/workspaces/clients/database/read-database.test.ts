import { createAddressPolicy } from '@touchstone/engine-http';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readDatabase } from './read-database.ts';

let server: TestServer;
let database: DatabaseTargetServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  database = await startDatabaseTarget(server.databaseUrl);
});
afterAll(async () => {
  await database.close();
  await server.close();
});

const read = (
  text: string,
  {
    maxRows = 1_000_000,
    timeoutMs = 30_000,
    values = {},
    signal,
  }: Partial<{
    maxRows: number;
    timeoutMs: number;
    values: Record<string, string>;
    signal: AbortSignal;
  }> = {},
) =>
  readDatabase(
    { ...database.fields, caCertificate: '' },
    { text, values, maxRows },
    { policy: createAddressPolicy({}), timeoutMs, driversFolder: '/nowhere', signal },
  );

test('returns columns with their types, then values with all their digits', async () => {
  const { columns, batches } = await read(
    `select id, name, price, made, tags, true as ok, '\\x616263'::bytea as bytes, '{"n": 12345678901234567890}'::json as doc
     from item order by id desc`,
  );
  expect(columns.map(({ name, type }) => `${name} ${type}`)).toEqual([
    ...['id number', 'name text', 'price number', 'made date', 'tags json', 'ok boolean', 'bytes binary', 'doc json'],
  ]);
  expect(await Array.fromAsync(batches)).toEqual([
    [
      [
        '9007199254740993',
        "O'Brien",
        '12.50',
        '2026-01-02 03:04:05+00',
        '["a"]',
        true,
        'YWJj',
        '{"n": 12345678901234567890}',
      ],
      ['2', 'Bolt', '1', null, null, true, 'YWJj', '{"n": 12345678901234567890}'],
    ],
  ]);
});

test('many rows are read in batches, in order, and no more than requested', async () => {
  const { batches } = await read('select n from generate_series(1, 20000) n', { maxRows: 12_345 });
  const all = (await Array.fromAsync(batches)).map((batch) => batch.map(([n]) => n as number));
  expect(Math.max(...all.map((batch) => batch.length))).toBe(500);
  expect(all.flat()).toEqual(Array.from({ length: 12_345 }, (_, index) => index + 1));
});

test('an empty result has columns too, and values are bound', async () => {
  const { columns, batches } = await read("select id from item where name = '{{name}}'", {
    values: { name: "' or true --" },
  });
  expect(columns).toEqual([{ name: 'id', type: 'number' }]);
  expect(await Array.fromAsync(batches)).toEqual([]);
});

test.each<[string, string, object, RegExp]>([
  ['a query that writes', 'delete from item', {}, /it may only read/],
  ['a query whose function writes', "select setval(pg_get_serial_sequence('x', 'y'), 1)", {}, /The database answered/],
  ['a query that hangs', 'select pg_sleep(60)', { timeoutMs: 800 }, /within 0\.8 s|longer than the time limit/],
  ['a variable without value', 'select {{missing}}', {}, /The variable missing has no value/],
])('%s ends with its reason', async (_name, text, options, message) => {
  const reading = async () => {
    const { batches } = await read(text, options);
    return Array.fromAsync(batches);
  };
  await expect(reading()).rejects.toThrow(message);
});

test('a query that is abandoned, or stopped, ends', async () => {
  const left = await read('select n, pg_sleep(0) from generate_series(1, 10000000) n');
  for await (const batch of left.batches) {
    expect(batch.length).toBe(500);
    break;
  }
  const stop = new AbortController();
  const stopped = await read('select n from generate_series(1, 10000000) n', { signal: stop.signal });
  stop.abort();
  await expect(Array.fromAsync(stopped.batches)).rejects.toThrow('The query was stopped.');
});
