import { type Example, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Recordings of a service and comparisons with it. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET service-virtualization/api/recordings/all/{id}
      GET service-virtualization/api/recordings/{id}
      GET service-virtualization/api/recordings/{id}/calls
      POST service-virtualization/api/recordings/{id}/preview
      GET service-virtualization/api/drift-checks/all/{id}
      GET service-virtualization/api/drift-checks/{id}
      GET service-virtualization/api/drift-checks/{id}/findings
    `,
    membersWhoChange: `
      POST service-virtualization/api/recordings
      PUT service-virtualization/api/recordings/{id}/status
      POST service-virtualization/api/recordings/{id}/save
      DELETE service-virtualization/api/recordings/{id}
      POST service-virtualization/api/drift-checks
      POST service-virtualization/api/drift-checks/{id}/cancel
      POST service-virtualization/api/drift-checks/{id}/apply
      DELETE service-virtualization/api/drift-checks/{id}
    `,
  },
  expectations: {
    'GET service-virtualization/api/recordings/all/{id}': reads,
    // The address doesn't exist: it is refused before anything is recorded.
    'POST service-virtualization/api/recordings': writes(400),
    'GET service-virtualization/api/recordings/{id}': reads,
    // It was stopped.
    'PUT service-virtualization/api/recordings/{id}/status': writes(409),
    'GET service-virtualization/api/recordings/{id}/calls': reads,
    'POST service-virtualization/api/recordings/{id}/preview': reads,
    // It has no calls.
    'POST service-virtualization/api/recordings/{id}/save': writes(409),
    'DELETE service-virtualization/api/recordings/{id}': { ...writes(), colleague: 'destroys', owner: 'destroys' },
    'GET service-virtualization/api/drift-checks/all/{id}': reads,
    'POST service-virtualization/api/drift-checks': writes(400),
    'GET service-virtualization/api/drift-checks/{id}': reads,
    'GET service-virtualization/api/drift-checks/{id}/findings': reads,
    'POST service-virtualization/api/drift-checks/{id}/cancel': writes(),
    // It has no such finding.
    'POST service-virtualization/api/drift-checks/{id}/apply': writes(404),
    'DELETE service-virtualization/api/drift-checks/{id}': { ...writes(), colleague: 'destroys', owner: 'destroys' },
  },
  examples: ({
    mockProjectId: projectId = '',
    recordingId = '',
    driftCheckId: checkId = '',
    entryId = '',
  }: Record<string, string>): Record<string, Example> => ({
    'GET service-virtualization/api/recordings/all/{id}': { params: { id: projectId }, query: {} },
    'POST service-virtualization/api/recordings': { body: { projectId, targetUrl: 'http://169.254.1.1' } },
    'GET service-virtualization/api/recordings/{id}': { params: { id: recordingId } },
    'PUT service-virtualization/api/recordings/{id}/status': {
      params: { id: recordingId },
      body: { status: 'recording' },
    },
    'GET service-virtualization/api/recordings/{id}/calls': { params: { id: recordingId }, query: {} },
    'POST service-virtualization/api/recordings/{id}/preview': { params: { id: recordingId }, body: {} },
    'POST service-virtualization/api/recordings/{id}/save': { params: { id: recordingId }, body: {} },
    'DELETE service-virtualization/api/recordings/{id}': { params: { id: recordingId } },
    'GET service-virtualization/api/drift-checks/all/{id}': { params: { id: projectId }, query: {} },
    'POST service-virtualization/api/drift-checks': { body: { projectId, targetUrl: 'http://169.254.1.1' } },
    'GET service-virtualization/api/drift-checks/{id}': { params: { id: checkId } },
    'GET service-virtualization/api/drift-checks/{id}/findings': { params: { id: checkId }, query: {} },
    'POST service-virtualization/api/drift-checks/{id}/cancel': { params: { id: checkId }, body: {} },
    'POST service-virtualization/api/drift-checks/{id}/apply': {
      params: { id: checkId },
      body: { findingIds: [entryId] },
    },
    'DELETE service-virtualization/api/drift-checks/{id}': { params: { id: checkId } },
  }),
};
