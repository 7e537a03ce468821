import { serviceCatalog } from '@touchstone/contracts/subscription';
import type { Example, Expectation, Outcome } from './expectation.ts';

const path = (line: string) => line.replace(' ', ' /services/subscription');
const all = (status: number): Expectation => ({
  stranger: status,
  outsider: status,
  guest: status,
  colleague: status,
  owner: status,
});
/** What only administrators may, each in the own organization. */
const administers = (status = 200): Expectation => ({ ...all(403), stranger: status, owner: status });
/** What only administrators may, on the owner's sample. */
const onSample = (status = 200): Expectation => ({ ...all(403), stranger: 404, owner: status });

/** What only super administrators may: they move what the other calls stand on, or name what is not there. */
const superAdministers = (outcome: Outcome): Expectation => ({ ...all(403), byRole: { ROLE_SUPERADMIN: outcome } });

/** Lines of plans, licences, limits and invoices. */
export const subscriptionExpectations: Record<string, Expectation> = {
  [path('GET /get-plan')]: all(200),
  [path('PUT /update-popup-status')]: all(200),
  [path('GET /api/price')]: all(200),
  [path('GET /api/limit')]: all(200),
  [path('GET /api/find-all-limits')]: administers(),
  [path('PUT /api/update-user-limit')]: superAdministers(404),
  [path('POST /api/add-limit')]: all(403),
  [path('PUT /api/extend-license-period')]: superAdministers('destroys'),

  [path('GET /api/service-count')]: administers(),
  [path('GET /api/active-license-count')]: administers(),
  [path('GET /api/license-by-service')]: administers(),
  [path('GET /api/unassigned-user-by-service')]: administers(),
  [path('GET /api/license-by-selected-user')]: onSample(),
  [path('GET /api/license-by-user')]: all(200),
  [path('GET /api/expired-license-count')]: all(200),
  [path('GET /api/all-expired-license')]: administers(),
  [path('PUT /api/assign-license')]: onSample(404),
  [path('PUT /api/unassign-license')]: onSample(404),
  'GET /services/user-management/api/license-by-status': all(403),

  [path('GET /api/browser-subscriptions/{teamId}')]: { ...all(200), stranger: 404 },
  [path('GET /api/active-browser-subscriptions/{teamId}')]: { ...all(200), stranger: 404 },
  [path('POST /api/browser-subscriptions')]: administers(422),
  [path('GET /api/device-subscriptions-by-teamId')]: { ...all(200), stranger: 404 },
  [path('GET /api/device-subscriptions')]: all(200),
  [path('GET /api/browser-license')]: all(200),
  'GET /services/user-management/api/dedicated-browser': all(200),
  'GET /services/user-management/api/dedicated-device': all(200),
  [path('GET /api/all-active-shared-devices')]: all(200),
  [path('GET /api/active-browsers')]: all(200),
  [path('GET /api/browser-version-list')]: all(200),
  [path('GET /api/browsers-by-os')]: all(200),
  [path('GET /api/shared-concurrency-limit')]: all(200),
  [path('DELETE /api/cancel-subscriptions/{id}')]: onSample(404),
  [path('DELETE /api/cancel-concurrency')]: administers(),
  [path('PUT /api/assign-infra-license')]: onSample(404),
  [path('PUT /api/assign-device-license')]: onSample(404),
  [path('PUT /api/unassign-infra-license')]: onSample(404),
  [path('PUT /api/unassign-device-license')]: onSample(404),

  'GET /services/user-management/api/service-stores': all(200),
  'GET /services/user-management/api/external-applications': all(200),
  'GET /services/user-management/api/outside-links': all(200),
  'GET /services/user-management/api/service-stores/{id}': all(200),
  'POST /services/user-management/api/add-service-store-to-team': onSample(),
  'POST /services/user-management/api/add-service': administers(),
  'POST /services/user-management/api/select-service': all(404),
  'GET /services/user-management/api/teams-and-service-by-user': { ...all(404), owner: 200 },

  'POST /services/feature-flags/ofrep/v1/evaluate/flags': all(200),
  'POST /services/feature-flags/ofrep/v1/evaluate/flags/{key}': all(200),
  'GET /services/feature-flags/api/feature-flags': all(403),
  'PUT /services/feature-flags/api/feature-flags': superAdministers(404),
  'POST /services/feature-flags/api/feature-flags/preview': all(403),

  [path('GET /api/billing-informations')]: administers(),
  [path('POST /api/billing-informations')]: administers(),
  [path('POST /api/billing-informations-onboarding')]: administers(),
  [path('POST /api/billing-information-superadmin')]: superAdministers(404),
  [path('PUT /api/renew-licenses')]: administers(),
  [path('GET /api/invoices')]: administers(),
  [path('GET /invoice/{id}')]: onSample(404),
  [path('PUT /api/confirm-invoice')]: superAdministers(404),
};

const billing = { companyName: 'C', email: 'c@example.test', addressLine1: 'A', city: 'B', country: 'D' };

/** Calls that name the owner's sample; licences and invoices of nobody. */
export function subscriptionExamples(ids: Record<string, string>): Record<string, Example> {
  const { teamId = '', memberId = '', memberLogin = '', runId = '' } = ids;
  const nobody = { query: { uuid: runId } };
  const toTeam = { query: { uuid: runId, teamId } };
  const service = { query: { serviceId: serviceCatalog[0]?.uuid ?? '' } };
  return {
    [path('PUT /api/update-user-limit')]: { body: { limitName: 'VIRTUAL_USERS', organizationId: runId, value: 1 } },
    [path('POST /api/add-limit')]: { body: { limitName: 'MORE', byPlan: { FREE: 1 } } },
    [path('PUT /api/extend-license-period')]: { query: { date: '2030-01-01T00:00:00Z' } },
    [path('GET /api/license-by-service')]: service,
    [path('GET /api/unassigned-user-by-service')]: service,
    [path('GET /api/license-by-selected-user')]: { query: { login: memberLogin } },
    [path('PUT /api/assign-license')]: { query: { licenseUuid: runId, userId: memberId } },
    [path('PUT /api/unassign-license')]: nobody,
    [path('GET /api/browser-subscriptions/{teamId}')]: { params: { teamId } },
    [path('GET /api/active-browser-subscriptions/{teamId}')]: { params: { teamId } },
    [path('POST /api/browser-subscriptions')]: { body: { browserName: 'B', operatingSystem: 'O' } },
    [path('GET /api/device-subscriptions-by-teamId')]: { query: { teamId } },
    [path('GET /api/browsers-by-os')]: { query: { operatingSystem: 'Linux' } },
    [path('DELETE /api/cancel-subscriptions/{id}')]: { params: { id: runId } },
    [path('DELETE /api/cancel-concurrency')]: { query: { type: 'DEVICE' } },
    [path('PUT /api/assign-infra-license')]: toTeam,
    [path('PUT /api/assign-device-license')]: toTeam,
    [path('PUT /api/unassign-infra-license')]: nobody,
    [path('PUT /api/unassign-device-license')]: nobody,
    'GET /services/user-management/api/service-stores/{id}': { params: { id: service.query.serviceId } },
    'POST /services/user-management/api/add-service-store-to-team': {
      body: { teamId, serviceIds: [service.query.serviceId] },
    },
    'POST /services/user-management/api/add-service': { body: service.query },
    'POST /services/user-management/api/select-service': { body: { ...service.query, teamId } },
    'POST /services/feature-flags/ofrep/v1/evaluate/flags': { body: {} },
    'POST /services/feature-flags/ofrep/v1/evaluate/flags/{key}': { params: { key: 'signUpRoute' }, body: {} },
    'PUT /services/feature-flags/api/feature-flags': { body: { key: 'no-such-flag', revision: null, value: 'join' } },
    'POST /services/feature-flags/api/feature-flags/preview': {
      body: { key: 'signUpRoute', value: 'join', rules: [], context: {} },
    },
    [path('POST /api/billing-informations')]: { body: billing },
    [path('POST /api/billing-informations-onboarding')]: { body: billing },
    [path('POST /api/billing-information-superadmin')]: { query: { billingInformationId: runId } },
    [path('PUT /api/renew-licenses')]: { body: { planType: 'PRO', months: 1, seats: 100 } },
    [path('GET /invoice/{id}')]: { params: { id: runId } },
    [path('PUT /api/confirm-invoice')]: { query: { invoiceId: runId } },
  };
}
