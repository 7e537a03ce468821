import { type ServiceCalls, writes } from '../expectation.ts';

const script = { scriptName: 'New', method: 'GET', url: 'http://127.0.0.1:9/' };

/** Requests of the preview. */
export const calls: ServiceCalls = {
  audiences: {
    membersWhoChange: `
      POST api-preview/api/preview
      PUT api-preview/api/stop-stream
    `,
  },
  expectations: {
    'POST api-preview/api/preview': writes(),
    'PUT api-preview/api/stop-stream': { ...writes(), stranger: 200, outsider: 200 },
  },
  examples: ({ projectId = '' }) => ({
    'POST api-preview/api/preview': { body: { projectId, script } },
    'PUT api-preview/api/stop-stream': { body: { streamId: projectId } },
  }),
};
