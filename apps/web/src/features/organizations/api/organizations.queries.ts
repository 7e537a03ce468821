import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '@touchstone/contracts';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { api } from '../../../shared/api.ts';

export const organizationKeys = { all: ['organizations'] as const, limits: ['organizations', 'limits'] as const };

export const organizationsQuery = (query: CallInput<typeof calls.pageOrganizations>['query']) =>
  queryOptions({
    queryKey: [...organizationKeys.all, 'page', query],
    queryFn: ({ signal }) => api.call(calls.pageOrganizations, { query }, { signal }),
    placeholderData: keepPreviousData,
  });

export const organizationCountQuery = queryOptions({
  queryKey: [...organizationKeys.all, 'count'],
  queryFn: ({ signal }) => api.call(calls.countOrganizations, {}, { signal }),
});

/** Licences by state: of one organization, or of the whole installation. */
export const licencesByStatusQuery = (organizationId?: string) =>
  queryOptions({
    queryKey: [...organizationKeys.all, 'licences', organizationId],
    queryFn: async ({ signal }) => {
      const rows = await api.call(subscriptionRoutes.countLicencesByStatus, { query: { organizationId } }, { signal });
      const count = (status: string) => rows.find(({ licenseStatus }) => licenseStatus === status)?.count ?? 0;
      return { active: count('ACTIVE'), expired: count('EXPIRED') };
    },
  });

/** Effective limits of the chosen organization. */
export const limitsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKeys.limits, organizationId],
    queryFn: ({ signal }) => api.call(subscriptionRoutes.findLimits, { query: {} }, { signal }),
    placeholderData: keepPreviousData,
  });
