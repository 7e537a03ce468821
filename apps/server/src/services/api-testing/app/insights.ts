import type {
  InsightRanking,
  InsightRun,
  Insights,
  InsightTotals,
  RankedBy,
  RankedSubject,
} from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { type InsightScope, insightsStore, type OutcomeRow, type RankedRow } from '../store/insights.store.ts';

/** The scope of an insights page; days are UTC and inclusive. */
export interface InsightFilter {
  projectId: string;
  startDate: string;
  endDate: string;
  suiteId?: string;
  environmentName?: string;
  withoutEnvironment?: boolean;
}
type PageRequest = { page: number; size: number };

const dayMs = 86_400_000;
const choicesShown = 500;

function totalsOf({ averageMs, ...counts }: OutcomeRow): InsightTotals {
  const judged = counts.passed + counts.failed + counts.error;
  return {
    ...counts,
    passRate: judged > 0 ? Math.round((counts.passed / judged) * 1000) / 10 : null,
    averageDurationMs: averageMs,
  };
}

function subjectOf({ averageMs, longestMs, failedRunId, failedAt, ...row }: RankedRow): RankedSubject {
  return {
    ...row,
    averageDurationMs: averageMs,
    longestDurationMs: longestMs,
    lastFailure: failedRunId && failedAt ? { runId: failedRunId, finishedAt: new Date(failedAt).toISOString() } : null,
  };
}

/** createScopeOf resolves the scope of insights for callers who can view the workspace. */
export const createScopeOf =
  (workspaces: Workspaces) =>
  async (actor: Actor, filter: InsightFilter): Promise<InsightScope> => {
    const { projectId, startDate, endDate, suiteId, withoutEnvironment } = filter;
    const environmentName = withoutEnvironment ? '' : filter.environmentName;
    await workspaces.open(actor, projectId, 'view');
    const { organizationId } = actor;
    const from = new Date(startDate);
    const to = new Date(Date.parse(endDate) + dayMs);
    return { organizationId, projectId, from, to, suiteId, environmentName };
  };

/** createInsights returns how functional runs performed over a period. */
export function createInsights({
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
    async overview(actor: Actor, filter: InsightFilter): Promise<Insights> {
      const scope = await scopeOf(actor, filter);
      const before = { ...scope, from: new Date(2 * scope.from.getTime() - scope.to.getTime()), to: scope.from };
      const [totals, previous, days, flakyScripts, choices] = await Promise.all([
        insightsStore.totals(sql, scope),
        insightsStore.totals(sql, before),
        insightsStore.days(sql, scope),
        insightsStore.countFlaky(sql, scope),
        insightsStore.choices(sql, scope, choicesShown),
      ]);
      return {
        totals: totalsOf(totals),
        previous: totalsOf(previous),
        flakyScripts,
        days: days.map(({ averageMs, ...day }) => ({ ...day, averageDurationMs: averageMs })),
        suites: choices.suites,
        environments: choices.environments.map((name) => name || null),
      };
    },
    async ranking(
      actor: Actor,
      filter: InsightFilter,
      choice: { of: RankedBy; by: InsightRanking },
      page: PageRequest,
    ) {
      const { rows, totalElements } = await insightsStore.ranking(sql, await scopeOf(actor, filter), choice, page);
      return { content: rows.map(subjectOf), totalElements, ...page };
    },
    async runs(actor: Actor, filter: InsightFilter, page: PageRequest) {
      const { rows, totalElements } = await insightsStore.runs(sql, await scopeOf(actor, filter), page);
      const runIds = rows.map(({ runId }) => runId);
      const numbers = await runs.numbersOf(actor.organizationId, runIds);
      const content = rows.map(
        (row): InsightRun => ({
          runId: row.runId,
          name: row.runName,
          number: numbers.get(row.runId) ?? null,
          status: row.status,
          environmentName: row.environmentName || null,
          startedBy: row.startedBy,
          finishedAt: row.finishedAt.toISOString(),
          durationMs: row.durationMs,
          steps: { total: row.total, passed: row.passed, failed: row.failed, error: row.error },
        }),
      );
      return { content, totalElements, ...page };
    },
  };
}
export type InsightsUse = ReturnType<typeof createInsights>;
