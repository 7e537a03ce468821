import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls, keptSecret } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditedBy } from '../../testing/audited.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { type EditedFile, exportedFile, workspaceForm } from '../../testing/workspace-files.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client, 'My shop!');
  suiteId = await newSuite(client, projectId, 'Orders');
});

const exported = (of = projectId) => exportedFile(client, of);
const script = async (scriptName: string, given: object = {}) =>
  (await newScript(client, suiteId, { url: 'https://shop.test/orders', scriptName, ...given })).scriptId;
const apply = (file: EditedFile, revision: string, removes: 'true' | 'false' = 'true') =>
  client.call(calls.applyWorkspace, { query: { projectId, removes, revision }, body: workspaceForm(file) });
/** Exports the workspace, edits its file and applies it. */
const edit = async (change: (file: EditedFile) => void, removes?: 'true' | 'false') => {
  const { file, revision } = await exported();
  change(file);
  return apply(file, revision, removes);
};
const namesOf = async (of = suiteId) =>
  (await client.call(calls.listScripts, { query: { suiteId: of } })).content.map(({ scriptName }) => scriptName);
const find = (question: { find: string; replaceWith?: string; matchCase?: boolean; isRegex?: boolean }) =>
  client.call(calls.findText, { body: { projectId, ...question } });

test('a new suite can take the name of a removed one and one of its scripts', async () => {
  const kept = await script('Kept');
  await script('Gone');
  const report = await edit((file) => {
    const [orders] = file.suites;
    file.suites = [
      { name: 'Orders', scripts: [orders.scripts[0]] },
      { name: 'Sales', scripts: [] },
    ];
    file.suites[0].id = undefined;
  });
  expect(report).toMatchObject({ fillIn: [], leftOut: [] });
  const { content } = await client.call(calls.listSuites, { query: { projectId } });
  expect(content.map(({ suiteName, scriptCount }) => [suiteName, scriptCount]).sort()).toEqual([
    ['Orders', 1],
    ['Sales', 0],
  ]);
  expect((await client.call(calls.getScript, { query: { scriptId: kept } })).scriptName).toBe('Kept');
});

test('a suite can take the name of a removed one, which is restored under a free name', async () => {
  await script('Old');
  const sales = await newSuite(client, projectId, 'Sales');
  const report = await edit((file) => {
    file.suites = [{ ...file.suites[1], name: 'Orders' }];
  });
  expect(report).toMatchObject({ added: 0, changed: 1, removed: 2 });
  const shown = async () =>
    (await client.call(calls.listSuites, { query: { projectId } })).content.map(
      ({ suiteId, suiteName, scriptCount }) => [...[suiteId, suiteName, scriptCount]],
    );
  expect(await shown()).toEqual([[sales, 'Orders', 0]]);
  const { content } = await client.call(calls.listDeleted, { query: { projectId } });
  expect(content).toMatchObject([{ kind: 'suite', name: 'Orders', scriptCount: 1 }]);
  await client.call(calls.restoreDeleted, { body: { projectId, itemIds: content.map(({ itemId }) => itemId) } });
  expect(await shown()).toEqual([
    [suiteId, 'Orders (2)', 1],
    [sales, 'Orders', 0],
  ]);
  expect(await namesOf()).toEqual(['Old']);
});

test('scripts are ordered as in the file; missing ones go last or are deleted', async () => {
  for (const name of ['A', 'B', 'C', 'D']) await script(name);
  const onlyDB = (file: EditedFile) => {
    const [, b, , d] = file.suites[0].scripts;
    file.suites[0].scripts = [{ ...d, method: 'POST' }, b];
  };
  expect(await edit(onlyDB, 'false')).toMatchObject({ added: 0, changed: expect.any(Number), removed: 0 });
  expect(await namesOf()).toEqual(['D', 'B', 'A', 'C']);
  const report = await edit((file) => file.suites[0].scripts.splice(1, 2));
  expect(report).toMatchObject({ added: 0, removed: 2 });
  expect(await namesOf()).toEqual(['D', 'C']);
  const { content } = await client.call(calls.listDeleted, { query: { projectId } });
  expect(content.map(({ kind, name }) => [kind, name]).sort()).toEqual([
    ['script', 'A'],
    ['script', 'B'],
  ]);
  const trashed = await client.call(calls.listSuites, { query: { projectId } });
  expect(trashed.content[0]?.scriptCount).toBe(2);
});

test('a report lists all changes and everything to fill in, and the audit has their counts', async () => {
  await script('Kept');
  await script('Gone');
  const file = { type: 'binary', fileId: projectId, fileName: 'photo.png' };
  const field = { key: 'photo', value: '', fileId: projectId };
  const basic = { type: 'basic', username: 'ana', password: keptSecret };
  const report = await edit((given) => {
    const [orders] = given.suites;
    orders.scripts[0].method = 'PUT';
    orders.scripts.pop();
    orders.variables = [{ name: 'token', isSecret: true }];
    const fresh = { method: 'POST', url: 'https://shop.test/a' };
    orders.scripts.push(
      { ...fresh, scriptName: 'Send', folder: 'Files', body: file },
      { ...fresh, scriptName: 'Form', authentication: basic, body: { type: 'form', fields: [field] } },
    );
    given.environments.push({ name: 'Stage', variables: [{ name: 'key', isSecret: true }] });
    given.globals = [{ name: 'all', isSecret: true }];
  });
  expect(report).toEqual({
    revision: (await exported()).revision,
    added: 4,
    changed: 2,
    removed: 1,
    unchanged: expect.any(Number),
    changes: expect.arrayContaining([
      { kind: 'script', change: 'added', name: 'Orders / Files / Send' },
      { kind: 'environment', change: 'added', name: 'Stage' },
      { kind: 'suite', change: 'changed', name: 'Orders' },
      { kind: 'script', change: 'changed', name: 'Orders / Kept' },
      { kind: 'script', change: 'removed', name: 'Orders / Gone' },
    ]),
    fillIn: [
      { kind: 'globals', name: 'Global variables', what: 'all' },
      { kind: 'environment', name: 'Stage', what: 'key' },
      { kind: 'suite', name: 'Orders', what: 'token' },
      { kind: 'script', name: 'Orders / Files / Send', what: 'photo.png' },
      { kind: 'script', name: 'Orders / Form', what: 'password' },
      { kind: 'script', name: 'Orders / Form', what: 'photo' },
    ],
    leftOut: [],
  });
  const written = { action: 'project.written', target: projectId, detail: { added: 4, changed: 2, removed: 1 } };
  const read = { action: 'project.exported', target: projectId, detail: { format: 'touchstone' } };
  expect(await auditedBy(server, owner)).toEqual([read, written, read]);
});

test('a workspace file is named after its workspace, and importing a copy is audited', async () => {
  await script('One');
  const answer = await client.raw(calls.exportProject, { body: { projectId, format: 'touchstone' } });
  expect(answer.headers.get('content-disposition')).toBe('attachment; filename="My-shop-.touchstone.json"');
  expect(answer.headers.get('content-type')).toContain('application/json');
  const { text } = await exported();
  const { project, report } = await client.call(calls.importWorkspace, { query: {}, body: workspaceForm(text) });
  expect(project).toMatchObject({ projectName: 'My shop! (2)' });
  expect(report.revision).toBe((await exported(project.projectId)).revision);
  const audited = await auditedBy(server, owner);
  expect(audited.filter(({ action }) => action === 'project.imported')).toEqual([
    { action: 'project.imported', target: project.projectId, detail: { items: report.added } },
  ]);
});

test('global variables of a file are left out unless the plan includes them', async () => {
  const text = JSON.stringify({
    format: 'touchstone-workspace',
    version: 2,
    name: 'Given',
    suites: [],
    environments: [],
    globals: [{ name: 'region', value: 'eu' }],
  });
  const free = await server.createOrganization({ plan: 'FREE' });
  const dropped = { kind: 'globals', name: 'Global variables', reason: 'They need the PRO plan.' };
  const importBy = (by: Client) => by.call(calls.importWorkspace, { query: {}, body: workspaceForm(text) });
  expect((await importBy(free.client)).report.leftOut).toEqual([dropped]);
  const { project, report } = await importBy(client);
  expect(report.leftOut).toEqual([]);
  expect((await exported(project.projectId)).file.globals).toMatchObject([{ name: 'region', value: 'eu' }]);
});

test('prerequisites are added, changed, ordered and removed by a file', async () => {
  const scriptId = await script('Log in');
  const action = (path: string) => ({ kind: 'script', scriptId, dataHandlers: [{ name: 'token', path }] });
  await edit((file) => {
    file.prerequisites = ['A', 'B', 'C'].map((name) => ({ name, action: action('$.a') }));
  });
  const listed = async () =>
    (await client.call(calls.listPrerequisites, { query: { projectId } })).prerequisites.map(
      ({ name, enabled, order }) => [name, enabled, order],
    );
  expect(await listed()).toEqual([
    ['A', true, 0],
    ['B', true, 1],
    ['C', true, 2],
  ]);
  await edit((file) => {
    const [a, b, c] = file.prerequisites;
    file.prerequisites = [
      { ...c, enabled: false },
      { ...a, name: 'First' },
    ];
    void b;
  });
  expect(await listed()).toEqual([
    ['C', false, 0],
    ['First', true, 1],
  ]);
  await edit((file) => {
    file.prerequisites = [{ name: 'New', action: action('$.b') }];
  }, 'false');
  expect((await listed()).map(([name]) => name)).toEqual(['New', 'C', 'First']);
});

test('text is found and replaced in every kind of item, returned with all fields, and audited', async () => {
  await client.call(workspaceRoutes.createGlobals, { body: { projectId, variables: [{ name: 'g', value: 'old' }] } });
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Stage', variables: [{ name: 'e', value: 'old old' }] },
  });
  await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name: 's', value: 'old' }] } });
  const scriptId = await script('One', { folder: 'Inner', url: 'https://shop.test/old' });
  const other = await script('Other', { url: 'https://shop.test/old' });
  const found = await find({ find: 'old', replaceWith: 'new' });
  const place = (name: string, before: string, after: string, count = 1) => ({ place: name, count, before, after });
  const inUrl = place('URL', 'https://shop.test/old', 'https://shop.test/new');
  expect(found).toEqual({
    revision: (await exported()).revision,
    items: 5,
    count: 6,
    matches: [
      { itemId: 'globals', kind: 'globals', name: 'Global variables', places: [place('Variable g', 'old', 'new')] },
      {
        itemId: environmentId,
        kind: 'environment',
        name: 'Stage',
        places: [place('Variable e', 'old old', 'new old', 2)],
      },
      { itemId: suiteId, kind: 'suite', name: 'Orders', places: [place('Variable s', 'old', 'new')] },
      { itemId: scriptId, kind: 'script', name: 'Orders / Inner / One', places: [inUrl] },
      { itemId: other, kind: 'script', name: 'Orders / Other', places: [inUrl] },
    ],
  });
  const itemIds = ['globals', environmentId, suiteId, scriptId];
  const body = { projectId, find: 'old', replaceWith: 'new', revision: found.revision, itemIds };
  expect(await client.call(calls.replaceText, { body })).toEqual({ items: 4, count: 5 });
  const { file } = await exported();
  expect([file.globals[0].value, file.environments[0].variables[0].value]).toEqual(['new', 'new new']);
  expect(file.suites[0].variables[0].value).toBe('new');
  expect(file.suites[0].scripts.map(({ url }: EditedFile) => url)).toEqual([
    'https://shop.test/new',
    'https://shop.test/old',
  ]);
  const audited = await auditedBy(server, owner);
  expect(audited.filter(({ action }) => action === 'text.replaced')).toEqual([
    { action: 'text.replaced', target: projectId, detail: { items: 4, count: 5 } },
  ]);
});

test('a replacement that makes an item invalid replaces nothing and names the item', async () => {
  const [good, bad] = [await script('Good', { description: 'https' }), await script('Bad')];
  const { revision, matches } = await find({ find: 'https://shop', replaceWith: 'nowhere' });
  expect(matches.map(({ name, problem }) => [name, typeof problem])).toEqual([
    ['Orders / Good', 'string'],
    ['Orders / Bad', 'string'],
  ]);
  expect(await find({ find: 'HTTPS', matchCase: true })).toMatchObject({ items: 0, count: 0, matches: [] });
  const body = { projectId, find: 'https://shop', replaceWith: 'nowhere', revision, itemIds: [bad] };
  expect(await failureOf(client.call(calls.replaceText, { body }))).toMatchObject({
    status: 422,
    code: 'API_TESTING_WORKSPACE_FILE_FAULTS',
    details: [{ path: 'Orders / Bad', message: matches[1]?.problem }],
  });
  expect((await exported()).revision).toBe(revision);
  const none = { projectId, find: 'nothing of it', revision, itemIds: [good] };
  expect(await client.call(calls.replaceText, { body: none })).toEqual({ items: 0, count: 0 });
  const broken = await failureOf(find({ find: '(', isRegex: true }));
  expect(broken.message).toMatch(/^The search was given up\. The regular expression/);
});

test('a guest and a stranger can neither write, export nor search a workspace', async () => {
  const { file, revision } = await exported();
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization();
  for (const [{ client: by }, status] of [
    [guest, 403],
    [stranger, 404],
  ] as const)
    for (const call of [
      () => by.call(calls.planWorkspace, { query: { projectId, removes: 'true' }, body: workspaceForm(file) }),
      () =>
        by.call(calls.applyWorkspace, { query: { projectId, removes: 'true', revision }, body: workspaceForm(file) }),
      () => by.raw(calls.exportProject, { body: { projectId, format: 'touchstone' } }),
      () => by.raw(calls.exportProject, { body: { projectId, format: 'postman' } }),
      () => by.call(calls.findText, { body: { projectId, find: 'a' } }),
      () => by.call(calls.replaceText, { body: { projectId, find: 'a', revision, itemIds: [suiteId] } }),
    ])
      expect((await failureOf(call())).status).toBe(status);
});
