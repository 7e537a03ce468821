import { queryOptions } from '@tanstack/react-query';
import { routes } from '@touchstone/contracts';
import { api } from '../../../shared/api.ts';

export const certificateKeys = { all: ['api-testing', 'certificates'] as const };

export const certificatesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...certificateKeys.all, { projectId }],
    queryFn: async ({ signal }) =>
      (await api.call(routes.apiTesting.listCertificates, { query: { projectId } }, { signal })).certificates,
  });
