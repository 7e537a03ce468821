import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import {
  burnRateRoutes as burnRates,
  alertChannelRoutes as channels,
  alertPolicyRoutes as policies,
} from '@touchstone/contracts/api-monitoring';
import { readAllPages } from '../../../shared/all-pages.ts';
import { api } from '../../../shared/api.ts';
import { monitoringKeys, pollMs } from './keys.ts';

const keys = {
  channels: [...monitoringKeys.all, 'alert-channels'] as const,
  policies: [...monitoringKeys.all, 'alert-policies'] as const,
  deliveries: [...monitoringKeys.all, 'alert-deliveries'] as const,
  burns: [...monitoringKeys.all, 'burn-rate-alerts'] as const,
};

/** Every alert channel of a project. */
export const channelsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.channels, projectId],
    queryFn: ({ signal }) =>
      readAllPages((page) => api.call(channels.listChannels, { query: { projectId, ...page } }, { signal })),
  });

/** Every alert policy of a project. */
export const policiesQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...keys.policies, projectId],
    queryFn: ({ signal }) =>
      readAllPages((page) => api.call(policies.listPolicies, { query: { projectId, ...page } }, { signal })),
  });

/** A page of the messages of a project, latest first. */
export const deliveriesQuery = (query: CallInput<typeof policies.listDeliveries>['query']) =>
  queryOptions({
    queryKey: [...keys.deliveries, query],
    queryFn: ({ signal }) => api.call(policies.listDeliveries, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** A page of the burn-rate alerts of a project, open ones first. */
export const burnAlertsQuery = (query: CallInput<typeof burnRates.listBurnAlerts>['query']) =>
  queryOptions({
    queryKey: [...keys.burns, query],
    queryFn: ({ signal }) => api.call(burnRates.listBurnAlerts, { query }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: pollMs,
  });

/** useChannelMutations creates, updates, tests and deletes alert channels. */
export function useChannelMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keys.channels });
  return {
    create: useMutation({
      mutationFn: (body: Omit<CallInput<typeof channels.createChannel>['body'], 'projectId'>) =>
        api.call(channels.createChannel, { body: { projectId, ...body } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: string } & CallInput<typeof channels.updateChannel>['body']) =>
        api.call(channels.updateChannel, { params: { id }, body }),
      onSettled,
    }),
    test: useMutation({
      mutationFn: (id: string) => api.call(channels.testChannel, { params: { id } }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(channels.deleteChannel, { params: { id } }),
      onSettled,
    }),
  };
}

/** usePolicyMutations creates, updates and deletes alert policies, and resends messages. */
export function usePolicyMutations(projectId: string) {
  const client = useQueryClient();
  const onSettled = () =>
    Promise.all(
      [keys.policies, keys.channels, keys.deliveries].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  return {
    create: useMutation({
      mutationFn: (body: Omit<CallInput<typeof policies.createPolicy>['body'], 'projectId'>) =>
        api.call(policies.createPolicy, { body: { projectId, ...body } }),
      onSettled,
    }),
    update: useMutation({
      mutationFn: ({ id, ...body }: { id: string } & CallInput<typeof policies.updatePolicy>['body']) =>
        api.call(policies.updatePolicy, { params: { id }, body }),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: (id: string) => api.call(policies.deletePolicy, { params: { id } }),
      onSettled,
    }),
    sendAgain: useMutation({
      mutationFn: (id: string) => api.call(policies.sendAgain, { params: { id } }),
      onSettled,
    }),
  };
}
