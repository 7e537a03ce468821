import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

const { apiTesting } = routes;
export const prerequisiteKeys = {
  all: ['api-testing', 'prerequisites'] as const,
  databases: ['api-testing', 'databases'] as const,
};

export const prerequisitesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...prerequisiteKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTesting.listPrerequisites, { query: { projectId } }, { signal })).prerequisites,
  });

export const databasesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...prerequisiteKeys.databases, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTesting.listDatabases, { query: { projectId } }, { signal })).databaseConfigurations,
  });
