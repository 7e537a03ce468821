import { newId } from '@touchstone/kernel';
import { administersOwn, all, reads, type ServiceCalls, writes } from '../expectation.ts';

/** Public links to reports. */
export const calls: ServiceCalls = {
  audiences: {
    everyone: `
      GET runs/api/public-reports/{token}
    `,
    members: `
      GET runs/api/runs/{runId}/links
    `,
    membersWhoChange: `
      DELETE runs/api/runs/{runId}/links/{linkId}
      POST runs/api/runs/{runId}/links
    `,
    administratorsWhoChange: `
      PUT runs/api/report-link-policy
    `,
  },
  expectations: {
    'GET runs/api/public-reports/{token}': all(404),
    'GET runs/api/runs/{runId}/links': reads,
    'DELETE runs/api/runs/{runId}/links/{linkId}': writes(404),
    'POST runs/api/runs/{runId}/links': writes(201),
    'PUT runs/api/report-link-policy': administersOwn(),
  },
  examples: ({ runId = '' }) => ({
    'GET runs/api/public-reports/{token}': { params: { token: 'guess' } },
    'GET runs/api/runs/{runId}/links': { params: { runId } },
    'DELETE runs/api/runs/{runId}/links/{linkId}': { params: { runId, linkId: newId() } },
    'POST runs/api/runs/{runId}/links': { params: { runId }, body: { days: 7 } },
    'PUT runs/api/report-link-policy': { body: { allowed: true } },
  }),
};
