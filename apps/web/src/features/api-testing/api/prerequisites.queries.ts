import { queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';

export const prerequisiteKeys = {
  all: ['api-testing', 'prerequisites'] as const,
  databases: ['api-testing', 'databases'] as const,
};

export const prerequisitesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...prerequisiteKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.listPrerequisites, { query: { projectId } }, { signal })).prerequisites,
  });

export const databasesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...prerequisiteKeys.databases, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(workspaceRoutes.listDatabases, { query: { projectId } }, { signal })).databaseConfigurations,
  });
