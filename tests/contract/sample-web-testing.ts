import { webTestingRoutes } from '@touchstone/contracts/web-testing';
import { newId } from '@touchstone/kernel';
import type { TestServer, TestUser } from '@touchstone/testing';
import { sampleDatabase } from './sample-inputs.ts';

/**
 * makeWebTesting makes a web testing project with a script, its restore point and run, a function, a data table, an
 * environment and a sprint; returns their ids.
 */
export async function makeWebTesting(server: TestServer, { client, organizationId }: TestUser, name: string) {
  const api = webTestingRoutes;
  const { uuid: webProjectId } = await client.call(api.createProject, { body: { projectName: name } });
  const project = { projectUUID: webProjectId };
  const { uuid: webModuleId } = await client.call(api.createModule, {
    query: { projectId: webProjectId },
    body: { moduleName: name },
  });
  const query = { moduleUUID: webModuleId };
  const { uuid: webScriptId } = await client.call(api.createScript, { query, body: { testScriptName: name } });
  const steps = [{ id: 's1', keyword: 'comment', args: { text: name } }];
  await client.call(api.addSteps, { query: { scriptUUID: webScriptId }, body: { steps } });
  const { uuid: webVersionId } = await client.call(api.createVersion, {
    query: { scriptUUID: webScriptId },
    body: { versionName: name },
  });
  const { uuid: webFunctionId } = await client.call(api.createFunction, {
    body: { ...project, functionName: name, steps },
  });
  const table = { ...project, tableName: name, columns: ['a'], rows: [[name]] };
  const { uuid: webTableId } = await client.call(api.createDataTable, { body: table });
  const { environmentId: webEnvironmentId } = await client.call(api.createEnvironment, {
    body: { ...project, environmentName: name, variables: [{ name: 'v', value: name }] },
  });
  const { variables } = await client.call(api.listGlobalVariables, { query: project });
  const { databaseConfigurationId: webDatabaseId } = await client.call(api.createDatabase, {
    body: { projectId: webProjectId, ...sampleDatabase },
  });
  const { uuid: webRunConfigurationId } = await client.call(api.createRunConfiguration, { body: { ...project, name } });
  const knownTarget = { name, locators: [{ by: 'css' as const, value: '#a' }] };
  const { uuid: webKnownTargetId } = await client.call(api.createKnownTarget, {
    body: { ...project, target: knownTarget },
  });
  const settings = { tool: 'GITHUB' as const, address: 'https://github.com/acme/shop' };
  const { uuid: webManagementToolId } = await client.call(api.createManagementTool, {
    body: { ...project, name, settings },
  });
  const file = { ...project, fileName: 'a.txt', content: Buffer.from(name).toString('base64') };
  const { uuid: webFileId } = await client.call(api.saveProjectFile, { body: file });
  const inSprint = await makeSprint(client, { ...project, webScriptId, name });
  const { runId: webRunId } = await client.call(api.executeTest, { body: { scriptUUIDs: [webScriptId], name } });
  await client.call(api.stopExecution, { query: { runId: webRunId } });
  const place = { organizationId, projectId: webProjectId, scriptId: webScriptId };
  const webBaselineId = await makeBaseline(server, place, name);
  const webKeptSessionId = await makeKeptSession(server, place, name);
  const webVariableId = variables[0]?.variableId ?? '';
  const inScript = { webScriptId, webVersionId, webRunId, webFunctionId, webFileId, webBaselineId, ...inSprint };
  const inProject = {
    webTableId,
    webEnvironmentId,
    webVariableId,
    webDatabaseId,
    webRunConfigurationId,
    webKnownTargetId,
    webManagementToolId,
    webKeptSessionId,
  };
  return { webProjectId, webModuleId, ...inScript, ...inProject };
}

/** A started sprint, with a suite that contains a script. */
async function makeSprint(
  client: TestUser['client'],
  { projectUUID, webScriptId, name }: { projectUUID: string; webScriptId: string; name: string },
) {
  const api = webTestingRoutes;
  const { uuid: webSprintId } = await client.call(api.createSprint, {
    query: { projectUUID },
    body: { sprintName: name },
  });
  await client.call(api.startSprint, { body: { sprintUUID: webSprintId } });
  const { uuid: webSuiteId } = await client.call(api.createSuite, {
    query: { uuid: webSprintId, isSprintUUID: 'true' } as never,
    body: { testSuiteName: name },
  });
  await client.call(api.importScripts, { body: { suiteUUID: webSuiteId, scriptUUIDs: [webScriptId] } });
  return { webSprintId, webSuiteId };
}

/** A browser session, as saved by a step. */
async function makeKeptSession(
  { platform: { database } }: TestServer,
  { organizationId, projectId }: { organizationId: string; projectId: string },
  name: string,
): Promise<string> {
  const id = newId();
  await database.pool.query(
    `insert into web_testing.kept_session
       (id, organization_id, project_id, name, state, sites, cookie_count, storage_count, saved_by_name)
     values ($1, $2, $3, $4, '', '{}', 0, 0, 'A run')`,
    [id, organizationId, projectId, name],
  );
  return id;
}

/** A baseline picture, as stored by a run. */
async function makeBaseline(
  { platform: { database, files } }: TestServer,
  { organizationId, projectId, scriptId }: { organizationId: string; projectId: string; scriptId: string },
  name: string,
): Promise<string> {
  const content = Buffer.from('picture');
  const owner = `project:${projectId}`;
  const file = { organizationId, owner, name: `${name}.png`, contentType: 'image/png', content };
  const { fileId } = await files.put(file);
  const id = newId();
  await database.pool.query(
    `insert into test_repository.baseline (id, organization_id, project_id, script_id, name, target, current_version)
     values ($1, $2, $3, $4, $5, 'Chromium', 1)`,
    [id, organizationId, projectId, scriptId, name],
  );
  await database.pool.query(
    `insert into test_repository.baseline_version
       (baseline_id, version, content_id, width, height, size_bytes, hash, is_reviewed, accepted_by_name)
     values ($1, 1, $2, 1, 1, 7, '', false, 'A run')`,
    [id, fileId],
  );
  return id;
}
