import { isIP } from 'node:net';
import pg from 'pg';
import { bindVariables } from '../../domain/bind-variables.ts';
import { DatabaseError } from './database-error.ts';
import { type DatabaseLink, type DatabaseTarget, type OpenOptions, tlsOptionsOf } from './database-link.ts';
import { plainValue } from './plain-value.ts';

/** Dates and times stay as the database writes them: a conversion would depend on the time zone of this machine. */
const timeTypes = new Set([1082, 1083, 1114, 1184, 1266]);
const types = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    timeTypes.has(oid) ? (text: string) => text : pg.types.getTypeParser(oid as never, format as never),
};

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
    // A function, because an empty text would be replaced by the server's own PGPASSWORD.
    password: () => target.password,
    ssl: tls ? { ...tls, ...(isIP(target.host) ? { host: target.host } : { servername: target.host }) } : false,
    application_name: 'touchstone',
    types: types as never,
  });
  client.on('error', () => undefined);
  await client.connect();
  return {
    async version() {
      const { rows } = await client.query(`select current_setting('server_version') as version`);
      return `PostgreSQL ${rows[0].version}`;
    },
    async query(text, valueFor, maxRows) {
      const bound = bindVariables(text, (position) => `$${position}`, valueFor);
      if (!reading.test(bound.text))
        throw new DatabaseError('Begin the query with SELECT, WITH, VALUES or TABLE: it may only read.');
      await client.query('begin read only');
      await client.query(`set local statement_timeout = ${Math.ceil(options.timeoutMs)}`);
      // A cursor bounds the rows in the database; parameters make it the extended protocol, which takes one statement.
      await client.query({
        text: `declare prerequisite no scroll cursor for ${bound.text.replace(/;\s*$/, '')}`,
        values: bound.values,
        queryMode: 'extended',
      } as pg.QueryConfig);
      const { rows } = await client.query(`fetch forward ${maxRows} from prerequisite`);
      await client.query('rollback');
      return rows.map((row: object) => plainValue(row) as Record<string, unknown>);
    },
    async close() {
      await client.end().catch(() => undefined);
    },
  };
}
