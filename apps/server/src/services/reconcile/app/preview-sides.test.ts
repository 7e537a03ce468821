import type { QueryColumn } from '@touchstone/engine-data';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Actor } from '../../workspaces/index.ts';
import { actorFor, refusalOf } from '../../workspaces/testing/use-cases.ts';
import { createCompareSides } from './compare-sides.ts';
import { createPreviewSides } from './preview-sides.ts';

let server: TestServer;
let actor: Actor;
const [projectId, scriptId, databaseConfigurationId, environmentId] = [newId(), newId(), newId(), newId()];
const { signal } = new AbortController();
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  actor = actorFor(server.admin);
}, 120_000);
afterAll(() => server.close());

/** What the fakes answer, and what they were asked. */
let database: { columns: QueryColumn[]; rows: unknown[][]; isDeleted: boolean; error: Error | undefined };
let answer: { status: number; contentType: string; text: string; isCut: boolean; result: object | undefined };
let asked: unknown[];
let closed: string[];
beforeEach(() => {
  const columns = [{ name: 'id', type: 'number' as const }];
  database = { columns, rows: [], isDeleted: false, error: undefined };
  answer = { status: 200, contentType: 'application/json', text: '[]', isCut: false, result: undefined };
  asked = [];
  closed = [];
});

const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => [index + 1]);
function previews() {
  const sides = createCompareSides({
    databases: { findTarget: async () => (database.isDeleted ? undefined : { name: 'Shop' }) } as never,
    askDatabases: {
      read: async (_target: object, query: object, { timeoutMs }: { timeoutMs: number }) => {
        asked.push({ ...query, timeoutMs });
        if (database.error) throw database.error;
        const { columns, rows } = database;
        const batches = (async function* () {
          yield rows.slice(0, 10);
          yield rows.slice(10);
        })();
        return { columns, batches, close: () => closed.push('query') };
      },
    } as never,
  });
  return createPreviewSides({
    platform: server.platform,
    sides,
    access: {
      openPro: async (_caller: Actor, id: string) => {
        asked.push(`PRO ${id}`);
        return { rowLimit: 500 };
      },
    } as never,
    variables: {
      plan: async (_caller: Actor, _projectId: string, id: string | undefined) => ({
        environmentName: null,
        scopes: [[{ name: 'wanted', value: id ?? 'of the project' }]],
      }),
    } as never,
    requestSender: {
      find: async (_organizationId: string, id: string) => (id === scriptId ? { projectId } : { projectId: newId() }),
      plan: async (_caller: Actor, input: object) => input,
      open: async (_planned: object, place: object) => {
        asked.push(place);
        const { status, contentType, text, isCut, result } = answer;
        const body = { contentType, bytes: Buffer.from(text), truncated: isCut };
        return {
          send: async () => result ?? { response: { status, statusText: 'Told', body } },
          close: async () => void closed.push('request'),
        };
      },
    } as never,
  });
}
const queryInput = (query = 'select id from orders', given: object = {}) => ({
  projectId,
  environmentId: null,
  databaseConfigurationId,
  query,
  timeoutMs: 5000,
  ...given,
});
const requestInput = (rowPath = '$', given: object = {}) => ({
  projectId,
  scriptId,
  environmentId: null,
  rowPath,
  ...given,
});
const problemOf = async (work: Promise<unknown>) => {
  const { code, message } = await refusalOf(work);
  return [code, message];
};
const failed = (message: string) => ['RECONCILE_FAILED', message];

test.each([
  { count: 20, hasMore: false },
  { count: 21, hasMore: true },
])('of $count rows of a query the first 20 are shown', async ({ count, hasMore }) => {
  database.rows = rowsOf(count);
  const shown = await previews().query(actor, queryInput(), signal);
  expect(shown).toEqual({
    columns: database.columns,
    rows: rowsOf(20).map(([id]) => [String(id)]),
    hasMore,
  });
  expect(asked).toEqual([
    `PRO ${projectId}`,
    { text: 'select id from orders', values: {}, maxRows: 21, timeoutMs: 5000 },
  ]);
  expect(closed).toEqual(['query']);
});

test('variables of a query have the values of the environment', async () => {
  const query = "select id from orders where name = '{{wanted}}'";
  await previews().query(actor, queryInput(query), signal);
  await previews().query(actor, queryInput(query, { environmentId }), signal);
  expect(asked.filter((one) => typeof one === 'object')).toMatchObject([
    { values: { wanted: 'of the project' } },
    { values: { wanted: environmentId } },
  ]);
  const missing = previews().query(actor, queryInput('select {{unset}}'), signal);
  expect(await problemOf(missing)).toEqual(failed('The variable unset has no value.'));
});

test('a deleted database and a refused query are reported', async () => {
  database.isDeleted = true;
  expect(await problemOf(previews().query(actor, queryInput(), signal))).toEqual(
    failed('Its database configuration was deleted. Choose another one.'),
  );
  database.isDeleted = false;
  database.error = new Error('The database answered: no such table.');
  expect(await problemOf(previews().query(actor, queryInput(), signal))).toEqual(
    failed('The database answered: no such table.'),
  );
});

test('a response shows the number of its rows and the first 20', async () => {
  answer.text = JSON.stringify({ orders: Array.from({ length: 25 }, (_, index) => ({ id: index })) });
  const shown = await previews().response(actor, requestInput('$.orders'), signal);
  expect(shown).toMatchObject({ status: 200, format: 'json', total: 25, problem: null });
  expect(shown.rows).toEqual(Array.from({ length: 20 }, (_, index) => JSON.stringify({ id: index })));
  expect(asked).toEqual([
    `PRO ${projectId}`,
    { organizationId: actor.organizationId, projectId, userId: actor.userId },
  ]);
  expect(closed).toEqual(['request']);
  answer = { ...answer, contentType: 'application/xml', text: '<r><order>1</order><order>2</order></r>' };
  const xml = await previews().response(actor, requestInput('//order'), signal);
  expect(xml).toMatchObject({ format: 'xml', total: 2, rows: ['1', '2'], problem: null });
});

test('a row path that finds nothing is a problem of the preview, not of the call', async () => {
  answer = { ...answer, status: 201, text: '{"orders": []}' };
  const shown = await previews().response(actor, requestInput('$.items'), signal);
  expect(shown).toEqual({
    status: 201,
    format: 'json',
    total: 0,
    rows: [],
    problem: expect.stringContaining('finds nothing'),
  });
});

test.each([
  ['is an error', { status: 503 }, 'The response is an error: 503 Told. Correct the request first.'],
  ['is just an error', { status: 400 }, 'The response is an error: 400 Told. Correct the request first.'],
  ['was cut', { isCut: true }, 'The response is too large to be kept whole. Make the request return fewer rows.'],
  [
    'did not arrive',
    { result: { error: { message: 'Connection refused.' } } },
    'The request failed: Connection refused.',
  ],
  ['was skipped', { result: { skippedByScript: true } }, 'A script skipped the request.'],
  ['is missing', { result: {} }, 'The request got no response.'],
])('a response that %s is reported', async (_name, given, message) => {
  answer = { ...answer, ...given };
  expect(await problemOf(previews().response(actor, requestInput(), signal))).toEqual(failed(message));
  expect(closed).toEqual(['request']);
});

test('a request of another workspace is not sent', async () => {
  const foreign = requestInput('$', { scriptId: newId() });
  expect((await problemOf(previews().response(actor, foreign, signal)))[0]).toBe('RECONCILE_OTHER_PROJECT');
  expect(closed).toEqual([]);
});

test('a mapping is suggested from the first 50 rows, with the usual rules', async () => {
  database = {
    ...database,
    columns: [
      { name: 'id', type: 'number' },
      { name: 'customer', type: 'text' },
      { name: 'secret_note', type: 'text' },
    ],
    rows: [
      [1, 'Ada', 'x'],
      [2, 'Ben', 'y'],
    ],
  };
  answer.text = JSON.stringify({
    orders: [
      { id: 1, customer: 'Ada' },
      { id: 2, customer: 'Ben' },
    ],
  });
  const { scriptId: script } = requestInput();
  const suggested = await previews().mapping(actor, { ...queryInput(), scriptId: script }, signal);
  const text = { compareAs: expect.any(String), ignoreCase: false, trim: false };
  expect(suggested).toEqual({
    rowPath: '$.orders',
    unmatched: ['secret_note'],
    keys: [{ ...text, apiPath: 'id', dbColumn: 'id' }],
    columns: [{ ...text, apiPath: 'customer', dbColumn: 'customer', tolerance: null, nullEqualsEmpty: false }],
  });
  expect(asked).toContainEqual(expect.objectContaining({ maxRows: 51 }));
  expect(closed).toEqual(['query', 'request']);
});
