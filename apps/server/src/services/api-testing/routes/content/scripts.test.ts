import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@touchstone/contracts';
import { apiPreviewRoutes, apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { auditedBy } from '../../testing/audited.ts';
import { draft, failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';

const url = 'https://shop.test/orders';
const scriptNotFound = {
  status: 404,
  code: 'API_TESTING_SCRIPT_NOT_FOUND',
  message: 'Test Suite/Script is deleted already.',
};
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
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
});

const script = async (scriptName: string, given: object = {}, of = suiteId) =>
  (await newScript(client, of, { url, scriptName, ...given })).scriptId;
const read = (scriptId: string) => client.call(calls.getScript, { query: { scriptId } });
const placesOf = async (of = suiteId) =>
  (await client.call(calls.listScripts, { query: { suiteId: of } })).content.map(
    ({ scriptName, folder }) => `${folder}/${scriptName}`,
  );

test('a script is created in each suite, all or none', async () => {
  const second = await newSuite(client, projectId);
  await script('Present', {}, second);
  const save = (suiteIds?: string[]) =>
    client.call(calls.saveScript, {
      query: suiteIds ? { suiteId: suiteIds } : {},
      body: draft({ url, scriptName: 'New' }),
    });
  const { scriptIds, ...first } = await save([suiteId, second]);
  expect(scriptIds).toEqual([first.scriptId, expect.any(String)]);
  expect(first).toEqual(await read(first.scriptId));
  expect(first).toMatchObject({ suiteId, projectId, position: 0, folder: '', examples: [] });
  expect(await read(scriptIds[1] ?? '')).toMatchObject({ suiteId: second, position: 1, scriptName: 'New' });
  expect(await failureOf(save())).toMatchObject({
    status: 400,
    code: 'API_TESTING_SUITE_REQUIRED',
    message: 'Name the suite that the script belongs to (query suiteId).',
  });
  expect(await failureOf(save([suiteId, randomUUID()]))).toMatchObject({
    status: 404,
    code: 'API_TESTING_SUITE_NOT_FOUND',
  });
  expect(await placesOf()).toEqual(['/New']);
});

test('a copied script gets a name within the limit, in its own suite or another', async () => {
  const long = 'x'.repeat(60);
  const scriptId = await script(long, { folder: 'Open', authentication: { type: 'bearer', token: 'secret' } });
  const clone = (body: object = {}) => client.call(calls.cloneScript, { body: { scriptId, ...body } });
  const source = await read(scriptId);
  const copy = await clone();
  const fresh = { scriptId: copy.scriptId, createdAt: copy.createdAt, updatedAt: copy.updatedAt };
  expect(copy).toEqual({ ...source, ...fresh, scriptName: `${'x'.repeat(55)} copy`, position: 1 });
  expect(copy.scriptId).not.toBe(scriptId);
  const elsewhere = await newSuite(client, await newProject(client));
  const named = await clone({ suiteId: elsewhere, scriptName: 'Named' });
  expect(named).toMatchObject({ scriptName: 'Named', suiteId: elsewhere, position: 0, folder: 'Open' });
  expect(named.projectId).not.toBe(projectId);
  expect(await client.call(calls.getScriptCount, { query: { suiteId: elsewhere } })).toMatchObject({ count: 1 });
});

test('scripts of a suite or a workspace are listed with all fields, filtered by type and text', async () => {
  const second = await newSuite(client, projectId);
  const scriptId = await script('Pay', { scriptType: 'graphql', folder: 'Open', method: 'POST' });
  await script('Read', {}, second);
  const list = (query: object) => client.call(calls.listScripts, { query });
  const { updatedAt } = await read(scriptId);
  const pay = { scriptId, suiteId, projectId, scriptName: 'Pay', scriptType: 'graphql', method: 'POST', url };
  const page = { totalElements: 1, page: 0, size: 10 };
  const whole = { ...pay, position: 0, folder: 'Open', assertionCount: 0, updatedAt };
  expect(await list({ suiteId })).toEqual({ content: [whole], ...page });
  expect(await list({ projectId, scriptType: 'graphql' })).toEqual({ content: [whole], ...page });
  expect(await list({ projectId, searchTerm: 'pa' })).toEqual({ content: [whole], ...page });
  const all = await list({ projectId, page: 1, size: 1 });
  expect(all).toMatchObject({ totalElements: 2, page: 1, size: 1 });
  expect(all.content).toHaveLength(1);
  expect('scriptType' in ((await list({ suiteId: second })).content[0] ?? {})).toBe(false);
  const other = await newProject(client);
  for (const [query, code] of [
    [{ suiteId, projectId: other }, 'API_TESTING_SUITE_NOT_FOUND'],
    [{}, 'API_TESTING_SUITE_REQUIRED'],
  ] as const)
    expect(await failureOf(list(query))).toMatchObject({ code });
});

test('a save from an older version is rejected with the stored script and the name of its editor', async () => {
  const scriptId = await script('One');
  const { updatedAt } = await read(scriptId);
  const save = (scriptName: string, by = client) =>
    by.call(calls.saveScript, { query: { updatedAt }, body: draft({ scriptId, url, scriptName }) });
  const colleague = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Uwe', lastName: 'Editor' });
  const { scriptIds, ...saved } = await save('Theirs', colleague.client);
  expect(scriptIds).toEqual([scriptId]);
  expect(await failureOf(save('Mine'))).toMatchObject({
    status: 409,
    code: 'API_TESTING_SCRIPT_SAVED_MEANWHILE',
    message: 'Uwe Editor saved this script after you opened it. Compare both versions, then save again.',
    data: { updatedByName: 'Uwe Editor', script: saved },
  });
  expect((await read(scriptId)).scriptName).toBe('Theirs');
});

test('only a change of an OAuth grant discards the tokens of its workspace', async () => {
  const grant = (clientSecret: string) => ({
    type: 'oauth2Grant' as const,
    grant: 'clientCredentials' as const,
    tokenUrl: 'https://a.test/token',
    clientId: 'app',
    clientSecret,
    clientAuthentication: 'header' as const,
  });
  const pool = server.platform.database.pool;
  const tokens = async () => {
    const text = 'select count(*)::int as count from workspaces.oauth_token where project_id = $1';
    return (await pool.query(text, [projectId])).rows[0]?.count;
  };
  await pool.query(
    `insert into workspaces.oauth_token (project_id, scope_id, fingerprint, token, expires_at)
      values ($1, $1, 'print', 'token', now() + interval '1 day')`,
    [projectId],
  );
  const plain = await script('Plain', { authentication: { type: 'bearer', token: 'a' } });
  const granted = await script('Granted', { authentication: grant('a') });
  const header = { key: 'X-A', value: '1', enabled: true };
  const save = (scriptId: string, given: object) =>
    client.call(calls.saveScript, { query: {}, body: draft({ scriptId, url, ...given }) });
  await save(plain, { authentication: { type: 'bearer', token: 'b' } });
  await save(plain, { authentication: grant('b') });
  const { headers } = await save(granted, { authentication: grant('a'), headers: [header] });
  await client.call(calls.deleteHeader, { params: { id: headers[0]?.id ?? '' } });
  expect(await tokens()).toBe(1);
  await save(granted, { authentication: grant('b') });
  expect(await tokens()).toBe(0);
});

test('parts are deleted only by the call for their kind, and new form fields are appended', async () => {
  const scriptId = await script('One', {
    body: { type: 'json', content: '{}' },
    headers: [{ key: 'A', value: '1', enabled: true }],
  });
  const [header] = (await read(scriptId)).headers;
  const id = header?.id ?? '';
  const missing = {
    status: 404,
    code: 'API_TESTING_PART_NOT_FOUND',
    message: 'No such part in any script you can edit. It may have been deleted.',
  };
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization();
  for (const [by, route, part, expected] of [
    [client, calls.deleteParam, id, missing],
    [client, calls.deleteHeader, randomUUID(), missing],
    [stranger.client, calls.deleteHeader, id, missing],
    [guest.client, calls.deleteHeader, id, { status: 403 }],
  ] as const)
    expect(await failureOf(by.call(route, { params: { id: part } }))).toMatchObject(expected);
  expect((await read(scriptId)).headers).toEqual([header]);
  expect(await client.call(calls.deleteHeader, { params: { id } })).toEqual({ message: 'Deleted' });
  expect((await read(scriptId)).headers).toEqual([]);
  const add = async (key: string) => {
    const fields = [{ key, value: '', enabled: true }];
    const { body } = await client.call(calls.addFormData, { body: { scriptId, fields } });
    return body.type === 'form' ? body.fields.map((field) => field.key) : body.type;
  };
  expect(await add('a')).toEqual(['a']);
  expect(await add('b')).toEqual(['a', 'b']);
});

test('an order or a move with an unknown item or an invalid target is rejected and moves nothing', async () => {
  const [a, b] = [await script('A'), await script('B', { folder: 'Open' })];
  await script('C', { folder: 'Open / Old' });
  await script('D', { folder: 'Old' });
  const other = await newSuite(client, projectId);
  const foreign = await script('X', { folder: 'Old' }, other);
  const elsewhere = await newSuite(client, await newProject(client));
  const before = await placesOf();
  const move = (body: object) => client.call(calls.moveScripts, { body: { suiteId, folder: '', ...body } });
  const taken = { code: 'API_TESTING_FOLDER_NAME_TAKEN' };
  for (const [call, expected] of [
    [() => client.call(calls.reorderScripts, { body: { suiteId, scriptIds: [b, foreign] } }), scriptNotFound],
    [() => move({ scriptIds: [a, foreign] }), scriptNotFound],
    [() => move({ scriptIds: [a], before: a }), scriptNotFound],
    [() => move({ scriptIds: [a], before: foreign }), scriptNotFound],
    [() => move({ scriptIds: [a], toSuiteId: elsewhere }), { code: 'API_TESTING_OTHER_PROJECT' }],
    [() => move({ folders: ['Open', 'None'] }), { code: 'API_TESTING_FOLDER_NOT_FOUND' }],
    [() => move({ folders: ['Open'], folder: 'Open / Old' }), { code: 'API_TESTING_FOLDER_IN_ITSELF' }],
    [() => move({ folders: ['Open / Old'] }), taken],
    [() => move({ folders: ['Open / Old', 'Old'], folder: 'New' }), taken],
    [() => move({ folders: ['Old'], toSuiteId: other }), taken],
  ] as const)
    expect(await failureOf(call())).toMatchObject(expected);
  expect(await placesOf()).toEqual(before);
  expect(await move({ folders: ['Open'], folder: 'Open', toSuiteId: other })).toEqual({ message: 'Moved' });
  expect((await placesOf(other)).sort()).toEqual(['Old/X', 'Open / Open / Old/C', 'Open / Open/B']);
  expect(await placesOf()).toEqual(['/A', 'Old/D']);
  const { folders } = await client.call(calls.listFolders, { query: { suiteId } });
  expect(folders).toEqual([{ path: 'Old' }]);
});

test('a prerequisite is returned with all fields; a change keeps omitted ones and is audited', async () => {
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'Stage' },
  });
  const action = { kind: 'javascript' as const, code: '1' };
  const made = await client.call(calls.createPrerequisite, {
    body: { projectId, name: 'Token', action, targetEnvironmentId: environmentId, timeoutMs: 500 },
  });
  const { prerequisiteId } = made;
  const whole = { prerequisiteId, projectId, name: 'Token', order: 0, action, enabled: true, isSecret: false };
  const times = { createdAt: expect.any(String), updatedAt: expect.any(String) };
  expect(made).toEqual({ ...whole, targetEnvironmentId: environmentId, timeoutMs: 500, ...times });
  const update = (change: object) => client.call(calls.updatePrerequisite, { body: { prerequisiteId, ...change } });
  const changed = { ...whole, targetEnvironmentId: null, timeoutMs: 500, enabled: false, isSecret: true, ...times };
  expect(await update({ enabled: false, isSecret: true, targetEnvironmentId: null })).toEqual(changed);
  await client.call(calls.createPrerequisite, { body: { projectId, name: 'Other', action } });
  const notFound = { status: 404, code: 'API_TESTING_PREREQUISITE_NOT_FOUND' };
  const foreign = await script('X', {}, await newSuite(client, await newProject(client)));
  const asking = { kind: 'script' as const, scriptId: foreign, dataHandlers: [] };
  for (const [call, expected] of [
    [() => update({ name: 'OTHER' }), { code: 'API_TESTING_PREREQUISITE_NAME_TAKEN' }],
    [() => update({ targetEnvironmentId: randomUUID() }), { status: 404 }],
    [() => update({ prerequisiteId: randomUUID() }), notFound],
    [() => client.call(calls.deletePrerequisite, { query: { prerequisiteId: randomUUID() } }), notFound],
    [() => client.call(calls.runPrerequisites, { body: { projectId, prerequisiteIds: [randomUUID()] } }), notFound],
    [() => client.call(calls.createPrerequisite, { body: { projectId, name: 'New', action: asking } }), scriptNotFound],
  ] as const)
    expect(await failureOf(call())).toMatchObject(expected);
  await client.call(calls.deletePrerequisite, { query: { prerequisiteId } });
  const audited = (await auditedBy(server, owner)).filter(({ action: of }) => of.startsWith('prerequisite.'));
  expect(audited).toEqual([
    { action: 'prerequisite.created', target: prerequisiteId, detail: { name: 'Token' } },
    { action: 'prerequisite.changed', target: prerequisiteId, detail: null },
    { action: 'prerequisite.created', target: expect.any(String), detail: { name: 'Other' } },
    { action: 'prerequisite.deleted', target: prerequisiteId, detail: { name: 'Token' } },
  ]);
});

test('a single suite is exported as the collection, several as its folders', async () => {
  const second = await newSuite(client, projectId, 'Returns');
  await script('A', { folder: 'Open' });
  await script('B', {}, second);
  for (const [of, value] of [
    [suiteId, 'first'],
    [second, 'second'],
  ] as const)
    await client.call(calls.createSuiteVariables, { body: { suiteId: of, variables: [{ name: 'key', value }] } });
  await client.call(calls.updateSuite, { body: { suiteId, suiteDescription: 'All orders' } });
  const exported = async (suiteIds?: string[]) => {
    const body = { projectId, format: 'postman' as const, ...(suiteIds && { suiteIds }) };
    const answer = await client.raw(calls.exportProject, { body });
    const { info, item, variable } = (await answer.json()) as Record<string, never>;
    const names = (items: { name: string; item?: never }[] = []): unknown[] =>
      items.map(({ name, item: inner }) => (inner ? [name, ...names(inner)] : name));
    return { info, names: names(item), variable };
  };
  const key = (value: string) => [expect.objectContaining({ key: 'key', value })];
  const one = await exported([suiteId]);
  expect(one).toMatchObject({ info: { name: 'Orders', description: 'All orders' }, names: [['Open', 'A']] });
  expect(one.variable).toEqual(key('first'));
  const { names, variable } = await exported();
  expect(names).toEqual([
    ['Orders', ['Open', 'A']],
    ['Returns', 'B'],
  ]);
  expect(variable).toHaveLength(1);
  const elsewhere = await newSuite(client, await newProject(client));
  expect(await failureOf(exported([suiteId, elsewhere]))).toMatchObject({ code: 'API_TESTING_OTHER_PROJECT' });
  const entry = (scripts: number) => ({
    action: 'project.exported',
    target: projectId,
    detail: { format: 'postman', scripts },
  });
  expect(await auditedBy(server, owner)).toEqual([entry(1), entry(2)]);
});

test('stream events are forwarded with their ids as they arrive, with secrets masked', async () => {
  const target = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'x-key': 'long-secret' });
    response.end('data: first\n\nid: 7\nevent: tick\ndata: a long-secret\n\n');
  });
  await new Promise<void>((resolve) => target.listen(0, '127.0.0.1', resolve));
  const address = `http://127.0.0.1:${(target.address() as AddressInfo).port}/events`;
  const body = {
    projectId,
    suiteId,
    script: draft({ url: address, authentication: { type: 'bearer', token: 'long-secret' } }),
  };
  const accept = { headers: { accept: 'text/event-stream, application/json' } };
  const text = await (await client.raw(apiPreviewRoutes.preview, { body }, accept)).text();
  target.close();
  expect(text).not.toContain('long-secret');
  const sent = [...text.matchAll(/^data: (.*)$/gm)].map(([, data = '']) => JSON.parse(data));
  expect(sent.slice(1, 3)).toEqual([
    { event: 'message', data: 'first' },
    { id: '7', event: 'tick', data: 'a ••••••' },
  ]);
  expect(sent[0]).toMatchObject({ streamId: expect.any(String), status: 200 });
  expect(sent[0].headers).toContainEqual(['x-key', '••••••']);
  expect(sent.at(-1)).toMatchObject({ status: 'passed', statusCode: 200, suiteId });
  const other = await newSuite(client, await newProject(client));
  const wrong = client.call(apiPreviewRoutes.preview, { body: { ...body, suiteId: other } });
  expect(await failureOf(wrong)).toMatchObject({ status: 409, code: 'API_TESTING_OTHER_PROJECT' });
});
