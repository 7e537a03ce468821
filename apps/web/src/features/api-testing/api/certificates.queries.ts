import { queryOptions } from '@tanstack/react-query';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { api } from '../../../shared/api.ts';

export const certificateKeys = { all: ['api-testing', 'certificates'] as const };

export const certificatesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...certificateKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(apiTestingRoutes.listCertificates, { query: { projectId } }, { signal })).certificates,
  });
