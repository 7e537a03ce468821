import { destroys, type Example, fresh, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Sprints, test lab and suites of web testing. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET web-testing/api/sprints
      GET web-testing/api/get-all-sprints-old
      GET web-testing/api/get-all-sprints
      GET web-testing/api/get-all-active-sprints
      GET web-testing/api/get-finish-sprint-details
      GET web-testing/api/sprint-metrics
      GET web-testing/api/test-lab-metrics
      GET web-testing/api/test-suites-for-sprint
      GET web-testing/api/test-suites-for-test-lab
      GET web-testing/api/get-test-suites-for-sprint
      GET web-testing/api/get-test-suites-for-test-lab
      GET web-testing/api/test-suites/{id}
      GET web-testing/api/all-scripts-for-suite
    `,
    membersWhoChange: `
      POST web-testing/api/sprints
      PUT web-testing/api/sprints
      DELETE web-testing/api/sprints/{id}
      PUT web-testing/api/start-sprint
      PUT web-testing/api/complete-sprint
      POST web-testing/api/test-suites
      PUT web-testing/api/test-suites
      PUT web-testing/api/test-suites-delete
      PUT web-testing/api/import-scripts-into-test-suites
      PUT web-testing/api/test-suite-scripts
      PUT web-testing/api/import-test-suites
    `,
  },
  expectations: {
    'GET web-testing/api/sprints': reads,
    'GET web-testing/api/get-all-sprints-old': reads,
    'GET web-testing/api/get-all-sprints': reads,
    'GET web-testing/api/get-all-active-sprints': reads,
    'GET web-testing/api/get-finish-sprint-details': reads,
    'GET web-testing/api/sprint-metrics': reads,
    'GET web-testing/api/test-lab-metrics': reads,
    'POST web-testing/api/sprints': writes(201),
    'PUT web-testing/api/sprints': writes(),
    'DELETE web-testing/api/sprints/{id}': destroys,
    // The sample's sprint has been started.
    'PUT web-testing/api/start-sprint': writes(409),
    'PUT web-testing/api/complete-sprint': destroys,
    'GET web-testing/api/test-suites-for-sprint': reads,
    'GET web-testing/api/test-suites-for-test-lab': reads,
    'GET web-testing/api/get-test-suites-for-sprint': reads,
    'GET web-testing/api/get-test-suites-for-test-lab': reads,
    'GET web-testing/api/test-suites/{id}': reads,
    'GET web-testing/api/all-scripts-for-suite': reads,
    'POST web-testing/api/test-suites': writes(201),
    'PUT web-testing/api/test-suites': writes(),
    'PUT web-testing/api/test-suites-delete': destroys,
    'PUT web-testing/api/import-scripts-into-test-suites': writes(),
    'PUT web-testing/api/test-suite-scripts': writes(),
    'PUT web-testing/api/import-test-suites': writes(),
  },
  examples: (ids) => ({ ...examplesOfSprints(ids), ...examplesOfSuites(ids) }),
};

const examplesOfSprints = ({
  webProjectId: projectUUID = '',
  webSprintId: sprintUUID = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/sprints': { query: { sprintUUID } },
  'GET web-testing/api/get-all-sprints-old': { query: { projectUUID } },
  'GET web-testing/api/get-all-sprints': { query: { projectUUID } },
  'GET web-testing/api/get-all-active-sprints': { query: { projectUUID } },
  'GET web-testing/api/get-finish-sprint-details': { query: { sprintUUID } },
  'GET web-testing/api/sprint-metrics': { query: { sprintUUID } },
  'GET web-testing/api/test-lab-metrics': { query: { projectUUID } },
  'POST web-testing/api/sprints': { query: { projectUUID }, body: { sprintName: fresh('Sprint') } },
  'PUT web-testing/api/sprints': { query: { projectUUID }, body: { uuid: sprintUUID, sprintDescription: 'Told' } },
  'DELETE web-testing/api/sprints/{id}': { params: { id: sprintUUID } },
  'PUT web-testing/api/start-sprint': { body: { sprintUUID } },
  'PUT web-testing/api/complete-sprint': { body: { sprintUUID, moveOpenSuitesTo: 'TEST_LAB' } },
});

const examplesOfSuites = ({
  webProjectId: projectUUID = '',
  webSprintId: sprintUUID = '',
  webSuiteId: suiteUUID = '',
  webScriptId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/test-suites-for-sprint': { query: { sprintUUID } },
  'GET web-testing/api/test-suites-for-test-lab': { query: { projectUUID } },
  'GET web-testing/api/get-test-suites-for-sprint': { query: { sprintUUID } },
  'GET web-testing/api/get-test-suites-for-test-lab': { query: { projectUUID } },
  'GET web-testing/api/test-suites/{id}': { params: { id: suiteUUID } },
  'GET web-testing/api/all-scripts-for-suite': { query: { suiteUUID } },
  'POST web-testing/api/test-suites': {
    query: { uuid: projectUUID, isSprintUUID: 'false' },
    body: { testSuiteName: fresh('Suite') },
  },
  'PUT web-testing/api/test-suites': {
    query: { uuid: sprintUUID, isSprintUUID: 'true' },
    body: { uuid: suiteUUID, description: 'Told' },
  },
  'PUT web-testing/api/test-suites-delete': { query: { uuid: sprintUUID }, body: { suiteUUIDs: [suiteUUID] } },
  'PUT web-testing/api/import-scripts-into-test-suites': { body: { suiteUUID, scriptUUIDs: [webScriptId] } },
  'PUT web-testing/api/test-suite-scripts': { body: { suiteUUID, scriptUUIDs: [webScriptId] } },
  'PUT web-testing/api/import-test-suites': {
    body: { suiteUUIDs: [suiteUUID], targetSprintUUID: sprintUUID, action: 'MOVE' },
  },
});
