import { type Example, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** State and recorded calls of a service virtualization mock. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      POST service-virtualization/api/journal/verify/{id}
      POST service-virtualization/api/journal/{id}/propose
      GET service-virtualization/api/state/{id}
      GET service-virtualization/api/state/{id}/records
      GET service-virtualization/api/mocks/{id}/faults
      GET service-virtualization/api/mocks/{id}/environments
    `,
    membersWhoChange: `
      PUT service-virtualization/api/state/{id}/scenarios
      PUT service-virtualization/api/state/{id}/values
      PUT service-virtualization/api/state/{id}/records
      DELETE service-virtualization/api/state/{id}/records
      DELETE service-virtualization/api/mocks/{id}/faults
      POST service-virtualization/api/mocks/{id}/environments
      DELETE service-virtualization/api/environment-links/{id}
    `,
  },
  expectations: {
    'POST service-virtualization/api/journal/verify/{id}': reads,
    'POST service-virtualization/api/journal/{id}/propose': reads,
    'GET service-virtualization/api/state/{id}': reads,
    'GET service-virtualization/api/mocks/{id}/faults': reads,
    'DELETE service-virtualization/api/mocks/{id}/faults': writes(),
    'GET service-virtualization/api/mocks/{id}/environments': reads,
    'POST service-virtualization/api/mocks/{id}/environments': writes(201),
    // The sample has no link.
    'DELETE service-virtualization/api/environment-links/{id}': writes(404),
    // The sample has neither a scenario nor records.
    'GET service-virtualization/api/state/{id}/records': { ...reads, guest: 404, colleague: 404, owner: 404 },
    'PUT service-virtualization/api/state/{id}/scenarios': writes(404),
    'PUT service-virtualization/api/state/{id}/values': writes(),
    'PUT service-virtualization/api/state/{id}/records': writes(404),
    'DELETE service-virtualization/api/state/{id}/records': writes(404),
  },
  examples: ({
    mockProjectId: id = '',
    entryId = '',
    assetId = '',
    environmentId = '',
  }: Record<string, string>): Record<string, Example> => ({
    'POST service-virtualization/api/journal/verify/{id}': { params: { id }, body: { pattern: { url: '/hello' } } },
    'POST service-virtualization/api/journal/{id}/propose': { params: { id: entryId }, body: { assetId } },
    'GET service-virtualization/api/state/{id}': { params: { id } },
    'GET service-virtualization/api/mocks/{id}/faults': { params: { id } },
    'DELETE service-virtualization/api/mocks/{id}/faults': { params: { id } },
    'GET service-virtualization/api/mocks/{id}/environments': { params: { id } },
    'POST service-virtualization/api/mocks/{id}/environments': { params: { id }, body: { environmentId } },
    'DELETE service-virtualization/api/environment-links/{id}': { params: { id: entryId } },
    'GET service-virtualization/api/state/{id}/records': { params: { id }, query: { resource: 'none' } },
    'PUT service-virtualization/api/state/{id}/scenarios': { params: { id }, body: { name: 'none', state: null } },
    'PUT service-virtualization/api/state/{id}/values': { params: { id }, body: { key: 'k', value: 'v' } },
    'PUT service-virtualization/api/state/{id}/records': { params: { id }, body: { resource: 'none', record: {} } },
    'DELETE service-virtualization/api/state/{id}/records': {
      params: { id },
      query: { resource: 'none', recordId: '1' },
    },
  }),
};
