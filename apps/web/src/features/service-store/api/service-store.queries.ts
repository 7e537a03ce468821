import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { subscriptionRoutes as calls } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { servicesQuery } from '../../../shared/access/access.queries.ts';
import { api } from '../../../shared/api.ts';

const keys = ['service-store'] as const;

/** External applications; they only change with the configuration. */
export const externalApplicationsQuery = queryOptions({
  queryKey: [...keys, 'external'],
  queryFn: ({ signal }) => api.call(calls.listExternalApplications, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Insights dashboard and desktop applications; they only change with the configuration. */
export const outsideLinksQuery = queryOptions({
  queryKey: [...keys, 'outside'],
  queryFn: ({ signal }) => api.call(calls.getOutsideLinks, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** Teams whose services may be selected. */
export const teamsQuery = queryOptions({
  queryKey: [...keys, 'teams'],
  queryFn: ({ signal }) => api.call(userManagementRoutes.listTeamsOfOrganization, {}, { signal }),
});

/** Services that a team uses. */
export const teamServicesQuery = (teamId: string) =>
  queryOptions({
    queryKey: [...keys, 'team', teamId],
    queryFn: async ({ signal }) => {
      const [team] = await api.call(calls.listTeamsWithServices, { query: { teamId } }, { signal });
      return team?.services.map(({ uuid }) => uuid) ?? [];
    },
  });

/** useServiceStoreMutations adds services to the organization and sets which ones a team uses. */
export function useServiceStoreMutations() {
  const client = useQueryClient();
  const onSuccess = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: servicesQuery.queryKey }),
      client.invalidateQueries({ queryKey: keys }),
    ]);
  return {
    add: useMutation({
      mutationFn: (serviceId: string) => api.call(calls.addService, { body: { serviceId } }),
      onSuccess,
    }),
    setOfTeam: useMutation({
      mutationFn: (body: { teamId: string; serviceIds: string[] }) => api.call(calls.addServicesToTeam, { body }),
      onSuccess,
    }),
  };
}

/** selectService stores the user's current service for the next sign-in. */
export const selectService = (serviceId: string, teamId: string) =>
  api.call(calls.selectService, { body: { serviceId, teamId } });
