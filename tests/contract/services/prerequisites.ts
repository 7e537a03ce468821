import { destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';
import { samplePrerequisite } from '../sample-inputs.ts';

/** Prerequisites. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET api-testing/api/pre-requisite
    `,
    membersWhoChange: `
      DELETE api-testing/api/pre-requisite
      POST api-testing/api/pre-requisite
      PUT api-testing/api/pre-requisite
      PUT api-testing/api/pre-requisite/reorder
      PUT api-testing/api/pre-requisite/retry
      POST api-testing/api/pre-requisite/run
    `,
  },
  expectations: {
    'GET api-testing/api/pre-requisite': reads,
    'POST api-testing/api/pre-requisite': writes(201),
    'PUT api-testing/api/pre-requisite': writes(),
    'DELETE api-testing/api/pre-requisite': destroys,
    'PUT api-testing/api/pre-requisite/reorder': writes(409),
    'POST api-testing/api/pre-requisite/run': writes(201),
    'PUT api-testing/api/pre-requisite/retry': writes(409),
  },
  examples: ({ projectId = '', runId = '', prerequisiteId = '' }) => ({
    'POST api-testing/api/pre-requisite': { body: { projectId, ...samplePrerequisite, name: fresh('Made') } },
    'PUT api-testing/api/pre-requisite': { body: { prerequisiteId, enabled: true } },
    'PUT api-testing/api/pre-requisite/reorder': { body: { projectId, prerequisiteIds: [runId] } },
    'POST api-testing/api/pre-requisite/run': { body: { projectId, prerequisiteIds: [prerequisiteId] } },
    'PUT api-testing/api/pre-requisite/retry': { body: { runId } },
  }),
};
