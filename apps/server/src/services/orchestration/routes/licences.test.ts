import type { Client } from '@touchstone/contracts';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import { runRoutes } from '@touchstone/contracts/runs';
import { serviceCatalog, subscriptionRoutes } from '@touchstone/contracts/subscription';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { flowRun, newFlow, runFlowToEnd, start } from '../../flows/testing/flow-builders.ts';

let server: TestServer;
/** Users with a licence for one service only. */
let ofApi: Client;
let ofOrchestration: Client;
/** A workspace of each service with a workflow. */
const api = { projectId: '', flowId: '' };
const orchestration = { projectId: '', flowId: '' };

async function userWith(serviceName: string): Promise<Client> {
  const user = await server.createUser(server.admin, { role: 'ROLE_USER' });
  await user.client.call(subscriptionRoutes.listOwnLicences, {});
  const kept = serviceCatalog.find((service) => service.serviceName === serviceName)?.uuid;
  await server.platform.database.pool.query(
    'update subscription.licence set user_id = null where user_id = $1 and service_id <> $2',
    [user.userId, kept],
  );
  const held = await user.client.call(subscriptionRoutes.listOwnLicences, {});
  expect(held.map(({ serviceStore }) => serviceStore.serviceName)).toEqual([serviceName]);
  return user.client;
}

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  const { client } = server.admin;
  api.projectId = await newProject(client);
  api.flowId = await newFlow(client, api.projectId, { nodes: [start] });
  const project = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Licensed apart' } });
  orchestration.projectId = project.projectId;
  orchestration.flowId = await newFlow(client, project.projectId, { nodes: [start] });
  ofApi = await userWith('API Testing');
  ofOrchestration = await userWith('Test Orchestration');
}, 120_000);
afterAll(() => server.close());

/** The calls that require the licence of the workspace's service. */
const calls = (client: Client, { projectId, flowId }: typeof api): Promise<unknown>[] => [
  client.call(flowRoutes.getFlow, { params: { flowId } }),
  client.call(flowRoutes.listFlows, { query: { projectId } }),
  client.call(flowRoutes.listFlowKinds, { query: { projectId } }),
  client.call(flowRoutes.renameFlow, { params: { flowId }, body: { description: 'Changed' } }),
  client.call(workspaceRoutes.getProject, { query: { projectId } }),
  client.call(workspaceRoutes.listEnvironments, { query: { projectId } }),
  client.call(workspaceRoutes.listDatabases, { query: { projectId } }),
  client.call(runRoutes.listRuns, { query: { projectId, kind: 'workflow' } }),
];
const codesOf = (made: Promise<unknown>[]) =>
  Promise.all(
    made.map((call) =>
      call.then(
        () => 'allowed',
        (error: { code: string }) => error.code,
      ),
    ),
  );

test('[orchestration-1] workflows and environments of a project require the licence of test orchestration, not that of API testing', async () => {
  const allowed = calls(ofApi, api).map(() => 'allowed');
  expect(await codesOf(calls(ofOrchestration, orchestration))).toEqual(allowed);
  expect(await codesOf(calls(ofApi, api))).toEqual(allowed);
  const refused = allowed.map(() => 'SUBSCRIPTION_NO_LICENCE');
  expect(await codesOf(calls(ofApi, orchestration))).toEqual(refused);
  expect(await codesOf(calls(ofOrchestration, api))).toEqual(refused);
  const executions = (client: Client, workspaceService: 'api-testing' | 'orchestration') =>
    client.call(flowRoutes.listFlowRuns, { query: { workspaceService } });
  expect(
    await codesOf([
      executions(ofOrchestration, 'orchestration'),
      executions(ofOrchestration, 'api-testing'),
      executions(ofApi, 'orchestration'),
    ]),
  ).toEqual(['allowed', 'SUBSCRIPTION_NO_LICENCE', 'SUBSCRIPTION_NO_LICENCE']);
  const entries = failureOf(ofApi.call(orchestrationRoutes.listEntries, { body: {} }));
  expect(await entries).toMatchObject({ status: 403, code: 'SUBSCRIPTION_NO_LICENCE' });
});

test("without other licences a workflow runs, but can't use nodes of API testing, web testing and mocks", async () => {
  const { kinds } = await ofOrchestration.call(flowRoutes.listFlowKinds, {
    query: { projectId: orchestration.projectId },
  });
  const unavailable = kinds.filter((kind) => kind.unavailable !== null).map(({ kind }) => kind);
  expect(unavailable.sort()).toEqual(
    kinds
      .filter(({ service }) => ['api-testing', 'service-virtualization', 'web-testing'].includes(service))
      .map(({ kind }) => kind)
      .sort(),
  );
  expect(unavailable).toEqual(expect.arrayContaining(['api-script', 'mock-verify', 'web-suite']));
  const comment = { id: 'note', kind: 'comment', name: 'Note' };
  const flowId = await newFlow(ofOrchestration, orchestration.projectId, { nodes: [start, comment] });
  const { runId, status } = await runFlowToEnd(ofOrchestration, flowId);
  expect(status).toBe('passed');
  expect(await failureOf(flowRun(ofApi, runId))).toMatchObject({ code: 'SUBSCRIPTION_NO_LICENCE' });
});
