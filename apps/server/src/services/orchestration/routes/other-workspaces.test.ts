import { randomUUID } from 'node:crypto';
import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import {
  chain,
  documentOf,
  flowRun,
  newFlow,
  runFlow,
  runFlowToEnd,
  start,
} from '../../flows/testing/flow-builders.ts';

type Flow = Parameters<typeof documentOf>[0];

let server: TestServer;
let target: TargetServer;
let client: Client;
/** A project of test orchestration, and a workspace of API testing with a suite, a script and an environment. */
let projectId: string;
let shop: { projectId: string; suiteId: string; scriptId: string; environmentId: string };
let ownEnvironmentId: string;

/** An environment in which the script requests that status code. */
const newEnvironment = async (ofProject: string, code: string): Promise<string> => {
  const variables = [{ name: 'code', value: code, isSecret: false }];
  const body = { projectId: ofProject, environmentName: `Asks for ${code}`, variables };
  return (await client.call(workspaceRoutes.createEnvironment, { body })).environmentId;
};

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  target = await startTargetServer();
  ({ client } = server.admin);
  const apiProject = await newProject(client);
  const suiteId = await newSuite(client, apiProject);
  const { scriptId } = await newScript(client, suiteId, { url: `${target.url}/code-{{code}}` });
  shop = { projectId: apiProject, suiteId, scriptId, environmentId: await newEnvironment(apiProject, '203') };
  const project = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Reaches all' } });
  ({ projectId } = project);
  ownEnvironmentId = await newEnvironment(projectId, '202');
}, 120_000);
afterAll(async () => {
  await server.close();
  await target.close();
});

const scriptNode = (environmentId?: string) => ({
  id: 'script',
  kind: 'api-script',
  name: 'Script',
  settings: { scriptId: shop.scriptId },
  ...(environmentId && { environmentId }),
});
const suiteNode = (environmentId: string) => ({
  ...scriptNode(environmentId),
  id: 'suite',
  kind: 'api-suite',
  settings: { suiteId: shop.suiteId },
});
const loadNode = (environmentId: string) => ({
  ...suiteNode(environmentId),
  id: 'load',
  kind: 'performance-run',
  name: 'Load',
  settings: {
    suiteId: shop.suiteId,
    load: { type: 'shared-iterations', vus: 1, iterations: 5 },
    thresholds: ['failed < 1%'],
  },
});
const faultsIn = async (of: Client, ofProject: string, flow: Flow): Promise<string[]> => {
  const body = { projectId: ofProject, document: documentOf(flow) };
  return (await of.call(flowRoutes.validateFlow, { body })).faults.map(({ node, code }) => `${node} ${code}`);
};
/** A user of the organization in their own team, who can't see the script's workspace. */
async function outsider(): Promise<TestUser> {
  const { pool } = server.platform.database;
  const user = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  await pool.query(`insert into workspaces.member (project_id, user_id, email, role) values ($1, $2, $3, 'EDITOR')`, [
    projectId,
    user.userId,
    user.email,
  ]);
  return user;
}

test('[orchestration-2] a workflow runs scripts, suites and load tests of other workspaces, as runs there and with their environments', async () => {
  const flow = {
    nodes: [start, scriptNode(shop.environmentId), suiteNode(shop.environmentId), loadNode(shop.environmentId)],
    links: chain('start', 'script', 'suite', 'load'),
  };
  expect(await faultsIn(client, projectId, flow)).toEqual([]);
  const run = await runFlowToEnd(client, await newFlow(client, projectId, flow));
  expect(run.status).toBe('passed');
  const { rows } = await server.platform.database.pool.query(
    'select project_id, parent_run_id from runs.run where parent_run_id = $1',
    [run.runId],
  );
  expect(rows).toEqual([1, 2, 3].map(() => ({ project_id: shop.projectId, parent_run_id: run.runId })));
  expect(target.received.filter((request) => request === 'GET /code-203')).toHaveLength(2 + 5);
});

test('the environment of the run only applies to scripts of its own workspace', async () => {
  const flow = { nodes: [start, scriptNode()], links: chain('start', 'script') };
  const flowId = await newFlow(client, projectId, flow);
  const body = { environmentId: ownEnvironmentId };
  const { runId } = await client.call(flowRoutes.runFlow, { params: { flowId }, body });
  await followRun(client, runId);
  expect(target.received).toContain('GET /code-%7B%7Bcode%7D%7D');
  expect(target.received).not.toContain('GET /code-202');
});

test('environments of nodes belong to the workspace of what they run', async () => {
  const nodes = [start, scriptNode(ownEnvironmentId), { ...suiteNode(shop.environmentId) }];
  const own = { id: 'http', kind: 'http', name: 'Own', settings: { method: 'GET', url: target.url } };
  const flow = {
    nodes: [
      ...nodes,
      { ...own, environmentId: ownEnvironmentId },
      { ...own, id: 'foreign', environmentId: shop.environmentId },
    ],
    links: chain('start', 'script', 'suite', 'http', 'foreign'),
  };
  expect((await faultsIn(client, projectId, flow)).sort()).toEqual([
    'foreign DELETED_ENVIRONMENT',
    'script DELETED_ENVIRONMENT',
  ]);
});

test('workflows of API testing only use scripts of their own workspace', async () => {
  const other = await newProject(client);
  const flow = { nodes: [start, scriptNode()], links: chain('start', 'script') };
  expect(await faultsIn(client, other, flow)).toEqual(['script DELETED_SCRIPT']);
  const flowId = await newFlow(client, other, flow);
  expect(await failureOf(runFlow(client, flowId))).toMatchObject({ code: 'FLOWS_HAS_FAULTS' });
});

test("scripts of workspaces that the caller can't open don't exist for them, in validation, ports and runs", async () => {
  const { client: of } = await outsider();
  const flow = { nodes: [start, scriptNode()], links: chain('start', 'script') };
  expect(await faultsIn(of, projectId, flow)).toEqual(['script DELETED_SCRIPT']);
  const query = { projectId, kind: 'api-script', referenceId: shop.scriptId };
  const ports = await client.call(flowRoutes.getFlowPorts, { query: { ...query, environmentId: shop.environmentId } });
  expect(ports.inputs).toEqual([{ name: 'code', type: 'string', required: false }]);
  expect(await failureOf(of.call(flowRoutes.getFlowPorts, { query }))).toMatchObject({
    status: 404,
    code: 'FLOWS_REFERENCE_MISSING',
  });
  const flowId = await newFlow(client, projectId, flow);
  expect(await failureOf(runFlow(of, flowId))).toMatchObject({ code: 'FLOWS_HAS_FAULTS' });
});

test("the access of a run's starter is checked again when a node starts", async () => {
  const { client: of, userId, email } = await outsider();
  const { pool } = server.platform.database;
  await pool.query(`insert into workspaces.member (project_id, user_id, email, role) values ($1, $2, $3, 'EDITOR')`, [
    shop.projectId,
    userId,
    email,
  ]);
  const wait = { id: 'approval', kind: 'approval', name: 'Approval', settings: { to: [email] } };
  const flow = { nodes: [start, wait, scriptNode()], links: chain('start', 'approval', 'script') };
  const runId = await runFlow(of, await newFlow(of, projectId, flow));
  const stateOf = () => of.call(flowRoutes.getFlowRun, { params: { runId } });
  await expect
    .poll(async () => (await stateOf()).nodes.find(({ node }) => node === 'approval')?.status, { timeout: 20_000 })
    .toBe('waiting');
  const sent = target.received.length;
  await pool.query('delete from workspaces.member where project_id = $1 and user_id = $2', [shop.projectId, userId]);
  await of.call(flowRoutes.signalFlowRun, { params: { runId }, body: { node: 'approval', outcome: 'approved' } });
  await expect.poll(async () => (await stateOf()).status, { timeout: 20_000 }).toBe('failed');
  const script = (await stateOf()).nodes.find(({ node }) => node === 'script');
  expect(script).toMatchObject({
    status: 'failed',
    message: 'What "Script" refers to was deleted, or you have no access to it.',
  });
  expect(target.received).toHaveLength(sent);
});

test('deleting a workspace ends what workflows elsewhere run there, with the reason', async () => {
  const projectName = 'Soon gone';
  const { projectId: deletedProjectId } = await client.call(workspaceRoutes.createProject, { body: { projectName } });
  const suiteId = await newSuite(client, deletedProjectId);
  const { scriptId } = await newScript(client, suiteId, { url: `${target.url}/held/gone` });
  const node = { ...scriptNode(), settings: { scriptId } };
  const flow = { nodes: [start, node], links: chain('start', 'script') };
  const runId = await runFlow(client, await newFlow(client, projectId, flow));
  await expect.poll(() => target.received, { timeout: 20_000 }).toContain('GET /held/gone');
  await client.call(workspaceRoutes.deleteProject, { query: { projectId: deletedProjectId, projectName } });
  await followRun(client, runId);
  const run = await flowRun(client, runId);
  const ended = run.nodes.find((one) => one.node === 'script');
  const reason = 'The workspace of this run was deleted.';
  expect([run.status, ended?.status]).toEqual(['failed', 'failed']);
  expect(ended?.message).toContain(reason);
});

test("approval mails link to the run on the canvas of the workflow's service", async () => {
  const ask = { id: 'ask', kind: 'approval', name: 'Ask', settings: { to: ['who@example.com'] } };
  const flow = { nodes: [start, ask], links: chain('start', 'ask') };
  const { publicUrl } = server.platform.config;
  const linkIn = async (ofProject: string, pathOf: (flowId: string, runId: string) => string): Promise<void> => {
    const flowId = await newFlow(client, ofProject, flow);
    const runId = await runFlow(client, flowId);
    const texts = async () =>
      (await server.platform.mailer.list(20, server.admin.organizationId)).map(({ textBody }) => textBody).join();
    await expect.poll(texts, { timeout: 20_000 }).toContain(`${publicUrl}${pathOf(flowId, runId)}`);
  };
  await linkIn(projectId, (flowId, runId) => `/test-orchestration/work-flow/${flowId}?run=${runId}`);
  await linkIn(
    shop.projectId,
    (flowId, runId) => `/api-testing/process?project=${shop.projectId}&workflow=${flowId}&run=${runId}`,
  );
});

test('a workflow is moved to another project by file and still uses the same scripts elsewhere, with their environments', async () => {
  const flow = { nodes: [start, scriptNode(shop.environmentId)], links: chain('start', 'script') };
  const flowId = await newFlow(client, projectId, flow);
  const file = await client.call(flowRoutes.exportFlow, { params: { flowId } });
  // Another installation has other ids.
  const moved = JSON.parse(
    JSON.stringify(file).replaceAll(shop.scriptId, randomUUID()).replaceAll(shop.environmentId, randomUUID()),
  );
  const { folderUuid } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'By file' } });
  const made = await client.call(orchestrationRoutes.importWorkflow, { body: { folderUuid, file: moved } });
  expect(made.missing).toEqual([]);
  expect(made.document.flow.nodes[1]).toMatchObject(scriptNode(shop.environmentId));
  expect((await runFlowToEnd(client, made.flowId)).status).toBe('passed');
});
