import pg from 'pg';
import { withClient } from './with-client.ts';

/**
 * Databases released by tests, for the next test: emptied, they equal the template. A copy of the template consists of
 * 1,400 files: on a busy machine, copying took 1.2 to 1.8 s, and emptying a database a tenth of that.
 */

/** The template's content, by which another database is restored to it. */
interface Template {
  /** Digest of all tables, columns, constraints and functions. */
  shape: string;
  /** Quoted, with their schema. */
  tables: string[];
  /** Tables that have rows: from migrations, or of the queue. */
  filled: { table: string; columns: string; rows: string; digest: string }[];
  sequences: { sequence: string; value: string; isCalled: boolean }[];
}

const madeHere = 16_384;
const largeBytes = 1_000_000;

const shapeOf = `select md5(concat_ws('|',
  (select string_agg(concat_ws(' ', oid, relnamespace, relname, relkind), ',' order by oid) from pg_class where oid >= ${madeHere}),
  (select string_agg(concat_ws(' ', attrelid, attname, atttypid, attnotnull, atthasdef), ',' order by attrelid, attnum) from pg_attribute where attrelid >= ${madeHere}),
  (select string_agg(concat_ws(' ', oid, conname, convalidated), ',' order by oid) from pg_constraint where oid >= ${madeHere}),
  (select string_agg(concat_ws(' ', oid, tgname, tgenabled), ',' order by oid) from pg_trigger where oid >= ${madeHere}),
  (select string_agg(concat_ws(' ', oid, proname, prosrc), ',' order by oid) from pg_proc where oid >= ${madeHere}),
  (select string_agg(concat_ws(' ', oid, pg_get_expr(adbin, adrelid)), ',' order by oid) from pg_attrdef),
  (select string_agg(concat_ws(' ', oid, nspname), ',' order by oid) from pg_namespace where nspname !~ '^pg_'),
  (select string_agg(concat_ws(' ', oid, typname), ',' order by oid) from pg_type where oid >= ${madeHere}),
  (select string_agg(extname, ',' order by extname) from pg_extension),
  (select string_agg(setconfig::text, ',') from pg_db_role_setting join pg_database d on d.oid = setdatabase where datname = current_database())
)) as shape`;
const tablesOf = `select format('%I.%I', nspname, relname) as "table" from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'r' and nspname !~ '^pg_' and nspname <> 'information_schema' order by 1`;
const sequencesOf = `select format('%I.%I', nspname, relname) as sequence from pg_class c join pg_namespace n on n.oid = relnamespace
  where relkind = 'S' order by 1`;

const digestOf = (table: string) =>
  `select coalesce(md5(string_agg(t::text, ',' order by t::text)), '') as digest from ${table} t`;

async function filledOf(client: pg.Client, tables: readonly string[]): Promise<string[]> {
  const each = tables.map(
    (table) => `select ${pg.escapeLiteral(table)} as "table" where exists (select from ${table})`,
  );
  return (await client.query<{ table: string }>(each.join(' union all '))).rows.map(({ table }) => table);
}

async function rowsOf(client: pg.Client, table: string): Promise<Template['filled'][number]> {
  const { rows: columns } = await client.query<{ name: string }>(
    `select quote_ident(attname) as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  );
  const { rows } = await client.query<{ rows: string }>(`select json_agg(t)::text as rows from ${table} t`);
  const { rows: digests } = await client.query<{ digest: string }>(digestOf(table));
  return {
    table,
    columns: columns.map(({ name }) => name).join(', '),
    rows: rows[0]?.rows ?? '[]',
    digest: digests[0]?.digest ?? '',
  };
}

async function sequencesIn(client: pg.Client): Promise<Template['sequences']> {
  const { rows } = await client.query<{ sequence: string }>(sequencesOf);
  if (rows.length === 0) return [];
  const each = rows.map(
    ({ sequence }) =>
      `select ${pg.escapeLiteral(sequence)} as sequence, last_value::text as value, is_called as "isCalled" from ${sequence}`,
  );
  return (await client.query<Template['sequences'][number]>(each.join(' union all '))).rows;
}

async function readTemplate(url: string): Promise<Template> {
  return withClient(url, async (client) => {
    const shape = (await client.query<{ shape: string }>(shapeOf)).rows[0]?.shape ?? '';
    const tables = (await client.query<{ table: string }>(tablesOf)).rows.map(({ table }) => table);
    const filled: Template['filled'] = [];
    for (const table of await filledOf(client, tables)) filled.push(await rowsOf(client, table));
    return { shape, tables, filled, sequences: await sequencesIn(client) };
  });
}

/** keepSpareDatabases lets a server keep databases of this template for reuse. */
export async function keepSpareDatabases(serverUrl: string, templateUrl: string): Promise<void> {
  const template = await readTemplate(templateUrl);
  await withClient(serverUrl, async (client) => {
    await client.query('create table spare_database (name text primary key)');
    await client.query('create table spare_template (template jsonb not null)');
    await client.query('insert into spare_template values ($1)', [JSON.stringify(template)]);
  });
}

/** takeSpareDatabase returns the name of an unused database that equals the template. */
export async function takeSpareDatabase(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ name: string }>(
    'delete from spare_database where name = (select name from spare_database limit 1 for update skip locked) returning name',
  );
  return rows[0]?.name;
}

const templates = new Map<string, Promise<Template>>();
const templateOf = (serverUrl: string): Promise<Template> => {
  const known =
    templates.get(serverUrl) ??
    withClient(
      serverUrl,
      async (client) =>
        (await client.query<{ template: Template }>('select template from spare_template')).rows[0]!.template,
    );
  templates.set(serverUrl, known);
  return known;
};

/** Restores a database to the template; false if its schema differs. */
async function empty(client: pg.Client, { shape, tables, filled, sequences }: Template): Promise<boolean> {
  await client.query(
    'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  if ((await client.query<{ shape: string }>(shapeOf)).rows[0]?.shape !== shape) return false;
  // Rows are deleted in any order, without triggers.
  await client.query("set session_replication_role = 'replica'");
  const before = new Map(filled.map((each) => [each.table, each]));
  for (const table of await filledOf(client, tables)) {
    const kept = before.get(table);
    if (kept && (await client.query<{ digest: string }>(digestOf(table))).rows[0]?.digest === kept.digest) {
      before.delete(table);
      continue;
    }
    await client.query(`delete from ${table}`);
    const size = await client.query<{ bytes: string }>('select pg_relation_size($1::regclass)::text as bytes', [table]);
    if (Number(size.rows[0]?.bytes) > largeBytes) await client.query(`vacuum ${table}`);
  }
  for (const { table, columns, rows } of before.values())
    await client.query(
      `insert into ${table} (${columns}) overriding system value select ${columns} from json_populate_recordset(null::${table}, $1::json)`,
      [rows],
    );
  const now = new Map((await sequencesIn(client)).map((each) => [each.sequence, each]));
  for (const { sequence, value, isCalled } of sequences) {
    const current = now.get(sequence);
    if (current?.value !== value || current.isCalled !== isCalled)
      await client.query('select setval($1::regclass, $2::bigint, $3)', [sequence, value, isCalled]);
  }
  return true;
}

/** leaveSpareDatabase keeps a database for the next test; false if it can't be restored to the template. */
export async function leaveSpareDatabase(serverUrl: string, name: string, url: string): Promise<boolean> {
  try {
    const template = await templateOf(serverUrl);
    if (!(await withClient(url, (client) => empty(client, template)))) return false;
    await withClient(serverUrl, (client) => client.query('insert into spare_database values ($1)', [name]));
    return true;
  } catch {
    return false;
  }
}
