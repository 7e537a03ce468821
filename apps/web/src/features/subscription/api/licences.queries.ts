import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { subscriptionRoutes as calls, type InfrastructureLicence } from '@touchstone/contracts/subscription';
import { userManagementRoutes } from '@touchstone/contracts/user-management';
import { licenceKeys } from '../../../shared/access/access.queries.ts';
import { api } from '../../../shared/api.ts';
import type { ChoiceSource } from '../../../shared/choices.ts';

export const subscriptionKeys = licenceKeys;
const key = subscriptionKeys.all;

/** Licence counts by service. */
export const countsQuery = queryOptions({
  queryKey: [...key, 'counts'],
  queryFn: ({ signal }) => api.call(calls.countByService, {}, { signal }),
});

export const licencesQuery = (query: CallInput<typeof calls.pageLicencesOfService>['query']) =>
  queryOptions({
    queryKey: [...key, 'licences', query],
    queryFn: ({ signal }) => api.call(calls.pageLicencesOfService, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const ownLicencesQuery = queryOptions({
  queryKey: [...key, 'own-licences'],
  queryFn: ({ signal }) => api.call(calls.listOwnLicences, {}, { signal }),
});

export const browserLicencesQuery = queryOptions({
  queryKey: [...key, 'browser-licences'],
  queryFn: ({ signal }) => api.call(calls.listBrowserLicences, {}, { signal }),
});

export const deviceLicencesQuery = queryOptions({
  queryKey: [...key, 'device-licences'],
  queryFn: ({ signal }) => api.call(calls.listDeviceSubscriptions, {}, { signal }),
});

export const concurrencyQuery = queryOptions({
  queryKey: [...key, 'concurrency'],
  queryFn: ({ signal }) => api.call(calls.getSharedConcurrencyLimit, {}, { signal }),
});

/** Users without a licence of a service, as choices. */
export const unlicensedChoices = (serviceId: string): ChoiceSource => ({
  queryKey: [...key, 'unlicensed', serviceId],
  load: async (asked, signal) => {
    const query = { serviceId, ...asked };
    const { content, totalElements } = await api.call(calls.pageUsersWithoutLicence, { query }, { signal });
    const choices = content.map(({ userId, name, login }) => ({ value: userId, label: `${name} (${login})` }));
    return { total: totalElements, choices };
  },
});

export const teamChoices: ChoiceSource = {
  queryKey: [...key, 'teams'],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(userManagementRoutes.pageTeamNames, { query }, { signal });
    return {
      total: totalElements,
      choices: content.map(({ teamId, teamName }) => ({ value: teamId, label: teamName })),
    };
  },
};

async function assignFree({ serviceId, userId }: { serviceId: string; userId: string }) {
  const query = { serviceId, assigned: 'false' as const, size: 1 };
  const [free] = (await api.call(calls.pageLicencesOfService, { query })).content;
  if (!free) throw new Error('No licence is free. Unassign one first, or renew with more.');
  return api.call(calls.assignLicence, { query: { licenseUuid: free.uuid, userId } });
}

/** useLicenceMutations assigns licences and withdraws them. */
export function useLicenceMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: key });
  const byKind = {
    BROWSER: { assign: calls.assignInfrastructureLicence, unassign: calls.unassignInfrastructureLicence },
    DEVICE: { assign: calls.assignDeviceLicence, unassign: calls.unassignDeviceLicence },
  };
  return {
    assign: useMutation({ mutationFn: assignFree, onSettled }),
    unassign: useMutation({
      mutationFn: (uuid: string) => api.call(calls.unassignLicence, { query: { uuid } }),
      onSettled,
    }),
    assignTeam: useMutation({
      mutationFn: ({ kind, uuid, teamId }: { kind: InfrastructureLicence['kind']; uuid: string; teamId: string }) =>
        api.call(byKind[kind].assign, { query: { uuid, teamId } }),
      onSettled,
    }),
    unassignTeam: useMutation({
      mutationFn: ({ kind, uuid }: Pick<InfrastructureLicence, 'kind' | 'uuid'>) =>
        api.call(byKind[kind].unassign, { query: { uuid } }),
      onSettled,
    }),
    cancel: useMutation({
      mutationFn: (id: string) => api.call(calls.cancelSubscription, { params: { id } }),
      onSettled,
    }),
    cancelConcurrency: useMutation({
      mutationFn: (type: InfrastructureLicence['kind']) => api.call(calls.cancelConcurrency, { query: { type } }),
      onSettled,
    }),
  };
}
