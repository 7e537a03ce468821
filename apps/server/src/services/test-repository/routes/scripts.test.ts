import type { Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

const namesIn = async (moduleUUID: string) =>
  (await client.call(calls.listModuleScripts, { query: { moduleUUID } })).map((one) => one.testScriptName);

test('[web-repository-1] [web-repository-5] scripts are listed in their order, in pages, and found by name, tag and objective', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const query = { moduleUUID };
  await client.call(calls.createScript, {
    query,
    body: { testScriptName: 'Buy a book', objective: 'Pays by card', tagName: ['Smoke', 'smoke', 'shop'] },
  });
  await newScript(client, moduleUUID, { name: 'Sign in', tags: ['smoke'] });
  await newScript(client, moduleUUID, { name: 'Sign out' });
  const find = async (given: object) =>
    (await client.call(calls.listScripts, { query: { ...query, ...given } })).content.map((one) => one.testScriptName);
  expect(await find({})).toEqual(['Buy a book', 'Sign in', 'Sign out']);
  expect(await find({ searchTerm: 'SIGN' })).toEqual(['Sign in', 'Sign out']);
  expect(await find({ searchTerm: 'smok' })).toEqual(['Buy a book', 'Sign in']);
  expect(await find({ searchTerm: 'by card' })).toEqual(['Buy a book']);
  expect(await find({ tag: 'SMOKE' })).toEqual(['Buy a book', 'Sign in']);
  const page = await client.call(calls.listScripts, { query: { ...query, page: 1, size: 2 } });
  expect(page).toMatchObject({ totalElements: 3, content: [{ testScriptName: 'Sign out', sequenceId: 3 }] });
  const tags = await client.call(calls.suggestTags, { query: { projectUUID, tag: 's' } });
  expect(tags.map((tag) => tag.toLowerCase())).toEqual(['smoke', 'shop']);
  expect(await client.call(calls.suggestTags, { query: { projectUUID, tag: '%' } })).toEqual([]);
});

test('a script needs a name of its own in its module, by the rules for names', async () => {
  const { moduleUUID } = await newModule(client);
  await newScript(client, moduleUUID, { name: 'Pay' });
  const create = (testScriptName: string) =>
    failureOf(client.call(calls.createScript, { query: { moduleUUID }, body: { testScriptName } }));
  expect(await create('pay')).toMatchObject({
    status: 409,
    code: 'TEST_REPOSITORY_SCRIPT_NAME_TAKEN',
    message: expect.stringContaining('“pay”'),
  });
  expect((await create('')).details).toMatchObject([{ message: 'Please enter Test script name' }]);
  expect((await create('a'.repeat(256))).details).toMatchObject([
    { message: 'Test script name should not be above 255 characters' },
  ]);
  expect((await create('Pay!')).details).toMatchObject([{ message: 'Invalid character' }]);
});

test('[web-repository-5] a locked script is changed only by the user who locked it and by owners', async () => {
  const { moduleUUID } = await newModule(client);
  const locker = await server.createUser(owner, { role: 'ROLE_USER' });
  const other = await server.createUser(owner, { role: 'ROLE_USER' });
  const { uuid } = await newScript(client, moduleUUID, { name: 'Pay' });
  const update = (who: TestUser, change: object) =>
    who.client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, ...change } });
  const locked = await update(locker, { isLocked: true });
  expect(locked).toMatchObject({ isLocked: true, lockedBy: locked.modifiedBy });
  const refused = await failureOf(update(other, { objective: 'Mine' }));
  expect(refused).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SCRIPT_LOCKED' });
  expect(refused.message).toContain(`${locked.lockedBy} has locked the script “Pay”`);
  const steps = other.client.call(calls.addSteps, { query: { scriptUUID: uuid }, body: { steps: [note('a')] } });
  expect(await failureOf(steps)).toMatchObject({ code: 'TEST_REPOSITORY_SCRIPT_LOCKED' });
  const remove = (who: TestUser, body: object) =>
    who.client.call(calls.deleteScripts, { body: { sourceModuleUUID: moduleUUID, ...body } });
  for (const body of [{ scriptUUIDs: [uuid] }, { isSelectAll: true }])
    expect(await failureOf(remove(other, body))).toMatchObject({ code: 'TEST_REPOSITORY_SCRIPT_LOCKED' });
  expect(await update(locker, { objective: 'Fine' })).toMatchObject({ objective: 'Fine', isLocked: true });
  expect(await update(owner, { isLocked: false })).toMatchObject({ isLocked: false, lockedBy: null });
  expect(await remove(other, { scriptUUIDs: [uuid] })).toMatchObject({ deleted: 1 });
});

test('[web-repository-5] scripts are reordered, copied, moved, and deleted except for some', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const [a, b, c] = [
    await newScript(client, moduleUUID, { name: 'A', steps: [note('one')] }),
    await newScript(client, moduleUUID, { name: 'B' }),
    await newScript(client, moduleUUID, { name: 'C' }),
  ];
  const put = (scriptUUID: string, sequenceId: number) =>
    client.call(calls.sequenceScript, { query: { scriptUUID, sequenceId } });
  await put(c.uuid, 1);
  expect(await namesIn(moduleUUID)).toEqual(['C', 'A', 'B']);
  await put(c.uuid, 99);
  expect(await namesIn(moduleUUID)).toEqual(['A', 'B', 'C']);
  const twice = [
    await client.call(calls.copyScripts, { body: { scriptUUIDs: [a.uuid] } }),
    await client.call(calls.copyScripts, { body: { scriptUUIDs: [a.uuid] } }),
  ];
  expect(twice.flatMap(({ scripts }) => scripts.map((one) => one.testScriptName))).toEqual(['A copy', 'A copy 2']);
  const copied = await client.call(calls.getSteps, { query: { scriptUUID: twice[0]?.scripts[0]?.uuid ?? '' } });
  expect(copied.steps.map(({ id }) => id)).toEqual(['one']);
  const { uuid: target } = await client.call(calls.createModule, {
    query: { projectId: projectUUID },
    body: { moduleName: 'Other' },
  });
  await newScript(client, target, { name: 'b' });
  const bring = (scriptUUIDs: string[], action: 'MOVE' | 'CLONE') =>
    client.call(calls.moveScripts, { body: { scriptUUIDs, targetModuleUUID: target, action } });
  const moved = await bring([b.uuid], 'MOVE');
  expect(moved.scripts).toMatchObject([{ uuid: b.uuid, testScriptName: 'B 2', moduleUUID: target, sequenceId: 2 }]);
  await bring([c.uuid], 'CLONE');
  expect(await namesIn(target)).toEqual(['b', 'B 2', 'C']);
  const body = { sourceModuleUUID: moduleUUID, isSelectAll: true, scriptUUIDs: [c.uuid] };
  expect(await client.call(calls.deleteScripts, { body })).toMatchObject({ deleted: 3 });
  expect(await namesIn(moduleUUID)).toEqual(['C']);
});

test('a script is changed and deleted only through its own module', async () => {
  const [here, there] = [await newModule(client), await newModule(client)];
  const { uuid } = await newScript(client, here.moduleUUID);
  const { moduleUUID } = there;
  const update = client.call(calls.updateScript, { query: { moduleUUID }, body: { uuid, objective: 'x' } });
  expect(await failureOf(update)).toMatchObject({ status: 409, code: 'TEST_REPOSITORY_SCRIPT_ELSEWHERE' });
  const body = { sourceModuleUUID: moduleUUID, scriptUUIDs: [uuid] };
  expect(await failureOf(client.call(calls.deleteScripts, { body }))).toMatchObject({
    code: 'TEST_REPOSITORY_SCRIPT_NOT_FOUND',
  });
  expect(await namesIn(here.moduleUUID)).toHaveLength(1);
});

test('scripts cannot be moved or copied into another project', async () => {
  const [here, there] = [await newModule(client), await newModule(client)];
  const { uuid } = await newScript(client, here.moduleUUID);
  const body = { scriptUUIDs: [uuid], targetModuleUUID: there.moduleUUID, action: 'MOVE' as const };
  expect(await failureOf(client.call(calls.moveScripts, { body }))).toMatchObject({ status: 404 });
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  for (const call of [calls.copyScripts, calls.moveScripts])
    expect(await failureOf(stranger.client.call(call, { body: body as never }))).toMatchObject({
      status: expect.any(Number),
    });
  expect(await namesIn(here.moduleUUID)).toHaveLength(1);
});

test('[web-repository-5] reusable scripts are found in their project and from all others', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid } = await newScript(client, moduleUUID, { name: 'Shared sign in' });
  await newScript(client, moduleUUID, { name: 'Not shared' });
  await client.call(calls.updateReusable, { body: { scriptUUIDs: [uuid], isReusable: true } });
  const hybrid = await client.call(calls.listHybridScripts, { query: { projectUUID } });
  expect(hybrid.content).toMatchObject([{ uuid, isReusable: true }]);
  const shared = await client.call(calls.listSharedTests, { query: { searchTerm: 'shared sign' } });
  const answered = await client.call(calls.updateReusable, { body: { scriptUUIDs: [uuid, uuid], isReusable: true } });
  expect(answered).toMatchObject({ scripts: [{ uuid, isReusable: true }] });
  expect(shared.content).toMatchObject([{ uuid, projectName: expect.stringMatching(/^Shop/) }]);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  expect((await stranger.client.call(calls.listSharedTests, { query: {} })).totalElements).toBe(0);
});

test('[web-repository-1] recently worked scripts are listed, deleted ones are not', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const first = await newScript(client, moduleUUID, { name: 'First' });
  const second = await newScript(client, moduleUUID, { name: 'Second' });
  await client.call(calls.getScript, { params: { id: first.uuid } });
  const recent = async () =>
    (await client.call(calls.listRecentScripts, { query: { projectUUID } })).map((one) => one.testScriptName);
  expect(await recent()).toEqual(['First', 'Second']);
  const body = { sourceModuleUUID: moduleUUID, scriptUUIDs: [second.uuid] };
  await client.call(calls.deleteScripts, { body });
  expect(await recent()).toEqual(['First']);
});
