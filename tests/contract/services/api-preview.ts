import { type ServiceCalls, writes } from '../expectation.ts';

const script = { scriptName: 'New', method: 'GET', url: 'http://127.0.0.1:9/' };

/** Requests of the preview. */
export const calls: ServiceCalls = {
  audiences: {
    membersWhoChange: `
      POST api-preview/api/preview
    `,
  },
  expectations: {
    'POST api-preview/api/preview': writes(),
  },
  examples: ({ projectId = '' }) => ({
    'POST api-preview/api/preview': { body: { projectId, script } },
  }),
};
