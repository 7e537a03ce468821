import type { RunStatus } from '@touchstone/contracts/runs';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { performanceKind } from '../domain/kinds.ts';
import { performanceStore } from '../store/performance.store.ts';
import { toPerformanceRun } from './performance-run.ts';

/** PerformanceNeeds is what lists and reports of performance runs read from. */
export interface PerformanceNeeds {
  platform: Platform;
  runs: Runs;
  workspaces: Workspaces;
}

/** createPerformanceList lists the performance runs of a workspace, newest first. */
export function createPerformanceList({ platform, runs, workspaces }: PerformanceNeeds) {
  const { sql } = platform.database;
  return async (
    actor: Actor,
    { projectId, searchTerm, statuses }: { projectId: string; searchTerm?: string; statuses?: RunStatus[] },
    page: { page: number; size: number },
  ) => {
    await workspaces.open(actor, projectId, 'view');
    const { content, totalElements } = await runs.list(
      {
        organizationId: actor.organizationId,
        projectId,
        kinds: [performanceKind],
        ...(searchTerm && { searchTerm }),
        ...(statuses && { statuses }),
      },
      page,
    );
    const rows = await performanceStore.findMany(
      sql,
      content.map((run) => run.runId),
    );
    const byId = new Map(rows.map((row) => [row.runId, row]));
    return {
      content: content.flatMap((run) => {
        const row = byId.get(run.runId);
        return row ? [toPerformanceRun(run, row)] : [];
      }),
      totalElements,
      ...page,
    };
  };
}
