import { expect, test } from 'vitest';
import { migrationSets } from '../../../migrations.ts';
import { type MigrationFile, readMigrations } from './migration-files.ts';
import { assertOwnTables } from './own-tables.ts';

const file = (service: string, name: string, text: string): MigrationFile => ({ service, name, text, hash: '' });
const runs = file('runs', '0000_init.sql', 'create schema runs; create table "runs"."step" (n int)');

test.each([
  ['alter table "runs"."step" add column m int', 'runs.step'],
  ['ALTER TABLE IF EXISTS ONLY runs.step\n  DROP COLUMN n', 'runs.step'],
  ['insert into runs.step select n from load_test.made', 'runs.step'],
  ['with gone as (delete from runs.step returning n) select 1', 'runs.step'],
  ['update runs.step set n = 1', 'runs.step'],
  ['truncate "runs"."step"', 'runs.step'],
  ["-- a user's rows\nupdate runs.step set n = 1; -- it's done", 'runs.step'],
  ["do 'begin update runs.step set n = 1; end'", 'runs.step'],
  ["create function load_test.f() returns void language sql as 'update runs.step set n = 1'", 'runs.step'],
  ['create unique index "x" on "runs"."step" using btree ("n")', 'runs.step'],
  ['drop index if exists "runs"."x"', 'runs.x'],
  ['create table load_test.made (n int references "runs"."step"("n"))', 'runs.step'],
  ['create table if not exists runs.more (n int)', 'runs.more'],
  ['drop schema "runs"', 'the schema runs'],
  ['alter table load_test.made set schema "runs"', 'the schema runs'],
])('a migration that changes what belongs to another service is refused: %s', (text, what) => {
  expect(() => assertOwnTables([runs, file('load-test', '0001_more.sql', text)])).toThrow(
    `Migration load-test/0001_more.sql changes ${what}, which belongs to the service runs. A service changes its own tables only; to take one over, let a file of runs say "-- hands over to load-test" and this one "-- after runs/<that file>".`,
  );
});

test.each(['create table made (n int)', 'create table public.made (n int)'])(
  'a table without a schema is refused: %s',
  (text) => {
    expect(() => assertOwnTables([file('load-test', '0000_init.sql', text)])).toThrow(
      /^Migration load-test\/0000_init.sql changes (public\.)?made, which is not in the schema load_test\. A service changes its own tables only\.$/,
    );
  },
);

test.each([
  'create schema "load_test"; create table "load_test"."made" ("n" int);',
  'create temporary table plan_step on commit drop as select n from load_test.made; delete from plan_step',
  "insert into load_test.made values ('update runs.step set n = 1'); -- update runs.step",
  'update load_test.made m set n = s.n from load_test.other s join load_test.third t on t.n = s.n',
])('a migration of its own tables passes: %s', (text) => {
  expect(() => assertOwnTables([runs, file('load-test', '0000_init.sql', text)])).not.toThrow();
});

test.each([
  "do $$ begin execute 'drop table ' || 'runs.step'; end $$",
  "do $$ begin EXECUTE format('update %I.%I set n = 1', 'runs', 'step'); end $$",
  'create function load_test.f(q text) returns void language plpgsql as $$ begin execute q; end $$',
  "do 'begin execute ''drop table '' || current_setting(''x''); end'",
])('SQL that is built when it runs is refused unless the file gives a reason: %s', (text) => {
  const check = (whole: string) => () => assertOwnTables([file('load-test', '0001_more.sql', whole)]);
  expect(check(text)).toThrow(
    /^Migration load-test\/0001_more.sql builds SQL and runs it with EXECUTE, so its tables can't be checked\./,
  );
  expect(check(`-- execute because\n${text}`)).toThrow('EXECUTE');
  expect(check(`-- execute because the partitions of load_test.made have names by month\n${text}`)).not.toThrow();
});

test.each([
  'create trigger t before update on load_test.made for each row execute function load_test.f()',
  'create trigger t before update on load_test.made for each row execute procedure load_test.f()',
  'grant execute on function load_test.f to reader',
  "insert into load_test.made values ('execute'); -- execute later\n/* execute 'all' */",
])('what only has the word is no built SQL: %s', (text) => {
  expect(() => assertOwnTables([file('load-test', '0001_more.sql', text)])).not.toThrow();
});

test('tables move to another service only if both declare it', () => {
  const given = file('runs', '0001_given.sql', '-- hands over to load-test\nselect 1');
  const move = 'alter table runs.step set schema load_test';
  const taken = file('load-test', '0000_taken.sql', `-- after runs/0001_given.sql\n${move}`);
  expect(() => assertOwnTables([runs, given, taken])).not.toThrow();
  expect(() => assertOwnTables([runs, { ...given, text: 'select 1' }, taken])).toThrow('belongs to the service runs');
  expect(() => assertOwnTables([runs, given, { ...taken, text: move }])).toThrow('belongs to the service runs');
  expect(() => assertOwnTables([runs, given, { ...taken, service: 'other' }])).toThrow('belongs to the service runs');
});

test("the product's services change only their own tables", async () => {
  const files = await readMigrations(migrationSets);
  expect(files.length).toBeGreaterThan(30);
  expect(() => assertOwnTables(files)).not.toThrow();
});
