import { finalStatus, queuedOf } from '../domain/run.ts';
import { statisticsStore } from '../store/statistics.store.ts';
import type { RunNeeds } from './create-runs.ts';
import type { Runs } from './runs.ts';

/** createResults reads how parts of runs ended, by group and by source. */
export function createResults({ platform }: Pick<RunNeeds, 'platform'>): Pick<Runs, 'groupResults' | 'sourceResults'> {
  const { sql } = platform.database;
  return {
    async groupResults(pairs) {
      const rows = await statisticsStore.groupCounts(sql, pairs);
      return new Map(
        rows.map(({ runId, groupId, ...counted }) => {
          const counts = { ...counted, queued: queuedOf(counted) };
          return [`${runId} ${groupId}`, { status: finalStatus(counts, false), counts }];
        }),
      );
    },
    async sourceResults(runId) {
      const rows = await statisticsStore.sourceCounts(sql, runId);
      return rows.map(
        ({ groupId, sourceId, name, summary, revision, averageMs, startedMs, finishedMs, ...counted }) => {
          const counts = { ...counted, queued: queuedOf(counted) };
          return { groupId, sourceId, name, summary, revision, counts, averageMs, startedMs, finishedMs };
        },
      );
    },
  };
}
