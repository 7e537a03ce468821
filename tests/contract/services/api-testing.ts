import { all, destroys, fresh, reads, type ServiceCalls, writes } from '../expectation.ts';

const script = { scriptName: 'New', method: 'GET', url: 'http://127.0.0.1:9/' };

/** Suites, scripts and their statistics. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      POST api-testing/api/detect-variables
      GET api-testing/api/chaining
      GET api-testing/api/deleted
      GET api-testing/api/first-steps
      GET api-testing/api/get-script-count-in-suite
      GET api-testing/api/most-failed-apis
      GET api-testing/api/script
      GET api-testing/api/scripts
      GET api-testing/api/suite-folders
      GET api-testing/api/suite-variables
      GET api-testing/api/suites
      GET api-testing/api/test-execution-percentage
      GET api-testing/api/workspace-everyday-statistics
      GET api-testing/api/workspace-scripts-and-execution-count
    `,
    membersWhoChange: `
      DELETE api-testing/api/assert-body/{id}
      DELETE api-testing/api/assert-headers/{id}
      DELETE api-testing/api/assert-json/{id}
      DELETE api-testing/api/assert-responseStatus/{id}
      DELETE api-testing/api/assert-xpath/{id}
      POST api-testing/api/clone-script
      POST api-testing/api/clone-suite
      DELETE api-testing/api/data-handler/{id}
      POST api-testing/api/form-data
      DELETE api-testing/api/form-data/{id}
      DELETE api-testing/api/headers/{id}
      GET api-testing/api/import-scripts-list
      PUT api-testing/api/move-scripts
      DELETE api-testing/api/params/{id}
      PUT api-testing/api/reorder-scripts
      POST api-testing/api/sample-workspace
      DELETE api-testing/api/deleted
      PUT api-testing/api/restore-deleted
      DELETE api-testing/api/scripts
      POST api-testing/api/scripts
      DELETE api-testing/api/suite-folders
      POST api-testing/api/suite-folders
      PUT api-testing/api/suite-folders
      POST api-testing/api/suite-variables
      DELETE api-testing/api/suites
      POST api-testing/api/suites
      PUT api-testing/api/suites
    `,
  },
  expectations: {
    'GET api-testing/api/workspace-everyday-statistics': reads,
    'GET api-testing/api/workspace-scripts-and-execution-count': reads,
    'GET api-testing/api/test-execution-percentage': reads,
    'GET api-testing/api/most-failed-apis': reads,
    'GET api-testing/api/first-steps': all(200),
    'POST api-testing/api/sample-workspace': { ...all(200), outsider: 409, guest: 403 },
    'GET api-testing/api/chaining': reads,
    'GET api-testing/api/suites': reads,
    'POST api-testing/api/suites': writes(201),
    'PUT api-testing/api/suites': writes(),
    'DELETE api-testing/api/suites': destroys,
    'POST api-testing/api/clone-suite': writes(201),
    'GET api-testing/api/import-scripts-list': writes(),
    'GET api-testing/api/get-script-count-in-suite': reads,
    'GET api-testing/api/deleted': reads,
    // Nothing in the sample was deleted.
    'PUT api-testing/api/restore-deleted': writes(404),
    'DELETE api-testing/api/deleted': writes(404),
    'GET api-testing/api/scripts': reads,
    'GET api-testing/api/script': reads,
    'POST api-testing/api/scripts': writes(201),
    'DELETE api-testing/api/scripts': destroys,
    'POST api-testing/api/clone-script': writes(201),
    'PUT api-testing/api/reorder-scripts': writes(),
    'PUT api-testing/api/move-scripts': writes(),
    'GET api-testing/api/suite-folders': reads,
    'POST api-testing/api/suite-folders': writes(201),
    'PUT api-testing/api/suite-folders': writes(),
    'DELETE api-testing/api/suite-folders': destroys,
    'DELETE api-testing/api/headers/{id}': destroys,
    'DELETE api-testing/api/params/{id}': destroys,
    'DELETE api-testing/api/assert-headers/{id}': destroys,
    'DELETE api-testing/api/assert-json/{id}': destroys,
    'DELETE api-testing/api/assert-body/{id}': destroys,
    'DELETE api-testing/api/assert-responseStatus/{id}': destroys,
    'DELETE api-testing/api/assert-xpath/{id}': destroys,
    'DELETE api-testing/api/data-handler/{id}': destroys,
    'DELETE api-testing/api/form-data/{id}': destroys,
    'POST api-testing/api/form-data': writes(201),
    'POST api-testing/api/detect-variables': reads,
    'GET api-testing/api/suite-variables': reads,
    'POST api-testing/api/suite-variables': writes(201),
  },
  examples: ({ projectId = '', suiteId = '', otherSuiteId = '', scriptId = '' }) => ({
    'POST api-testing/api/suites': { body: { projectId, suiteName: fresh('Suite') } },
    'PUT api-testing/api/suites': { body: { suiteId, suiteDescription: 'x' } },
    'POST api-testing/api/clone-suite': { body: { suiteId } },
    'GET api-testing/api/import-scripts-list': { query: { fromSuiteId: suiteId, toSuiteId: otherSuiteId } },
    'POST api-testing/api/scripts': { query: { suiteId }, body: script },
    'PUT api-testing/api/restore-deleted': { body: { projectId, trashId: scriptId } },
    'DELETE api-testing/api/deleted': { query: { projectId, itemIds: scriptId } },
    'DELETE api-testing/api/scripts': { query: { scriptIds: scriptId } },
    'POST api-testing/api/clone-script': { body: { scriptId } },
    'PUT api-testing/api/reorder-scripts': { body: { suiteId, scriptIds: [scriptId] } },
    'PUT api-testing/api/move-scripts': { body: { suiteId, scriptIds: [scriptId], folder: 'Orders' } },
    'GET api-testing/api/suite-folders': { query: { suiteId } },
    'POST api-testing/api/suite-folders': { body: { suiteId, name: fresh('Folder') } },
    'PUT api-testing/api/suite-folders': { body: { suiteId, path: 'Orders', description: 'What customers order' } },
    'DELETE api-testing/api/suite-folders': { query: { suiteId, path: 'Orders' } },
    'POST api-testing/api/form-data': { body: { scriptId, fields: [{ key: 'a', value: 'b' }] } },
    'POST api-testing/api/suite-variables': { body: { suiteId, variables: [{ name: fresh('made'), value: '1' }] } },
    'POST api-testing/api/detect-variables': { body: { projectId, text: '{{a}}' } },
  }),
};
