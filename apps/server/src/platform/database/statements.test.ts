import { expect, test } from 'vitest';
import type { Sql } from './pool.ts';
import { builtOnce } from './statements.ts';

const handle = () => ({}) as Sql;

test('a statement is built once per database handle and set of conditions, regardless of their values', () => {
  const built: object[] = [];
  const statement = builtOnce(['name', 'team'], (_sql, has) => {
    built.push({ ...has });
    return { has };
  });
  const sql = handle();
  const first = statement(sql, { name: 'a' });
  expect(statement(sql, { name: 'b', team: undefined })).toBe(first);
  expect(statement(sql, {})).not.toBe(first);
  expect(statement(sql, { team: '' })).not.toBe(first);
  expect(built).toEqual([
    { name: true, team: false },
    { name: false, team: false },
    { name: false, team: true },
  ]);
  expect(statement(handle(), { name: 'a' })).not.toBe(first);
});

test('an empty list of teams is a condition, not the absence of one', () => {
  const statement = builtOnce(['teamIds'], (_sql, has) => has.teamIds);
  expect(statement(handle(), { teamIds: [] })).toBe(true);
});
