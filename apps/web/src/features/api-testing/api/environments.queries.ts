import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { apiTesting } = routes;
export const environmentKeys = {
  all: ['api-testing', 'environments'] as const,
  variables: ['api-testing', 'variables'] as const,
};

export const environmentsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...environmentKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTesting.listEnvironments, { query: { projectId } }, { signal })).environments,
  });

export const variablesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...environmentKeys.variables, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTesting.listVariables, { query: { projectId } }, { signal })).variables,
  });

export const suiteVariablesQuery = (suiteId: string) =>
  queryOptions({
    queryKey: [...environmentKeys.variables, { suiteId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTesting.listSuiteVariables, { query: { suiteId } }, { signal })).variables,
  });
