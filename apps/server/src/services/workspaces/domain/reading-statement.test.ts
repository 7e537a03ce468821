import { expect, test } from 'vitest';
import { oracleReadingProblem, readingProblem } from './reading-statement.ts';

test.each([
  'select 1',
  'SELECT top 1 [update], "delete" from item;',
  `with a as (select 'drop table x; --' as text) select * from a`,
  'select 1 -- insert into x\n',
  '/* exec */ select updated_at, set_id, executed from item',
  `select 'it''s'`,
  'select 1;',
  'select 1; \n',
  `select '--' as dashes, '/*' as comment`,
])('allows: %s', (query) => {
  expect(readingProblem(query)).toBeUndefined();
});

test.each<[string, RegExp]>([
  ['delete from item', /Begin the query/],
  ['exec sp_who', /Begin the query/],
  ['print 1 select 2', /Begin the query/],
  ['selected', /Begin the query/],
  ['select 1;delete', /one statement/],
  [`select 1 '--' delete`, /DELETE is not allowed/],
  ['select 1; select 2', /one statement/],
  ['select 1 delete from item', /DELETE is not allowed/],
  ['select * into copy from item', /INTO is not allowed/],
  ['with a as (select 1 as n) update item set n = 1', /UPDATE is not allowed/],
  ['select 1 waitfor delay 1', /WAITFOR is not allowed/],
  ['select 1 as a) q; drop table x; select * from (select 2 as a', /one statement/],
  [`select 'open`, /does not end/],
  ['select 1 /* open', /does not end/],
  ['select 1 commit', /COMMIT is not allowed/],
])('rejects: %s', (query, problem) => {
  expect(readingProblem(query)).toMatch(problem);
});

test.each([
  'select 1 from dual',
  'WITH a AS (select 1 from dual) select * from a;',
  `select q'[it's; delete]' from dual`,
  `select "update" from item -- delete; x`,
  `/* begin */ select nq'{;}' as updated from item`,
])('allows in Oracle: %s', (query) => {
  expect(oracleReadingProblem(query)).toBeUndefined();
});

test.each<[string, RegExp]>([
  ['delete from item', /Begin the query/],
  ['begin delete from item; end;', /Begin the query/],
  ['select 1 from dual; delete from item', /one statement/],
  ['select * from item for update', /UPDATE is not allowed/],
  [
    'with function f return number is pragma autonomous_transaction begin null end f select f from dual',
    /FUNCTION is not allowed/,
  ],
  [`select 'open from dual`, /does not end/],
  [`select q'[open from dual`, /does not end/],
])('rejects in Oracle: %s', (query, problem) => {
  expect(oracleReadingProblem(query)).toMatch(problem);
});
