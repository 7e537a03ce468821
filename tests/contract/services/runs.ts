import { destroys, reads, type ServiceCalls, writes } from '../expectation.ts';

/** Calls of runs of every kind. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET runs/api/run-kinds
      GET runs/api/runs
      GET runs/api/runs/{runId}
      GET runs/api/runs/{runId}/attachments
      GET runs/api/runs/{runId}/attachments/{attachmentId}
      GET runs/api/runs/{runId}/comparison
      GET runs/api/runs/{runId}/earlier-runs
      GET runs/api/runs/{runId}/events
      GET runs/api/runs/{runId}/report
      GET runs/api/runs/{runId}/sections
      GET runs/api/runs/{runId}/steps
      GET runs/api/runs/{runId}/steps/{stepId}/traces
    `,
    membersWhoChange: `
      DELETE runs/api/runs
      POST runs/api/runs
      POST runs/api/runs/{runId}/mail
      POST runs/api/runs/{runId}/retry
      PUT runs/api/runs/{runId}/stop
    `,
  },
  expectations: {
    'POST runs/api/runs': writes(201),
    'GET runs/api/run-kinds': reads,
    'GET runs/api/runs': reads,
    'DELETE runs/api/runs': destroys,
    'GET runs/api/runs/{runId}': reads,
    'GET runs/api/runs/{runId}/earlier-runs': reads,
    'GET runs/api/runs/{runId}/comparison': reads,
    'GET runs/api/runs/{runId}/steps': reads,
    'GET runs/api/runs/{runId}/steps/{stepId}/traces': reads,
    'GET runs/api/runs/{runId}/events': reads,
    'PUT runs/api/runs/{runId}/stop': writes(409),
    'POST runs/api/runs/{runId}/retry': writes(201),
    'POST runs/api/runs/{runId}/mail': writes(),
    'GET runs/api/runs/{runId}/report': reads,
    'GET runs/api/runs/{runId}/sections': reads,
    'GET runs/api/runs/{runId}/attachments': reads,
    'GET runs/api/runs/{runId}/attachments/{attachmentId}': reads,
  },
  examples({ projectId = '', otherSuiteId = '', runId = '', stepId = '', attachmentId = '' }) {
    const params = { runId, attachmentId };
    return {
      'POST runs/api/runs': { body: { kind: 'api-functional', input: { projectId, suiteIds: [otherSuiteId] } } },
      'DELETE runs/api/runs': { query: { runIds: runId } },
      'GET runs/api/runs/{runId}': { params },
      'GET runs/api/runs/{runId}/earlier-runs': { params },
      'GET runs/api/runs/{runId}/comparison': { params, query: { with: runId } },
      'GET runs/api/runs/{runId}/steps': { params },
      'GET runs/api/runs/{runId}/steps/{stepId}/traces': { params: { runId, stepId } },
      'GET runs/api/runs/{runId}/events': { params },
      'PUT runs/api/runs/{runId}/stop': { params },
      'POST runs/api/runs/{runId}/retry': { params, body: {} },
      'POST runs/api/runs/{runId}/mail': { params, body: { email: 'lead@example.test' } },
      'GET runs/api/runs/{runId}/report': { params, query: { format: 'json' } },
      'GET runs/api/runs/{runId}/sections': { params },
      'GET runs/api/runs/{runId}/attachments': { params },
      'GET runs/api/runs/{runId}/attachments/{attachmentId}': { params },
    };
  },
};
