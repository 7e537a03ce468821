import type { ExecutionSummary, SubjectOutcomes } from '@touchstone/contracts/api-testing';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { toExecutionSummary } from '../domain/executions/execution-summary.ts';
import { isFlaky, outcomesShown } from '../domain/outcomes.ts';
import { outcomesStore } from '../store/outcomes.store.ts';
import type { Executions } from './executions/executions.ts';

/** createOutcomes returns the recent outcomes of suites and scripts, and the run a failed one is compared with. */
export function createOutcomes({
  platform,
  runs,
  workspaces,
  executions,
}: {
  platform: Platform;
  runs: Pick<Runs, 'numbersOf' | 'listByIds'>;
  workspaces: Workspaces;
  executions: Pick<Executions, 'open'>;
}) {
  const { sql } = platform.database;
  return {
    async list(
      actor: Actor,
      { projectId, of, subjectIds }: { projectId: string; of: 'suite' | 'script'; subjectIds: string[] },
    ): Promise<{ content: SubjectOutcomes[] }> {
      await workspaces.open(actor, projectId, 'view');
      const { organizationId } = actor;
      const scope = { organizationId, projectId, level: of, subjectIds: [...new Set(subjectIds)] };
      const rows = await outcomesStore.latest(sql, scope, outcomesShown);
      const numbers = await runs.numbersOf(organizationId, [...new Set(rows.map(({ runId }) => runId))]);
      const content = [...Map.groupBy(rows, ({ subjectId }) => subjectId)].map(([subjectId, own]) => ({
        subjectId,
        isFlaky: isFlaky(own),
        outcomes: own.map(({ runId, status, finishedAt }) => ({
          runId,
          status,
          number: numbers.get(runId) ?? null,
          finishedAt: new Date(finishedAt).toISOString(),
        })),
      }));
      return { content };
    },
    async lastGreen(actor: Actor, runId: string): Promise<{ run: ExecutionSummary | null }> {
      const { organizationId } = await executions.open(actor, runId);
      const found = await outcomesStore.findLastGreen(sql, organizationId, runId);
      const [run] = found ? await runs.listByIds(organizationId, [found]) : [];
      return { run: run ? toExecutionSummary(run) : null };
    },
  };
}
export type Outcomes = ReturnType<typeof createOutcomes>;
