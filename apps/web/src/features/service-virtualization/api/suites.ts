import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { mockSuiteRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

/** Every suite of a project, by name. */
export const suitesQuery = (id: string) =>
  queryOptions({
    queryKey: [...mockKeys.suites, id],
    queryFn: async ({ signal }) => (await api.call(routes.listSuites, { params: { id } }, { signal })).suites,
  });

/** useSuiteMutations creates, updates, switches, moves, copies and deletes suites. */
export function useSuiteMutations() {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [mockKeys.suites, mockKeys.assets, mockKeys.mock, mockKeys.tags].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createSuite>['body']) => api.call(routes.createSuite, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateSuite>['body']) => api.call(routes.updateSuite, { body }),
      onSettled,
    }),
    toggle: useMutation({
      mutationFn: ({ suiteId, isEnabled }: { suiteId: string; isEnabled: boolean }) =>
        api.call(routes.toggleSuite, { params: { id: suiteId }, body: { isEnabled } }),
      onSettled,
    }),
    move: useMutation({
      mutationFn: ({ suiteId, parentId }: { suiteId: string; parentId: string | null }) =>
        api.call(routes.moveSuite, { params: { id: suiteId }, body: { parentId } }),
      onSettled,
    }),
    clone: useMutation({
      mutationFn: (suiteId: string) => api.call(routes.cloneSuite, { params: { id: suiteId }, body: {} }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (suiteId: string) => api.call(routes.deleteSuite, { params: { id: suiteId } }),
      onSettled,
    }),
  };
}
