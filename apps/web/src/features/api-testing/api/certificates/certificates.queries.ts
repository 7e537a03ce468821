import { queryOptions } from '@tanstack/react-query';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../../shared/api.ts';

export const certificateKeys = { all: ['api-testing', 'certificates'] as const };

export const certificatesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...certificateKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(workspaceRoutes.listCertificates, { query: { projectId } }, { signal })).certificates,
  });
