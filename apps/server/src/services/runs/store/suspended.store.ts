import type { PoolClient } from '../../../platform/database/pool.ts';
import type { Lease } from './leases.store.ts';

/** Statements for suspended runs: in progress, but held by no runner. */
export const suspendedStore = {
  /**
   * Releases a run until it is woken or `until` is reached. A run with a stop request is due immediately. The
   * transaction must hold its row.
   */
  async suspend(client: Pick<PoolClient, 'query'>, lease: Lease, until: Date | null): Promise<void> {
    await client.query(
      `update runs.run set lease_owner = null, lease_until = case when cancel_requested then now() else $3::timestamptz end, stalled_attempts = 0
       where id = $1 and attempt = $2 and status = 'running'`,
      [lease.runId, lease.attempt, until],
    );
  },

  /** Makes suspended runs due. */
  async wake(client: Pick<PoolClient, 'query'>, runIds: readonly string[]): Promise<void> {
    await client.query(
      `update runs.run set lease_until = now() where id = any($1::uuid[]) and status = 'running' and lease_owner is null
         and (lease_until is null or lease_until > now())`,
      [runIds],
    );
  },

  /** Milliseconds until the next suspended run is due; undefined if none waits for a time. */
  async nextDueMs(
    client: Pick<PoolClient, 'query'>,
    kinds: string[],
    labels: readonly string[] = [],
  ): Promise<number | undefined> {
    const { rows } = await client.query<{ ms: number | null }>(
      `select extract(epoch from (min(lease_until) - clock_timestamp()))::float8 * 1000 as ms from runs.run
       where status = 'running' and lease_owner is null and lease_until is not null and kind = any($1)
         and (runner_label is null or runner_label = any($2::text[]))`,
      [kinds, labels],
    );
    return rows[0]?.ms ?? undefined;
  },
};
