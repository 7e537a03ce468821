import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { click, newModule, newScript, note, openUrl } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const stepsOf = async (scriptUUID: string) => (await client.call(calls.getSteps, { query: { scriptUUID } })).steps;

test('[web-repository-3] a function is created from steps of a script, and a call replaces them', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, {
    name: 'Pay',
    steps: [openUrl('open'), note('user'), note('password'), click('in')],
  });
  const create = (stepIds: string[], functionName: string) =>
    client.call(calls.createFunction, {
      body: {
        projectUUID,
        functionName,
        inputs: [{ name: 'name' }],
        outputs: [{ name: 'token', description: 'Of the session' }],
        from: { scriptUUID, stepIds, replace: true },
      },
    });
  expect(await failureOf(create(['open', 'password'], 'Apart'))).toMatchObject({
    status: 400,
    code: 'TEST_REPOSITORY_STEPS_APART',
  });
  const made = await create(['password', 'user'], 'Sign in');
  expect(made.steps.map(({ id }) => id)).toEqual(['user', 'password']);
  expect(made).toMatchObject({ calledBy: [{ uuid: scriptUUID, testScriptName: 'Pay' }], problems: [], revision: 1 });
  const steps = await stepsOf(scriptUUID);
  expect(steps.map(({ keyword }) => keyword)).toEqual(['openUrl', 'callFunction', 'click']);
  expect(steps[1]?.args).toEqual({ function: 'Sign in', inputs: 'name={{name}}', outputs: 'token=token' });
  expect((await client.call(calls.getSteps, { query: { scriptUUID } })).problems).toEqual([]);
});

test('[web-repository-3] scripts follow a renamed function; a function in use is deleted only by force', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const create = (functionName: string) =>
    client.call(calls.createFunction, { body: { projectUUID, functionName, steps: [note('a'), note('b')] } });
  const { uuid } = await create('Sign in');
  expect(await failureOf(create('sign IN'))).toMatchObject({ code: 'TEST_REPOSITORY_FUNCTION_NAME_TAKEN' });
  const call = { id: 'call', keyword: 'callFunction', args: { function: 'Sign in' } };
  const script = await newScript(client, moduleUUID, { name: 'Pay', steps: [call] });
  const update = (change: object) => client.call(calls.updateFunction, { body: { uuid, ...change } });
  const renamed = await update({ functionName: 'Log in', description: 'For all' });
  expect(renamed).toMatchObject({ functionName: 'Log in', revision: 2, calledBy: [{ testScriptName: 'Pay' }] });
  expect((await stepsOf(script.uuid))[0]?.args.function).toBe('Log in');
  expect(await failureOf(update({ description: 'Late', revision: 1 }))).toMatchObject({
    status: 409,
    code: 'TEST_REPOSITORY_FUNCTION_CHANGED',
    message: expect.stringContaining(renamed.modifiedBy),
  });
  expect(await failureOf(update({ steps: [note('a'), note('a')] }))).toMatchObject({
    code: 'TEST_REPOSITORY_STEP_ID_TWICE',
  });
  const missing = client.call(calls.deleteFunctionSteps, { body: { functionUUID: uuid, stepIds: ['a', 'gone'] } });
  expect(await failureOf(missing)).toMatchObject({ code: 'TEST_REPOSITORY_STEP_NOT_FOUND' });
  const left = await client.call(calls.deleteFunctionSteps, { body: { functionUUID: uuid, stepIds: ['a'] } });
  expect(left.steps.map(({ id }) => id)).toEqual(['b']);
  const remove = (force?: 'true') =>
    client.call(calls.deleteFunction, { query: { functionUUID: uuid, ...(force && { force }) } as never });
  expect(await failureOf(remove())).toMatchObject({
    status: 409,
    message: 'Pay call this function. Take the calls out of them, or delete it all the same.',
  });
  await remove('true');
  const { problems } = await client.call(calls.getSteps, { query: { scriptUUID: script.uuid } });
  expect(problems).toMatchObject([{ stepId: 'call', field: 'args.function' }]);
});

test('functions that call another one follow its new name, and of many callers ten are named', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const call = { id: 'call', keyword: 'callFunction', args: { function: 'Sign in' } };
  const create = (functionName: string, step: ReturnType<typeof note>) =>
    client.call(calls.createFunction, { body: { projectUUID, functionName, steps: [step] } });
  const { uuid } = await create('Sign in', note('a'));
  const { uuid: outer } = await create('Check out', call);
  for (let n = 1; n <= 11; n += 1) await newScript(client, moduleUUID, { name: `S ${n + 10}`, steps: [call] });
  await client.call(calls.updateFunction, { body: { uuid, functionName: 'Log in' } });
  const { functions } = await client.call(calls.listFunctions, { query: { projectUUID } });
  expect(functions.find((one) => one.uuid === outer)).toMatchObject({ revision: 2, problems: [] });
  const refused = await failureOf(client.call(calls.deleteFunction, { query: { functionUUID: uuid } as never }));
  expect(refused.message).toMatch(/^(S \d\d, ){9}S \d\d and 2 more call this function/);
});

test('[web-repository-3] functions are listed by name, found and cloned', async () => {
  const { projectUUID } = await newModule(client);
  const body = { projectUUID, functionName: 'Sign in', inputs: [{ name: 'user' }], steps: [note('a')] };
  const { uuid } = await client.call(calls.createFunction, { body });
  const clone = (functionName?: string) =>
    client.call(calls.cloneFunction, { body: { functionUUID: uuid, ...(functionName && { functionName }) } });
  expect(await clone()).toMatchObject({ functionName: 'Sign in copy', inputs: [{ name: 'user' }] });
  expect(await clone()).toMatchObject({ functionName: 'Sign in copy 2' });
  expect(await failureOf(clone('SIGN in'))).toMatchObject({ status: 409 });
  const list = async (searchTerm?: string) =>
    (
      await client.call(calls.listFunctions, { query: { projectUUID, ...(searchTerm && { searchTerm }) } })
    ).functions.map(({ functionName }) => functionName);
  expect(await list()).toEqual(['Sign in', 'Sign in copy', 'Sign in copy 2']);
  expect(await list('COPY 2')).toEqual(['Sign in copy 2']);
});

test('a function is only created from steps of its own project', async () => {
  const [here, there] = [await newModule(client), await newModule(client)];
  const { uuid: scriptUUID } = await newScript(client, there.moduleUUID, { steps: [note('a')] });
  const create = (given: object) =>
    failureOf(
      client.call(calls.createFunction, { body: { projectUUID: here.projectUUID, functionName: 'F', ...given } }),
    );
  expect(await create({ from: { scriptUUID, stepIds: ['a'] } })).toMatchObject({ status: 404 });
  expect(await create({})).toMatchObject({ status: 400, code: 'TEST_REPOSITORY_NO_FUNCTION_STEPS' });
});
