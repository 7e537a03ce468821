import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';
import { type ServedDocuments, serve, wsdl } from '../../testing/served-documents.ts';

let server: TestServer;
let served: ServedDocuments;
let owner: TestUser;
let client: Client;
let projectId: string;
beforeAll(async () => {
  [server, served] = await Promise.all([
    createTestServer({ postgresUrl: inject('postgresUrl'), start: false }),
    serve({}),
  ]);
});
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client);
  served.documents['/pets.json'] = pets({ '/a': {}, '/b': {} });
  served.documents['/pets.wsdl'] = wsdl;
});
afterAll(async () => {
  await served.close();
  await server.close();
});

const pets = (paths: Record<string, object>, title = 'Pets') =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title, version: '1' },
    servers: [{ url: 'https://pets.test' }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, given]) => [path, { get: { summary: path, responses: {}, ...given } }]),
    ),
  });
const read = async (content: string, fileName = 'pets.json') => {
  const body = new FormData();
  body.append('file', new Blob([content]), fileName);
  return (await client.call(calls.importJsonFile, { query: { projectId }, body })).importId;
};
const sourcesOf = async (suiteId: string) =>
  (await client.call(calls.listImportSources, { query: { suiteId } })).content;
/** Imports a document into a new suite, or another one. */
const imported = async (importId: string, suiteId?: string) => {
  const body = { projectId, importId, ...(suiteId && { suiteId }) };
  const { suites } = await client.call(calls.importSelectedApis, { body });
  const target = suites[0]?.suiteId ?? '';
  return { suiteId: target, sourceId: (await sourcesOf(target)).at(-1)?.sourceId ?? '' };
};
const review = (importId: string, sourceId: string, by = client) =>
  by.call(calls.reviewImport, { body: { importId, sourceId } });
const merge = async (importId: string, sourceId: string, choices: object = {}) => {
  const { reviewed } = await review(importId, sourceId);
  return client.call(calls.mergeImport, { body: { importId, sourceId, reviewed, ...choices } });
};
const scriptsOf = async (suiteId: string) => (await client.call(calls.listScripts, { query: { suiteId } })).content;
const namesOf = async (suiteId: string) => (await scriptsOf(suiteId)).map(({ scriptName }) => scriptName);
const scriptNamed = async (suiteId: string, name: string) => {
  const found = (await scriptsOf(suiteId)).find(({ scriptName }) => scriptName === name);
  return client.call(calls.getScript, { query: { scriptId: found?.scriptId ?? '' } });
};
const notFound = { status: 404, code: 'API_TESTING_IMPORT_SOURCE_NOT_FOUND' };

test('a merge returns and audits what it changed, and the source is that of the new document', async () => {
  const { suiteId, sourceId } = await imported(await read(pets({ '/a': {}, '/b': {}, '/c': {} })));
  const importId = await read(
    pets(
      { '/a': { parameters: [{ name: 'limit', in: 'query', example: 1 }] }, '/b': {}, '/d': {}, '/e': {} },
      'Animals',
    ),
    'animals.json',
  );
  const counts = { added: 2, changed: 1, removed: 1 };
  expect(await merge(importId, sourceId)).toEqual({ suiteId, ...counts, problems: [] });
  expect(await sourcesOf(suiteId)).toMatchObject([
    { sourceId, title: 'Animals', name: 'animals.json', isAddress: false, requestCount: 4 },
  ]);
  const [audited] = (await auditEntries(server, { targets: [suiteId] })).filter(
    ({ action }) => action === 'import.merged',
  );
  expect(audited).toMatchObject({ detail: counts, userId: owner.userId });
  expect(await namesOf(suiteId)).toEqual(['/a', '/b', '/d', '/e']);
  const { content } = await client.call(calls.listDeleted, { query: { projectId } });
  expect(content).toMatchObject([{ kind: 'script', name: '/c', suiteName: 'Pets' }]);
  await client.call(calls.restoreDeleted, { body: { projectId, itemIds: content.map(({ itemId }) => itemId) } });
  expect((await namesOf(suiteId)).toSorted()).toEqual(['/a', '/b', '/c', '/d', '/e']);
});

test('a document can be merged into several suites, whose new scripts are independent', async () => {
  const first = await imported(await read(pets({ '/a': {} })));
  const second = await imported(await read(pets({ '/a': {} })));
  const importId = await read(pets({ '/a': {}, '/b': {} }));
  await merge(importId, first.sourceId);
  await merge(importId, second.sourceId);
  const [one, two] = [await scriptNamed(first.suiteId, '/b'), await scriptNamed(second.suiteId, '/b')];
  expect(one.scriptId).not.toBe(two.scriptId);
  expect([await namesOf(first.suiteId), await namesOf(second.suiteId)]).toEqual([
    ['/a', '/b'],
    ['/a', '/b'],
  ]);
  expect(await merge(importId, first.sourceId)).toMatchObject({ added: 0, changed: 0, removed: 0 });
});

test('parts that the document no longer has are emptied, others are kept', async () => {
  const described = { description: 'All of them', parameters: [{ name: 'limit', in: 'query', example: 1 }] };
  const { suiteId, sourceId } = await imported(await read(pets({ '/a': described, '/b': {} })));
  const before = await scriptNamed(suiteId, '/a');
  expect(before).toMatchObject({ queryParams: [{ key: 'limit' }] });
  await merge(await read(pets({ '/a': {}, '/b': {} })), sourceId);
  const after = await scriptNamed(suiteId, '/a');
  expect(after).toMatchObject({ scriptId: before.scriptId, queryParams: [], folder: before.folder });
  expect(after.description ?? '').toBe('');
});

test('the address of a source keeps its base URL, and its parts that were chosen for the document', async () => {
  const url = `${served.url}/pets.json`;
  const { importId } = await client.call(calls.importSwaggerUrl, {
    query: { projectId, url, baseUrl: 'https://stage.test' },
  });
  const { suiteId, sourceId } = await imported(importId);
  expect((await scriptNamed(suiteId, '/a')).url).toContain('https://stage.test');
  served.documents['/pets.json'] = pets({ '/a': {}, '/b': {}, '/c': {} });
  const refreshed = await client.call(calls.refreshImportSource, { body: { sourceId } });
  expect(refreshed).toMatchObject({ format: 'openapi', title: 'Pets' });
  await merge(refreshed.importId, sourceId);
  expect((await scriptNamed(suiteId, '/c')).url).toContain('https://stage.test');
  const again = await client.call(calls.refreshImportSource, { body: { sourceId } });
  expect(await review(again.importId, sourceId)).toMatchObject({ added: [], changed: [], removed: [], unchanged: 3 });
});

test('a pasted document updates a suite, whose source stays the file', async () => {
  const { suiteId, sourceId } = await imported(await read(pets({ '/a': {} })));
  const { importId } = await client.call(calls.importCurl, { body: { projectId, text: 'curl https://pets.test/x' } });
  await merge(importId, sourceId);
  expect(await sourcesOf(suiteId)).toMatchObject([{ sourceId, name: 'pets.json', isAddress: false, requestCount: 1 }]);
  expect(await namesOf(suiteId)).toHaveLength(1);
});

test('sources are read and merged only by editors of their workspace', async () => {
  const { suiteId, sourceId } = await imported(await read(pets({ '/a': {} })));
  const importId = await read(pets({ '/a': {}, '/b': {} }));
  const [guest, stranger] = [await server.createUser(owner, { role: 'ROLE_GUEST' }), await server.createOrganization()];
  expect(await failureOf(review(importId, sourceId, stranger.client))).toMatchObject(notFound);
  expect((await failureOf(review(importId, sourceId, guest.client))).status).toBe(403);
  expect(await failureOf(review(importId, newId()))).toMatchObject(notFound);
  expect((await failureOf(review(newId(), sourceId))).code).toBe('API_TESTING_IMPORT_NOT_FOUND');
  const list = (by: Client) => by.call(calls.listImportSources, { query: { suiteId } });
  expect((await list(guest.client)).content).toHaveLength(1);
  expect((await failureOf(list(stranger.client))).status).toBe(404);
  const other = await newProject(client);
  const elsewhere = await client.call(calls.importCurl, { body: { projectId: other, text: 'curl https://a.test' } });
  expect((await failureOf(review(elsewhere.importId, sourceId))).code).toBe('API_TESTING_IMPORT_NOT_FOUND');
  const { reviewed } = await review(importId, sourceId);
  await client.call(calls.deleteSuite, { query: { suiteId: [suiteId] } });
  const late = client.call(calls.mergeImport, { body: { importId, sourceId, reviewed } });
  expect((await failureOf(late)).status).toBe(404);
});

test('own scripts of a suite survive each update, with their types', async () => {
  const suiteId = await newSuite(client, projectId, 'Own');
  await newScript(client, suiteId, { url: 'https://a.test/', scriptName: 'Mine', scriptType: 'graphql' });
  const { sourceId } = await imported(await read(pets({ '/a': {}, '/b': {} })), suiteId);
  await merge(await read(pets({ '/b': {}, '/c': {} })), sourceId);
  expect((await namesOf(suiteId)).toSorted()).toEqual(['/b', '/c', 'Mine']);
  expect((await scriptNamed(suiteId, 'Mine')).scriptType).toBe('graphql');
  expect(await client.call(calls.getScriptCount, { query: { suiteId } })).toMatchObject({ count: 3 });
});

test('an address that returns no WSDL says why; a workspace that is not found stays not found', async () => {
  served.documents['/broken.json'] = '{';
  const fetch = (path: string, of = projectId) =>
    client.call(calls.importWsdlUrl, { query: { projectId: of, url: `${served.url}${path}` } });
  const invalid = (message: unknown) => ({
    status: 422,
    code: 'API_TESTING_INVALID_WSDL_URL',
    message: 'Invalid WSDL URL.',
    details: [{ path: 'url', message }],
  });
  expect(await failureOf(fetch('/pets.json'))).toMatchObject(invalid('What the address gives is no WSDL document.'));
  expect(await failureOf(fetch('/none.wsdl'))).toMatchObject(invalid('The address answered with status 404.'));
  const unreadable = await failureOf(fetch('/broken.json'));
  expect(unreadable).toMatchObject(invalid(expect.stringMatching(/./)));
  expect(await fetch('/pets.wsdl')).toMatchObject({ format: 'wsdl' });
  expect(await failureOf(fetch('/pets.wsdl', newId()))).toMatchObject({
    status: 404,
    code: expect.stringMatching(/PROJECT/),
  });
});

test('a script that an update changes keeps the type that the user gave it', async () => {
  const { suiteId, sourceId } = await imported(await read(pets({ '/a': {}, '/b': {} })));
  const {
    suiteId: _s,
    projectId: _p,
    position: _o,
    createdAt: _c,
    updatedAt: _u,
    ...script
  } = await scriptNamed(suiteId, '/a');
  await client.call(calls.saveScript, { query: {}, body: { ...script, scriptType: 'graphql' } });
  const limited = { parameters: [{ name: 'limit', in: 'query', example: 1 }] };
  expect(await merge(await read(pets({ '/a': limited, '/b': limited })), sourceId)).toMatchObject({ changed: 2 });
  const [a, b] = [await scriptNamed(suiteId, '/a'), await scriptNamed(suiteId, '/b')];
  expect(a).toMatchObject({ scriptType: 'graphql', queryParams: [{ key: 'limit' }] });
  expect(b).not.toHaveProperty('scriptType');
});
