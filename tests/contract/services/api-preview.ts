import { type ServiceCalls, writes } from '../expectation.ts';

const script = { scriptName: 'New', method: 'GET', url: 'http://127.0.0.1:9/' };

/** Requests of the preview. */
export const calls: ServiceCalls = {
  audiences: {
    membersWhoChange: `
      POST api-preview/api/preview
      POST api-preview/api/stop
    `,
  },
  expectations: {
    'POST api-preview/api/preview': writes(),
    'POST api-preview/api/stop': { ...writes(), stranger: 200, outsider: 200 },
  },
  examples: ({ projectId = '' }) => ({
    'POST api-preview/api/preview': { body: { projectId, script } },
    'POST api-preview/api/stop': { body: { streamId: projectId } },
  }),
};
