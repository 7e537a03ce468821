import { isIP } from 'node:net';
import pg from 'pg';
import { bindVariables } from '../../domain/bind-variables.ts';
import { DatabaseError } from './database-error.ts';
import {
  batchRows,
  type ColumnType,
  type DatabaseLink,
  type DatabaseTarget,
  type OpenOptions,
  tlsOptionsOf,
  type ValueFor,
} from './database-link.ts';
import { plainValue } from './plain-value.ts';

/** Dates and times stay as the database writes them: a conversion would depend on the local time zone. */
const timeTypes = new Set([1082, 1083, 1114, 1184, 1266]);
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    timeTypes.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid as never, format as never),
};

/** For comparisons, JSON stays as written, with every digit of its numbers. */
const exactTypes = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    columnTypes[oid] === 'json' ? (text: string) => text : types.getTypeParser(oid, format),
};
const columnTypes: Record<number, ColumnType> = {
  ...of('number', 20, 21, 23, 26, 700, 701, 1700),
  ...of('date', 1082, 1114, 1184),
  ...of('json', 114, 3802),
  16: 'boolean',
  17: 'binary',
};
function of(type: ColumnType, ...oids: number[]): Record<number, ColumnType> {
  return Object.fromEntries(oids.map((oid) => [oid, type]));
}

/** A statement that a cursor can read, after its comments. */
const reading = /^(?:\s|--[^\n]*(?:\n|$)|\/\*(?:[^*]|\*(?!\/))*\*\/)*(?:select|with|values|table)\b/i;

/** openPostgresql connects to PostgreSQL with `pg`. */
export async function openPostgresql(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseLink> {
  const tls = tlsOptionsOf(target);
  const client = new pg.Client({
    host: options.address,
    port: target.port,
    database: target.databaseName,
    user: target.username,
    // A function, because an empty string would be replaced by the server's own PGPASSWORD.
    password: () => target.password,
    ssl: tls ? { ...tls, ...(isIP(target.host) ? { host: target.host } : { servername: target.host }) } : false,
    application_name: 'touchstone',
    types: types as never,
  });
  client.on('error', () => undefined);
  await client.connect();
  /**
   * A cursor limits the rows in the database; parameters force the extended protocol, which accepts a single statement.
   */
  const openCursor = async (text: string, valueFor: ValueFor) => {
    const bound = bindVariables(text, (position) => `$${position}`, valueFor);
    if (!reading.test(bound.text))
      throw new DatabaseError('Begin the query with SELECT, WITH, VALUES or TABLE: it may only read.');
    await client.query('begin read only');
    await client.query(`set local statement_timeout = ${Math.ceil(options.timeoutMs)}`);
    await client.query({
      text: `declare prerequisite no scroll cursor for ${bound.text.replace(/;\s*$/, '')}`,
      values: bound.values,
      queryMode: 'extended',
    } as pg.QueryConfig);
  };
  return {
    async version() {
      const { rows } = await client.query(`select current_setting('server_version') as version`);
      return `PostgreSQL ${rows[0].version}`;
    },
    async query(text, valueFor, maxRows) {
      await openCursor(text, valueFor);
      const { rows } = await client.query(`fetch forward ${maxRows} from prerequisite`);
      await client.query('rollback');
      return rows.map((row: object) => plainValue(row) as Record<string, unknown>);
    },
    async read({ text, maxRows }, valueFor, sink) {
      await openCursor(text, valueFor);
      await client.query("set local time zone 'UTC'");
      for (let left = maxRows, isFirst = true; left > 0; left -= batchRows, isFirst = false) {
        const count = Math.min(left, batchRows);
        const { rows, fields } = await client.query({
          text: `fetch forward ${count} from prerequisite`,
          rowMode: 'array',
          types: exactTypes as never,
        });
        if (isFirst)
          sink.columns(fields.map(({ name, dataTypeID }) => ({ name, type: columnTypes[dataTypeID] ?? 'text' })));
        if (rows.length > 0) await sink.rows(rows.map((row: unknown[]) => row.map(plainValue)));
        if (rows.length < count) break;
      }
      await client.query('rollback');
    },
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}
