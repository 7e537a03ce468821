import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes as calls, type Organization } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';
import { enterOrganization } from '../../../shared/organization/enter-organization.ts';
import { organizationKeys } from './organizations.queries.ts';

/** How long switching the organization waits for its reloads, in milliseconds. */
const switchWaitMs = 300;

/** useOrganizationMutations adds and chooses organizations, and changes their plans and whether they are admitted. */
export function useOrganizationMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: organizationKeys.all });
  return {
    choose: useMutation({
      mutationFn: async ({ organizationId, organizationName }: Organization) => {
        await enterOrganization({ organizationId, organizationName });
        // No data of the previous organization may be shown for this one.
        client.removeQueries({ type: 'inactive' });
        void client.invalidateQueries();
        await new Promise((resolve) => setTimeout(resolve, switchWaitMs));
      },
    }),
    add: useMutation({
      mutationFn: (body: CallInput<typeof calls.addOrganization>['body']) => api.call(calls.addOrganization, { body }),
      onSettled,
    }),
    setActive: useMutation({
      mutationFn: ({ orgId, active }: { orgId: string; active: boolean }) =>
        api.call(calls.deactivateAccount, { query: { orgId, active: active ? 'true' : 'false' } }),
      onSettled,
    }),
    upgrade: useMutation({
      mutationFn: (query: CallInput<typeof calls.upgradeAccount>['query']) => api.call(calls.upgradeAccount, { query }),
      onSettled,
    }),
    extend: useMutation({
      /** The call applies to the organization in its header, whether chosen or not. */
      mutationFn: async ({ organizationId, date }: { organizationId: string; date: string }) => {
        const headers = { 'Organization-Id': organizationId, 'Team-Id': '' };
        await api.raw(subscriptionRoutes.extendLicensePeriod, { query: { date } }, { headers });
      },
      onSettled,
    }),
  };
}

/** useLimitMutations adds limits, and sets them for a plan or for one organization. */
export function useLimitMutations() {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: organizationKeys.limits });
  return {
    add: useMutation({
      mutationFn: (body: CallInput<typeof subscriptionRoutes.addLimit>['body']) =>
        api.call(subscriptionRoutes.addLimit, { body }),
      onSettled,
    }),
    override: useMutation({
      mutationFn: (body: CallInput<typeof subscriptionRoutes.updateUserLimit>['body']) =>
        api.call(subscriptionRoutes.updateUserLimit, { body }),
      onSettled,
    }),
  };
}
