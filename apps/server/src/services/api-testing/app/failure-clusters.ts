import type { ClusteredStep, FailureCluster } from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { failuresStore } from '../store/failures.store.ts';
import { createScopeOf, type InsightFilter } from './insights.ts';

type PageRequest = { page: number; size: number };

const dayMs = 86_400_000;
const scriptsShown = 50;

/**
 * createFailureClusters groups the failed steps of a period by message pattern, for anyone who can view the workspace.
 */
export function createFailureClusters({
  platform,
  runs,
  workspaces,
}: {
  platform: Platform;
  runs: Pick<Runs, 'numbersOf'>;
  workspaces: Workspaces;
}) {
  const { sql } = platform.database;
  const scopeOf = createScopeOf(workspaces);
  return {
    /** A cluster counts as new if it was first seen within the last `newDays` days of the period. */
    async clusters(actor: Actor, filter: InsightFilter, { newDays, ...page }: PageRequest & { newDays: number }) {
      const scope = await scopeOf(actor, filter);
      const { rows, totalElements } = await failuresStore.clusters(sql, scope, page);
      const end = Math.min(scope.to.getTime(), platform.clock.now().getTime());
      const content = rows.map(
        (row): FailureCluster => ({
          ...row,
          firstSeenAt: new Date(row.firstSeenAt).toISOString(),
          lastSeenAt: new Date(row.lastSeenAt).toISOString(),
          isNew: Date.parse(row.firstSeenAt) >= end - newDays * dayMs,
        }),
      );
      return { content, totalElements, ...page };
    },
    /** The failed steps of a cluster, and their scripts. */
    async steps(actor: Actor, filter: InsightFilter, { signature, ...page }: PageRequest & { signature: string }) {
      const scope = await scopeOf(actor, filter);
      const [{ rows, totalElements }, scripts] = await Promise.all([
        failuresStore.steps(sql, scope, signature, page),
        failuresStore.scripts(sql, scope, signature, scriptsShown),
      ]);
      const runIds = [...new Set(rows.map(({ runId }) => runId))];
      const numbers = await runs.numbersOf(actor.organizationId, runIds);
      const content = rows.map(
        (row): ClusteredStep => ({
          runId: row.runId,
          runName: row.runName,
          runNumber: numbers.get(row.runId) ?? null,
          stepId: row.stepId,
          scriptId: row.scriptId,
          scriptName: row.scriptName,
          suiteName: row.suiteName,
          environmentName: row.environmentName || null,
          message: row.message,
          finishedAt: row.finishedAt.toISOString(),
        }),
      );
      return {
        content,
        totalElements,
        ...page,
        scripts: scripts.map((script) => ({ ...script, lastSeenAt: new Date(script.lastSeenAt).toISOString() })),
      };
    },
  };
}
/** FailureClusters groups failed steps. */
export type FailureClusters = ReturnType<typeof createFailureClusters>;
