import type { Platform } from '../../../platform/platform.ts';
import { isFinal, type Runs } from '../../runs/index.ts';
import type { VirtualUsers } from '../../virtual-users/index.ts';
import { framesStore } from '../store/frames.store.ts';
import { performanceStore } from '../store/performance.store.ts';

const openQueue = 'performance.sweep';
const deletedQueue = 'performance.retention';
const idsPerPage = 500;

/** addSweepJobs ends what is left of runs that ended without their leader, and deletes the data of deleted runs. */
export function addSweepJobs({
  platform,
  runs,
  virtualUsers,
}: {
  platform: Platform;
  runs: Runs;
  virtualUsers: VirtualUsers;
}): void {
  const { sql } = platform.database;

  platform.jobs.handle(openQueue, async () => {
    for (const row of await performanceStore.listOpen(sql)) {
      const [run] = await runs.listByIds(row.organizationId, [row.runId]);
      if (run && !isFinal(run.status)) continue;
      await virtualUsers.settle(row.runId, row.totals?.usersMax ?? 0);
      await performanceStore.end(sql, row.runId, { totals: row.totals, summary: null });
      await framesStore.deleteFrames(sql, row.runId);
    }
    for (const { organizationId, shardIds } of await performanceStore.listOldShards(sql))
      await runs.delete(organizationId, shardIds);
  });
  platform.jobs.schedule(openQueue, '* * * * *');

  platform.jobs.handle(deletedQueue, async () => {
    for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
      const rows = await performanceStore.listIds(sql, after, idsPerPage);
      for (const [organizationId, own] of Map.groupBy(rows, (row) => row.organizationId)) {
        const runIds = own.map((row) => row.runId);
        const kept = new Set((await runs.listByIds(organizationId, runIds)).map((run) => run.runId));
        await performanceStore.delete(
          sql,
          runIds.filter((runId) => !kept.has(runId)),
        );
      }
      const last = rows.at(-1);
      if (!last || rows.length < idsPerPage) return;
      after = last.runId;
    }
  });
  platform.jobs.schedule(deletedQueue, '23 * * * *');
}
