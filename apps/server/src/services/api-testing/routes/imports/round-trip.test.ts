import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { sharedWorkPool } from '@touchstone/engine-assert';
import { importOpenApi, importPostman, lossesOf } from '@touchstone/engine-import';
import { featureDocuments } from '@touchstone/engine-import/testing';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';

const calls = apiTestingRoutes;
const readers = { postman: importPostman, openapi: importOpenApi };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
});
afterAll(() => server.close());

test.each(featureDocuments)('$format, $feature: imported, stored and exported, nothing is lost', async (entry) => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const text = JSON.stringify(entry.document);
  const body = new FormData();
  body.append('file', new Blob([text]), 'document.json');
  const { importId } = await client.call(calls.importJsonFile, { query: { projectId }, body });
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId } });
  expect(made.problems).toEqual([]);
  const suiteIds = made.suites.map(({ suiteId }) => suiteId);
  const answer = await client.raw(calls.exportProject, { body: { projectId, suiteIds, format: entry.format } });
  expect(JSON.parse(decodeURIComponent(answer.headers.get('x-export-losses') ?? ''))).toEqual([]);
  const before = readers[entry.format](text);
  // Variables of an OpenAPI document become an environment, not suite variables.
  const variables = entry.format === 'openapi' ? [] : before.variables;
  expect(lossesOf({ ...before, variables }, readers[entry.format](await answer.text()))).toEqual([]);
});

test('an export is written in a worker, and names what the format cannot represent', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  await newScript(client, suiteId, { url: 'https://shop.test/a', testScript: 'pm.test("a", () => {});' });
  const { started } = sharedWorkPool.figures();
  const answer = await client.raw(calls.exportProject, {
    body: { projectId, suiteIds: [suiteId], format: 'openapi' },
  });
  expect(sharedWorkPool.figures().started).toBe(started + 1);
  expect(JSON.parse(decodeURIComponent(answer.headers.get('x-export-losses') ?? ''))).toEqual([
    { what: 'test scripts', count: 1 },
  ]);
});

test('folders of a suite are created, renamed, moved and deleted with all their content', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const first = await newScript(client, suiteId, { url: 'https://shop.test/a', folder: 'Orders / Open' });
  const second = await newScript(client, suiteId, { url: 'https://shop.test/b' });
  const paths = async () =>
    (await client.call(calls.listFolders, { query: { suiteId } })).folders.map(({ path }) => path);
  const places = async () =>
    (await client.call(calls.listScripts, { query: { suiteId } })).content.map(({ scriptId, folder }) => [
      scriptId,
      folder,
    ]);
  expect(await paths()).toEqual(['Orders', 'Orders / Open']);
  await client.call(calls.createFolder, { body: { suiteId, parent: '', name: 'Empty' } });
  expect(
    await failureOf(client.call(calls.createFolder, { body: { suiteId, parent: '', name: 'Empty' } })),
  ).toMatchObject({
    status: 409,
  });
  await client.call(calls.updateFolder, { body: { suiteId, path: 'Orders', name: 'Sales', description: 'About' } });
  expect(await paths()).toEqual(['Sales', 'Sales / Open', 'Empty']);
  await client.call(calls.moveScripts, { body: { suiteId, scriptIds: [second.scriptId], folder: 'Sales' } });
  expect(await places()).toEqual([
    [first.scriptId, 'Sales / Open'],
    [second.scriptId, 'Sales'],
  ]);
  await client.call(calls.updateFolder, { body: { suiteId, path: 'Sales / Open', parent: 'Empty' } });
  expect(await paths()).toEqual(['Sales', 'Empty / Open', 'Empty']);
  expect(
    await failureOf(client.call(calls.updateFolder, { body: { suiteId, path: 'Empty', parent: 'Empty / Open' } })),
  ).toMatchObject({ status: 409 });
  await client.call(calls.deleteFolder, { query: { suiteId, path: 'Empty' } });
  expect(await paths()).toEqual(['Sales']);
  expect(await places()).toEqual([[second.scriptId, 'Sales']]);
});

test('a script that is saved without them keeps its folder, documentation and examples; so do copies', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const examples = [{ name: 'Found', status: 200, headers: [{ key: 'X-A', value: '1' }], body: '{}' }];
  const documentation = { operationId: 'orders.list', responses: [{ status: '200', description: 'Fine' }] };
  const made = await newScript(client, suiteId, {
    url: 'https://shop.test/a',
    folder: 'Orders',
    examples,
    documentation,
  });
  const { folder: _f, documentation: _d, examples: _e, suiteId: _s, projectId: _p, position: _o, ...rest } = made;
  const { createdAt: _c, updatedAt: _u, scriptIds: _i, ...input } = rest as typeof rest & { scriptIds: string[] };
  const kept = { folder: 'Orders', documentation, examples: [{ ...examples[0], id: expect.any(String) }] };
  expect(await client.call(calls.saveScript, { query: {}, body: { ...input, scriptName: 'Renamed' } })).toMatchObject(
    kept,
  );
  const copy = await client.call(calls.cloneScript, { body: { scriptId: made.scriptId } });
  expect(copy).toMatchObject(kept);
  const suite = await client.call(calls.cloneSuite, { body: { suiteId } });
  const { content } = await client.call(calls.listScripts, { query: { suiteId: suite.suiteId } });
  expect(content.map(({ folder }) => folder)).toEqual(['Orders', 'Orders']);
});

test('folders deeper than a path may be are cut at import, and rejected where they are created or moved', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const level = (sign: string) => sign.repeat(190);
  const levels = 'abcdefghijkl'.split('').map(level);
  const nested = levels.reduceRight<object>((inner, name) => ({ name, item: [inner] }), {
    name: 'Deep',
    request: 'https://shop.test/',
  });
  const body = new FormData();
  body.append('file', new Blob([JSON.stringify({ info: { name: 'Shop' }, item: [nested] })]), 'shop.json');
  const preview = await client.call(calls.importPostmanFile, { query: { projectId }, body });
  const fits = levels.slice(0, 10).join(' / ');
  expect(preview.requests.map(({ folder }) => folder)).toEqual([fits]);
  expect(preview.problems.map(({ reason }) => reason)).toContainEqual(
    expect.stringMatching(
      /^The path of this folder is longer than 2,000 characters\. Its requests were put into a+…\.$/,
    ),
  );
  const made = await client.call(calls.importSelectedApis, { body: { projectId, importId: preview.importId } });
  expect(made).toMatchObject({ imported: 1, problems: [] });
  const suiteId = made.suites[0]?.suiteId ?? '';
  const tooLong = { status: 409, code: 'API_TESTING_FOLDER_PATH_TOO_LONG' };
  const refused = async (call: Promise<unknown>) => expect(await failureOf(call)).toMatchObject(tooLong);
  await refused(client.call(calls.createFolder, { body: { suiteId, parent: fits, name: level('k') } }));
  const outer = 'z'.repeat(100);
  await client.call(calls.createFolder, { body: { suiteId, parent: '', name: outer } });
  await refused(client.call(calls.updateFolder, { body: { suiteId, path: levels[0] ?? '', parent: outer } }));
  await client.call(calls.updateFolder, { body: { suiteId, path: fits, name: 'Renamed' } });
});
