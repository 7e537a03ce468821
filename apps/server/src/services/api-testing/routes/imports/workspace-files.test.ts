import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes, keptSecret, type WorkspaceFile } from '@touchstone/contracts/api-testing';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { type EditedFile, exportedFile, workspaceForm } from '../../testing/workspace-files.ts';
import { reading } from './workspace-files.routes.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  client = server.admin.client;
});
afterAll(() => server.close());

/** A file may be sent without what the server fills in. */
type Sent = { [Name in keyof WorkspaceFile]?: unknown };
const exported = (projectId: string) => exportedFile(client, projectId);
const plan = (projectId: string, file: Sent, removes: 'true' | 'false' = 'true') =>
  client.call(calls.planWorkspace, { query: { projectId, removes }, body: workspaceForm(file) });
const apply = (projectId: string, file: Sent, revision: string, removes: 'true' | 'false' = 'true') =>
  client.call(calls.applyWorkspace, { query: { projectId, removes, revision }, body: workspaceForm(file) });
const withoutIds = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (name, item) =>
    ['id', 'name', 'scriptId', 'databaseConfigurationId', 'targetEnvironmentId'].includes(name) ? undefined : item,
  );

/** A workspace with one of everything. */
async function newShop(): Promise<{ projectId: string; scriptId: string }> {
  const projectId = await newProject(client);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: {
      projectId,
      environmentName: 'Staging',
      variables: [
        { name: 'baseUrl', value: 'https://staging.example' },
        { name: 'password', value: 'paws', isSecret: true },
      ],
    },
  });
  await client.call(workspaceRoutes.createGlobals, {
    body: { projectId, variables: [{ name: 'region', value: 'eu' }] },
  });
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newSuite(client, projectId, 'Returns');
  await client.call(calls.createFolder, { body: { suiteId, parent: '', name: 'Checkout' } });
  const { scriptId } = await newScript(client, suiteId, {
    scriptName: 'Log in',
    method: 'POST',
    url: '{{baseUrl}}/login',
    folder: 'Checkout',
    authentication: { type: 'basic', username: 'ana', password: 'claws' },
    body: { type: 'json', content: '{\n  "name": "Ana"\n}' },
    headers: [{ key: 'Accept', value: 'application/json', enabled: true }],
    assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }],
  });
  await newScript(client, suiteId, { scriptName: 'Read orders', url: '{{baseUrl}}/orders' });
  await client.call(calls.createPrerequisite, {
    body: {
      projectId,
      name: 'Token',
      targetEnvironmentId: environmentId,
      action: { kind: 'script', scriptId, dataHandlers: [{ name: 'token', path: '$.token' }] },
    },
  });
  return { projectId, scriptId };
}

test('a workspace becomes a file without secrets, and the same file changes nothing', async () => {
  const { projectId } = await newShop();
  const { file, text, revision, losses } = await exported(projectId);
  expect(text).not.toMatch(/paws|claws/);
  expect(losses).toEqual([{ what: 'Values of secret variables', count: 1 }]);
  expect(file.suites.map(({ name }: EditedFile) => name)).toEqual(['Orders', 'Returns']);
  expect(file.suites[0].scripts[0]).toEqual({
    id: expect.any(String),
    scriptName: 'Log in',
    method: 'POST',
    url: '{{baseUrl}}/login',
    folder: 'Checkout',
    authentication: { type: 'basic', username: 'ana', password: keptSecret },
    body: { type: 'json', content: '{\n  "name": "Ana"\n}' },
    headers: [{ key: 'Accept', value: 'application/json' }],
    assertions: [{ kind: 'status', operator: 'equals', expected: 200 }],
  });
  const same = await apply(projectId, file, revision);
  expect(same).toMatchObject({ added: 0, changed: 0, removed: 0, revision });
  expect((await exported(projectId)).text).toBe(text);
});

test('an edited file is planned, written with its secrets kept, and rejected when the workspace changed since', async () => {
  const { projectId, scriptId } = await newShop();
  const { file, revision } = await exported(projectId);
  const [orders] = file.suites;
  orders.scripts[0].url = '{{baseUrl}}/sign-in';
  orders.scripts.push({ scriptName: 'Cancel', method: 'DELETE', url: '{{baseUrl}}/orders/1' });
  orders.scripts.reverse();
  file.suites.splice(1, 1);
  file.environments[0].name = 'Stage';
  file.environments[0].variables.push({ name: 'key', isSecret: true });
  const planned = await plan(projectId, file);
  expect(planned.revision).toBe(revision);
  expect(planned.changes).toEqual([
    { kind: 'script', change: 'added', name: 'Orders / Cancel' },
    { kind: 'environment', change: 'changed', name: 'Stage' },
    { kind: 'suite', change: 'changed', name: 'Orders' },
    { kind: 'script', change: 'changed', name: 'Orders / Checkout / Log in' },
    { kind: 'suite', change: 'removed', name: 'Returns' },
  ]);
  // Nothing was written, and without removal nothing would be deleted.
  expect((await exported(projectId)).revision).toBe(revision);
  expect(await plan(projectId, file, 'false')).toMatchObject({ added: 1, changed: 3, removed: 0 });

  const written = await apply(projectId, file, revision);
  expect(written).toMatchObject({ added: 1, changed: 3, removed: 1 });
  expect(written.fillIn).toEqual([{ kind: 'environment', name: 'Stage', what: 'key' }]);
  const after = await exported(projectId);
  expect(after.revision).toBe(written.revision);
  expect(after.file.suites.map(({ name }: EditedFile) => name)).toEqual(['Orders']);
  expect(after.file.suites[0].scripts.map(({ scriptName }: EditedFile) => scriptName)).toEqual([
    'Cancel',
    'Read orders',
    'Log in',
  ]);
  const script = await client.call(calls.getScript, { query: { scriptId } });
  expect(script.authentication).toMatchObject({ username: 'ana', password: 'claws' });
  expect(script.url).toBe('{{baseUrl}}/sign-in');

  const late = await failureOf(apply(projectId, file, revision));
  expect(late).toMatchObject({ status: 409, code: 'API_TESTING_WORKSPACE_CHANGED' });
});

test('what a file removes is listed under recently deleted, and is restored as it was', async () => {
  const { projectId, scriptId } = await newShop();
  const { file, revision } = await exported(projectId);
  const given = structuredClone(file);
  const [orders, returns] = given.suites;
  // One script moves out of the removed suite, the other is deleted with it.
  given.suites = [{ ...returns, scripts: [orders.scripts[1]] }];
  given.environments = [];
  given.globals = [];
  given.prerequisites = [];
  await apply(projectId, given, revision);
  const query = { projectId };
  const { content } = await client.call(calls.listDeleted, { query });
  expect(content).toMatchObject([{ kind: 'suite', name: 'Orders', scriptCount: 1 }]);
  const shared = (await client.call(deletedRoutes.listDeletedVariables, { query })).content;
  expect(shared.map(({ kind, name, variableCount }) => [kind, name, variableCount]).sort()).toEqual([
    ['environment', 'Staging', 2],
    ['variable', 'region', 1],
  ]);
  const itemIds = content.map(({ itemId }) => itemId);
  await client.call(calls.restoreDeleted, { body: { projectId, itemIds } });
  await client.call(deletedRoutes.restoreDeletedVariables, {
    body: { projectId, itemIds: shared.map(({ itemId }) => itemId) },
  });
  const back = (await exported(projectId)).file;
  expect(back.environments).toEqual(file.environments);
  expect(back.globals).toEqual(file.globals);
  expect(back.suites.map(({ name }: EditedFile) => name)).toEqual(['Orders', 'Returns']);
  expect(back.suites[0]).toMatchObject({ id: orders.id, scripts: [{ id: scriptId }] });

  // A script or variable can be removed individually.
  const now = await exported(projectId);
  now.file.suites[0].scripts = [];
  now.file.environments[0].variables.splice(0, 1);
  await apply(projectId, now.file, now.revision);
  expect((await client.call(calls.listDeleted, { query })).content).toMatchObject([{ kind: 'script', name: 'Log in' }]);
  expect((await client.call(deletedRoutes.listDeletedVariables, { query })).content).toMatchObject([
    { kind: 'variable', name: 'baseUrl', environmentName: 'Staging' },
  ]);
});

test('a file becomes a new workspace under a free name, and other workspaces stay unchanged', async () => {
  const { projectId } = await newShop();
  const before = await exported(projectId);
  const { project, report } = await client.call(calls.importWorkspace, { query: {}, body: workspaceForm(before.text) });
  expect(project.projectName).toBe(`${before.file.name} (2)`);
  expect(report).toMatchObject({ added: 7, changed: 0, removed: 0 });
  expect(report.fillIn).toEqual([
    { kind: 'environment', name: 'Staging', what: 'password' },
    { kind: 'script', name: 'Orders / Checkout / Log in', what: 'password' },
  ]);
  const copy = await exported(project.projectId);
  const own = new Set(JSON.stringify(before.file).match(/"id":"[^"]+"/g));
  for (const id of JSON.stringify(copy.file).match(/"id":"[^"]+"/g) ?? []) expect(own).not.toContain(id);
  copy.file.suites[0].scripts[0].authentication.password = keptSecret;
  expect(withoutIds(copy.file)).toEqual(withoutIds(before.file));
  // The prerequisite sends the script of the copy.
  expect(copy.file.prerequisites[0].action.scriptId).toBe(copy.file.suites[0].scripts[0].id);
  expect(await exported(projectId)).toEqual(before);
});

test('ids of a deleted workspace come back with its file', async () => {
  const { projectId } = await newShop();
  const { text, file } = await exported(projectId);
  await client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName: file.name } });
  // The content of a deleted workspace is deleted shortly after it.
  const importAgain = async () => {
    const { project } = await client.call(calls.importWorkspace, { query: {}, body: workspaceForm(text) });
    return (await exported(project.projectId)).file.suites[0].scripts[0].id;
  };
  await expect.poll(importAgain, { timeout: 20_000 }).toBe(file.suites[0].scripts[0].id);
});

test('a copied script keeps one id, and a script that moves to a new suite stays the same script', async () => {
  const { projectId, scriptId } = await newShop();
  const { file, revision } = await exported(projectId);
  const [orders, returns] = file.suites;
  const moved = orders.scripts.shift();
  file.suites = [orders, { name: 'Sign-in', scripts: [moved, { ...moved, scriptName: 'Log in again' }] }, returns];
  const report = await apply(projectId, file, revision);
  expect(report).toMatchObject({ added: 2, changed: 2, removed: 0 });
  const after = (await exported(projectId)).file;
  const [, , signIn] = after.suites;
  expect(signIn.scripts.map(({ id, scriptName }: EditedFile) => [scriptName, id === scriptId])).toEqual([
    ['Log in', true],
    ['Log in again', false],
  ]);
});

test('a file with mistakes is rejected with the place of each', async () => {
  const projectId = await newProject(client);
  expect(await failureOf(plan(projectId, 'no JSON' as never))).toMatchObject({ code: 'API_TESTING_NO_WORKSPACE_FILE' });
  const faulty = {
    format: 'touchstone-workspace',
    version: 1,
    name: 'Shop',
    environments: [{ name: 'Stage' }, { name: 'stage' }],
    suites: [{ name: 'Orders', scripts: [{ scriptName: 'Pay', method: 'GET', url: 'nowhere' }, draftOf('Good')] }],
    prerequisites: [{ name: 'Token', action: { kind: 'script', scriptId: projectId } }],
  };
  const refused = await failureOf(plan(projectId, faulty));
  expect(refused).toMatchObject({ status: 422, code: 'API_TESTING_WORKSPACE_FILE_FAULTS' });
  expect(refused.details).toEqual([
    { path: 'suites.0 “Orders”.scripts.0 “Pay”.url', message: expect.stringContaining('Invalid URL') },
    { path: 'prerequisites “Token”', message: expect.stringContaining('script') },
    { path: 'environments', message: 'Two have the name “stage”. Rename one of them.' },
  ]);
  const other = await failureOf(plan(projectId, { ...faulty, format: 'postman' }));
  expect(other.details[0]?.message).toContain('This is no workspace file');
});

test('a text is found with a preview of its replacement, and replaced in the selected items only', async () => {
  const { projectId, scriptId } = await newShop();
  const question = { projectId, find: 'orders|LOGIN', replaceWith: 'x-$&', isRegex: true, matchCase: false };
  const found = await client.call(calls.findText, { body: question });
  expect(found).toMatchObject({ items: 2, count: 3 });
  expect(found.matches).toMatchObject([
    {
      kind: 'script',
      name: 'Orders / Checkout / Log in',
      places: [{ place: 'URL', count: 1, before: '{{baseUrl}}/login', after: '{{baseUrl}}/x-login' }],
    },
    { name: 'Orders / Read orders', places: [{ place: 'Name' }, { place: 'URL' }] },
  ]);
  const { revision } = found;
  const chosen = { ...question, revision, itemIds: [scriptId] };
  expect(await client.call(calls.replaceText, { body: chosen })).toEqual({ items: 1, count: 1 });
  const script = await client.call(calls.getScript, { query: { scriptId } });
  expect(script).toMatchObject({ url: '{{baseUrl}}/x-login', authentication: { password: 'claws' } });
  expect((await exported(projectId)).file.suites[0].scripts[1].url).toBe('{{baseUrl}}/orders');
  expect(await failureOf(client.call(calls.replaceText, { body: chosen }))).toMatchObject({
    code: 'API_TESTING_WORKSPACE_CHANGED',
  });

  const variables = await client.call(calls.findText, { body: { projectId, find: 'staging.example' } });
  expect(variables.matches).toMatchObject([
    { kind: 'environment', name: 'Staging', places: [{ place: 'Variable baseUrl' }] },
  ]);
  // Secrets are not searched.
  expect(await client.call(calls.findText, { body: { projectId, find: 'paws' } })).toMatchObject({ items: 0 });
  const invalid = await client.call(calls.findText, {
    body: { projectId, find: '{{baseUrl}}', replaceWith: 'nowhere' },
  });
  expect(invalid.matches[0]?.problem).toContain('Invalid URL');
  const broken = await failureOf(client.call(calls.findText, { body: { projectId, find: '(', isRegex: true } }));
  expect(broken).toMatchObject({ status: 422, code: 'API_TESTING_FIND_FAILED' });
});

test('only calls that write notify open pages of a change', () => {
  const caller = { openedForChange: new Set<string>(), userId: 'u' } as unknown as Parameters<typeof reading>[0];
  expect(reading(caller)).toEqual({ userId: 'u' });
});

function draftOf(scriptName: string): object {
  const { scriptId: _, ...script } = draft({ scriptName, url: 'https://shop.example' });
  return script;
}
