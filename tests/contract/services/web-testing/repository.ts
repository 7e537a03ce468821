import { all, destroys, type Example, fresh, reads, type ServiceCalls, writes } from '../../expectation.ts';

/** Projects, modules and scripts of web testing, and their steps. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET web-testing/api/projects-by-team-and-servicestore
      GET web-testing/api/get-projects-by-team
      GET web-testing/api/projects/{id}
      GET web-testing/api/projectMembers
      GET web-testing/api/recently-worked-project
      GET web-testing/api/get-module-repositories
      GET web-testing/api/module-repositories/{id}
      GET web-testing/api/recently-worked-module-repository
      GET web-testing/api/test-scripts
      GET web-testing/api/get-test-scripts
      GET web-testing/api/project-test-scripts
      GET web-testing/api/test-scripts/{id}
      GET web-testing/api/recently-worked-script
      GET web-testing/api/get-hybrid-scripts
      GET web-testing/api/shared-tests
      GET web-testing/api/tag-suggestion
      GET web-testing/api/web-keywords
      GET web-testing/api/active-test-steps
      POST web-testing/api/check-test-steps
      GET web-testing/api/data-columns
    `,
    membersWhoChange: `
      POST web-testing/api/projects
      PUT web-testing/api/projects
      DELETE web-testing/api/projects/{id}
      POST web-testing/api/create-module
      PUT web-testing/api/update-module
      DELETE web-testing/api/module-repositories/{id}
      POST web-testing/api/create-script
      PUT web-testing/api/update-script
      PUT web-testing/api/test-scripts
      PUT web-testing/api/test-scripts-sequence
      POST web-testing/api/move-clone-scripts
      PUT web-testing/api/move-clone-across-module
      PUT web-testing/api/update-reusable-script
      PUT web-testing/api/test-steps
      POST web-testing/api/create-test-steps
      PUT web-testing/api/test-steps-delete
    `,
  },
  expectations: {
    'GET web-testing/api/projects-by-team-and-servicestore': all(200),
    'GET web-testing/api/get-projects-by-team': all(200),
    'GET web-testing/api/projects/{id}': reads,
    'GET web-testing/api/projectMembers': reads,
    'GET web-testing/api/recently-worked-project': all(200),
    'POST web-testing/api/projects': { ...writes(201), stranger: 201, outsider: 409 },
    'PUT web-testing/api/projects': { ...writes(), colleague: 403 },
    'DELETE web-testing/api/projects/{id}': { ...destroys, colleague: 403 },
    'GET web-testing/api/get-module-repositories': reads,
    'GET web-testing/api/module-repositories/{id}': reads,
    'GET web-testing/api/recently-worked-module-repository': reads,
    'POST web-testing/api/create-module': writes(201),
    'PUT web-testing/api/update-module': writes(),
    'DELETE web-testing/api/module-repositories/{id}': destroys,
    'GET web-testing/api/test-scripts': reads,
    'GET web-testing/api/get-test-scripts': reads,
    'GET web-testing/api/project-test-scripts': reads,
    'GET web-testing/api/test-scripts/{id}': reads,
    'GET web-testing/api/recently-worked-script': reads,
    'GET web-testing/api/get-hybrid-scripts': reads,
    'GET web-testing/api/shared-tests': all(200),
    'GET web-testing/api/tag-suggestion': reads,
    'POST web-testing/api/create-script': writes(201),
    'PUT web-testing/api/update-script': writes(),
    'PUT web-testing/api/test-scripts': destroys,
    'PUT web-testing/api/test-scripts-sequence': writes(),
    'POST web-testing/api/move-clone-scripts': writes(201),
    'PUT web-testing/api/move-clone-across-module': writes(),
    'PUT web-testing/api/update-reusable-script': writes(),
    'GET web-testing/api/web-keywords': all(200),
    'GET web-testing/api/active-test-steps': reads,
    // No such revision exists.
    'PUT web-testing/api/test-steps': writes(409),
    'POST web-testing/api/create-test-steps': writes(201),
    // No such step exists.
    'PUT web-testing/api/test-steps-delete': writes(404),
    'POST web-testing/api/check-test-steps': reads,
    'GET web-testing/api/data-columns': reads,
  },
  examples: (ids) => ({ ...examplesOfPlaces(ids), ...examplesOfScripts(ids), ...examplesOfSteps(ids) }),
};

/** Projects and modules. */
const examplesOfPlaces = ({
  teamId = '',
  webProjectId = '',
  webModuleId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/projects-by-team-and-servicestore': { query: { teamId } },
  'GET web-testing/api/get-projects-by-team': { query: { teamId } },
  'GET web-testing/api/projects/{id}': { params: { id: webProjectId } },
  'GET web-testing/api/projectMembers': { query: { projectUUID: webProjectId } },
  'GET web-testing/api/recently-worked-project': { query: { teamUUID: teamId } },
  'POST web-testing/api/projects': { body: { projectName: fresh('Web') } },
  'PUT web-testing/api/projects': { body: { projectUUID: webProjectId, projectDescription: 'Pages' } },
  'DELETE web-testing/api/projects/{id}': { params: { id: webProjectId } },
  'GET web-testing/api/get-module-repositories': { query: { projectId: webProjectId } },
  'GET web-testing/api/module-repositories/{id}': { params: { id: webModuleId } },
  'GET web-testing/api/recently-worked-module-repository': { query: { projectUUID: webProjectId } },
  'POST web-testing/api/create-module': { query: { projectId: webProjectId }, body: { moduleName: fresh('Module') } },
  'PUT web-testing/api/update-module': {
    query: { projectUUID: webProjectId },
    body: { uuid: webModuleId, description: 'Told' },
  },
  'DELETE web-testing/api/module-repositories/{id}': { params: { id: webModuleId } },
});

const examplesOfScripts = ({
  webProjectId: projectUUID = '',
  webModuleId: moduleUUID = '',
  webScriptId: scriptUUID = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/test-scripts': { query: { moduleUUID } },
  'GET web-testing/api/get-test-scripts': { query: { moduleUUID } },
  'GET web-testing/api/project-test-scripts': { query: { projectUUID } },
  'GET web-testing/api/test-scripts/{id}': { params: { id: scriptUUID } },
  'GET web-testing/api/recently-worked-script': { query: { projectUUID } },
  'GET web-testing/api/get-hybrid-scripts': { query: { projectUUID } },
  'GET web-testing/api/shared-tests': { query: {} },
  'GET web-testing/api/tag-suggestion': { query: { projectUUID, tag: 'a' } },
  'POST web-testing/api/create-script': { query: { moduleUUID }, body: { testScriptName: fresh('Script') } },
  'PUT web-testing/api/update-script': { query: { moduleUUID }, body: { uuid: scriptUUID, objective: 'Told' } },
  'PUT web-testing/api/test-scripts': { body: { sourceModuleUUID: moduleUUID, scriptUUIDs: [scriptUUID] } },
  'PUT web-testing/api/test-scripts-sequence': { query: { scriptUUID, sequenceId: '1' } },
  'POST web-testing/api/move-clone-scripts': { body: { scriptUUIDs: [scriptUUID] } },
  'PUT web-testing/api/move-clone-across-module': {
    body: { scriptUUIDs: [scriptUUID], targetModuleUUID: moduleUUID, action: 'CLONE' },
  },
  'PUT web-testing/api/update-reusable-script': { body: { scriptUUIDs: [scriptUUID], isReusable: true } },
});

const note = (id: string) => ({ id, keyword: 'comment', args: { text: 'x' } });

const examplesOfSteps = ({
  webProjectId: projectUUID = '',
  webScriptId: scriptUUID = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/web-keywords': { query: {} },
  'GET web-testing/api/active-test-steps': { query: { scriptUUID } },
  'PUT web-testing/api/test-steps': { body: { scriptUUID, revision: 1_000_000, steps: [note('a')] } },
  'POST web-testing/api/create-test-steps': { query: { scriptUUID }, body: { steps: [note(fresh('step'))] } },
  'PUT web-testing/api/test-steps-delete': { body: { scriptUUID, stepIds: ['none'] } },
  'POST web-testing/api/check-test-steps': { body: { projectUUID, steps: [note('a')] } },
  'GET web-testing/api/data-columns': { query: { scriptUUID } },
});
