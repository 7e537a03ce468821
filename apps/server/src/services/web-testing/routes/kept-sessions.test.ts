import type { Client } from '@touchstone/contracts';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import type { RepositoryStepInput, TestReport } from '@touchstone/contracts/test-repository';
import { webTestingRoutes as calls, type KeptSession } from '@touchstone/contracts/web-testing';
import { openShop, type Shop } from '@touchstone/engine-browser/testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, followRun } from '../../api-testing/testing/builders.ts';
import { newModule, newScript, note, openUrl } from '../../test-repository/testing/builders.ts';
import { Watcher } from '../testing/watcher.ts';

let server: TestServer;
let shop: Shop;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
  shop = await openShop();
}, 120_000);
afterAll(async () => {
  await shop.close();
  await server.close();
});

const signedInAs = 'ada.of.the.kept.session';
const label = (value: string) => ({ name: value, locators: [{ by: 'label' as const, value }] });
const signIn = (): RepositoryStepInput[] => [
  openUrl('open', `${shop.url}/login`),
  { id: 'email', keyword: 'setText', args: { value: `${signedInAs}@example.org` }, target: label('Email') },
  { id: 'password', keyword: 'setText', args: { value: 'coffee' }, target: label('Password') },
  { id: 'enter', keyword: 'pressKey', args: { keys: 'Enter' }, target: label('Password') },
  { id: 'hello', keyword: 'waitForText', args: { text: 'Hello,' } },
  { id: 'cart', keyword: 'setStorage', args: { key: 'cart', value: '{"cup":3}' } },
];
const save = (name = 'Ada'): RepositoryStepInput => ({ id: 'save', keyword: 'saveSession', args: { name } });
const use = (name = 'Ada'): RepositoryStepInput[] => [
  { id: 'use', keyword: 'useSession', args: { name } },
  openUrl('again', `${shop.url}/`),
  { id: 'hello', keyword: 'waitForText', args: { text: `Hello, ${signedInAs}` } },
];

interface Given {
  environmentId?: string;
  recording?: 'always';
}
const runOf = async (moduleUUID: string, steps: RepositoryStepInput[], given: Given = {}): Promise<TestReport> => {
  const { uuid } = await newScript(client, moduleUUID, { steps });
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], ...given } });
  await followRun(client, runId);
  return client.call(calls.getTestReport, { query: { runId, size: 100 } });
};
const listOf = async (projectUUID: string, by = client): Promise<KeptSession[]> =>
  (await by.call(calls.listKeptSessions, { query: { projectUUID } })).sessions;
const failures = ({ steps }: TestReport) =>
  steps.flatMap(({ status, message }) => (status === 'passed' ? [] : [message]));

test('a session saved by one script signs another one in, is stored sealed, and is shown without its values', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const saving = await runOf(moduleUUID, [...signIn(), save()], { recording: 'always' });
  expect(failures(saving)).toEqual([]);
  const sessions = await listOf(projectUUID);
  expect(sessions).toEqual([
    {
      uuid: expect.any(String),
      projectUUID,
      environmentUUID: null,
      name: 'Ada',
      sites: [new URL(shop.url).hostname],
      cookieCount: 1,
      storageCount: 1,
      expiry: null,
      savedBy: saving.run.startedBy,
      savedAt: expect.any(String),
      runId: saving.run.runId,
    },
  ]);
  const { rows } = await server.platform.database.pool.query('select * from web_testing.kept_session');
  expect(rows).toHaveLength(1);
  expect(rows[0].state).toMatch(/^v1:/);
  expect(JSON.stringify(rows)).not.toContain(signedInAs);

  const using = await runOf(moduleUUID, [...use(), save('again')], { recording: 'always' });
  expect(failures(using)).toEqual([]);
  expect((await listOf(projectUUID)).map(({ name }) => name)).toEqual(['Ada', 'again']);
  // A trace would show the cookies.
  for (const { recordings } of [saving, using])
    expect(recordings).toMatchObject([
      { trace: null, notes: [expect.stringContaining('steps of this script save or use a session')] },
    ]);
}, 60_000);

test('sessions belong to the environment of the run, and are deleted with it', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const environmentOf = async (environmentName: string) =>
    (
      await client.call(calls.createEnvironment, {
        body: { projectUUID, environmentName, variables: [{ name: 'v', value: '1' }] },
      })
    ).environmentId;
  const [staging, production] = [await environmentOf('Staging'), await environmentOf('Production')];
  expect(failures(await runOf(moduleUUID, [...signIn(), save()], { environmentId: staging }))).toEqual([]);
  expect(failures(await runOf(moduleUUID, use(), { environmentId: staging }))).toEqual([]);
  const [refused] = failures(await runOf(moduleUUID, use(), { environmentId: production }));
  expect(refused).toBe(
    'The session "Ada" was saved in another environment. Run the script that saves it in this one first.',
  );
  const [missing] = failures(await runOf(moduleUUID, use('Eve')));
  expect(missing).toBe('No session "Eve" is kept. Run a script that saves it first.');
  expect(await listOf(projectUUID)).toMatchObject([{ name: 'Ada', environmentUUID: staging }]);
  await client.call(calls.deleteEnvironment, { query: { environmentUUID: staging } });
  // A deleted environment can be restored for a while, with its sessions.
  expect(await listOf(projectUUID)).toHaveLength(1);
  const ofProject = { projectId: projectUUID };
  const { content } = await client.call(deletedRoutes.listDeletedVariables, { query: ofProject });
  const itemIds = content.map(({ itemId }) => itemId);
  await client.call(deletedRoutes.deleteVariablesForGood, { query: { ...ofProject, itemIds } });
  await expect.poll(() => listOf(projectUUID)).toEqual([]);
}, 60_000);

test('a dry run and steps that are tried in an open browser save and use the same sessions', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const { uuid: scriptUUID } = await newScript(client, moduleUUID, { steps: [note('first')] });
  const { runId } = await client.call(calls.executeModuleTest, { body: { scriptUUID, steps: [...signIn(), save()] } });
  await followRun(client, runId);
  const { liveId } = await client.call(calls.openRecording, { body: { scriptUUID } });
  const watcher = await new Watcher().open(client, liveId);
  const steps = [...use(), save('Tried')];
  await client.call(calls.tryLiveSteps, { body: { liveId, steps: steps as never } });
  await watcher.receives((news) => news.type === 'tried' && news.stepId === 'save' && news.status === 'passed');
  expect(await listOf(projectUUID)).toMatchObject([
    { name: 'Ada', runId },
    { name: 'Tried', runId: null, savedBy: expect.any(String) },
  ]);
  await client.call(calls.closeRecording, { params: { liveId } });
}, 60_000);

test('concurrent scripts that save a session of one name leave one session', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const storing = { id: 'cart', keyword: 'setStorage', args: { key: 'cart', value: '{}' } };
  const { uuid } = await newScript(client, moduleUUID, { steps: [openUrl('open', shop.url), storing, save()] });
  const targets = [390, 768, 1280, 1440].map((width) => ({
    browser: 'chromium' as const,
    viewport: { width, height: 720 },
  }));
  const { runId } = await client.call(calls.executeTest, { body: { scriptUUIDs: [uuid], targets, parallel: 4 } });
  await followRun(client, runId);
  expect(failures(await client.call(calls.getTestReport, { query: { runId, size: 100 } }))).toEqual([]);
  expect(await listOf(projectUUID)).toHaveLength(1);
});

test('sessions are deleted one by one or all at once by users who may change the project, and the audit log says so', async () => {
  const { projectUUID, moduleUUID } = await newModule(client);
  const names = ['a', 'b', 'c'];
  const steps = names.map((name) => ({ ...save(name), id: name }));
  expect(failures(await runOf(moduleUUID, [...signIn(), ...steps]))).toEqual([]);
  const [first] = (await listOf(projectUUID)) as [KeptSession, ...KeptSession[]];
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  for (const { client: by } of [stranger, guest]) {
    const one = failureOf(by.raw(calls.deleteKeptSession, { params: { id: first.uuid } }));
    const all = failureOf(by.raw(calls.deleteKeptSessions, { query: { projectUUID } }));
    const status = by === guest.client ? 403 : 404;
    expect(await Promise.all([one, all])).toMatchObject([{ status }, { status }]);
  }
  expect((await failureOf(stranger.client.raw(calls.listKeptSessions, { query: { projectUUID } }))).status).toBe(404);
  expect(await listOf(projectUUID, guest.client)).toHaveLength(3);
  await client.call(calls.deleteKeptSession, { params: { id: first.uuid } });
  expect((await listOf(projectUUID)).map(({ name }) => name)).toEqual(['b', 'c']);
  await client.call(calls.deleteKeptSessions, { query: { projectUUID } });
  expect(await listOf(projectUUID)).toEqual([]);
  const { rows } = await server.platform.database.pool.query(
    `select action, detail from platform.audit where action like 'kept-session%' order by at`,
  );
  expect(rows).toEqual([
    { action: 'kept-session.deleted', detail: { name: 'a' } },
    { action: 'kept-sessions.deleted', detail: { sessions: 2 } },
  ]);
}, 60_000);
