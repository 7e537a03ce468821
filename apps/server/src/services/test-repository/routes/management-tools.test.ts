import type { CallInput, Client } from '@touchstone/contracts';
import { webTestingRoutes as calls } from '@touchstone/contracts/web-testing';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { newModule } from '../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
  ({ client } = owner);
}, 120_000);
afterAll(() => server.close());

type Settings = CallInput<typeof calls.createManagementTool>['body']['settings'];
const gitHub = { tool: 'GITHUB', address: 'https://github.com/acme/shop' } as const;
const azure = { tool: 'AZURE', address: 'https://dev.azure.com/acme/shop' } as const;
const jira = {
  tool: 'JIRA',
  address: 'https://acme.atlassian.net',
  jiraProjectId: '10000',
  jiraIssueTypeId: '10004',
} as const;

const listOf = async (projectUUID: string, by = client) =>
  (await by.call(calls.listManagementTools, { query: { projectUUID } })).managementTools;
const add = (projectUUID: string, name: string, settings: Settings = gitHub, by = client) =>
  by.call(calls.createManagementTool, { body: { projectUUID, name, settings } });

test('management tools are added, listed by name, changed and deleted, and the audit log records it', async () => {
  const { projectUUID } = await newModule(client);
  const shop = await add(projectUUID, 'Shop', jira);
  expect(shop).toMatchObject({ projectUUID, name: 'Shop', settings: jira });
  const boards = await add(projectUUID, 'boards', azure);
  expect(boards.settings).toEqual({ ...azure, workItemType: 'Bug' });
  expect(await listOf(projectUUID)).toEqual([boards, shop]);
  const { uuid } = shop;
  const change = { uuid, name: 'Issues', settings: gitHub };
  expect(await client.call(calls.updateManagementTool, { body: change })).toMatchObject(change);
  await client.call(calls.deleteManagementTool, { query: { uuid } });
  expect(await listOf(projectUUID)).toEqual([boards]);
  expect((await failureOf(client.call(calls.updateManagementTool, { body: change }))).code).toBe(
    'TEST_REPOSITORY_MANAGEMENT_TOOL_NOT_FOUND',
  );
  const { rows } = await server.platform.database.pool.query(
    'select action, detail from platform.audit where target = $1 order by at',
    [uuid],
  );
  expect(rows).toEqual([
    { action: 'management-tool.created', detail: { name: 'Shop' } },
    { action: 'management-tool.changed', detail: { name: 'Issues' } },
    { action: 'management-tool.deleted', detail: { name: 'Issues' } },
  ]);
});

test('a name is unique in a project, whatever its case', async () => {
  const { projectUUID } = await newModule(client);
  const other = await newModule(client);
  const { uuid } = await add(projectUUID, 'Issues');
  await add(other.projectUUID, 'Issues');
  const message = 'A management tool named “ISSUES” exists in this project already. Choose another name.';
  expect((await failureOf(add(projectUUID, 'ISSUES'))).message).toBe(message);
  await add(projectUUID, 'Second');
  const toTaken = client.call(calls.updateManagementTool, { body: { uuid, name: 'second', settings: gitHub } });
  expect((await failureOf(toTaken)).status).toBe(409);
});

test.each<[object, string]>([
  [{ address: 'javascript:alert(1)' }, 'Enter an address that begins with https:// or http://'],
  [{ address: 'https://ada:secret@github.com/acme' }, 'without user name and password'],
  [{ address: '  ' }, 'Please enter an address'],
  [{ address: `https://github.com/${'a'.repeat(500)}` }, 'An address has at most 500 characters'],
  [{ address: 'https://github.com/acme?a=b' }, 'Leave out of the address what begins with ? or #'],
  [{ ...jira, jiraProjectId: 'SHOP' }, 'Enter the id of the Jira project as a number'],
  [{ tool: 'OTHER', address: 'https://tracker.test/new?s={title}' }, 'Put {title} and {text} into the address'],
])('settings with which no form would open are rejected: %o', async (given, message) => {
  const { projectUUID } = await newModule(client);
  const failure = await failureOf(add(projectUUID, 'Issues', { ...gitHub, ...given } as Settings));
  expect(failure.status).toBe(400);
  expect(failure.details[0]?.message).toContain(message);
  expect(await listOf(projectUUID)).toEqual([]);
});

test('another organization sees none, guests change none, and deleting the project deletes them', async () => {
  const { projectUUID } = await newModule(client);
  const { uuid } = await add(projectUUID, 'Issues');
  const { client: stranger } = await server.createOrganization({ plan: 'ENTERPRISE' });
  const { client: guest } = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const changes = (by: Client) => [
    () => add(projectUUID, 'Mine', gitHub, by),
    () => by.call(calls.updateManagementTool, { body: { uuid, name: 'Mine', settings: gitHub } }),
    () => by.call(calls.deleteManagementTool, { query: { uuid } }),
  ];
  for (const call of [() => listOf(projectUUID, stranger), ...changes(stranger)])
    expect((await failureOf(call())).status).toBe(404);
  expect(await listOf(projectUUID, guest)).toHaveLength(1);
  for (const call of changes(guest)) expect((await failureOf(call())).status).toBe(403);

  await client.call(calls.deleteProject, { params: { id: projectUUID }, query: { restorable: 'true' } });
  expect((await failureOf(listOf(projectUUID))).status).toBe(404);
  const kept = 'select count(*)::int as n from test_repository.management_tool where project_id = $1';
  const { pool } = server.platform.database;
  expect((await pool.query(kept, [projectUUID])).rows).toEqual([{ n: 1 }]);
  const gone = await newModule(client);
  await add(gone.projectUUID, 'Issues');
  await client.call(calls.deleteProject, { params: { id: gone.projectUUID }, query: {} });
  expect((await pool.query(kept, [gone.projectUUID])).rows).toEqual([{ n: 0 }]);
});
