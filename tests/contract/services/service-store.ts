import { serviceCatalog } from '@touchstone/contracts/subscription';
import { administers, administersOwn, all, type ServiceCalls } from '../expectation.ts';

/** Services of the store and of teams. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET user-management/api/external-applications
      GET user-management/api/outside-links
      POST user-management/api/select-service
      GET user-management/api/service-stores
      GET user-management/api/service-stores/{id}
      GET user-management/api/teams-and-service-by-user
    `,
    administratorsWhoChange: `
      POST user-management/api/add-service
    `,
    administratorsOfAccounts: `
      POST user-management/api/add-service-store-to-team
    `,
  },
  expectations: {
    'GET user-management/api/service-stores': all(200),
    'GET user-management/api/external-applications': all(200),
    'GET user-management/api/outside-links': all(200),
    'GET user-management/api/service-stores/{id}': all(200),
    'POST user-management/api/add-service-store-to-team': administers(),
    'POST user-management/api/add-service': administersOwn(),
    'POST user-management/api/select-service': all(404),
    'GET user-management/api/teams-and-service-by-user': { ...all(404), owner: 200 },
  },
  examples({ teamId = '' }) {
    const service = { query: { serviceId: serviceCatalog[0]?.uuid ?? '' } };
    return {
      'GET user-management/api/service-stores/{id}': { params: { id: service.query.serviceId } },
      'POST user-management/api/add-service-store-to-team': {
        body: { teamId, serviceIds: [service.query.serviceId] },
      },
      'POST user-management/api/add-service': { body: service.query },
      'POST user-management/api/select-service': { body: { ...service.query, teamId } },
    };
  },
};
