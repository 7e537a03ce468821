import { connect, isIP } from 'node:net';
import { loadDriver } from '../../../../platform/drivers/drivers.ts';
import { bindVariables } from '../../domain/bind-variables.ts';
import { readingProblem } from '../../domain/reading-statement.ts';
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

interface Pool {
  on(event: 'error', listener: () => void): void;
  connect(): Promise<unknown>;
  query(text: string): Promise<{ recordset: Record<string, unknown>[] }>;
  close(): Promise<void>;
}
interface Transaction {
  begin(): Promise<unknown>;
  rollback(): Promise<unknown>;
}
interface Request {
  batch(text: string): Promise<unknown>;
  input(name: string, type: unknown, value: unknown): unknown;
  query(text: string): Promise<{ recordset?: Record<string, unknown>[] }>;
  stream: boolean;
  arrayRowMode: boolean;
  on(event: 'recordset', listener: (columns: readonly Column[]) => void): unknown;
  on(event: 'row', listener: (row: unknown[]) => void): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
  on(event: 'done', listener: () => void): unknown;
  pause(): void;
  resume(): void;
}
interface Column {
  name: string;
  type?: { declaration?: string } | (() => { declaration?: string });
}
/** The used part of the driver's API; it ships with its own types. */
interface Driver {
  ConnectionPool: new (options: object) => Pool;
  Transaction: new (pool: Pool) => Transaction;
  Request: new (transaction: Transaction) => Request;
  NVarChar(length: unknown): unknown;
  MAX: unknown;
}

/** openSqlServer connects to Microsoft SQL Server with `mssql`. */
export async function openSqlServer(target: DatabaseTarget, options: OpenOptions): Promise<DatabaseLink> {
  const mssql = loadDriver<Driver>('sql-server', options.driversFolder);
  const tls = tlsOptionsOf(target);
  const timeoutMs = Math.ceil(options.timeoutMs);
  const pool = new mssql.ConnectionPool({
    server: target.host,
    port: target.port,
    database: target.databaseName,
    user: target.username,
    password: target.password,
    connectionTimeout: timeoutMs,
    requestTimeout: timeoutMs,
    pool: { min: 0, max: 1 },
    options: {
      appName: 'touchstone',
      encrypt: tls !== undefined,
      trustServerCertificate: target.tls !== 'verify',
      readOnlyIntent: true,
      ...(isIP(target.host) === 0 && { serverName: target.host }),
      ...(tls?.ca && { cryptoCredentialsDetails: { ca: tls.ca } }),
      // Even if the server redirects elsewhere, only the checked address is ever connected to.
      connector: () => openSocket(options.address, target.port),
    },
  });
  pool.on('error', () => undefined);
  await pool.connect();
  /** Queries in a transaction that is rolled back, after the statement was checked. */
  const inTransaction = async <Result>(
    text: string,
    valueFor: ValueFor,
    maxRows: number,
    ask: (request: Request, bound: string) => Promise<Result>,
  ): Promise<Result> => {
    const problem = readingProblem(text);
    if (problem) throw new DatabaseError(problem);
    const bound = bindVariables(text, (position) => `@p${position}`, valueFor);
    const transaction = new mssql.Transaction(pool);
    await transaction.begin();
    try {
      await new mssql.Request(transaction).batch(`set rowcount ${maxRows}`);
      const request = new mssql.Request(transaction);
      for (const [index, value] of bound.values.entries())
        request.input(`p${index + 1}`, mssql.NVarChar(mssql.MAX), value);
      return await ask(request, bound.text);
    } finally {
      await transaction.rollback().catch(() => undefined);
    }
  };
  return {
    async version() {
      const { recordset } = await pool.query(`select cast(serverproperty('ProductVersion') as varchar(50)) as version`);
      return `SQL Server ${recordset[0]?.version}`;
    },
    async query(text, valueFor, maxRows) {
      return inTransaction(text, valueFor, maxRows, async (request, bound) => {
        const { recordset } = await request.query(bound);
        return (recordset ?? []).slice(0, maxRows).map((row) => plainValue({ ...row }) as Record<string, unknown>);
      });
    },
    read: ({ text, maxRows }, valueFor, sink) =>
      inTransaction(text, valueFor, maxRows, async (request, bound) => {
        request.stream = true;
        request.arrayRowMode = true;
        let batch: unknown[][] = [];
        await new Promise<void>((resolve, reject) => {
          request.on('error', reject);
          request.on('recordset', (columns) =>
            sink.columns(columns.map((column) => ({ name: column.name, type: typeOf(column) }))),
          );
          request.on('row', (row) => {
            batch.push(row.map(plainValue));
            if (batch.length < batchRows) return;
            const full = batch;
            batch = [];
            request.pause();
            sink.rows(full).then(() => request.resume(), reject);
          });
          request.on('done', () => resolve());
          void request.query(bound);
        });
        if (batch.length > 0) await sink.rows(batch);
      }),
    close: () => pool.close().catch(() => undefined),
  };
}

function openSocket(address: string, port: number) {
  return new Promise<ReturnType<typeof connect>>((resolve, reject) => {
    const socket = connect({ host: address, port });
    socket.once('connect', () => {
      socket.off('error', reject);
      resolve(socket);
    });
    socket.once('error', reject);
  });
}

const types: [RegExp, ColumnType][] = [
  [/^(tinyint|smallint|int|bigint|decimal|numeric|money|smallmoney|float|real)/, 'number'],
  [/^(date|datetime|smalldatetime)/, 'date'],
  [/^bit$/, 'boolean'],
  [/^(binary|varbinary|image)/, 'binary'],
];

function typeOf({ type }: Column): ColumnType {
  const { declaration = '' } = (typeof type === 'function' ? (type as { declaration?: string }) : type) ?? {};
  return types.find(([pattern]) => pattern.test(declaration))?.[1] ?? 'text';
}
