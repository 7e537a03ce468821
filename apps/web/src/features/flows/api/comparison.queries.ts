import { queryOptions } from '@tanstack/react-query';
import { flowRoutes } from '@touchstone/contracts/flows';
import { api } from '../../../shared/api.ts';
import { flowKeys } from './flows.queries.ts';

const maxRuns = 50;

/** Compares a run with an earlier one; by default the last that passed. */
export const comparisonQuery = (runId: string, withRunId: string | undefined) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'comparison', { runId, withRunId }],
    queryFn: ({ signal }) =>
      api.call(
        flowRoutes.compareFlowRuns,
        { params: { runId }, query: withRunId ? { with: withRunId } : {} },
        { signal },
      ),
  });

/** Other runs of the same workflow, newest first. */
export const otherRunsQuery = (
  { runId, flowId, flowName }: { runId: string; flowId: string; flowName: string },
  projectId: string,
) =>
  queryOptions({
    queryKey: [...flowKeys.all, 'other runs', { runId, flowId }],
    queryFn: async ({ signal }) => {
      const query = { projectId, searchTerm: flowName, size: maxRuns };
      const { content } = await api.call(flowRoutes.listFlowRuns, { query }, { signal });
      return content.filter((run) => run.flowId === flowId && run.runId !== runId);
    },
  });
