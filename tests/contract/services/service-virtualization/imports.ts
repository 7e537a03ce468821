import { type Example, fresh, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Imports, exports, variables and files of service virtualization. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET service-virtualization/api/import-sources/{id}
      GET service-virtualization/api/export/{id}
      GET service-virtualization/api/variables
      GET service-virtualization/api/files/all/{id}
      GET service-virtualization/api/files/{id}/content
    `,
    membersWhoChange: `
      POST service-virtualization/api/imports/preview
      POST service-virtualization/api/imports/preview-file
      POST service-virtualization/api/imports
      POST service-virtualization/api/variables
      PUT service-virtualization/api/variables
      DELETE service-virtualization/api/deleteVariable
      POST service-virtualization/api/files/presign
      DELETE service-virtualization/api/files/{id}
    `,
  },
  expectations: {
    'GET service-virtualization/api/import-sources/{id}': reads,
    'GET service-virtualization/api/export/{id}': reads,
    'POST service-virtualization/api/imports/preview': writes(),
    // No file is sent, and no such import is pending.
    'POST service-virtualization/api/imports/preview-file': writes(400),
    'POST service-virtualization/api/imports': writes(404),
    'GET service-virtualization/api/variables': reads,
    'POST service-virtualization/api/variables': writes(201),
    'PUT service-virtualization/api/variables': writes(),
    'DELETE service-virtualization/api/deleteVariable': writes(404),
    'POST service-virtualization/api/files/presign': writes(201),
    'GET service-virtualization/api/files/all/{id}': reads,
    'GET service-virtualization/api/files/{id}/content': reads,
    'DELETE service-virtualization/api/files/{id}': { ...writes(), colleague: 'destroys', owner: 'destroys' },
  },
  examples: ({
    mockProjectId: projectId = '',
    mockVariableId = '',
    mockFileId = '',
    variableId = '',
    notificationId = '',
  }: Record<string, string>): Record<string, Example> => ({
    'GET service-virtualization/api/import-sources/{id}': { params: { id: projectId } },
    'GET service-virtualization/api/export/{id}': { params: { id: projectId }, query: { format: 'wiremock' } },
    'POST service-virtualization/api/imports/preview': { body: { projectId, text: "curl 'https://a.test/x'" } },
    'POST service-virtualization/api/imports/preview-file': { query: { projectId } },
    'POST service-virtualization/api/imports': { body: { projectId, importId: notificationId } },
    'GET service-virtualization/api/variables': { query: { projectId } },
    'POST service-virtualization/api/variables': {
      body: { projectId, variables: [{ name: fresh('v').replace('-', '_'), value: 'x' }] },
    },
    'PUT service-virtualization/api/variables': { body: { variableId: mockVariableId, value: 'y' } },
    'DELETE service-virtualization/api/deleteVariable': { query: { projectId, variableIds: variableId } },
    'POST service-virtualization/api/files/presign': { body: { projectId, fileName: 'b.txt', sizeBytes: 1 } },
    'GET service-virtualization/api/files/all/{id}': { params: { id: projectId }, query: {} },
    'GET service-virtualization/api/files/{id}/content': { params: { id: mockFileId } },
    'DELETE service-virtualization/api/files/{id}': { params: { id: mockFileId } },
  }),
};
