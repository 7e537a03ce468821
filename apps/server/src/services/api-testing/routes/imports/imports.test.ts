import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite, runToEnd } from '../../testing/builders.ts';
import { serve, wsdl } from '../../testing/served-documents.ts';

const calls = apiTestingRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
});
afterAll(() => server.close());

const file = (name: string, content: string) => {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
};

const collection = JSON.stringify({
  info: { name: 'Shop', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
  variable: [{ key: 'host', value: 'https://shop.test' }],
  item: [
    {
      name: 'Orders',
      item: [
        {
          name: 'List orders',
          request: {
            method: 'GET',
            url: {
              raw: '{{host}}/orders?state=open',
              host: ['{{host}}'],
              path: ['orders'],
              query: [{ key: 'state', value: 'open' }],
            },
          },
        },
      ],
    },
    {
      name: 'Sign in',
      request: {
        method: 'POST',
        url: '{{host}}/login',
        header: [{ key: 'Content-Type', value: 'application/json' }],
        body: { mode: 'raw', raw: '{"user":"ana"}' },
      },
    },
  ],
});

test('[api-imports-1] an OpenAPI document by its address: preview, chosen requests become a suite that runs', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const preview = await client.call(calls.importSwaggerUrl, {
    query: { projectId, url: `${server.url}/sample/petstore/openapi.json`, baseUrl: `${server.url}/sample/petstore` },
  });
  expect(preview).toMatchObject({ format: 'openapi', title: 'Petstore sample' });
  expect(preview.requests.map((request) => `${request.method} ${request.name}`)).toContain('GET listPets');
  const reads = preview.requests.filter((request) => request.method === 'GET').map((request) => request.index);
  const made = await client.call(calls.importSelectedApis, {
    body: { projectId, importId: preview.importId, indexes: reads },
  });
  expect(made).toMatchObject({
    imported: reads.length,
    problems: [],
    suites: [{ suiteName: 'Petstore sample', imported: reads.length }],
  });
  const runId = await runToEnd(client, {
    projectId,
    suiteIds: [made.suites[0]?.suiteId ?? ''],
    ...(made.environments[0] && { environmentId: made.environments[0].environmentId }),
  });
  expect((await client.call(calls.getExecutionSummary, { query: { runId } })).executionStatus).toBe('Pass');
});

test('[api-imports-1] a Postman collection as a file: folders become suites, variables those of each suite, and are exported with it', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const preview = await client.call(calls.importPostmanFile, {
    query: { projectId },
    body: file('shop.postman_collection.json', collection),
  });
  expect(preview).toMatchObject({ format: 'postman', title: 'Shop', variables: [{ name: 'host', isSecret: false }] });
  const made = await client.call(calls.importSelectedApis, {
    body: { projectId, importId: preview.importId, byFolder: true },
  });
  expect(made.suites.map((suite) => suite.suiteName).sort()).toEqual(['Orders', 'Shop']);
  expect(made.environments).toEqual([]);
  for (const { suiteId } of made.suites) {
    const { variables } = await client.call(calls.listSuiteVariables, { query: { suiteId } });
    expect(variables).toMatchObject([{ name: 'host', isSecret: false }]);
  }
  const suiteIds = made.suites.map((suite) => suite.suiteId);
  await client.call(calls.createSuiteVariables, {
    body: { suiteId: suiteIds[0] ?? '', variables: [{ name: 'pin', value: 'never-out', isSecret: true }] },
  });
  const exported = await client.raw(calls.exportProject, { body: { projectId, suiteIds, format: 'postman' } });
  const text = await exported.text();
  expect(text).not.toContain('never-out');
  const variable = JSON.parse(text).variable as { key: string; value: string }[];
  expect(variable.map((item) => item.key).sort()).toEqual(['host', 'pin']);
  expect(variable.find((item) => item.key === 'host')?.value).not.toBe('');
  const { content } = await client.call(calls.listScripts, { query: { projectId } });
  expect(content.map((script) => script.scriptName).sort()).toEqual(['List orders', 'Sign in']);
});

test('[api-imports-1] curl commands as text, into an existing suite', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const preview = await client.call(calls.importCurl, {
    body: { projectId, text: `curl -X PUT https://a.test/x -H 'X-A: 1' -d '{"a":1}' -u ana:secret` },
  });
  await client.call(calls.importSelectedApis, { body: { projectId, importId: preview.importId, suiteId } });
  const { content } = await client.call(calls.listScripts, { query: { suiteId } });
  const script = await client.call(calls.getScript, { query: { scriptId: content[0]?.scriptId ?? '' } });
  expect(script).toMatchObject({
    method: 'PUT',
    url: 'https://a.test/x',
    authentication: { type: 'basic', username: 'ana', password: 'secret' },
  });
  expect(script.headers).toContainEqual(expect.objectContaining({ key: 'X-A', value: '1' }));
});

test.each([
  ['a document of no known format', 'notes.txt', 'just some words'],
  ['an empty file', 'empty.json', ''],
])('rejects %s and says why', async (_name, fileName, content) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const error = await failureOf(
    client.call(calls.importJsonFile, { query: { projectId }, body: file(fileName, content) }),
  );
  expect(error).toMatchObject({ status: 422, code: 'API_TESTING_UNKNOWN_DOCUMENT' });
  expect(error.details[0]?.message).not.toBe('');
});

test('says why an address returns no document', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  for (const [url, message] of [
    ['http://127.0.0.1:9/openapi.json', /nothing listens/],
    [`${server.url}/sample/petstore/status/503`, /503/],
    ['http://169.254.169.254/latest/meta-data', /./],
  ] as const) {
    const error = await failureOf(client.call(calls.importSwaggerUrl, { query: { projectId, url } }));
    expect(error).toMatchObject({ status: 422, code: 'API_TESTING_DOCUMENT_NOT_FETCHED' });
    expect(error.details[0]?.message).toMatch(message);
  }
});

test('exports suites in the formats of other tools, and never a credential', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, {
    scriptName: 'Create',
    method: 'POST',
    url: 'https://a.test/orders',
    body: { type: 'json', content: '{"a":1}' },
    authentication: { type: 'basic', username: 'ana', password: 'Tr0ub4dor' },
  });
  for (const format of ['postman', 'openapi', 'har', 'curl'] as const) {
    const answer = await client.raw(calls.exportProject, { body: { projectId, suiteIds: [suiteId], format } });
    const text = await answer.text();
    expect(text).toContain('orders');
    expect(text).not.toContain('Tr0ub4dor');
    expect(text).not.toContain(Buffer.from('ana:Tr0ub4dor').toString('base64'));
    if (format !== 'curl') JSON.parse(text);
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="Orders\./);
  }
  const exported = await (
    await client.raw(calls.exportProject, { body: { projectId, suiteIds: [suiteId], format: 'postman' } })
  ).text();
  const preview = await client.call(calls.importJsonFile, { query: { projectId }, body: file('again.json', exported) });
  expect(preview.requests).toMatchObject([{ name: 'Create', method: 'POST', url: 'https://a.test/orders' }]);
});

test('a pending import belongs to its workspace and is kept sealed', async () => {
  const { client } = server.admin;
  const [projectId, other] = [await newProject(client), await newProject(client)];
  const preview = await client.call(calls.importCurl, {
    body: { projectId, text: 'curl -u ana:Tr0ub4dor https://a.test/' },
  });
  expect(
    await failureOf(client.call(calls.importSelectedApis, { body: { projectId: other, importId: preview.importId } })),
  ).toMatchObject({ status: 404 });
  const stored = await server.platform.database.pool.query(
    'select content from api_testing.pending_import where id = $1',
    [preview.importId],
  );
  expect(stored.rows[0].content).toMatch(/^v1:/);
});

test('[api-imports-2] an address that returns no WSDL document is rejected with the product’s message', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  for (const url of [
    'http://127.0.0.1:9/service?wsdl',
    `${server.url}/sample/petstore/openapi.json`,
    `${server.url}/sample/petstore/status/500`,
  ]) {
    const error = await failureOf(client.call(calls.importWsdlUrl, { query: { projectId, url } }));
    expect(error).toMatchObject({ status: 422, message: 'Invalid WSDL URL.' });
    expect(error.details[0]?.message).not.toBe('');
  }
  const malformed = await failureOf(client.call(calls.importWsdlUrl, { query: { projectId, url: 'not an address' } }));
  expect(malformed).toMatchObject({ status: 400, details: [{ message: 'Invalid WSDL URL.' }] });
});

test('[api-imports-1] WSDL by address and by file, and Postman by address', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const served = await serve({ '/pets.wsdl': wsdl, '/shop.json': collection });
  const [byAddress, byFile, postman] = await Promise.all([
    client.call(calls.importWsdlUrl, { query: { projectId, url: `${served.url}/pets.wsdl` } }),
    client.call(calls.importWsdlFile, { query: { projectId }, body: file('pets.wsdl', wsdl) }),
    client.call(calls.importPostmanUrl, { query: { projectId, url: `${served.url}/shop.json` } }),
  ]);
  await served.close();
  for (const preview of [byAddress, byFile])
    expect(preview).toMatchObject({ format: 'wsdl', requests: [{ name: 'FindPet', method: 'POST' }] });
  expect(postman.requests).toHaveLength(2);
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId: byAddress.importId } });
  expect(made.imported).toBe(1);
});

test('[api-imports-3] an empty selection is rejected', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { importId } = await client.call(calls.importPlayground, { query: { projectId } });
  const error = await failureOf(client.call(calls.importSelectedApis, { body: { projectId, importId, indexes: [] } }));
  expect(error).toMatchObject({ status: 400, details: [{ path: 'indexes', message: 'Please Select API.' }] });
});

test.each([
  ['a text that is called a workbook', 'requests.xlsx', 'name,url\na,b'],
  ['an old workbook', 'requests.bin', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
  ['another archive', 'words.docx', Buffer.from(`PK\u0005\u0006${'\0'.repeat(18)}`, 'latin1')],
])('%s is rejected: only excel', async (_name, fileName, content) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const form = new FormData();
  form.append('file', new Blob([content]), fileName);
  expect(await failureOf(client.call(calls.importJsonFile, { query: { projectId }, body: form }))).toMatchObject({
    status: 422,
    message: 'Only excel file is allowed.',
  });
});

test('the sample API is imported and its requests run without an environment', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const preview = await client.call(calls.importPlayground, { query: { projectId } });
  const reads = preview.requests.filter(({ method, url }) => method === 'GET' && url.endsWith('/pets'));
  expect(reads).toHaveLength(1);
  const { suites } = await client.call(calls.importSelectedApis, {
    body: { projectId, importId: preview.importId, indexes: reads.map(({ index }) => index), withEnvironments: false },
  });
  const runId = await runToEnd(client, { projectId, suiteIds: [suites[0]?.suiteId ?? ''] });
  expect((await client.call(calls.getExecutionSummary, { query: { runId } })).executionStatus).toBe('Pass');
});

test('[api-playground-2] the example can be saved and runs', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const one = await client.call(calls.useExample, { query: { projectId } });
  expect(one.requests).toHaveLength(1);
  const { requests } = await client.call(calls.useExample, { query: { projectId, isPlayground: 'false' } });
  expect(requests.length).toBeGreaterThan(1);
  for (const body of requests) await client.call(calls.saveScript, { query: { suiteId }, body });
  const runId = await runToEnd(client, { projectId, suiteIds: [suiteId] });
  expect((await client.call(calls.getExecutionSummary, { query: { runId } })).executionStatus).toBe('Pass');
});

test('an export as Postman collection restores assertions and data handlers', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId, 'Orders');
  const given = {
    scriptName: 'Read',
    url: 'https://a.test/orders/1',
    assertions: [
      { kind: 'status', operator: 'equals', expected: 200, enabled: true },
      { kind: 'jsonPath', path: '$.id', operator: 'equals', expected: '1', enabled: true },
    ] as const,
    dataHandlers: [{ name: 'orderId', source: 'jsonPath', path: '$.id', enabled: true }] as const,
    preRequestScript: 'pm.variables.set("a", "1");',
    testScript: 'pm.test("own", () => {});',
  };
  await newScript(client, suiteId, {
    ...given,
    assertions: [...given.assertions],
    dataHandlers: [...given.dataHandlers],
  });
  const answer = await client.raw(calls.exportProject, { body: { projectId, format: 'postman' } });
  const preview = await client.call(calls.importPostmanFile, {
    query: { projectId },
    body: file('again.json', await answer.text()),
  });
  const { suites } = await client.call(calls.importSelectedApis, { body: { projectId, importId: preview.importId } });
  const { content } = await client.call(calls.listScripts, { query: { suiteId: suites[0]?.suiteId ?? '' } });
  const again = await client.call(calls.getScript, { query: { scriptId: content[0]?.scriptId ?? '' } });
  expect(again).toMatchObject(given);
});
