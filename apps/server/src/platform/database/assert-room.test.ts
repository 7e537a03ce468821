import { AppError } from '@touchstone/kernel';
import { createTestDatabase } from '@touchstone/testing';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { assertRoom } from './assert-room.ts';
import { type Database, openDatabase } from './pool.ts';

let copy: { url: string; drop(): Promise<void> };
let database: Database;
beforeAll(async () => {
  copy = await createTestDatabase(inject('postgresUrl'));
  const onError = (error: Error) => {
    throw error;
  };
  database = openDatabase(copy.url, { max: 8, applicationName: 'test', onError, waitMs: 5000 });
  await database.pool.query('create table public.item (place text)');
});
beforeEach(() => database.pool.query('truncate public.item'));
afterAll(async () => {
  await database.close();
  await copy.drop();
});

const full = { code: 'TEST_FULL', status: 409, message: 'There are {most} items already.' };
const countIn = async (place: string): Promise<number> =>
  (await database.pool.query('select from public.item where place = $1', [place])).rowCount ?? 0;
const add = (place: string, added = 1) =>
  database.transaction(async (db) => {
    const count = async () => (await db.execute(sql`select from public.item where place = ${place}`)).rowCount ?? 0;
    await assertRoom(db, { place, most: 3, full }, count, added);
    for (let item = 0; item < added; item += 1) await db.execute(sql`insert into public.item values (${place})`);
  });

test('concurrent transactions do not exceed the limit of a place together', async () => {
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => add('one')));
  const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as AppError] : []));
  expect(refusals).toHaveLength(5);
  for (const refusal of refusals) expect(refusal).toEqual(new AppError(full, { params: { most: 3 } }));
  expect(await countIn('one')).toBe(3);
});

test.each([
  ['as many as there is room for', 3, 3],
  ['none of more than there is room for', 4, 0],
  ['a check of what is stored already', 0, 0],
])('several items at once: %s', async (_what, added, stored) => {
  await add('one', added).catch(() => undefined);
  expect(await countIn('one')).toBe(stored);
});

test('a full place leaves room in others', async () => {
  await add('one', 3);
  await add('other');
  expect([await countIn('one'), await countIn('other')]).toEqual([3, 1]);
  await expect(add('one')).rejects.toThrow('There are 3 items already.');
  await expect(add('one', 0)).resolves.toBeUndefined();
});
