import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

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
  close(): Promise<void>;
}

export function openDatabase(
  url: string,
  options: { max: number; applicationName: string; onError: (error: Error) => void; waitMs?: number },
): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    application_name: options.applicationName,
    idleTimeoutMillis: 30_000,
    // Waiting for ever for a connection would turn an overload into a standstill.
    connectionTimeoutMillis: options.waitMs ?? 15_000,
  });
  pool.on('error', options.onError);
  return {
    pool,
    sql: drizzle(pool),
    async transaction(work) {
      const client = await pool.connect();
      let broken: Error | undefined;
      // A connection that ends between two statements emits an error, which ends the process where nobody listens.
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
