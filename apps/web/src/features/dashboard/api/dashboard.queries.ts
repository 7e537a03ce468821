import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { userManagementRoutes as calls, type Widget } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { messageOf, toast } from '../../../shared/toasts.ts';
import { dashboardService } from '../model/widgets.ts';

const keys = ['dashboard'] as const;
/** Dashboard figures are only viewed: half a minute old is fresh enough. */
const refetchInterval = 30_000;

export interface DashboardScope {
  /** Undefined for everything that the caller sees. */
  teamUuid: string | undefined;
  startDate: string;
  endDate: string;
}
const ofTeam = ({ teamUuid }: DashboardScope) => ({ teamUuid });

export const countsQuery = (scope: DashboardScope) =>
  queryOptions({
    queryKey: [...keys, 'counts', scope.teamUuid],
    queryFn: ({ signal }) => api.call(calls.countDashboard, { query: ofTeam(scope) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const usageQuery = (scope: DashboardScope) =>
  queryOptions({
    queryKey: [...keys, 'usage', scope],
    queryFn: async ({ signal }) => (await api.call(calls.getUsage, { query: scope }, { signal })).days,
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const outcomesQuery = (scope: DashboardScope) =>
  queryOptions({
    queryKey: [...keys, 'outcomes', scope],
    queryFn: ({ signal }) => api.call(calls.getCommonMetrics, { query: scope }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const waitTimeQuery = (scope: DashboardScope) =>
  queryOptions({
    queryKey: [...keys, 'wait-time', scope],
    queryFn: ({ signal }) => api.call(calls.getWaitTime, { query: scope }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const consolidatedQuery = (scope: DashboardScope) =>
  queryOptions({
    queryKey: [...keys, 'consolidated', scope.teamUuid],
    queryFn: ({ signal }) => api.call(calls.getConsolidatedMetrics, { query: ofTeam(scope) }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const contributionsQuery = (scope: DashboardScope) =>
  queryOptions({
    queryKey: [...keys, 'contributions', scope],
    queryFn: ({ signal }) => api.call(calls.listContributions, { query: scope }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  });

export const recentTestsQuery = (query: CallInput<typeof calls.listRecentTests>['query']) =>
  queryOptions({
    queryKey: [...keys, 'recent', query],
    queryFn: ({ signal }) => api.call(calls.listRecentTests, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const concurrencyQuery = queryOptions({
  queryKey: [...keys, 'concurrency'],
  queryFn: async ({ signal }) => {
    const [browsers, devices] = await Promise.all([
      api.call(calls.getBrowserConcurrency, {}, { signal }),
      api.call(calls.getDeviceConcurrency, {}, { signal }),
    ]);
    return { browsers, devices };
  },
});

export const userCountQuery = queryOptions({
  queryKey: [...keys, 'user-count'],
  queryFn: ({ signal }) => api.call(calls.countUsers, {}, { signal }),
});

export const userMetricsQuery = (query: CallInput<typeof calls.pageUserMetrics>['query']) =>
  queryOptions({
    queryKey: [...keys, 'users', query],
    queryFn: ({ signal }) => api.call(calls.pageUserMetrics, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const layoutQuery = (teamUuid: string | undefined) =>
  queryOptions({
    queryKey: [...keys, 'layout', teamUuid],
    queryFn: async ({ signal }) => {
      const query = { service: dashboardService, teamUuid };
      return (await api.call(calls.getWidgetsOfService, { query }, { signal })).widgets;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

/** useSaveLayout saves the arrangement of the widgets; the screen applies it optimistically. */
export function useSaveLayout(teamUuid: string | undefined) {
  const client = useQueryClient();
  const { queryKey } = layoutQuery(teamUuid);
  return useMutation({
    mutationFn: (widgets: Widget[]) =>
      api.call(calls.saveWidgets, { body: { service: dashboardService, teamUuid: teamUuid ?? null, widgets } }),
    onMutate: (widgets) => client.setQueryData(queryKey, widgets),
    onError: (error) => {
      toast('error', messageOf(error), 'The arrangement was not saved');
      void client.invalidateQueries({ queryKey });
    },
  });
}
