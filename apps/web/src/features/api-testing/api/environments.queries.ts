import { queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';

export const environmentKeys = {
  all: ['api-testing', 'environments'] as const,
  variables: ['api-testing', 'variables'] as const,
};

/** The environments of a workspace with their variables; none without a workspace. */
export const environmentsQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: [...environmentKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      projectId === undefined
        ? []
        : (await api.call(workspaceRoutes.listEnvironments, { query: { projectId } }, { signal })).environments,
  });

export const variablesQuery = (projectId: string | undefined) =>
  queryOptions({
    queryKey: [...environmentKeys.variables, { projectId }],
    queryFn: async ({ signal }) =>
      projectId === undefined
        ? []
        : (await api.call(workspaceRoutes.listVariables, { query: { projectId } }, { signal })).variables,
  });

export const suiteVariablesQuery = (suiteId: string) =>
  queryOptions({
    queryKey: [...environmentKeys.variables, { suiteId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.listSuiteVariables, { query: { suiteId } }, { signal })).variables,
  });
