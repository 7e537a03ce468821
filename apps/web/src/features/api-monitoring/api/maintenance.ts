import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { maintenanceRoutes as routes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys, pollMs } from './keys.ts';

/** A page of maintenance windows: current ones first, then upcoming, then past. */
export const windowsQuery = (query: CallInput<typeof routes.listWindows>['query']) =>
  queryOptions({
    queryKey: [...monitoringKeys.windows, query],
    queryFn: ({ signal }) => api.call(routes.listWindows, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs * 6,
  });

type Body = Omit<CallInput<typeof routes.createWindow>['body'], 'projectId'>;

/** useWindowMutations plans, updates, ends and deletes maintenance windows. */
export function useWindowMutations(projectId: string) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all(
      [monitoringKeys.windows, monitoringKeys.monitors, monitoringKeys.measured].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return {
    save: useMutation({
      mutationFn: ({ windowId, body }: { windowId: string | undefined; body: Body }) =>
        windowId === undefined
          ? api.call(routes.createWindow, { body: { projectId, ...body } })
          : api.call(routes.updateWindow, { params: { id: windowId }, body }),
      onSuccess,
    }),
    end: useMutation({
      mutationFn: (id: string) => api.call(routes.endWindow, { params: { id } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteWindow, { params: { id } }),
      onSuccess,
    }),
  };
}
