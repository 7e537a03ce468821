import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type DriftVerdict, driftRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

const pollMs = 1000;

/** Drift checks of a project, newest first; polled while one runs. */
export const driftChecksQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.drift, 'list', id],
    queryFn: ({ signal }) => api.call(routes.listDriftChecks, { params: { id }, query: { size: 20 } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.content.some(({ status }) => status === 'running') ? pollMs : false),
  });

/** Findings of a check; polled while it runs. */
export const driftFindingsQuery = (
  id: string,
  place: { verdict?: DriftVerdict; page: number; size: number },
  isRunning: boolean,
) =>
  queryOptions({
    queryKey: [...mockKeys.drift, 'findings', id, place],
    queryFn: ({ signal }) => api.call(routes.listDriftFindings, { params: { id }, query: place }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: isRunning ? pollMs : false,
  });

/** useDriftMutations compares assets with the real service, and applies its responses. */
export function useDriftMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: mockKeys.drift });
  return {
    start: useMutation({
      mutationFn: (body: CallInput<typeof routes.startDriftCheck>['body']) =>
        api.call(routes.startDriftCheck, { body }),
      onSettled,
    }),
    cancel: useMutation({
      mutationFn: (id: string) => api.call(routes.cancelDriftCheck, { params: { id }, body: {} }),
      onSettled,
    }),
    apply: useMutation({
      mutationFn: ({ id, findingIds }: { id: string; findingIds: string[] }) =>
        api.call(routes.applyDrift, { params: { id }, body: { findingIds } }),
      onSuccess: () => client.invalidateQueries({ queryKey: mockKeys.all }),
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteDriftCheck, { params: { id } }),
      onSettled,
    }),
  };
}
