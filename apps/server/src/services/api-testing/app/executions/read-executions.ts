import type { Execution, ExecutionStatus, ExecutionSummary } from '@touchstone/contracts/api-testing';
import type { Actor } from '../../../workspaces/index.ts';
import { statusFilter } from '../../domain/executions/execution-status.ts';
import { toExecutionSummary } from '../../domain/executions/execution-summary.ts';
import type { ExecutionNeeds } from './executions.ts';
import type { OpenExecution } from './open-execution.ts';
import { functionalKind } from './plan-suites.ts';
import type { ReadSteps } from './read-steps.ts';

/** createReadExecutions shows functional runs. */
export function createReadExecutions({
  runs,
  workspaces,
  open,
  allSteps,
}: ExecutionNeeds & Pick<OpenExecution, 'open'> & Pick<ReadSteps, 'allSteps'>) {
  return {
    async get(actor: Actor, runId: string): Promise<Execution> {
      return { ...toExecutionSummary(await open(actor, runId)), steps: await allSteps(runId) };
    },
    async summary(actor: Actor, runId: string): Promise<ExecutionSummary> {
      return toExecutionSummary(await open(actor, runId));
    },
    async list(
      actor: Actor,
      filter: { projectId: string; statuses?: ExecutionStatus[]; searchTerm?: string; suiteId?: string },
      page: { page: number; size: number },
    ) {
      await workspaces.open(actor, filter.projectId, 'view');
      const { statuses, empty } = statusFilter(filter.statuses ?? []);
      const asked = (filter.statuses ?? []).length > 0;
      if (asked && statuses.length === 0) return { content: [], totalElements: 0, ...page };
      const { content, totalElements } = await runs.list(
        {
          organizationId: actor.organizationId,
          projectId: filter.projectId,
          kinds: [functionalKind],
          ...(asked && { statuses }),
          ...(filter.searchTerm && { searchTerm: filter.searchTerm }),
          ...(filter.suiteId && { groupId: filter.suiteId }),
          ...(asked && empty !== undefined && { isEmpty: empty }),
        },
        page,
      );
      return { content: content.map(toExecutionSummary), totalElements, ...page };
    },
  };
}
