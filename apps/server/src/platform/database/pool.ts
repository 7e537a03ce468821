import type { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { nameStatements } from './named-statements.ts';
import { type DatabaseUnavailable, outageOf } from './outage.ts';

/** Timestamps are returned as Date, counts as number: no count of this product exceeds 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Sql = NodePgDatabase;
export type PoolClient = pg.PoolClient;

/**
 * unnamed is for statements that are built once (`prepare`): a name would bind one to its connection, which some
 * connection poolers don't allow.
 */
export const unnamed = '';

/** Database is the pool with its query builder; `transaction` is the only way to open a transaction. */
export interface Database {
  pool: pg.Pool;
  /** For statements outside a transaction. */
  sql: Sql;
  /** Runs `work` in a transaction. The client is released exactly once; a broken one is destroyed. */
  transaction<T>(work: (sql: Sql, client: PoolClient) => Promise<T>): Promise<T>;
  /**
   * Runs `work` on a connection without lock and statement timeouts, such as for migrations; it is closed afterwards.
   */
  patiently<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Until `resume`, every statement fails immediately with this reason, and statements in progress are aborted. */
  interrupt(reason: DatabaseUnavailable): void;
  resume(): void;
  close(): Promise<void>;
}

/** How long to wait for a connection, so that callers get an error within five seconds. */
const connectionWaitMs = 3500;
const setUpMs = 1000;
/** How long a statement waits for locks. */
const lockWaitMs = 4000;
/** How long a statement may run; an unresponsive server is detected by the notifier. */
const statementMs = 60_000;
const limits = `set lock_timeout = ${lockWaitMs}; set statement_timeout = ${statementMs}`;
const noLimits = 'set lock_timeout = 0; set statement_timeout = 0';

export function openDatabase(
  url: string,
  options: {
    max: number;
    applicationName: string;
    onError: (error: Error) => void;
    waitMs?: number;
    /** Whether to prepare frequent statements by name; not through a pooler that doesn't support names. */
    named?: boolean;
  },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    idleTimeoutMillis: 30_000,
    // Waiting forever for a connection would turn an overload into a standstill.
    connectionTimeoutMillis: options.waitMs ?? connectionWaitMs,
    // Not a connection parameter: poolers refuse parameters they don't know.
    onConnect: (client) => client.query({ text: limits, query_timeout: setUpMs } as pg.QueryConfig),
  });
  if (options.named) nameStatements(pool);
  const interruption = letInterrupt(pool);
  pool.on('error', (error) => {
    // Aborted idle connections report only the known reason.
    if (error !== interruption.reason) options.onError(error);
  });
  return {
    pool,
    interrupt: interruption.interrupt,
    resume: interruption.resume,
    async patiently(work) {
      const client = await pool.connect();
      // Without a listener, a connection that breaks between two statements would end the process.
      client.on('error', () => undefined);
      try {
        await client.query(noLimits);
        return await work(client);
      } finally {
        // Destroyed, so that no lock can stay with a pooled connection.
        client.release(true);
      }
    },
    sql: drizzle(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      // A connection that breaks between two statements emits an error, which ends the process unless there is a
      // listener.
      const onBroken = (error: Error) => {
        broken = error;
      };
      client.on('error', onBroken);
      try {
        await client.query('begin');
        const result = await work(drizzle(client), client);
        await client.query('commit');
        return result;
      } catch (error) {
        // An unresponsive server wouldn't answer a rollback either: closing the connection rolls back.
        if (outageOf(error)) broken ??= error as Error;
        else
          await client.query('rollback').catch((rollbackError: Error) => {
            broken = rollbackError;
          });
        throw error;
      } finally {
        client.off('error', onBroken);
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/** Makes it possible to refuse all statements of a pool with a reason, and to abort those in progress. */
function letInterrupt(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  const interruption: { reason: DatabaseUnavailable | undefined } = { reason: undefined };
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  // `pool.query` also goes through here, with a callback.
  pool.connect = ((callback?: (error: Error) => void) => {
    if (!interruption.reason) return connect(callback);
    return callback ? callback(interruption.reason) : Promise.reject(interruption.reason);
  }) as pg.Pool['connect'];
  return {
    get reason() {
      return interruption.reason;
    },
    interrupt(reason: DatabaseUnavailable) {
      interruption.reason = reason;
      for (const client of open) socketOf(client).destroy(reason);
    },
    resume() {
      interruption.reason = undefined;
    },
  };
}

/** socketOf returns the socket of a connection: a graceful end would wait for an unresponsive server. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
