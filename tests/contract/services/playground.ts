import { newId } from '@touchstone/kernel';
import { all, type Expectation, type ServiceCalls, writes } from '../expectation.ts';

/** Changes only the caller's own data. */
const changesOwn: Expectation = { ...all(200), guest: 403 };

/** The playground: a user's requests and saved data. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/playground/send
      GET api-testing/api/playground/sends
      GET api-testing/api/playground/tabs
    `,
    membersWhoChange: `
      DELETE api-testing/api/playground/sends
      DELETE api-testing/api/playground/tabs
      POST api-testing/api/playground/send
      PUT api-testing/api/playground/tabs/{tabId}
    `,
  },
  expectations: {
    'GET api-testing/api/playground/send': all(404),
    'GET api-testing/api/playground/sends': all(200),
    'GET api-testing/api/playground/tabs': all(200),
    'DELETE api-testing/api/playground/sends': changesOwn,
    'DELETE api-testing/api/playground/tabs': changesOwn,
    'POST api-testing/api/playground/send': writes(),
    'PUT api-testing/api/playground/tabs/{tabId}': changesOwn,
  },
  examples: ({ projectId = '' }) => ({
    'GET api-testing/api/playground/send': { query: { sendId: newId() } },
    'DELETE api-testing/api/playground/sends': { query: { all: 'true' } },
    'DELETE api-testing/api/playground/tabs': { query: { tabIds: newId() } },
    'POST api-testing/api/playground/send': {
      body: { projectId, request: { method: 'GET', url: 'http://127.0.0.1:9/' } },
    },
    'PUT api-testing/api/playground/tabs/{tabId}': { params: { tabId: newId() }, body: { draft: { url: '' } } },
  }),
};
