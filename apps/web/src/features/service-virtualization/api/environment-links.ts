import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { environmentLinkRoutes as routes } from '@touchstone/contracts/service-virtualization';
import { api } from '../../../shared/api.ts';
import { mockKeys } from './keys.ts';

const keyOf = (id: string) => [...mockKeys.mock, 'environments', id];

/** Environments whose runs call a mock. */
export const environmentLinksQuery = (id: string) =>
  queryOptions({
    queryKey: keyOf(id),
    queryFn: async ({ signal }) => (await api.call(routes.listEnvironmentLinks, { params: { id } }, { signal })).links,
  });

/** useEnvironmentLinks links environments to a mock, and removes the links. Refetches variables. */
export function useEnvironmentLinks(id: string) {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([keyOf(id), ['api-testing']].map((queryKey) => client.invalidateQueries({ queryKey })));
  return {
    link: useMutation({
      mutationFn: (body: CallInput<typeof routes.linkEnvironment>['body']) =>
        api.call(routes.linkEnvironment, { params: { id }, body }),
      onSuccess,
    }),
    unlink: useMutation({
      mutationFn: (linkId: string) => api.call(routes.unlinkEnvironment, { params: { id: linkId } }),
      onSuccess,
    }),
  };
}
