import type { Socket } from 'node:net';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { nameStatements } from './named-statements.ts';
import { type DatabaseAway, outageOf } from './outage.ts';

/** Timestamps travel as Date, counts as number: no count of this product exceeds 2^53. */
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

export type Sql = NodePgDatabase;
export type PoolClient = pg.PoolClient;

/** unnamed is for statements that are built once (`prepare`): a name would bind one to its connection, which some connection poolers do not allow. */
export const unnamed = '';

/** Database is the pool with its query builder; `transaction` is the only way to open a transaction. */
export interface Database {
  pool: pg.Pool;
  /** Statements outside a transaction. */
  sql: Sql;
  /** Runs `work` in one transaction. The client is released exactly once; a broken one is destroyed. */
  transaction<T>(work: (sql: Sql, client: PoolClient) => Promise<T>): Promise<T>;
  /** Runs `work` on a connection that waits for locks and statements as long as they take, such as migrations; it is closed afterwards. */
  patiently<T>(work: (client: PoolClient) => Promise<T>): Promise<T>;
  /** Until `resume` every statement fails at once with this reason, and those under way are cut off. */
  interrupt(reason: DatabaseAway): void;
  resume(): void;
  close(): Promise<void>;
}

/** Whoever calls hears within five seconds that it cannot be: this long it waits for a connection. */
const connectionWaitMs = 3500;
const setUpMs = 1000;
/** How long a statement waits for what others have locked. */
const lockWaitMs = 4000;
/** How long a statement may work; a server that does nothing at all is noticed by the notifier. */
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
    /** Whether the database keeps plans of frequent statements by name; not through a pooler that does not know names. */
    named?: boolean;
  },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    idleTimeoutMillis: 30_000,
    // Waiting for ever for a connection would turn an overload into a standstill.
    connectionTimeoutMillis: options.waitMs ?? connectionWaitMs,
    // Not a parameter of the connection: poolers between refuse those that they do not know.
    onConnect: (client) => client.query({ text: limits, query_timeout: setUpMs } as pg.QueryConfig),
  });
  if (options.named) nameStatements(pool);
  const away = letInterrupt(pool);
  pool.on('error', (error) => {
    // Idle connections that were cut off say what is known.
    if (error !== away.reason) options.onError(error);
  });
  return {
    pool,
    interrupt: away.interrupt,
    resume: away.resume,
    async patiently(work) {
      const client = await pool.connect();
      // Without a listener a connection that breaks between two statements would end the process.
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
      // A connection that ends between two statements emits an error, which ends the process unless there is a listener.
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
        // A server that did not answer would not answer this either: the connection is closed, which rolls back.
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

/** Lets a pool refuse every statement with a reason, and cut those off that wait for an answer. */
function letInterrupt(pool: pg.Pool) {
  const open = new Set<pg.PoolClient>();
  pool.on('connect', (client) => open.add(client));
  pool.on('remove', (client) => open.delete(client));
  const away: { reason: DatabaseAway | undefined } = { reason: undefined };
  const connect = pool.connect.bind(pool) as (callback?: unknown) => Promise<pg.PoolClient>;
  // `pool.query` comes through here too, with a callback.
  pool.connect = ((callback?: (error: Error) => void) => {
    if (!away.reason) return connect(callback);
    return callback ? callback(away.reason) : Promise.reject(away.reason);
  }) as pg.Pool['connect'];
  return {
    get reason() {
      return away.reason;
    },
    interrupt(reason: DatabaseAway) {
      away.reason = reason;
      for (const client of open) socketOf(client).destroy(reason);
    },
    resume() {
      away.reason = undefined;
    },
  };
}

/** socketOf gives the socket of a connection: an orderly end would wait for a server that does not answer. */
export const socketOf = (client: pg.ClientBase): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;
