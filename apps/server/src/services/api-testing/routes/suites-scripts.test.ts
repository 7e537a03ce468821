import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { draft, failureOf, newProject, newScript, newSuite } from '../testing/builders.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
afterAll(() => server.close());

test('lists suites of a workspace by search term, page and size, ten by default [api-suites-scripts-1] [transport-4]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  for (let n = 1; n <= 12; n += 1) await newSuite(client, projectId, `Orders ${String(n).padStart(2, '0')}`);
  await newSuite(client, projectId, '100% of users_');
  const first = await client.call(calls.listSuites, { query: { projectId } });
  expect(first).toMatchObject({ totalElements: 13, page: 0, size: 10 });
  expect(first.content).toHaveLength(10);
  const second = await client.call(calls.listSuites, { query: { projectId, page: 1, searchTerm: 'orders' } });
  expect(second.content.map((suite) => suite.suiteName)).toEqual(['Orders 11', 'Orders 12']);
  const literal = await client.call(calls.listSuites, { query: { projectId, searchTerm: '0% of users_' } });
  expect(literal.content.map((suite) => suite.suiteName)).toEqual(['100% of users_']);
});

test('creates, edits, clones and deletes suites and scripts; several scripts in one call [api-suites-scripts-2]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Checkout');
  const scripts = await Promise.all(
    ['a', 'b', 'c'].map((name) => newScript(client, suiteId, { scriptName: name, url: 'https://shop.test/orders' })),
  );
  expect(scripts.map((script) => script.position).sort()).toEqual([0, 1, 2]);

  const renamed = await client.call(calls.updateSuite, { body: { suiteId, suiteName: 'Checkout 2' } });
  expect(renamed).toMatchObject({ suiteName: 'Checkout 2', scriptCount: 3 });
  const first = scripts[0]!;
  const {
    suiteId: _s,
    projectId: _p,
    position: _o,
    createdAt: _c,
    updatedAt: _u,
    scriptIds: _i,
    ...content
  } = { ...first, scriptIds: [] };
  const edited = await client.call(calls.saveScript, {
    query: {},
    body: { ...content, method: 'post', url: 'https://shop.test/edited' },
  });
  expect(edited).toMatchObject({
    scriptId: first.scriptId,
    method: 'POST',
    url: 'https://shop.test/edited',
    position: first.position,
  });

  const cloned = await client.call(calls.cloneSuite, { body: { suiteId } });
  expect(cloned).toMatchObject({ suiteName: 'Checkout 2 copy', scriptCount: 3 });
  const again = await client.call(calls.cloneSuite, { body: { suiteId } });
  expect(again.suiteName).toBe('Checkout 2 copy (2)');
  const copy = await client.call(calls.cloneScript, { body: { scriptId: first.scriptId } });
  expect(copy).toMatchObject({ scriptName: 'a copy', position: 3, suiteId });

  await client.call(calls.deleteScripts, { query: { scriptIds: [scripts[1]!.scriptId, copy.scriptId] } });
  const left = await client.call(calls.listScripts, { query: { suiteId } });
  expect(left.content.map((script) => script.scriptName).sort()).toEqual(['a', 'c']);
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId, again.suiteId] } });
  const suites = await client.call(calls.listSuites, { query: { projectId } });
  expect(suites.content.map((suite) => suite.suiteId)).toEqual([cloned.suiteId]);
});

test('copies the scripts of one suite to the end of another, parts and credentials included [api-suites-scripts-3]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const [from, to] = [await newSuite(client, projectId), await newSuite(client, projectId)];
  const source = await newScript(client, from, {
    url: 'https://a.test/',
    headers: [{ key: 'X-One', value: '1', enabled: true }],
    authentication: { type: 'basic', username: 'ana', password: 'p%+&' },
  });
  await newScript(client, to, { scriptName: 'present', url: 'https://b.test/' });
  const answer = await client.call(calls.importScriptsList, { query: { fromSuiteId: from, toSuiteId: to } });
  expect(answer.imported).toBe(1);
  const copy = await client.call(calls.getScript, { query: { scriptId: answer.scriptIds[0]! } });
  expect(copy).toMatchObject({
    suiteId: to,
    position: 1,
    authentication: { type: 'basic', username: 'ana', password: 'p%+&' },
  });
  expect(copy.headers[0]!.id).not.toBe(source.headers[0]!.id);
  expect((await client.call(calls.getScriptCount, { query: { suiteId: to } })).count).toBe(2);
});

test('keeps suites of workflows separate from the others [api-suites-scripts-4] [workflows-4]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  await newSuite(client, projectId, 'Plain');
  await client.call(calls.createSuite, { body: { projectId, suiteName: 'Plain', isChaining: true } });
  const names = async (isChaining?: 'true' | 'false') =>
    (await client.call(calls.listSuites, { query: { projectId, ...(isChaining && { isChaining }) } })).content.map(
      (suite) => suite.isChaining,
    );
  expect(await names()).toEqual([false]);
  expect(await names('true')).toEqual([true]);
  const chaining = await client.call(calls.listChainingSuites, { query: { projectId } });
  expect(chaining.content.map(({ suiteName, isChaining }) => [suiteName, isChaining])).toEqual([['Plain', true]]);
});

test('says that a deleted suite or script is deleted already, when it is opened or run [api-suites-scripts-5]', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: 'https://a.test/' });
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const text = 'Test Suite/Script is deleted already.';
  for (const call of [
    () => client.call(calls.getScript, { query: { scriptId } }),
    () => client.call(calls.executeTest, { body: { projectId, suiteIds: [suiteId] } }),
    () => client.call(calls.testExecution, { body: { projectId, scriptIds: [scriptId] } }),
    () => client.call(calls.cloneSuite, { body: { suiteId } }),
  ])
    expect(await failureOf(call())).toMatchObject({ status: 404, message: text });
});

test('stores everything that the editor edits and gives each part an id [api-script-editor-1] [api-assertions-1]', async () => {
  const { client } = server.admin;
  const suiteId = await newSuite(client, await newProject(client));
  const script = draft({
    url: '{{baseUrl}}/orders/{id}?x=1',
    method: 'PUT',
    headers: [{ key: 'X-Trace', value: 'a', enabled: false, description: 'off' }],
    queryParams: [{ key: 'q', value: 'ü&', enabled: true }],
    pathParams: [{ key: 'id', value: '7', enabled: true }],
    body: { type: 'form', fields: [{ key: 'f', value: 'v', kind: 'text', enabled: true }] },
    authentication: { type: 'oauth2', token: 'tok', tokenType: 'Bearer' },
    assertions: [
      { kind: 'status', operator: 'equals', expected: 200, enabled: true },
      { kind: 'header', path: 'ETag', operator: 'exists', enabled: true },
      { kind: 'jsonPath', path: '$.a', operator: 'equals', expected: 'b', enabled: true },
      { kind: 'xpath', path: '/a', operator: 'equals', expected: 'b', enabled: true },
      { kind: 'body', operator: 'contains', expected: 'b', enabled: true },
    ],
    dataHandlers: [{ name: 'id', source: 'jsonPath', path: '$.id', enabled: true }],
    settings: { timeoutMs: 1000, followRedirects: false, maxRedirects: 3, verifyCertificate: false },
  });
  const saved = await client.call(calls.saveScript, { query: { suiteId: [suiteId] }, body: script });
  const read = await client.call(calls.getScript, { query: { scriptId: saved.scriptId } });
  expect(read).toMatchObject(script);
  const parts = [
    ...read.headers,
    ...read.queryParams,
    ...read.pathParams,
    ...read.assertions,
    ...read.dataHandlers,
    ...(read.body.type === 'form' ? read.body.fields : []),
  ];
  expect(parts).toHaveLength(10);
  expect(new Set(parts.map((part) => part.id)).size).toBe(10);
});

test('deletes each kind of part by its id, and nothing else [api-script-editor-4] [api-assertions-1]', async () => {
  const { client } = server.admin;
  const suiteId = await newSuite(client, await newProject(client));
  const saved = await newScript(client, suiteId, {
    url: 'https://a.test/{id}',
    headers: [{ key: 'A', value: '1', enabled: true }],
    queryParams: [{ key: 'q', value: '1', enabled: true }],
    pathParams: [{ key: 'id', value: '1', enabled: true }],
    body: { type: 'urlencoded', fields: [{ key: 'f', value: 'v', enabled: true }] },
    assertions: [
      { kind: 'status', operator: 'equals', expected: 200, enabled: true },
      { kind: 'header', path: 'A', operator: 'exists', enabled: true },
      { kind: 'jsonPath', path: '$.a', operator: 'exists', enabled: true },
      { kind: 'xpath', path: '/a', operator: 'exists', enabled: true },
      { kind: 'body', operator: 'contains', expected: 'b', enabled: true },
    ],
    dataHandlers: [{ name: 'id', source: 'jsonPath', path: '$.id', enabled: true }],
  });
  const assertion = (kind: string) => saved.assertions.find((part) => part.kind === kind)!.id!;
  const field = saved.body.type === 'urlencoded' ? saved.body.fields[0]!.id! : '';
  expect(
    await failureOf(client.call(calls.deleteJsonAssertion, { params: { id: assertion('status') } })),
  ).toMatchObject({
    status: 404,
  });
  await client.call(calls.deleteHeader, { params: { id: saved.headers[0]!.id! } });
  await client.call(calls.deleteParam, { params: { id: saved.queryParams[0]!.id! } });
  await client.call(calls.deleteParam, { params: { id: saved.pathParams[0]!.id! } });
  await client.call(calls.deleteFormData, { params: { id: field } });
  await client.call(calls.deleteStatusAssertion, { params: { id: assertion('status') } });
  await client.call(calls.deleteHeaderAssertion, { params: { id: assertion('header') } });
  await client.call(calls.deleteJsonAssertion, { params: { id: assertion('jsonPath') } });
  await client.call(calls.deleteXpathAssertion, { params: { id: assertion('xpath') } });
  await client.call(calls.deleteBodyAssertion, { params: { id: assertion('body') } });
  await client.call(calls.deleteDataHandler, { params: { id: saved.dataHandlers[0]!.id! } });
  const read = await client.call(calls.getScript, { query: { scriptId: saved.scriptId } });
  expect(read).toMatchObject({
    headers: [],
    queryParams: [],
    pathParams: [],
    assertions: [],
    dataHandlers: [],
    body: { type: 'urlencoded', fields: [] },
  });
});

const refused: [name: string, given: Record<string, unknown>, path: string, message: string][] = [
  ['an empty name', { scriptName: '' }, 'scriptName', 'Please provide API Name.'],
  ['a name over 60 characters', { scriptName: 'x'.repeat(61) }, 'scriptName', 'API Name is at most 60 characters.'],
  ['a name with leading space', { scriptName: ' a' }, 'scriptName', 'API Name must not start with whitespace.'],
  ['an empty endpoint', { url: '' }, 'url', 'API Endpoint is required.'],
  [
    'a URL without a host',
    { url: 'http:///path' },
    'url',
    'Invalid URL. It needs a protocol and a host, such as https://host/path, or a variable such as {{baseUrl}}/path.',
  ],
  [
    'a header with a line break',
    { headers: [{ key: 'A', value: 'b\r\nX: y' }] },
    'headers.0.value',
    'Invalid Character.',
  ],
  ['a header without a key', { headers: [{ key: '', value: 'b' }] }, 'headers.0.key', 'Please enter header key.'],
  ['a timeout of zero', { settings: { timeoutMs: 0 } }, 'settings.timeoutMs', 'API Timeout must be a positive number.'],
  [
    'a status that is a word',
    { assertions: [{ kind: 'status', expected: 'OK' }] },
    'assertions.0.expected',
    'Response assertion value cannot be a string.',
  ],
  [
    'a header assertion without key',
    { assertions: [{ kind: 'header', expected: 'a' }] },
    'assertions.0.path',
    'Please enter header assertion key.',
  ],
  [
    'a JSON path assertion without path',
    { assertions: [{ kind: 'jsonPath', expected: 'a' }] },
    'assertions.0.path',
    'Please enter JSON path.',
  ],
  [
    'an XPath assertion without value',
    { assertions: [{ kind: 'xpath', path: '/a' }] },
    'assertions.0.expected',
    'Please enter assertion value.',
  ],
  [
    'a data handler without path',
    { dataHandlers: [{ name: 'a', path: '' }] },
    'dataHandlers.0.path',
    'Please enter extract path.',
  ],
  [
    'a file field without key',
    { body: { type: 'form', fields: [{ key: '', value: '', kind: 'file' }] } },
    'body.fields.0.key',
    'Please provide key name for file.',
  ],
  [
    'basic authentication without user',
    { authentication: { type: 'basic', username: '', password: 'x' } },
    'authentication.username',
    'Please enter username.',
  ],
  [
    'JSON that cannot be parsed',
    { body: { type: 'json', content: '{"a": }' } },
    'body.content',
    'Invalid JSON format.',
  ],
  [
    'XML that cannot be parsed',
    { body: { type: 'xml', content: '<a><b></a>' } },
    'body.content',
    'Invalid XML format.',
  ],
  [
    'a JSON path that cannot be parsed',
    { assertions: [{ kind: 'jsonPath', path: '$.a[', expected: 'a' }] },
    'assertions.0.path',
    'Please provide a valid JSON path.',
  ],
  [
    'a JSON path of a data handler that cannot be parsed',
    { dataHandlers: [{ name: 'a', source: 'jsonPath', path: '$..' }] },
    'dataHandlers.0.path',
    'Please provide a valid JSON path.',
  ],
  [
    'an XPath that cannot be parsed',
    { assertions: [{ kind: 'xpath', path: '//order[@id = {{id}}', expected: 'a' }] },
    'assertions.0.path',
    'Please provide a valid XPath. The XPath ends too early.',
  ],
  [
    'an XPath of a data handler that cannot be parsed',
    { dataHandlers: [{ name: 'a', source: 'xpath', path: '//order)/id' }] },
    'dataHandlers.0.path',
    'Please provide a valid XPath. The XPath cannot be read from character 8 on: )/id',
  ],
  [
    'the namespace axis of XPath',
    { assertions: [{ kind: 'xpath', path: '//order/namespace::*', expected: 'a' }] },
    'assertions.0.path',
    'Please provide a valid XPath. The namespace axis is not supported. Use namespace-uri() instead.',
  ],
  ['an unknown field', { colour: 'red' }, '', 'Unknown field: colour. Remove or rename.'],
];
test.each(refused)(
  'rejects %s with its message [api-script-editor-2] [api-script-editor-6] [api-assertions-2]',
  async (_name, given, path, message) => {
    const { client } = server.admin;
    const body = { scriptName: 'ok', method: 'GET', url: 'https://a.test/', ...given };
    const error = await failureOf(
      client.call(calls.saveScript, { query: { suiteId: ['01a1fcbc-0000-7000-8000-000000000000'] }, body }),
    );
    expect(error.status).toBe(400);
    expect(error.details).toContainEqual({ path, message });
  },
);

test('sets the order of scripts, those not named stay behind', async () => {
  const { client } = server.admin;
  const suiteId = await newSuite(client, await newProject(client));
  const ids: string[] = [];
  for (const name of ['a', 'b', 'c'])
    ids.push((await newScript(client, suiteId, { scriptName: name, url: 'https://a.test/' })).scriptId);
  await client.call(calls.reorderScripts, { body: { suiteId, scriptIds: [ids[2]!, ids[0]!] } });
  const list = await client.call(calls.listScripts, { query: { suiteId } });
  expect(list.content.map((script) => script.scriptName)).toEqual(['c', 'a', 'b']);
});

test('rejects a second suite or workspace with the same name, whatever its case', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client, 'Same');
  await newSuite(client, projectId, 'Twice');
  expect(await failureOf(newSuite(client, projectId, 'TWICE'))).toMatchObject({
    status: 409,
    code: 'API_TESTING_SUITE_NAME_TAKEN',
  });
  expect(await failureOf(newProject(client, 'same'))).toMatchObject({
    status: 409,
    code: 'API_TESTING_PROJECT_NAME_TAKEN',
  });
});

test('a guest views and changes nothing; a colleague of another team sees nothing; a viewer does not exist across organizations', async () => {
  const projectId = await newProject(server.admin.client);
  const suiteId = await newSuite(server.admin.client, projectId);
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  expect((await guest.client.call(calls.listSuites, { query: { projectId } })).totalElements).toBe(1);
  expect(await failureOf(newSuite(guest.client, projectId))).toMatchObject({ status: 403 });
  const editor = await server.createUser(server.admin, { role: 'ROLE_USER' });
  await newScript(editor.client, suiteId, { url: 'https://a.test/' });
  expect(
    await failureOf(editor.client.call(workspaceRoutes.deleteProject, { query: { projectId, projectName: 'x' } })),
  ).toMatchObject({ status: 403, code: 'API_TESTING_OWNER_ONLY' });
  const stranger = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  expect(await failureOf(stranger.client.call(calls.listSuites, { query: { projectId } }))).toMatchObject({
    status: 404,
  });
  const other = await server.createOrganization();
  expect(await failureOf(other.client.call(calls.listSuites, { query: { projectId } }))).toMatchObject({ status: 404 });
  expect(await failureOf(other.client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } }))).toMatchObject({
    status: 404,
  });
});

test('evaluates JSON paths and XPaths on a response and reports errors [api-assertions-3]', async () => {
  const { client } = server.admin;
  expect(await client.call(calls.extractJson, { body: { body: '{"a":[{"b":1},{"b":2}]}', path: '$.a[*].b' } })).toEqual(
    {
      matches: [
        { path: "$['a'][0]['b']", value: 1 },
        { path: "$['a'][1]['b']", value: 2 },
      ],
    },
  );
  expect((await client.call(calls.extractXpath, { body: { body: '<a><b>x</b></a>', path: '/a/b' } })).matches).toEqual([
    { path: '/a/b', value: 'x' },
  ]);
  const { schema } = await client.call(calls.inferJsonSchema, { body: { body: '{"id":7,"tags":["a"]}' } });
  expect(schema).toMatchObject({
    type: 'object',
    required: ['id', 'tags'],
    properties: { id: { type: 'integer' }, tags: { type: 'array' } },
  });
  expect(
    (await client.call(calls.inferXmlSchema, { body: { body: '<pet id="1"><name>Rex</name></pet>' } })).schema,
  ).toContain('name="pet"');
  expect(await failureOf(client.call(calls.inferJsonSchema, { body: { body: '{' } }))).toMatchObject({ status: 422 });
  expect(await failureOf(client.call(calls.extractJson, { body: { body: 'not json', path: '$.a' } }))).toMatchObject({
    status: 422,
    message: 'Failed to extract JSON from response.',
  });
});

test("a workspace returns its counts and the caller's role", async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newSuite(client, projectId);
  await newScript(client, suiteId, { url: 'https://a.test/' });
  const project = await client.call(workspaceRoutes.getProject, { query: { projectId } });
  expect(project).toMatchObject({
    suiteCount: 2,
    scriptCount: 1,
    role: 'OWNER',
    collaborations: [{ email: server.admin.email, role: 'OWNER' }],
  });
  const colleague = await server.createUser(server.admin, { role: 'ROLE_USER' });
  expect((await colleague.client.call(workspaceRoutes.getProject, { query: { projectId } })).role).toBe('EDITOR');
  const own = await newProject(colleague.client);
  expect((await colleague.client.call(workspaceRoutes.getProject, { query: { projectId: own } })).role).toBe('OWNER');
});
