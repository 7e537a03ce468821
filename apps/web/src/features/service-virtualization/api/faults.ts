import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { mockStateRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

const keyOf = (id: string) => [...mockKeys.mock, 'faults', id];

/** Faults injected by runs; polled while there are any. */
export const faultsQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await api.call(routes.listMockFaults, { params: { id } }, { signal })).faults,
    refetchInterval: ({ state }) => (state.data?.length ? 3000 : false),
  });

/** useEndFaults ends all faults of a mock. */
export function useEndFaults(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => api.call(routes.endMockFaults, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
