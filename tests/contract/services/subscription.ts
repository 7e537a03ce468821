import { serviceCatalog } from '@touchstone/contracts/subscription';
import { administers, administersOwn, all, type ServiceCalls, superAdministers } from '../expectation.ts';

const billing = { companyName: 'C', email: 'c@example.test', addressLine1: 'A', city: 'B', country: 'D' };

/** Plans, licences, limits and invoices. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET subscription/api/active-browser-subscriptions/{teamId}
      GET subscription/api/active-browsers
      GET subscription/api/all-active-shared-devices
      GET subscription/api/browser-license
      GET subscription/api/browser-subscriptions/{teamId}
      GET subscription/api/browser-version-list
      GET subscription/api/browsers-by-os
      GET subscription/api/device-subscriptions
      GET subscription/api/device-subscriptions-by-teamId
      GET subscription/api/expired-license-count
      GET subscription/api/license-by-user
      GET subscription/api/limit
      GET subscription/api/price
      GET subscription/api/shared-concurrency-limit
      GET subscription/get-plan
      PUT subscription/update-popup-status
      GET user-management/api/dedicated-browser
      GET user-management/api/dedicated-device
    `,
    administrators: `
      GET subscription/api/active-license-count
      GET subscription/api/all-expired-license
      GET subscription/api/billing-informations
      GET subscription/api/find-all-limits
      GET subscription/api/invoices
      GET subscription/api/license-by-selected-user
      GET subscription/api/license-by-service
      GET subscription/api/service-count
      GET subscription/api/unassigned-user-by-service
      GET subscription/invoice/{id}
    `,
    administratorsOfAccounts: `
      PUT subscription/api/assign-device-license
      PUT subscription/api/assign-infra-license
      PUT subscription/api/assign-license
      POST subscription/api/billing-informations
      POST subscription/api/billing-informations-onboarding
      POST subscription/api/browser-subscriptions
      DELETE subscription/api/cancel-concurrency
      DELETE subscription/api/cancel-subscriptions/{id}
      PUT subscription/api/renew-licenses
      PUT subscription/api/unassign-device-license
      PUT subscription/api/unassign-infra-license
      PUT subscription/api/unassign-license
    `,
    superRoles: `
      GET user-management/api/license-by-status
    `,
    superAdministratorsWhoChange: `
      POST subscription/api/add-limit
      POST subscription/api/billing-information-superadmin
      PUT subscription/api/confirm-invoice
      PUT subscription/api/extend-license-period
      PUT subscription/api/update-user-limit
    `,
  },
  expectations: {
    'GET subscription/get-plan': all(200),
    'PUT subscription/update-popup-status': all(200),
    'GET subscription/api/price': all(200),
    'GET subscription/api/limit': all(200),
    'GET subscription/api/find-all-limits': administersOwn(),
    'PUT subscription/api/update-user-limit': superAdministers(404),
    'POST subscription/api/add-limit': all(403),
    'PUT subscription/api/extend-license-period': superAdministers('destroys'),
    'GET subscription/api/service-count': administersOwn(),
    'GET subscription/api/active-license-count': administersOwn(),
    'GET subscription/api/license-by-service': administersOwn(),
    'GET subscription/api/unassigned-user-by-service': administersOwn(),
    'GET subscription/api/license-by-selected-user': administers(),
    'GET subscription/api/license-by-user': all(200),
    'GET subscription/api/expired-license-count': all(200),
    'GET subscription/api/all-expired-license': administersOwn(),
    'PUT subscription/api/assign-license': administers(404),
    'PUT subscription/api/unassign-license': administers(404),
    'GET user-management/api/license-by-status': all(403),
    'GET subscription/api/browser-subscriptions/{teamId}': { ...all(200), stranger: 404 },
    'GET subscription/api/active-browser-subscriptions/{teamId}': { ...all(200), stranger: 404 },
    'POST subscription/api/browser-subscriptions': administersOwn(422),
    'GET subscription/api/device-subscriptions-by-teamId': { ...all(200), stranger: 404 },
    'GET subscription/api/device-subscriptions': all(200),
    'GET subscription/api/browser-license': all(200),
    'GET user-management/api/dedicated-browser': all(200),
    'GET user-management/api/dedicated-device': all(200),
    'GET subscription/api/all-active-shared-devices': all(200),
    'GET subscription/api/active-browsers': all(200),
    'GET subscription/api/browser-version-list': all(200),
    'GET subscription/api/browsers-by-os': all(200),
    'GET subscription/api/shared-concurrency-limit': all(200),
    'DELETE subscription/api/cancel-subscriptions/{id}': administers(404),
    'DELETE subscription/api/cancel-concurrency': administersOwn(),
    'PUT subscription/api/assign-infra-license': administers(404),
    'PUT subscription/api/assign-device-license': administers(404),
    'PUT subscription/api/unassign-infra-license': administers(404),
    'PUT subscription/api/unassign-device-license': administers(404),
    'GET subscription/api/billing-informations': administersOwn(),
    'POST subscription/api/billing-informations': administersOwn(),
    'POST subscription/api/billing-informations-onboarding': administersOwn(),
    'POST subscription/api/billing-information-superadmin': superAdministers(404),
    'PUT subscription/api/renew-licenses': administersOwn(),
    'GET subscription/api/invoices': administersOwn(),
    'GET subscription/invoice/{id}': administers(404),
    'PUT subscription/api/confirm-invoice': superAdministers(404),
  },
  examples({ runId = '', teamId = '', memberId = '', memberLogin = '', organizationId = '' }) {
    const nobody = { query: { uuid: runId } };
    const toTeam = { query: { uuid: runId, teamId } };
    const service = { query: { serviceId: serviceCatalog[0]?.uuid ?? '' } };
    return {
      'PUT subscription/api/update-user-limit': {
        body: { limitName: 'VIRTUAL_USERS', organizationId: runId, value: 1 },
      },
      'POST subscription/api/add-limit': { body: { limitName: 'MORE', byPlan: { FREE: 1 } } },
      'PUT subscription/api/extend-license-period': { query: { date: '2030-01-01T00:00:00Z' } },
      'GET subscription/api/license-by-service': service,
      'GET subscription/api/unassigned-user-by-service': service,
      'GET subscription/api/license-by-selected-user': { query: { login: memberLogin } },
      'PUT subscription/api/assign-license': { query: { licenseUuid: runId, userId: memberId } },
      'PUT subscription/api/unassign-license': nobody,
      'GET subscription/api/browser-subscriptions/{teamId}': { params: { teamId } },
      'GET subscription/api/active-browser-subscriptions/{teamId}': { params: { teamId } },
      'POST subscription/api/browser-subscriptions': { body: { browserName: 'B', operatingSystem: 'O' } },
      'GET subscription/api/device-subscriptions-by-teamId': { query: { teamId } },
      'GET subscription/api/browsers-by-os': { query: { operatingSystem: 'Linux' } },
      'DELETE subscription/api/cancel-subscriptions/{id}': { params: { id: runId } },
      'DELETE subscription/api/cancel-concurrency': { query: { type: 'DEVICE' } },
      'PUT subscription/api/assign-infra-license': toTeam,
      'PUT subscription/api/assign-device-license': toTeam,
      'PUT subscription/api/unassign-infra-license': nobody,
      'PUT subscription/api/unassign-device-license': nobody,
      'POST subscription/api/billing-informations': { body: billing },
      'POST subscription/api/billing-informations-onboarding': { body: billing },
      'POST subscription/api/billing-information-superadmin': { query: { billingInformationId: runId } },
      'PUT subscription/api/renew-licenses': { body: { planType: 'PRO', months: 1, seats: 100 } },
      'GET subscription/invoice/{id}': { params: { id: runId } },
      'PUT subscription/api/confirm-invoice': { query: { invoiceId: runId } },
    };
  },
};
