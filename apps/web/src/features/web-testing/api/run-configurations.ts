import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { webTestingRoutes as routes } from '@touchstone/contracts/web-testing';
import { api } from '../../../shared/api.ts';
import { webKeys } from './keys.ts';

/** Run configurations of a project by name. */
export const runConfigurationsQuery = (projectUUID: string) =>
  queryOptions({
    queryKey: [...webKeys.configurations, projectUUID],
    queryFn: async ({ signal }) =>
      (await api.call(routes.listRunConfigurations, { query: { projectUUID } }, { signal })).runConfigurations,
  });

/** Devices whose screens scripts can run with. */
export const devicesQuery = queryOptions({
  queryKey: [...webKeys.runs, 'devices'],
  queryFn: async ({ signal }) => (await api.call(routes.listDevices, {}, { signal })).devices,
  staleTime: Number.POSITIVE_INFINITY,
});

/** useRunConfigurationMutations creates, updates and deletes run configurations. */
export function useRunConfigurationMutations() {
  const client = useQueryClient();
  const onSuccess = () => client.invalidateQueries({ queryKey: webKeys.configurations });
  return {
    create: useMutation({
      mutationFn: (body: CallInput<typeof routes.createRunConfiguration>['body']) =>
        api.call(routes.createRunConfiguration, { body }),
      onSuccess,
    }),
    update: useMutation({
      mutationFn: (body: CallInput<typeof routes.updateRunConfiguration>['body']) =>
        api.call(routes.updateRunConfiguration, { body }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (uuid: string) => api.call(routes.deleteRunConfiguration, { query: { uuid } }),
      onSuccess,
    }),
  };
}
