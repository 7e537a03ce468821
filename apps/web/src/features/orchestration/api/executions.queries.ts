import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type FlowRunSummary, flowRoutes } from '@touchstone/contracts/flows';
import { finalRunStatuses, type RunStatus } from '@touchstone/contracts/runs';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { runPollMs } from '../../flows/index.ts';
import { orchestrationKeys } from './orchestration.queries.ts';

/** Polling intervals while a listed run is in progress, and otherwise, since runs may be started elsewhere. */
const askAgainMs = { open: 2000, over: 15_000 };

export const isOver = ({ status }: Pick<FlowRunSummary, 'status'>): boolean => finalRunStatuses.includes(status);

/** Executions of workflows in a project, or in all. */
export const executionsQuery = (input: {
  projectId?: string;
  status?: RunStatus;
  searchTerm?: string;
  page: number;
  size: number;
}) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'executions', input],
    queryFn: ({ signal }) =>
      api.call(flowRoutes.listFlowRuns, { query: { workspaceService: 'orchestration', ...input } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data && state.data.totals.queued + state.data.totals.running > 0 ? askAgainMs.open : askAgainMs.over,
  });

/** An execution; `useLiveFlowRun` refetches it on its events until it ends. */
export const executionQuery = (runId: string) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'execution', runId],
    queryFn: ({ signal }) => api.call(flowRoutes.getFlowRun, { params: { runId } }, { signal }),
    refetchInterval: ({ state }) => (state.data && isOver(state.data) ? false : runPollMs),
  });

/** The scripts of an execution in display order, refetched with the execution. */
export const executedScriptsQuery = (runId: string, isRunning: boolean) =>
  queryOptions({
    queryKey: [...orchestrationKeys.all, 'executed-scripts', runId, { isRunning }],
    queryFn: ({ signal }) =>
      readAllPages((page) =>
        api.call(flowRoutes.listScriptStatuses, { query: { processExecutionId: runId, ...page } }, { signal }),
      ),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning ? runPollMs : false,
  });
