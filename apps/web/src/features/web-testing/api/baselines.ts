import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { type Baseline, webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Baselines of a project by script, name and target. */
export const baselinesQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.baselines, 'list', projectUUID],
    queryFn: ({ signal }): Promise<Baseline[]> =>
      readAllPages((page) => api.call(routes.listBaselines, { query: { projectUUID, ...page } }, { signal })),
  });

/** A baseline with its versions. */
export const baselineQuery = (id: string) =>
  queryOptions({
    queryKey: [...webKeys.baselines, 'one', id],
    queryFn: ({ signal }) => api.call(routes.getBaseline, { params: { id } }, { signal }),
  });

/** The picture of a version; immutable. */
export const baselinePictureQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: [...webKeys.baselines, 'picture', id, version],
    queryFn: async ({ signal }) =>
      (await api.raw(routes.downloadBaseline, { params: { id }, query: { version } }, { signal })).blob(),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The current baseline of a step of a run. */
export const stepBaselineQuery = (runId: string, stepId: string) =>
  queryOptions({
    queryKey: [...webKeys.baselines, 'step', runId, stepId],
    queryFn: ({ signal }) => api.call(routes.findStepBaseline, { query: { runId, stepId } }, { signal }),
  });

/**
 * useBaselineMutations accepts pictures, reverts to earlier ones and deletes baselines. Refetches what is shown even
 * after a refusal, since another picture may be current by now.
 */
export function useBaselineMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: webKeys.baselines });
  return {
    accept: useMutation({
      mutationFn: (body: CallInput<typeof routes.acceptBaseline>['body']) => api.call(routes.acceptBaseline, { body }),
      onSettled,
    }),
    choose: useMutation({
      mutationFn: ({ uuid, current, version }: Pick<Baseline, 'uuid' | 'current'> & { version: number }) =>
        api.call(routes.chooseBaselineVersion, {
          params: { id: uuid },
          body: { version, currentVersion: current.version },
        }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(routes.deleteBaseline, { params: { id } }),
      onSettled,
    }),
  };
}
