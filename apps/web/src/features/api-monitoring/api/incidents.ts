import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { incidentRoutes as routes } from '@touchstone/contracts/api-monitoring';
import { api } from '../../../shared/api.ts';
import { monitoringKeys, pollMs } from './keys.ts';

/** A page of incidents: open ones first, then the latest. */
export const incidentsQuery = (query: CallInput<typeof routes.listIncidents>['query']) =>
  queryOptions({
    queryKey: [...monitoringKeys.incidents, 'list', query],
    queryFn: ({ signal }) => api.call(routes.listIncidents, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** An incident with its timeline. */
export const incidentQuery = (id: string) =>
  queryOptions({
    queryKey: [...monitoringKeys.incidents, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getIncident, { params: { id } }, { signal }),
    refetchInterval: pollMs,
  });

/** useIncidentMutations acknowledges and deletes incidents, and writes post-mortems. */
export function useIncidentMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: monitoringKeys.incidents });
  return {
    acknowledge: useMutation({
      mutationFn: ({ id, comment }: { id: string; comment: string }) =>
        api.call(routes.acknowledgeIncident, { params: { id }, body: { comment } }),
      onSuccess,
    }),
    writePostMortem: useMutation({
      mutationFn: ({ id, text }: { id: string; text: string }) =>
        api.call(routes.writePostMortem, { params: { id }, body: { text } }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteIncident, { params: { id } }),
      onSuccess,
    }),
  };
}
