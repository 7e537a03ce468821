import { usualRunSettings } from '@touchstone/contracts/web-testing';
import { all, destroys, type Example, fresh, reads, type ServiceCalls, writes } from '../../expectation.ts';
import { sampleDatabase } from '../../sample-inputs.ts';

/** Functions, restore points, data tables, variables, environments and databases of web testing. */
export const calls: ServiceCalls = {
  audiences: {
    members: `
      GET web-testing/api/all-function
      GET web-testing/api/test-script-version
      GET web-testing/api/test-script-version/{id}
      GET web-testing/api/parameterized-data-tables
      GET web-testing/api/parameterized-data-tables-by-environment
      GET web-testing/api/parameterized-data-tables/{id}
      GET web-testing/api/data-table-template
      GET web-testing/api/project-files
      GET web-testing/api/project-files/{id}/content
      GET web-testing/api/global-variables
      GET web-testing/api/variables-environment
      GET web-testing/api/data-base-configurations
      GET web-testing/api/run-configurations
      GET web-testing/api/known-targets
      GET web-testing/api/management-tool-configurations
      GET web-testing/api/baselines
      GET web-testing/api/baselines/{id}
      GET web-testing/api/baselines/{id}/content
      GET web-testing/api/step-baseline
      GET web-testing/api/failed-step-info
      GET web-testing/api/kept-sessions
    `,
    membersWhoChange: `
      POST web-testing/api/create-function
      PUT web-testing/api/update-function
      POST web-testing/api/clone-function
      DELETE web-testing/api/delete-function
      PUT web-testing/api/delete-function-steps
      POST web-testing/api/test-script-version
      PUT web-testing/api/restore-test-script-version
      DELETE web-testing/api/delete-script-version
      POST web-testing/api/parameterized-data-tables
      PUT web-testing/api/parameterized-data-tables
      DELETE web-testing/api/parameterized-data-tables
      POST web-testing/api/data-table-template
      POST web-testing/api/project-files
      POST web-testing/api/project-files/presign
      DELETE web-testing/api/project-files/{id}
      POST web-testing/api/global-variables
      PUT web-testing/api/global-variables
      DELETE web-testing/api/global-variables
      PUT web-testing/api/clone-global-variables
      POST web-testing/api/upload-var-file
      POST web-testing/api/variables-environment
      PUT web-testing/api/variables-environment
      DELETE web-testing/api/variables-environment
      POST web-testing/api/data-base-configurations
      PUT web-testing/api/data-base-configurations
      DELETE web-testing/api/data-base-configurations
      POST web-testing/api/run-configurations
      PUT web-testing/api/run-configurations
      DELETE web-testing/api/run-configurations
      POST web-testing/api/known-targets
      PUT web-testing/api/known-targets
      DELETE web-testing/api/known-targets
      POST web-testing/api/management-tool-configurations
      PUT web-testing/api/management-tool-configurations
      DELETE web-testing/api/management-tool-configurations
      POST web-testing/api/accept-baseline
      PUT web-testing/api/baselines/{id}/version
      DELETE web-testing/api/baselines/{id}
      PUT web-testing/api/update-failed-step
      DELETE web-testing/api/update-failed-step
      DELETE web-testing/api/kept-sessions
      DELETE web-testing/api/kept-sessions/{id}
    `,
  },
  expectations: {
    'POST web-testing/api/create-function': writes(201),
    'GET web-testing/api/all-function': reads,
    'PUT web-testing/api/update-function': writes(),
    'POST web-testing/api/clone-function': writes(201),
    'DELETE web-testing/api/delete-function': destroys,
    // No such step exists.
    'PUT web-testing/api/delete-function-steps': writes(404),
    'POST web-testing/api/test-script-version': writes(201),
    'GET web-testing/api/test-script-version': reads,
    'GET web-testing/api/test-script-version/{id}': reads,
    'PUT web-testing/api/restore-test-script-version': writes(),
    'DELETE web-testing/api/delete-script-version': destroys,
    'GET web-testing/api/parameterized-data-tables': reads,
    'GET web-testing/api/parameterized-data-tables-by-environment': reads,
    'GET web-testing/api/parameterized-data-tables/{id}': reads,
    'POST web-testing/api/parameterized-data-tables': writes(201),
    'PUT web-testing/api/parameterized-data-tables': writes(),
    'DELETE web-testing/api/parameterized-data-tables': destroys,
    'GET web-testing/api/data-table-template': reads,
    'POST web-testing/api/data-table-template': writes(),
    'GET web-testing/api/project-files': reads,
    'GET web-testing/api/project-files/{id}/content': reads,
    'POST web-testing/api/project-files': writes(201),
    'POST web-testing/api/project-files/presign': writes(201),
    'DELETE web-testing/api/project-files/{id}': destroys,
    'GET web-testing/api/global-variables': reads,
    'POST web-testing/api/global-variables': writes(201),
    'PUT web-testing/api/global-variables': writes(),
    'DELETE web-testing/api/global-variables': destroys,
    'PUT web-testing/api/clone-global-variables': writes(),
    'POST web-testing/api/upload-var-file': writes(),
    'GET web-testing/api/variables-environment': reads,
    'POST web-testing/api/variables-environment': writes(201),
    'PUT web-testing/api/variables-environment': writes(),
    'DELETE web-testing/api/variables-environment': destroys,
    'GET web-testing/api/data-base-configurations': reads,
    'POST web-testing/api/data-base-configurations': writes(201),
    'PUT web-testing/api/data-base-configurations': writes(),
    'DELETE web-testing/api/data-base-configurations': destroys,
    'GET web-testing/api/run-configurations': reads,
    'POST web-testing/api/run-configurations': writes(201),
    'PUT web-testing/api/run-configurations': writes(),
    'DELETE web-testing/api/run-configurations': destroys,
    'GET web-testing/api/known-targets': reads,
    'POST web-testing/api/known-targets': writes(201),
    'PUT web-testing/api/known-targets': writes(),
    'DELETE web-testing/api/known-targets': destroys,
    'GET web-testing/api/management-tool-configurations': reads,
    'POST web-testing/api/management-tool-configurations': writes(201),
    'PUT web-testing/api/management-tool-configurations': writes(),
    'DELETE web-testing/api/management-tool-configurations': destroys,
    'GET web-testing/api/baselines': reads,
    'GET web-testing/api/baselines/{id}': reads,
    'GET web-testing/api/baselines/{id}/content': reads,
    // The steps of the sample's run compare no pictures.
    'GET web-testing/api/step-baseline': all(404),
    'POST web-testing/api/accept-baseline': writes(404),
    // They also found their elements.
    'GET web-testing/api/failed-step-info': all(404),
    'PUT web-testing/api/update-failed-step': writes(404),
    'DELETE web-testing/api/update-failed-step': writes(404),
    'PUT web-testing/api/baselines/{id}/version': writes(),
    'DELETE web-testing/api/baselines/{id}': destroys,
    'GET web-testing/api/kept-sessions': reads,
    'DELETE web-testing/api/kept-sessions': destroys,
    'DELETE web-testing/api/kept-sessions/{id}': destroys,
  },
  examples: (ids) => ({
    ...examplesOfFunctions(ids),
    ...examplesOfTables(ids),
    ...examplesOfVariables(ids),
    ...examplesOfRuns(ids),
  }),
};

const steps = [{ id: 'a', keyword: 'comment', args: { text: 'x' } }];

/** Functions and restore points. */
const examplesOfFunctions = ({
  webProjectId: projectUUID = '',
  webScriptId: scriptUUID = '',
  webFunctionId: functionUUID = '',
  webVersionId = '',
}: Record<string, string>): Record<string, Example> => ({
  'POST web-testing/api/create-function': {
    body: { projectUUID, functionName: fresh('Function'), from: { scriptUUID, stepIds: ['s1'] } },
  },
  'GET web-testing/api/all-function': { query: { projectUUID } },
  'PUT web-testing/api/update-function': { body: { uuid: functionUUID, description: 'Told', steps } },
  'POST web-testing/api/clone-function': { body: { functionUUID } },
  'DELETE web-testing/api/delete-function': { query: { functionUUID } },
  'PUT web-testing/api/delete-function-steps': { body: { functionUUID, stepIds: ['none'] } },
  'POST web-testing/api/test-script-version': { query: { scriptUUID }, body: { versionName: 'V' } },
  'GET web-testing/api/test-script-version': { query: { scriptUUID } },
  'GET web-testing/api/test-script-version/{id}': { params: { id: webVersionId } },
  'PUT web-testing/api/restore-test-script-version': { body: { scriptVersionUUID: webVersionId } },
  'DELETE web-testing/api/delete-script-version': { query: { scriptVersionUUID: webVersionId } },
});

const examplesOfTables = ({
  webProjectId: projectUUID = '',
  webTableId: uuid = '',
  webEnvironmentId: environmentUUID = '',
  webFileId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/project-files': { query: { projectUUID } },
  'GET web-testing/api/project-files/{id}/content': { params: { id: webFileId } },
  'POST web-testing/api/project-files': { body: { projectUUID, fileName: 'b.txt', content: 'Yg==' } },
  'POST web-testing/api/project-files/presign': { body: { projectUUID, fileName: 'c.txt', sizeBytes: 1 } },
  'DELETE web-testing/api/project-files/{id}': { params: { id: webFileId } },
  'GET web-testing/api/parameterized-data-tables': { query: { projectUUID } },
  'GET web-testing/api/parameterized-data-tables-by-environment': { query: { projectUUID, environmentUUID } },
  'GET web-testing/api/parameterized-data-tables/{id}': { params: { id: uuid } },
  'POST web-testing/api/parameterized-data-tables': {
    body: { projectUUID, tableName: fresh('Table'), environmentUUID, columns: ['a'] },
  },
  'PUT web-testing/api/parameterized-data-tables': { body: { uuid, content: { columns: ['b'], rows: [] } } },
  'DELETE web-testing/api/parameterized-data-tables': { query: { uuid } },
  'GET web-testing/api/data-table-template': { query: { projectUUID, uuid } },
  'POST web-testing/api/data-table-template': { body: { projectUUID, uuid, text: 'a\n1\n' } },
});

const { password: _password, ...shownDatabase } = sampleDatabase;

/** Variables, environments and databases. */
const examplesOfVariables = ({
  webProjectId: projectUUID = '',
  webEnvironmentId: environmentUUID = '',
  webVariableId: variableId = '',
  webDatabaseId: uuid = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/global-variables': { query: { projectUUID, environmentUUID } },
  'POST web-testing/api/global-variables': {
    body: { projectUUID, environmentUUID, variables: [{ name: fresh('v').replace('-', '_'), value: 'x' }] },
  },
  'PUT web-testing/api/global-variables': { body: { variableId, value: 'y' } },
  'DELETE web-testing/api/global-variables': { query: { projectUUID, variableIds: variableId } },
  'PUT web-testing/api/clone-global-variables': { body: { projectUUID, environmentUUID, variableIds: [variableId] } },
  'POST web-testing/api/upload-var-file': { body: { projectUUID, environmentUUID, text: 'uploaded=1' } },
  'GET web-testing/api/variables-environment': { query: { projectUUID } },
  'POST web-testing/api/variables-environment': { body: { projectUUID, environmentName: fresh('Environment') } },
  'PUT web-testing/api/variables-environment': { body: { environmentUUID, environmentName: fresh('Renamed') } },
  'DELETE web-testing/api/variables-environment': { query: { environmentUUID } },
  'GET web-testing/api/data-base-configurations': { query: { projectUUID } },
  'POST web-testing/api/data-base-configurations': {
    body: { projectId: projectUUID, ...sampleDatabase, name: fresh('D') },
  },
  'PUT web-testing/api/data-base-configurations': {
    body: { databaseConfigurationId: uuid, ...shownDatabase, name: fresh('D'), caCertificate: '' },
  },
  'DELETE web-testing/api/data-base-configurations': { query: { uuid } },
});

const settings = { tool: 'GITHUB', address: 'https://github.com/acme/shop' };
const locators = [{ by: 'css', value: '#a' }];

/** Run configurations, known targets, baselines and saved sessions. */
const examplesOfRuns = ({
  webProjectId: projectUUID = '',
  webRunConfigurationId: uuid = '',
  webKnownTargetId = '',
  webManagementToolId = '',
  webEnvironmentId: environmentUUID = '',
  webRunId: runId = '',
  webScriptId: stepId = '',
  webBaselineId: id = '',
  webKeptSessionId = '',
}: Record<string, string>): Record<string, Example> => ({
  'GET web-testing/api/run-configurations': { query: { projectUUID } },
  'POST web-testing/api/run-configurations': { body: { projectUUID, name: fresh('C'), environmentUUID } },
  'PUT web-testing/api/run-configurations': { body: { uuid, name: fresh('C'), environmentUUID, ...usualRunSettings } },
  'DELETE web-testing/api/run-configurations': { query: { uuid } },
  'GET web-testing/api/known-targets': { query: { projectUUID } },
  'POST web-testing/api/known-targets': { body: { projectUUID, target: { name: fresh('T'), locators } } },
  'PUT web-testing/api/known-targets': { body: { uuid: webKnownTargetId, target: { name: fresh('T'), locators } } },
  'DELETE web-testing/api/known-targets': { query: { uuid: webKnownTargetId } },
  'GET web-testing/api/management-tool-configurations': { query: { projectUUID } },
  'POST web-testing/api/management-tool-configurations': { body: { projectUUID, name: fresh('M'), settings } },
  'PUT web-testing/api/management-tool-configurations': {
    body: { uuid: webManagementToolId, name: fresh('M'), settings },
  },
  'DELETE web-testing/api/management-tool-configurations': { query: { uuid: webManagementToolId } },
  'GET web-testing/api/baselines': { query: { projectUUID } },
  'GET web-testing/api/baselines/{id}': { params: { id } },
  'GET web-testing/api/baselines/{id}/content': { params: { id }, query: { version: '1' } },
  'GET web-testing/api/step-baseline': { query: { runId, stepId } },
  'POST web-testing/api/accept-baseline': { body: { runId, stepId, currentVersion: 1 } },
  'GET web-testing/api/failed-step-info': { query: { runId, stepId } },
  'PUT web-testing/api/update-failed-step': { body: { runId, stepId, suspect: 0 } },
  'DELETE web-testing/api/update-failed-step': { query: { runId, stepId } },
  'PUT web-testing/api/baselines/{id}/version': { params: { id }, body: { version: 1, currentVersion: 1 } },
  'DELETE web-testing/api/baselines/{id}': { params: { id } },
  'GET web-testing/api/kept-sessions': { query: { projectUUID } },
  'DELETE web-testing/api/kept-sessions': { query: { projectUUID } },
  'DELETE web-testing/api/kept-sessions/{id}': { params: { id: webKeptSessionId } },
});
