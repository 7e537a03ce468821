import type { Client } from '@touchstone/contracts';
import type { RepositoryStepInput, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { followRun } from '../../api-testing/testing/builders.ts';

let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  ({ client } = await server.createOrganization({ plan: 'ENTERPRISE' }));
}, 120_000);
afterAll(() => server.close());

const newProject = async (by: Client, projectName: string): Promise<string> =>
  (await by.call(calls.createProject, { body: { projectName } })).uuid;
const createSamples = (by: Client, projectUUID: string) =>
  by.call(calls.createSampleScripts, { body: { projectUUID } });
const stepsOf = async (by: Client, scriptUUID: string) =>
  (await by.call(calls.getSteps, { query: { scriptUUID } })).steps;
const addressesOf = async (by: Client, scriptUUIDs: readonly string[]) => {
  const all = await Promise.all(scriptUUIDs.map((id) => stepsOf(by, id)));
  return all.map(([first]) => first?.args.url);
};
async function run(by: Client, scriptUUIDs: string[]): Promise<TestReport> {
  const { runId } = await by.call(calls.executeTest, { body: { scriptUUIDs } });
  await followRun(by, runId);
  return by.call(calls.getTestReport, { query: { runId, size: 200 } });
}

test('sample scripts pass in the shop of the installation, and the broken shop fails at its total', async () => {
  const projectUUID = await newProject(client, 'Begin');
  const { moduleUUID, scriptUUIDs } = await createSamples(client, projectUUID);
  const listed = await client.call(calls.listModuleScripts, { query: { moduleUUID } });
  expect(listed.map(({ uuid, testScriptName, moduleName }) => [uuid, testScriptName, moduleName])).toEqual([
    [scriptUUIDs[0], 'Sign in', 'Sample shop'],
    [scriptUUIDs[1], 'Buy something', 'Sample shop'],
  ]);
  const passed = await run(client, scriptUUIDs);
  expect(passed.steps.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(passed.run.status).toBe('passed');

  const [, scriptUUID = ''] = scriptUUIDs;
  const broken: RepositoryStepInput = { id: 'break', keyword: 'setCookie', args: { name: 'broken', value: '1' } };
  await client.call(calls.addSteps, { query: { scriptUUID }, body: { steps: [broken], after: 'open' } });
  const again: RepositoryStepInput = { id: 'again', keyword: 'reload' };
  await client.call(calls.addSteps, { query: { scriptUUID }, body: { steps: [again], after: 'break' } });
  const failed = await run(client, [scriptUUID]);
  expect(failed.steps.map(({ sourceStepId, status }) => [sourceStepId, status]).slice(0, 8)).toEqual([
    ['open', 'passed'],
    ['break', 'passed'],
    ['again', 'passed'],
    ['search', 'passed'],
    ['add', 'passed'],
    ['cart', 'passed'],
    ['total', 'failed'],
    ['checkout', 'skipped'],
  ]);
  expect(failed.steps[4]).toMatchObject({ locatorUsed: 'css=[data-add="kettle"]' });
  expect(failed.steps[6]).toMatchObject({ expected: expect.stringContaining('59.00 €'), actual: '60.00 €' });
}, 120_000);

test('every element of the sample scripts has two locators that find it', async () => {
  const { scriptUUIDs } = await createSamples(client, await newProject(client, 'Ways'));
  for (const id of scriptUUIDs)
    for (const { target, ...step } of await stepsOf(client, id))
      if (target) expect([step.id, target.locators.length]).toEqual([step.id, 2]);
});

test('names already taken are replaced by free ones, and the variable is shared', async () => {
  const projectUUID = await newProject(client, 'Twice');
  const made = await Promise.all([1, 2, 3].map(() => createSamples(client, projectUUID)));
  const query = { projectId: projectUUID };
  const { content } = await client.call(calls.listModules, { query });
  expect(content.map(({ moduleName }) => moduleName)).toEqual(['Sample shop', 'Sample shop 2', 'Sample shop 3']);
  const { variables } = await client.call(calls.listGlobalVariables, { query: { projectUUID } });
  expect(variables.map(({ name, value }) => [name, value])).toEqual([['shopUrl', `${server.url}/sample/shop`]]);
  expect(await addressesOf(client, made[0]!.scriptUUIDs)).toEqual(['{{shopUrl}}/login', '{{shopUrl}}/']);
  const [variable] = variables;
  await client.call(calls.updateGlobalVariable, {
    body: { variableId: variable!.variableId, value: 'https://shop.example' },
  });
  const other = await createSamples(client, projectUUID);
  expect(await addressesOf(client, other.scriptUUIDs)).toEqual(['{{shopUrl2}}/login', '{{shopUrl2}}/']);
});

test('where the plan has no variables of projects, the address is in the steps', async () => {
  const { client: free } = await server.createOrganization({ plan: 'FREE' });
  const projectUUID = await newProject(free, 'Free');
  const { scriptUUIDs } = await createSamples(free, projectUUID);
  const shop = `${server.url}/sample/shop`;
  expect(await addressesOf(free, scriptUUIDs)).toEqual([`${shop}/login`, `${shop}/`]);
  const { variables } = await free.call(calls.listGlobalVariables, { query: { projectUUID } });
  expect(variables).toEqual([]);
});
