import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { apiTestingRoutes, type Prerequisite } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import { environmentKeys } from './environments.queries.ts';
import { prerequisiteKeys, prerequisitesQuery } from './prerequisites.queries.ts';

/** usePrerequisiteMutations provides the mutations of a workspace's prerequisites. */
export function usePrerequisiteMutations(projectId: string) {
  const client = useQueryClient();
  const { queryKey } = prerequisitesQuery(projectId);
  const onSettled = () => client.invalidateQueries({ queryKey: prerequisiteKeys.all });
  /** Applies a change optimistically; the response, or the refetched list after a failure, replaces it. */
  const show = (change: (list: Prerequisite[]) => Prerequisite[]) =>
    client.setQueryData<Prerequisite[]>(queryKey, (list) => list && change(list));
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.createPrerequisite>['body']) =>
        api.call(apiTestingRoutes.createPrerequisite, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof apiTestingRoutes.updatePrerequisite>['body']) =>
        api.call(apiTestingRoutes.updatePrerequisite, { body }),
      onSettled,
    }),
    toggle: useMutation({
      mutationFn: (body: { prerequisiteId: string; enabled: boolean }) =>
        api.call(apiTestingRoutes.updatePrerequisite, { body }),
      onMutate: ({ prerequisiteId, enabled }) => {
        show((list) => list.map((item) => (item.prerequisiteId === prerequisiteId ? { ...item, enabled } : item)));
      },
      onSettled,
    }),
    reorder: useMutation({
      mutationFn: (list: Prerequisite[]) => {
        const prerequisiteIds = list.map((item) => item.prerequisiteId);
        return api.call(apiTestingRoutes.reorderPrerequisites, { body: { projectId, prerequisiteIds } });
      },
      onMutate: (list) => {
        show(() => list);
      },
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (prerequisiteId: string) =>
        api.call(apiTestingRoutes.deletePrerequisite, { query: { prerequisiteId } }),
      onSettled,
    }),
    run: useMutation({
      mutationFn: (input: { environmentId?: string; prerequisiteIds?: string[] }) =>
        api.call(apiTestingRoutes.runPrerequisites, { body: { projectId, ...input } }),
    }),
    retry: useMutation({
      mutationFn: (runId: string) => api.call(apiTestingRoutes.retryPrerequisites, { body: { runId } }),
    }),
  };
}

/**
 * useAfterPrerequisites returns what to do after prerequisites have run, since their values may now be in environments.
 */
export function useAfterPrerequisites() {
  const client = useQueryClient();
  return async () => {
    await client.invalidateQueries({ queryKey: environmentKeys.all });
    await client.invalidateQueries({ queryKey: environmentKeys.variables });
  };
}

/** useDatabaseMutations provides the mutations of a workspace's database configurations, and the connection test. */
export function useDatabaseMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: prerequisiteKeys.databases });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof workspaceRoutes.createDatabase>['body']) =>
        api.call(workspaceRoutes.createDatabase, { body }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof workspaceRoutes.updateDatabase>['body']) =>
        api.call(workspaceRoutes.updateDatabase, { body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (databaseConfigurationId: string) =>
        api.call(workspaceRoutes.deleteDatabase, { query: { databaseConfigurationId } }),
      onSettled,
    }),
    test: useMutation({
      mutationFn: (body: CallInput<typeof workspaceRoutes.testDatabaseConnection>['body']) =>
        api.call(workspaceRoutes.testDatabaseConnection, { body }),
    }),
  };
}
