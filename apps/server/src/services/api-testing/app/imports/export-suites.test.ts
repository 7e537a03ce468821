import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes as calls } from '@touchstone/contracts/api-testing';
import { sharedWorkPool, WorkStopped } from '@touchstone/engine-assert';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, type MockInstance, test, vi } from 'vitest';
import type { VariableInput } from '../../../workspaces/index.ts';
import type { ExportInput } from '../../domain/write-export.ts';
import { failureOf, newProject, newScript, newSuite } from '../../testing/builders.ts';

let server: TestServer;
let owner: TestUser;
let client: Client;
let projectId: string;
let run: MockInstance<(order: { input: ExportInput }) => Promise<unknown>>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
});
beforeEach(async () => {
  owner = await server.createOrganization();
  ({ client } = owner);
  projectId = await newProject(client, 'Shop & Co.');
  run = vi.spyOn(sharedWorkPool, 'run') as never;
  run.mockResolvedValue({ text: 'written', losses: [{ what: 'Scripts', count: 1 }] });
});
afterEach(() => void run.mockRestore());
afterAll(() => server.close());

type Format = 'postman' | 'openapi' | 'har' | 'curl';
const exported = (suiteIds?: string[], format: Format = 'postman') =>
  client.raw(calls.exportProject, { body: { projectId, format, ...(suiteIds && { suiteIds }) } });
/** What is written: the requests of the suites, and everything about them. */
const written = async (suiteIds?: string[]) => {
  await exported(suiteIds);
  const [[order]] = run.mock.calls.slice(-1) as [[{ input: ExportInput }]];
  const { steps, ...about } = order.input;
  return { ...about, steps: steps.map((step) => JSON.parse(step)) };
};
const script = (suiteId: string, scriptName: string, given: object = {}) =>
  newScript(client, suiteId, { scriptName, url: 'https://a.test/', ...given });

test.each<[Format, string, string]>([
  ['postman', 'Orders-2026.postman_collection.json', 'application/json'],
  ['openapi', 'Orders-2026.openapi.json', 'application/json'],
  ['har', 'Orders-2026.har', 'application/json'],
  ['curl', 'Orders-2026.sh', 'text/plain'],
])('an export as %s is the file %s', async (format, fileName, contentType) => {
  const suiteId = await newSuite(client, projectId, 'Orders/2026');
  const answer = await exported([suiteId], format);
  expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="${fileName}"`);
  expect(answer.headers.get('content-type')).toContain(contentType);
  expect(JSON.parse(decodeURIComponent(answer.headers.get('x-export-losses') ?? ''))).toEqual([
    { what: 'Scripts', count: 1 },
  ]);
  expect(await answer.text()).toBe('written');
});

test('a file of several suites is named after the workspace, in at most 80 characters', async () => {
  const named = async () => (await exported()).headers.get('content-disposition');
  expect(await named()).toBe('attachment; filename="Shop-Co..postman_collection.json"');
  await newSuite(client, projectId, 'x'.repeat(100));
  expect(await named()).toBe(`attachment; filename="${'x'.repeat(80)}.postman_collection.json"`);
  await newSuite(client, projectId, 'Second');
  expect(await named()).toBe('attachment; filename="Shop-Co..postman_collection.json"');
});

test('one suite is written with its description and folders, its requests in order', async () => {
  const { suiteId } = await client.call(calls.createSuite, {
    body: { projectId, suiteName: 'Orders', suiteDescription: 'All' },
  });
  await client.call(calls.createFolder, { body: { suiteId, name: 'Open' } });
  await client.call(calls.updateFolder, { body: { suiteId, path: 'Open', description: 'Not closed' } });
  await script(suiteId, 'A', { folder: 'Open', authentication: { type: 'bearer', token: 'secret' } });
  await script(suiteId, 'B', { authentication: { type: 'bearer', token: '{{mine}}' } });
  const { steps, ...about } = await written([suiteId]);
  expect(about).toEqual({
    format: 'postman',
    title: 'Orders',
    variables: [],
    servers: [],
    folders: [{ path: 'Open', description: 'Not closed' }],
    description: 'All',
  });
  expect(steps).toMatchObject([
    { name: 'A', group: 'Open', authentication: { type: 'bearer', token: '{{token}}' } },
    { name: 'B', group: '', authentication: { type: 'bearer', token: '{{mine}}' } },
  ]);
  const plain = await newSuite(client, projectId, 'Plain');
  expect(await written([plain])).toEqual({
    format: 'postman',
    title: 'Plain',
    variables: [],
    servers: [],
    folders: [],
    steps: [],
  });
});

test('several suites are folders of one file, with their descriptions', async () => {
  const { suiteId } = await client.call(calls.createSuite, {
    body: { projectId, suiteName: 'Orders', suiteDescription: 'All' },
  });
  const other = await newSuite(client, projectId, 'Returns');
  await client.call(calls.createSuite, { body: { projectId, suiteName: 'Of a workflow', isChaining: true } });
  await client.call(calls.createFolder, { body: { suiteId, name: 'Open' } });
  await script(suiteId, 'A', { folder: 'Open' });
  await script(other, 'B');
  const { steps, ...about } = await written();
  expect(about).toEqual({
    format: 'postman',
    title: 'Shop & Co.',
    variables: [],
    servers: [],
    folders: [{ path: 'Orders', description: 'All' }, { path: 'Orders / Open' }, { path: 'Returns' }],
  });
  expect(steps.map(({ name, group }) => [name, group])).toEqual([
    ['A', 'Orders / Open'],
    ['B', 'Returns'],
  ]);
});

test('all suites of a workspace are written, however many', async () => {
  const suiteId = await newSuite(client, projectId, 'N0');
  await server.platform.database.pool.query(
    `insert into api_testing.suite select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'name', 'N' || n))).*
       from api_testing.suite s, generate_series(1, 1000) n where s.id = $1`,
    [suiteId],
  );
  const { folders } = await written();
  expect(new Set(folders?.map(({ path }) => path)).size).toBe(1001);
});

test('servers of the imported documents are written once, and what a document said about its API for one suite', async () => {
  const [one, two] = [await newSuite(client, projectId, 'One'), await newSuite(client, projectId, 'Two')];
  const document = (suiteId: string, documentation: object) =>
    server.platform.database.pool.query('update api_testing.suite set documentation = $2 where id = $1', [
      suiteId,
      JSON.stringify(documentation),
    ]);
  const about = { info: { version: '1' } };
  await document(one, { servers: ['https://a.test', 'https://b.test'], about });
  await document(two, { servers: ['https://b.test', 'https://c.test'] });
  expect(await written([one])).toMatchObject({ servers: ['https://a.test', 'https://b.test'], about });
  const both = await written([one, two]);
  expect(both.servers).toEqual(['https://a.test', 'https://b.test', 'https://c.test']);
  expect(both).not.toHaveProperty('about');
  expect(await written([two])).not.toHaveProperty('about');
});

test('of variables with the same name the first is written, and secrets without their values', async () => {
  const [one, two] = [await newSuite(client, projectId, 'One'), await newSuite(client, projectId, 'Two')];
  const add = (suiteId: string, ...variables: (Partial<VariableInput> & { name: string; value: string })[]) =>
    client.call(calls.createSuiteVariables, { body: { suiteId, variables } });
  await add(two, { name: 'host', value: 'b' }, { name: 'off', value: 'c', enabled: false, description: 'Why' });
  await add(one, { name: 'host', value: 'a' }, { name: 'key', value: 's3cret', isSecret: true });
  expect((await written([one, two])).variables).toEqual([
    { name: 'host', value: 'a', isSecret: false },
    { name: 'key', value: '', isSecret: true },
    { name: 'off', value: 'c', isSecret: false, enabled: false, description: 'Why' },
  ]);
});

test('an export that is too large says so; any other error is an internal one', async () => {
  run.mockRejectedValue(new WorkStopped('The export took too long.'));
  expect(await failureOf(exported())).toMatchObject({
    status: 422,
    code: 'API_TESTING_EXPORT_TOO_LARGE',
    message: 'These suites are too large for one export. Export fewer at once. The export took too long.',
  });
  run.mockRejectedValue(new Error('broken'));
  expect((await failureOf(exported())).status).toBe(500);
});
