import { apiTestingRoutes, type ImportReview, type ScriptInput } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript } from '../../testing/builders.ts';
import { serve } from '../../testing/served-documents.ts';

const calls = apiTestingRoutes;
let server: TestServer;
let served: Awaited<ReturnType<typeof serve>>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  served = await serve({});
});
afterAll(async () => {
  await served.close();
  await server.close();
});

type Operation = { summary: string; limit?: number };
const describe = (paths: Record<string, Record<string, Operation>>) =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Pets', version: '1' },
    servers: [{ url: 'https://pets.test' }],
    paths: Object.fromEntries(
      Object.entries(paths).map(([path, operations]) => [
        path,
        Object.fromEntries(
          Object.entries(operations).map(([method, { summary, limit }]) => [
            method,
            {
              summary,
              tags: [path.startsWith('/users') ? 'users' : 'pets'],
              ...(limit === undefined ? {} : { parameters: [{ name: 'limit', in: 'query', example: limit }] }),
              responses: { 200: { description: 'ok' } },
            },
          ]),
        ),
      ]),
    ),
  });
const first = {
  '/pets': { get: { summary: 'List pets', limit: 10 }, post: { summary: 'Add a pet' } },
  '/pets/old': { get: { summary: 'Old pets' } },
  '/pets/older': { get: { summary: 'Older pets' } },
};
const second = {
  '/pets': {
    get: { summary: 'List all pets', limit: 20 },
    post: { summary: 'Add a pet' },
    delete: { summary: 'Delete pets' },
  },
  '/users': { get: { summary: 'List users' } },
};

let projectId = '';
let suiteId = '';
let sourceId = '';
beforeEach(async () => {
  served.documents['/openapi.json'] = describe(first);
  projectId = await newProject(server.admin.client);
  const { importId } = await server.admin.client.call(calls.importSwaggerUrl, {
    query: { projectId, url: `${served.url}/openapi.json?key=Tr0ub4dor` },
  });
  const made = await server.admin.client.call(calls.importSelectedApis, { body: { projectId, importId } });
  suiteId = made.suites[0]?.suiteId ?? '';
  const { content } = await server.admin.client.call(calls.listImportSources, { query: { suiteId } });
  sourceId = content[0]?.sourceId ?? '';
});

const scriptsOf = async () =>
  (await server.admin.client.call(calls.listScripts, { query: { suiteId, size: 200 } })).content;
const edit = async (name: string, change: Partial<ScriptInput>) => {
  const summary = (await scriptsOf()).find(({ scriptName }) => scriptName === name);
  const {
    projectId: _p,
    suiteId: _s,
    position: _o,
    createdAt: _c,
    updatedAt: _u,
    ...script
  } = await server.admin.client.call(calls.getScript, { query: { scriptId: summary?.scriptId ?? '' } });
  await server.admin.client.call(calls.saveScript, { query: {}, body: { ...script, ...change } });
  return script;
};
const refreshed = async () => {
  const { importId } = await server.admin.client.call(calls.refreshImportSource, { body: { sourceId } });
  return { importId, review: await server.admin.client.call(calls.reviewImport, { body: { importId, sourceId } }) };
};
const merge = (importId: string, { reviewed }: ImportReview, choices: object = {}) =>
  server.admin.client.call(calls.mergeImport, { body: { importId, sourceId, reviewed, ...choices } });

test('a source is named without the secrets of its address, and stored sealed', async () => {
  const { content } = await server.admin.client.call(calls.listImportSources, { query: { suiteId } });
  expect(content).toMatchObject([{ title: 'Pets', format: 'openapi', isAddress: true, requestCount: 4 }]);
  expect(content[0]?.name).toBe(`${new URL(served.url).host}/openapi.json`);
  const stored = await server.platform.database.pool.query('select * from api_testing.import_source where id = $1', [
    sourceId,
  ]);
  expect(JSON.stringify(stored.rows)).not.toContain('Tr0ub4dor');
  expect(stored.rows[0].content).toMatch(/^v1:/);
});

test('an unchanged document changes nothing', async () => {
  const before = await scriptsOf();
  const { importId, review } = await refreshed();
  expect(review).toMatchObject({ added: [], changed: [], removed: [], conflicts: [], unchanged: 4, problems: [] });
  expect(await merge(importId, review)).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(await scriptsOf()).toEqual(before);
});

test('a changed document: review with differences, then the merge keeps what the user did', async () => {
  const mine = { kind: 'jsonPath', path: '$.mine', operator: 'exists', enabled: true } as const;
  const script = await edit('List pets', {
    assertions: [{ kind: 'status', operator: 'equals', expected: 200, enabled: true }, mine],
    testScript: 'pm.test("mine", () => {});',
    dataHandlers: [{ name: 'petId', source: 'jsonPath', path: '$[0].id', enabled: true }],
    description: 'Mine',
  });
  await edit('Older pets', { testScript: 'pm.test("mine", () => {});' });
  await newScript(server.admin.client, suiteId, { scriptName: 'My own', url: 'https://elsewhere.test/x' });
  served.documents['/openapi.json'] = describe(second);

  const { importId, review } = await refreshed();
  expect(review.added.map(({ scriptName }) => scriptName)).toEqual(['Delete pets', 'List users']);
  expect(review.removed.map(({ scriptName }) => scriptName)).toEqual(['Old pets']);
  expect(review.changed).toMatchObject([
    {
      scriptName: 'List all pets',
      differences: [
        { part: 'name', before: 'List pets', after: 'List all pets' },
        {
          part: 'queryParams',
          before: expect.stringContaining('limit: 10'),
          after: expect.stringContaining('limit: 20'),
        },
      ],
    },
  ]);
  expect(review.conflicts).toMatchObject([{ scriptName: 'Older pets', isRemoved: true }]);
  expect(review.unchanged).toBe(2);

  expect(await merge(importId, review)).toMatchObject({ suiteId, added: 2, changed: 1, removed: 1 });
  const after = await scriptsOf();
  expect(after.map(({ scriptName }) => scriptName)).toEqual([
    'List all pets',
    'Add a pet',
    'Delete pets',
    'List users',
    'Older pets',
    'My own',
  ]);
  const merged = await server.admin.client.call(calls.getScript, { query: { scriptId: script.scriptId } });
  expect(merged).toMatchObject({ description: 'Mine', testScript: 'pm.test("mine", () => {});' });
  expect(merged.assertions).toContainEqual(expect.objectContaining(mine));
  expect(merged.dataHandlers).toMatchObject([{ name: 'petId' }]);
  expect(merged.queryParams).toMatchObject([{ key: 'limit', value: '20' }]);

  const again = await refreshed();
  expect(again.review).toMatchObject({ added: [], changed: [], removed: [], conflicts: [], unchanged: 6 });
});

test('the user resolves conflicts, keeps what was removed and skips what is new', async () => {
  await edit('List pets', { queryParams: [{ key: 'limit', value: '99', enabled: true }] });
  await edit('Older pets', { testScript: 'mine()' });
  served.documents['/openapi.json'] = describe(second);
  const { importId, review } = await refreshed();
  const [conflict, older] = review.conflicts;
  expect(conflict?.differences).toMatchObject([
    {
      part: 'queryParams',
      original: expect.stringContaining('10'),
      before: 'limit: 99',
      after: expect.stringContaining('20'),
    },
  ]);
  await merge(importId, review, {
    takeDocument: [
      { id: conflict?.id, part: 'queryParams' },
      { id: older?.id, part: 'removed' },
    ],
    keepRemoved: review.removed.map(({ id }) => id),
    leaveOut: review.added.map(({ id }) => id),
  });
  const after = await scriptsOf();
  expect(after.map(({ scriptName }) => scriptName)).toEqual(['List all pets', 'Add a pet', 'Old pets']);
  const script = await server.admin.client.call(calls.getScript, { query: { scriptId: after[0]?.scriptId ?? '' } });
  expect(script.queryParams).toMatchObject([{ key: 'limit', value: '20' }]);
  expect((await refreshed()).review).toMatchObject({ added: [], removed: [], conflicts: [] });
});

test('a suite that changed since the review is reviewed again, and nothing is written', async () => {
  served.documents['/openapi.json'] = describe(second);
  const { importId, review } = await refreshed();
  await edit('List pets', { queryParams: [{ key: 'limit', value: '99', enabled: true }] });
  const before = await scriptsOf();
  expect(await failureOf(merge(importId, review))).toMatchObject({
    status: 409,
    code: 'API_TESTING_IMPORT_REVIEW_STALE',
  });
  expect(await scriptsOf()).toEqual(before);
});

test('requests that were not selected are not offered again; only those of the folder belong to its suite', async () => {
  const client = server.admin.client;
  const both = describe({ ...first, '/users': { get: { summary: 'List users' } } });
  const read = async (content: string) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'pets.json');
    return client.call(calls.importJsonFile, { query: { projectId }, body });
  };
  const preview = await read(both);
  const chosen = preview.requests.filter(({ name }) => ['List pets', 'List users'].includes(name));
  const { suites } = await client.call(calls.importSelectedApis, {
    body: { projectId, importId: preview.importId, byFolder: true, indexes: chosen.map(({ index }) => index) },
  });
  const users = suites.find(({ suiteName }) => suiteName === 'users')?.suiteId ?? '';
  const source = (await client.call(calls.listImportSources, { query: { suiteId: users } })).content[0];
  expect(source).toMatchObject({ isAddress: false, name: 'pets.json', requestCount: 1 });
  const next = await read(
    describe({ ...first, '/users': { get: { summary: 'List users' }, post: { summary: 'Add a user' } } }),
  );
  const review = await client.call(calls.reviewImport, {
    body: { importId: next.importId, sourceId: source?.sourceId ?? '' },
  });
  expect(review).toMatchObject({ changed: [], removed: [], conflicts: [], added: [{ scriptName: 'Add a user' }] });
  const refused = await failureOf(
    client.call(calls.refreshImportSource, { body: { sourceId: source?.sourceId ?? '' } }),
  );
  expect(refused).toMatchObject({ status: 409, code: 'API_TESTING_SOURCE_HAS_NO_ADDRESS' });
});

test('a source that cannot be fetched any more says why, and the suite stays', async () => {
  delete served.documents['/openapi.json'];
  const before = await scriptsOf();
  const error = await failureOf(server.admin.client.call(calls.refreshImportSource, { body: { sourceId } }));
  expect(error).toMatchObject({ status: 422, details: [{ message: expect.stringContaining('404') }] });
  expect(await scriptsOf()).toEqual(before);
});

test('a changed Postman collection adds its new variables to the suite and reports what was dropped', async () => {
  const client = server.admin.client;
  const collection = (variables: string[], request: object = {}) =>
    JSON.stringify({
      info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
      variable: variables.map((key) => ({ key, value: `value of ${key}` })),
      item: [{ name: 'List', request: { method: 'GET', url: '{{host}}/orders', ...request } }],
    });
  const read = (content: string) => {
    const body = new FormData();
    body.append('file', new Blob([content]), 'shop.json');
    return client.call(calls.importPostmanFile, { query: { projectId }, body });
  };
  const { importId } = await read(collection(['host']));
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  const target = suites[0]?.suiteId ?? '';
  const { content } = await client.call(calls.listImportSources, { query: { suiteId: target } });
  const ids = { sourceId: content[0]?.sourceId ?? '' };
  const next = await read(collection(['host', 'tenant'], { proxy: { host: 'x' } }));
  const review = await client.call(calls.reviewImport, { body: { ...ids, importId: next.importId } });
  expect(review.problems).toMatchObject([{ place: 'List', reason: expect.stringContaining('proxy') }]);
  await client.call(calls.mergeImport, { body: { ...ids, importId: next.importId, reviewed: review.reviewed } });
  const stored = await server.platform.database.pool.query(
    'select name from workspaces.variable where suite_id = $1 order by name',
    [target],
  );
  expect(stored.rows.map(({ name }) => name)).toEqual(['host', 'tenant']);
});
