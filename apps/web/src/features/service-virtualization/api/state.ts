import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { mockStateRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** Scenarios with the state of each caller, key-value state, and resources. */
export const stateQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.state, 'all', id],
    queryFn: ({ signal }) => api.call(routes.getMockState, { params: { id } }, { signal }),
  });

/** A page of the records of a resource. */
export const recordsQuery = (id: string, query: CallInput<typeof routes.listRecords>['query']) =>
  queryOptions({
    queryKey: [...mockKeys.state, 'records', id, query],
    queryFn: ({ signal }) => api.call(routes.listRecords, { params: { id }, query }, { signal }),
    placeholderData: keepPreviousData,
  });

/** useStateMutations sets scenarios, values and records of a mock. */
export function useStateMutations(id: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: mockKeys.state });
  return {
    setScenario: useMutation({
      mutationFn: (body: CallInput<typeof routes.setScenario>['body']) =>
        api.call(routes.setScenario, { params: { id }, body }),
      onSettled,
    }),
    setValue: useMutation({
      mutationFn: (body: CallInput<typeof routes.setStateValue>['body']) =>
        api.call(routes.setStateValue, { params: { id }, body }),
      onSettled,
    }),
    putRecord: useMutation({
      mutationFn: (body: CallInput<typeof routes.putRecord>['body']) =>
        api.call(routes.putRecord, { params: { id }, body }),
      onSettled,
    }),
    removeRecord: useMutation({
      mutationFn: (query: CallInput<typeof routes.deleteRecord>['query']) =>
        api.call(routes.deleteRecord, { params: { id }, query }),
      onSettled,
    }),
  };
}
