import type { Client } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes as calls, type ScriptInput } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { actFor, userManagementService } from '../../../user-management/index.ts';
import { apiTestingService } from '../../index.ts';
import { draft, failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../testing/target-server.ts';

let server: TestServer;
let target: TargetServer;
let owner: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  [server, target] = await Promise.all([
    createTestServer({ postgresUrl: inject('postgresUrl'), start: false }),
    startTargetServer(),
  ]);
});
afterAll(async () => {
  await target.close();
  await server.close();
});
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'PRO' });
  ({ client } = owner);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});

const echo = (given: Partial<ScriptInput> = {}) => draft({ url: `${target.url}/echo`, method: 'POST', ...given });
const preview = (script: ScriptInput, place: object = { projectId, suiteId }) =>
  client.call(apiPreviewRoutes.preview, { body: { ...place, script } });
const bodyOf = (detail: Awaited<ReturnType<typeof preview>>) =>
  JSON.parse(detail.exchange?.response?.body.text ?? 'null') as { headers: Record<string, string>; body: string };
const never = { variable: 'missing', operator: 'exists' as const };
const newEnvironment = async (variables: object[]) =>
  (
    await client.call(workspaceRoutes.createEnvironment, {
      body: { projectId, environmentName: 'Stage', variables: variables as never },
    })
  ).environmentId;

test('a request sent from the editor has the variables of its environment, suite and workspace', async () => {
  const environmentId = await newEnvironment([{ name: 'a', value: 'environment' }]);
  await client.call(calls.createSuiteVariables, {
    body: { suiteId, variables: ['a', 'b'].map((name) => ({ name, value: 'suite' })) },
  });
  await client.call(workspaceRoutes.createGlobals, {
    body: { projectId, variables: ['a', 'b', 'c'].map((name) => ({ name, value: 'workspace' })) },
  });
  const script = echo({ headers: [{ key: 'X-All', value: '{{a}} {{b}} {{c}} {{d}}', enabled: true }] });
  const sent = async (place: object) => bodyOf(await preview(script, place)).headers['x-all'];
  expect(await sent({ projectId, suiteId, environmentId })).toBe('environment suite workspace {{d}}');
  expect(await sent({ projectId, suiteId })).toBe('suite suite workspace {{d}}');
  expect(await sent({ projectId })).toBe('workspace workspace workspace {{d}}');
  expect(await sent({})).toBe('{{a}} {{b}} {{c}} {{d}}');
});

test('secrets of the environment, the suite and the request are masked', async () => {
  const environmentId = await newEnvironment([{ name: 'a', value: 'first-secret', isSecret: true }]);
  await client.call(calls.createSuiteVariables, {
    body: { suiteId, variables: [{ name: 'b', value: 'second-secret', isSecret: true }] },
  });
  const script = echo({
    headers: [{ key: 'X-All', value: '{{a}} {{b}}', enabled: true }],
    authentication: { type: 'bearer', token: 'third-secret' },
  });
  const detail = await preview(script, { projectId, suiteId, environmentId });
  expect(detail).toMatchObject({ status: 'passed', statusCode: 200, suiteId });
  expect(bodyOf(detail).headers).toMatchObject({ 'x-all': '•••••• ••••••', authorization: 'Bearer ••••••' });
  expect(JSON.stringify(detail)).not.toMatch(/(first|second|third)-secret/);
});

test('a request is sent whatever its condition says, and the user has then sent one', async () => {
  const steps = () => client.call(calls.getFirstSteps, {});
  expect(await steps()).toMatchObject({ hasSent: false });
  const detail = await preview(echo({ condition: never }), {});
  expect(detail).toMatchObject({ status: 'passed', statusCode: 200, scriptId: null });
  expect(await steps()).toMatchObject({ hasSent: true });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  expect(await colleague.client.call(calls.getFirstSteps, {})).toMatchObject({ hasSent: false });
});

test('only editors of a workspace send its requests', async () => {
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization();
  const send = (by: Client, place: object = { projectId }) =>
    by.call(apiPreviewRoutes.preview, { body: { ...place, script: echo() } });
  expect((await failureOf(send(guest.client))).status).toBe(403);
  expect((await failureOf(send(stranger.client))).status).toBe(404);
  const foreign = await newSuite(client, await newProject(client));
  expect(await failureOf(send(client, { projectId, suiteId: foreign }))).toMatchObject({
    status: 409,
    code: 'API_TESTING_OTHER_PROJECT',
  });
});

/** A saved request, opened for another service. */
async function opened(given: Partial<ScriptInput>, input: object = {}) {
  const { scriptId } = await newScript(client, suiteId, echo(given));
  const { requestSender } = server.app.door(apiTestingService);
  const { organizationId, userId } = owner;
  const origin = { requestId: 'test', address: '192.0.2.7' };
  const actor = await actFor(server.app.door(userManagementService), { userId, organizationId }, origin);
  const planned = await requestSender.plan(actor as never, { projectId, scriptId, environmentId: null, ...input });
  const place = { organizationId, projectId, userId };
  return { planned, scriptId, request: await requestSender.open(planned, place, { maxResponseBytes: 1000 }) };
}
const signal = () => AbortSignal.timeout(10_000);

test('another service sees the variables of a request as the request does', async () => {
  const environmentId = await newEnvironment([
    { name: 'a', value: 'environment' },
    { name: 'key', value: 'env-secret', isSecret: true },
  ]);
  await client.call(calls.createSuiteVariables, {
    body: {
      suiteId,
      variables: [
        { name: 'a', value: 'suite' },
        { name: 'b', value: 'suite of {{c}}' },
        { name: 'hidden', value: 'suite-secret', isSecret: true },
      ],
    },
  });
  await client.call(workspaceRoutes.createGlobals, {
    body: { projectId, variables: ['a', 'b', 'c'].map((name) => ({ name, value: 'workspace' })) },
  });
  const names = ['a', 'b', 'c', 'given', 'none', 'toString'];
  const valuesOf = async (input: object) => {
    const { request } = await opened({}, input);
    const values = names.map((name) => request.variable(name));
    await request.close();
    return values;
  };
  expect(await valuesOf({ environmentId })).toEqual([
    'environment',
    'suite of workspace',
    'workspace',
    undefined,
    undefined,
    undefined,
  ]);
  expect(await valuesOf({})).toEqual(['suite', 'suite of workspace', 'workspace', undefined, undefined, undefined]);
  const given = { a: 'own', given: 'x' };
  expect(await valuesOf({ environmentId, given })).toEqual([
    'own',
    'suite of workspace',
    'workspace',
    'x',
    undefined,
    undefined,
  ]);
  const { request, planned } = await opened(
    { authentication: { type: 'bearer', token: 'own-token' } },
    { environmentId },
  );
  expect(planned).toMatchObject({ environmentId, environmentName: 'Stage', suiteName: 'Orders', dynamicNames: false });
  const mask = request.mask();
  expect(mask('env-secret suite-secret own-token other')).toBe('•••••• •••••• •••••• other');
  await request.close();
});

test('a request of another service is sent whatever its condition says, with its values and dynamic names', async () => {
  const headers = [{ key: 'X-Given', value: '{{own}} {{$guid}}', enabled: true }];
  const { request, planned, scriptId } = await opened({ condition: never, headers }, { given: { own: 'value' } });
  expect(planned.dynamicNames).toBe(true);
  const result = await request.send(signal());
  const detail = await request.record(result, { stepId: 'step', index: 4, owner: `project:${projectId}` });
  await request.close();
  expect(detail).toMatchObject({ stepId: 'step', index: 4, status: 'passed', scriptId, suiteId, suiteName: 'Orders' });
  expect(detail.exchange?.request.headers.find(([name]) => name.toLowerCase() === 'x-given')?.[1]).toMatch(
    /^value [\da-f-]{36}$/,
  );
});

test('at most the given number of bytes of a response is kept', async () => {
  const { request } = await opened({ body: { type: 'text', content: 'x'.repeat(2000) } });
  const { response } = await request.send(signal());
  await request.close();
  expect(response?.body.truncated).toBe(true);
  expect(response?.body.bytes).toHaveLength(1000);
});
