import { all, destroys, type Example, fresh, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Service virtualization. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET service-virtualization/api/projects/all/{id}
      GET service-virtualization/api/projects/{id}
      GET service-virtualization/api/mocks/{id}
      GET service-virtualization/api/mock-authority
      POST service-virtualization/api/mocks/{id}/try
      GET service-virtualization/api/suites/all/{id}
      GET service-virtualization/api/assets/all/{id}
      GET service-virtualization/api/tags/{id}
      GET service-virtualization/api/assets/{id}
      POST service-virtualization/api/assets/check
      GET service-virtualization/api/assets/{id}/versions
      GET service-virtualization/api/assets/{id}/versions/{revision}
      GET service-virtualization/api/journal/all/{id}
      GET service-virtualization/api/journal/{id}
      GET service-virtualization/api/journal/unmatched/{id}
    `,
    membersWhoChange: `
      POST service-virtualization/api/projects
      PUT service-virtualization/api/projects
      PUT service-virtualization/api/projects/{id}
      PUT service-virtualization/api/mocks/{id}
      PUT service-virtualization/api/mocks/{id}/toggle
      PUT service-virtualization/api/mocks/{id}/port
      POST service-virtualization/api/mocks/{id}/key
      POST service-virtualization/api/mocks/{id}/reset
      POST service-virtualization/api/suites
      PUT service-virtualization/api/suites
      PUT service-virtualization/api/suites/{id}/toggle
      PUT service-virtualization/api/suites/{id}/move
      POST service-virtualization/api/suites/{id}/clone
      DELETE service-virtualization/api/suites/{id}
      POST service-virtualization/api/assets
      PUT service-virtualization/api/assets
      PUT service-virtualization/api/assets/{id}/toggle
      PUT service-virtualization/api/assets/toggle
      PUT service-virtualization/api/assets/move
      POST service-virtualization/api/assets/clone
      PUT service-virtualization/api/assets/delete
      POST service-virtualization/api/assets/{id}/versions/{revision}/restore
      DELETE service-virtualization/api/journal/all/{id}
    `,
  },
  expectations: {
    'GET service-virtualization/api/projects/all/{id}': all(200),
    'GET service-virtualization/api/projects/{id}': reads,
    'POST service-virtualization/api/projects': { ...writes(201), stranger: 201, outsider: 409 },
    'PUT service-virtualization/api/projects': { ...writes(), colleague: 403 },
    'PUT service-virtualization/api/projects/{id}': { ...destroys, colleague: 403 },
    'GET service-virtualization/api/mocks/{id}': reads,
    'GET service-virtualization/api/mock-authority': all(200),
    'PUT service-virtualization/api/mocks/{id}': writes(),
    'PUT service-virtualization/api/mocks/{id}/toggle': writes(),
    // The sample's installation has no ports to assign.
    'PUT service-virtualization/api/mocks/{id}/port': writes(409),
    'POST service-virtualization/api/mocks/{id}/key': writes(201),
    'POST service-virtualization/api/mocks/{id}/reset': writes(),
    'POST service-virtualization/api/mocks/{id}/try': reads,
    'GET service-virtualization/api/suites/all/{id}': reads,
    'POST service-virtualization/api/suites': writes(201),
    'PUT service-virtualization/api/suites': writes(),
    'PUT service-virtualization/api/suites/{id}/toggle': writes(),
    'PUT service-virtualization/api/suites/{id}/move': writes(),
    'POST service-virtualization/api/suites/{id}/clone': writes(201),
    'DELETE service-virtualization/api/suites/{id}': destroys,
    'GET service-virtualization/api/assets/all/{id}': reads,
    'GET service-virtualization/api/tags/{id}': reads,
    'GET service-virtualization/api/assets/{id}': reads,
    'POST service-virtualization/api/assets': writes(201),
    // The revision is that of the first save; others have saved since.
    'PUT service-virtualization/api/assets': writes(409),
    'PUT service-virtualization/api/assets/{id}/toggle': writes(),
    'PUT service-virtualization/api/assets/toggle': writes(),
    'PUT service-virtualization/api/assets/move': writes(),
    'POST service-virtualization/api/assets/clone': writes(201),
    'PUT service-virtualization/api/assets/delete': destroys,
    'POST service-virtualization/api/assets/check': reads,
    'GET service-virtualization/api/assets/{id}/versions': reads,
    'GET service-virtualization/api/assets/{id}/versions/{revision}': reads,
    'POST service-virtualization/api/assets/{id}/versions/{revision}/restore': writes(),
    'GET service-virtualization/api/journal/all/{id}': reads,
    'GET service-virtualization/api/journal/{id}': reads,
    'DELETE service-virtualization/api/journal/all/{id}': destroys,
    'GET service-virtualization/api/journal/unmatched/{id}': reads,
  },
  examples: (ids) => ({ ...examplesOfMocks(ids), ...examplesOfAssets(ids), ...examplesOfCalls(ids) }),
};

/** Projects, mocks and suites. */
const examplesOfMocks = ({
  teamId = '',
  mockProjectId: projectId = '',
  mockSuiteId: suiteId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET service-virtualization/api/projects/all/{id}': { params: { id: teamId } },
  'GET service-virtualization/api/projects/{id}': { params: { id: projectId } },
  'POST service-virtualization/api/projects': { body: { projectName: fresh('Mock') } },
  'PUT service-virtualization/api/projects': { body: { projectId, projectDescription: 'Mocked' } },
  'PUT service-virtualization/api/projects/{id}': { params: { id: projectId }, body: { projectName: 'Sample' } },
  'GET service-virtualization/api/mocks/{id}': { params: { id: projectId } },
  'PUT service-virtualization/api/mocks/{id}': { params: { id: projectId }, body: { settings: { cors: true } } },
  'PUT service-virtualization/api/mocks/{id}/toggle': { params: { id: projectId }, body: { isEnabled: true } },
  'PUT service-virtualization/api/mocks/{id}/port': { params: { id: projectId }, body: { isOn: true } },
  'POST service-virtualization/api/mocks/{id}/key': { params: { id: projectId }, body: {} },
  'POST service-virtualization/api/mocks/{id}/reset': { params: { id: projectId }, body: { state: true } },
  'POST service-virtualization/api/mocks/{id}/try': { params: { id: projectId }, body: { path: '/hello' } },
  'GET service-virtualization/api/suites/all/{id}': { params: { id: projectId } },
  'POST service-virtualization/api/suites': { body: { projectId, name: fresh('Suite') } },
  'PUT service-virtualization/api/suites': { body: { suiteId, description: 'Described' } },
  'PUT service-virtualization/api/suites/{id}/toggle': { params: { id: suiteId }, body: { isEnabled: true } },
  'PUT service-virtualization/api/suites/{id}/move': { params: { id: suiteId }, body: { parentId: null } },
  'POST service-virtualization/api/suites/{id}/clone': { params: { id: suiteId }, body: { name: fresh('Copy') } },
  'DELETE service-virtualization/api/suites/{id}': { params: { id: suiteId } },
});

const stub = { request: { url: '/hello' }, response: { body: 'hi' } };

/** Assets and their versions. */
const examplesOfAssets = ({
  mockProjectId: projectId = '',
  mockSuiteId: suiteId = '',
  assetId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET service-virtualization/api/assets/all/{id}': { params: { id: projectId }, query: {} },
  'GET service-virtualization/api/tags/{id}': { params: { id: projectId } },
  'GET service-virtualization/api/assets/{id}': { params: { id: assetId } },
  'POST service-virtualization/api/assets': {
    body: { projectId, suiteId, name: fresh('Asset'), kind: 'static', isEnabled: false, stub },
  },
  'PUT service-virtualization/api/assets': { body: { assetId, revision: 1000, name: 'Saved' } },
  'PUT service-virtualization/api/assets/{id}/toggle': { params: { id: assetId }, body: { isEnabled: true } },
  'PUT service-virtualization/api/assets/toggle': { body: { projectId, assetIds: [assetId], isEnabled: true } },
  'PUT service-virtualization/api/assets/move': { body: { projectId, assetIds: [assetId], suiteId } },
  'POST service-virtualization/api/assets/clone': { body: { projectId, assetIds: [assetId] } },
  'PUT service-virtualization/api/assets/delete': { body: { projectId, assetIds: [assetId] } },
  'POST service-virtualization/api/assets/check': { body: { projectId, assetId, kind: 'static', stub } },
  'GET service-virtualization/api/assets/{id}/versions': { params: { id: assetId }, query: {} },
  'GET service-virtualization/api/assets/{id}/versions/{revision}': { params: { id: assetId, revision: '1' } },
  'POST service-virtualization/api/assets/{id}/versions/{revision}/restore': {
    params: { id: assetId, revision: '1' },
    body: {},
  },
});

/** Received calls. */
const examplesOfCalls = ({
  mockProjectId: projectId = '',
  entryId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET service-virtualization/api/journal/all/{id}': { params: { id: projectId }, query: {} },
  'GET service-virtualization/api/journal/{id}': { params: { id: entryId } },
  'DELETE service-virtualization/api/journal/all/{id}': { params: { id: projectId } },
  'GET service-virtualization/api/journal/unmatched/{id}': { params: { id: projectId }, query: {} },
});
