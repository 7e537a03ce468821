import { connect, isIP } from 'node:net';
import { createConnection, type ResultSetHeader, type RowDataPacket } from 'mysql2/promise';
import { bindVariables } from '../../domain/bind-variables.ts';
import { DatabaseError } from './database-error.ts';
import { type DatabaseLink, type DatabaseTarget, type OpenOptions, tlsOptionsOf } from './database-link.ts';
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
    // The server may ask for files of this machine: never.
    flags: ['-LOCAL_FILES'],
    ...(tls && { ssl: { ...tls, verifyIdentity: tls.rejectUnauthorized } }),
  });
  connection.on('error', () => undefined);
  const version = async () => {
    const [rows] = await connection.query<RowDataPacket[]>('select version() as version');
    return String(rows[0]?.version);
  };
  return {
    async version() {
      const text = await version();
      const number = text.split('-', 1)[0];
      return /mariadb/i.test(text) ? `MariaDB ${number}` : `MySQL ${number}`;
    },
    async query(text, valueFor, maxRows) {
      const bound = bindVariables(text, () => '?', valueFor);
      const isMariaDb = /mariadb/i.test(await version());
      await connection.query(
        isMariaDb
          ? `set session max_statement_time = ${options.timeoutMs / 1000}`
          : `set session max_execution_time = ${Math.ceil(options.timeoutMs)}`,
      );
      await connection.query(`set session sql_select_limit = ${maxRows}`);
      await connection.query('start transaction read only');
      // Prepared: the protocol takes one statement, and values never become text of it.
      const [rows] = await connection.execute<RowDataPacket[] | ResultSetHeader>(bound.text, bound.values);
      await connection.query('rollback');
      if (!Array.isArray(rows)) throw new DatabaseError('The query gave no rows: it may only read.');
      return rows.slice(0, maxRows).map((row) => plainValue({ ...row }) as Record<string, unknown>);
    },
    async close() {
      await connection.end().catch(() => undefined);
      socket.destroy();
    },
  };
}
