import { connect, isIP } from 'node:net';
import type { Readable } from 'node:stream';
import mysql, { type Connection, type FieldPacket, type ResultSetHeader, type RowDataPacket } from 'mysql2';
import { createConnection } from 'mysql2/promise';
import { bindVariables } from '../../domain/bind-variables.ts';
import { DatabaseError } from './database-error.ts';
import {
  batchRows,
  type ColumnType,
  type DatabaseLink,
  type DatabaseTarget,
  type OpenOptions,
  tlsOptionsOf,
} from './database-link.ts';
import { plainValue } from './plain-value.ts';

/** openMysql connects to MySQL or MariaDB with `mysql2`. */
export async function openMysql(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseLink> {
  const tls = tlsOptionsOf(target);
  if (target.tls === 'verify' && isIP(target.host) !== 0)
    throw new DatabaseError('To verify the certificate, enter the host name instead of its address.');
  const socket = connect({ host: options.address, port: target.port });
  const connection = await createConnection({
    host: target.host,
    port: target.port,
    database: target.databaseName,
    user: target.username,
    password: target.password,
    stream: socket,
    connectTimeout: Math.ceil(options.timeoutMs),
    dateStrings: true,
    supportBigNumbers: true,
    multipleStatements: false,
    // The server may request local files: never allow it.
    flags: ['-LOCAL_FILES'],
    ...(tls && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
  });
  connection.on('error', () => undefined);
  const version = async () => {
    const [rows] = await connection.query<RowDataPacket[]>('select version() as version');
    return String(rows[0]?.version);
  };
  /** Starts a read-only transaction with limits of time and rows. */
  const beginReading = async (maxRows: number) => {
    const isMariaDb = /mariadb/i.test(await version());
    await connection.query(
      isMariaDb
        ? `set session max_statement_time = ${options.timeoutMs / 1000}`
        : `set session max_execution_time = ${Math.ceil(options.timeoutMs)}`,
    );
    await connection.query(`set session sql_select_limit = ${maxRows}`);
    await connection.query('start transaction read only');
  };
  return {
    async version() {
      const text = await version();
      const number = text.split('-', 1)[0];
      return /mariadb/i.test(text) ? `MariaDB ${number}` : `MySQL ${number}`;
    },
    async query(text, valueFor, maxRows) {
      const bound = bindVariables(text, () => '?', valueFor);
      await beginReading(maxRows);
      // Prepared: the protocol accepts a single statement, and values never become part of its text.
      const [rows] = await connection.execute<RowDataPacket[] | ResultSetHeader>(bound.text, bound.values);
      await connection.query('rollback');
      if (!Array.isArray(rows)) throw new DatabaseError('The query gave no rows: it may only read.');
      return rows.slice(0, maxRows).map((row) => plainValue({ ...row }) as Record<string, unknown>);
    },
    async read({ text, maxRows }, valueFor, sink) {
      const bound = bindVariables(text, () => '?', valueFor);
      await connection.query("set time_zone = '+00:00'");
      await beginReading(maxRows);
      const plain = (connection as unknown as { connection: Connection }).connection;
      const command = plain.execute({ sql: bound.text, values: bound.values, rowsAsArray: true });
      const stream = (command as unknown as { stream(options: object): Readable }).stream({ highWaterMark: batchRows });
      let isReading = false;
      stream.once('fields', (fields: FieldPacket[] | undefined) => {
        if (!fields) return;
        isReading = true;
        sink.columns(fields.map((field) => ({ name: field.name, type: typeOf(field) })));
      });
      let batch: unknown[][] = [];
      let left = maxRows;
      for await (const row of stream as AsyncIterable<unknown[]>) {
        if (!isReading) break;
        batch.push(row.map(plainValue));
        left -= 1;
        if (batch.length === batchRows) {
          await sink.rows(batch);
          batch = [];
        }
        if (left === 0) break;
      }
      if (!isReading) throw new DatabaseError('The query gave no rows: it may only read.');
      if (batch.length > 0) await sink.rows(batch);
    },
    async close() {
      await connection.end().catch(() => undefined);
      socket.destroy();
    },
  };
}

const { Types } = mysql;
const { TINY, SHORT, LONG, LONGLONG, INT24, FLOAT, DOUBLE, DECIMAL, NEWDECIMAL, YEAR } = Types;
const numbers = new Set<number | undefined>([
  TINY,
  SHORT,
  LONG,
  LONGLONG,
  INT24,
  FLOAT,
  DOUBLE,
  DECIMAL,
  NEWDECIMAL,
  YEAR,
]);
const dates = new Set<number | undefined>([Types.DATE, Types.NEWDATE, Types.DATETIME, Types.TIMESTAMP]);
const binaries = new Set<number | undefined>([
  Types.BLOB,
  Types.TINY_BLOB,
  Types.MEDIUM_BLOB,
  Types.LONG_BLOB,
  Types.BIT,
]);
/** The character set of binary columns. */
const binarySet = 63;

function typeOf({ columnType, characterSet }: FieldPacket & { characterSet?: number }): ColumnType {
  if (numbers.has(columnType)) return 'number';
  if (dates.has(columnType)) return 'date';
  if (columnType === Types.JSON) return 'json';
  return binaries.has(columnType) && characterSet === binarySet ? 'binary' : 'text';
}
