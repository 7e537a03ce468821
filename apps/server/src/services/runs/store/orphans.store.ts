import { isDeclared } from '../../../platform/database/notifier.ts';
import type { PoolClient } from '../../../platform/database/pool.ts';
import { leaseSeconds } from './leases.store.ts';

/** Seconds that a lease holds without a heartbeat where the process of its runner is known to be gone. */
const orphanSeconds = 2;

/** Statements about runs whose runner is gone before its lease ended. */
export const orphansStore = {
  /**
   * Ends the leases of runners whose process is gone, without waiting for their time. A live runner that lost only the connection that
   * declares it keeps its leases: it goes on extending them.
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
