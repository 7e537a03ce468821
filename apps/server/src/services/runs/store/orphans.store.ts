import { isDeclared } from '../../../platform/database/notifier.ts';
import type { PoolClient } from '../../../platform/database/pool.ts';
import { leaseSeconds } from './leases.store.ts';

/** Seconds until a lease expires without a heartbeat if its runner's process is known to have exited. */
const orphanSeconds = 2;

/** Statements for runs whose runner died before its lease expired. */
export const orphansStore = {
  /**
   * Expires the leases of runners whose process has exited, without waiting for their time. A living runner that merely
   * lost the connection that declares it keeps its leases, because it keeps extending them.
   */
  async release(client: Pick<PoolClient, 'query'>, kinds: string[]): Promise<void> {
    await client.query(
      `update runs.run set lease_until = now() - interval '1 millisecond' where id in (
         select id from runs.run where kind = any($1) and status = 'running' and lease_owner is not null
           and lease_until between now() and now() + make_interval(secs => ${leaseSeconds - orphanSeconds})
           and not ${isDeclared('lease_owner')} order by created_at, id for no key update skip locked)`,
      [kinds],
    );
  },
};
