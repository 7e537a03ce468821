import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { type Reconciliation, type ReconciliationInput, reconcileRoutes } from '@touchstone/contracts/reconcile';
import { runRoutes } from '@touchstone/contracts/runs';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { subscriptionRoutes } from '@touchstone/contracts/subscription';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { readRows } from '@touchstone/engine-data';
import { createTestServer, type DatabaseTargetServer, startDatabaseTarget, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { daily, newJob } from '../../scheduler/testing/builders.ts';
import { type ServedRows, serveRows } from '../testing/served-rows.ts';

const calls = reconcileRoutes;
let server: TestServer;
let api: ServedRows;
let database: DatabaseTargetServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  api = await serveRows();
  database = await startDatabaseTarget(server.databaseUrl);
  await database.query(`create table public.orders (id bigint, customer text, total numeric(12, 2), paid boolean, made timestamptz);
    insert into public.orders values (1, 'Ada', 42.50, true, '2026-01-02 03:04:05+00'), (2, 'Ben', 7, false, '2026-01-03 03:04:05+00'),
      (3, 'Cy', 8, true, null), (4, 'Dee', 9, true, null);
    create table public.many (id bigint primary key, name text); insert into public.many select n, 'n' || n from generate_series(1, 600) n`);
});
afterAll(async () => {
  await database.close();
  await api.close();
  await server.close();
});

const orders = [
  { id: 1, customer: { name: 'Ada' }, total: 42.5, paid: true, made: '2026-01-02T03:04:05Z' },
  { id: 2, customer: { name: 'Ben' }, total: 7.1, paid: false, made: '2026-01-03T03:04:05.000Z' },
  { id: 3, customer: { name: 'Cy' }, total: 8, paid: true, made: null },
  { id: 5, customer: { name: 'Eve' }, total: 10, paid: true, made: null },
];
const auto = { compareAs: 'auto' } as const;
const mapping = {
  rowPath: '$.orders',
  keys: [{ apiPath: 'id', dbColumn: 'id', ...auto }],
  columns: [
    { apiPath: 'customer.name', dbColumn: 'customer', ...auto },
    { apiPath: 'total', dbColumn: 'total', ...auto },
    { apiPath: 'paid', dbColumn: 'paid', ...auto },
    { apiPath: 'made', dbColumn: 'made', ...auto },
  ],
};

let counter = 0;
/** A workspace with a request to a path of the API, and the database. */
async function newPlace(client: Client, path = '/orders') {
  const projectId = await newProject(client);
  const suiteId = await newSuite(client, projectId);
  const { scriptId } = await newScript(client, suiteId, { url: `${api.url}${path}` });
  const { databaseConfigurationId } = await client.call(workspaceRoutes.createDatabase, {
    body: { projectId, name: 'Shop', ...database.fields },
  });
  return { projectId, suiteId, scriptId, databaseConfigurationId };
}
type Place = Awaited<ReturnType<typeof newPlace>>;

function input({ projectId, scriptId, databaseConfigurationId }: Place, given: Partial<ReconciliationInput> = {}) {
  counter += 1;
  const query = 'select id, customer, total, paid, made from orders';
  return { projectId, scriptId, databaseConfigurationId, name: `Orders ${counter}`, query, ...mapping, ...given };
}
const create = (client: Client, place: Place, given: Partial<ReconciliationInput> = {}): Promise<Reconciliation> =>
  client.call(calls.createReconciliation, { body: input(place, given) });

async function run(client: Client, reconciliationId: string) {
  const { runId } = await client.call(calls.runReconciliation, { params: { reconciliationId } });
  await (await client.raw(runRoutes.followRun, { params: { runId }, query: {} })).text();
  const ended = await client.call(runRoutes.getRun, { params: { runId } });
  const { content: steps } = await client.call(runRoutes.listRunSteps, { params: { runId }, query: {} });
  return { runId, run: ended, steps };
}

test('a run reports which rows differ, and which only one side has', async () => {
  const { client } = server.admin;
  const place = await newPlace(client);
  api.serve('/orders', { orders });
  const { reconciliationId } = await create(client, place);
  const { runId, run: ended, steps } = await run(client, reconciliationId);
  expect(ended).toMatchObject({
    status: 'failed',
    message: '1 of 3 rows differs, 1 only in the API, 1 only in the database.',
  });
  expect(steps.map(({ title, status }) => `${title} ${status}`)).toEqual([
    expect.stringMatching(/^Script \d+ passed$/),
    'Shop passed',
    'Compare rows failed',
  ]);
  const result = await client.call(calls.getReconcileResult, { query: { runId } });
  expect(result).toMatchObject({
    agrees: false,
    databaseName: 'Shop',
    counts: { apiRows: 4, databaseRows: 4, matched: 3, equal: 2, different: 1, onlyInApi: 1, onlyInDatabase: 1 },
    byColumn: [{ column: 'total', count: 1 }],
    kept: { different: 1, onlyInApi: 1, onlyInDatabase: 1 },
  });
  const list = (kind?: 'different' | 'onlyInApi') =>
    client.call(calls.listRowDifferences, { query: { runId, ...(kind && { kind }) } });
  expect((await list()).totalElements).toBe(3);
  expect((await list('onlyInApi')).content).toMatchObject([{ key: ['5'], kind: 'onlyInApi' }]);
  const [different] = (await list('different')).content;
  expect(different?.cells.filter(({ isEqual }) => !isEqual)).toEqual([
    { column: 'total', api: '7.1', database: '7.00', isEqual: false, rule: 'Numbers differ' },
  ]);
  const { content } = await client.call(calls.listReconciliations, { query: { projectId: place.projectId } });
  expect(content).toMatchObject([
    {
      databaseName: 'Shop',
      lastRun: { runId, status: 'failed', summary: expect.stringMatching(/^1 of 3 rows differs/) },
    },
  ]);
});

test('both sides match, and the report is available in every format', async () => {
  const { client } = server.admin;
  const place = await newPlace(client, '/agreed');
  api.serve('/agreed', {
    orders: orders.slice(0, 3).map((order) => ({ ...order, total: order.id === 2 ? 7 : order.total })),
  });
  const { reconciliationId } = await create(client, place, { query: 'select * from orders where id <= 3' });
  const { runId, run: ended } = await run(client, reconciliationId);
  expect(ended).toMatchObject({ status: 'passed', message: 'All 3 rows match.' });
  for (const format of ['html', 'junit', 'json', 'pdf'] as const) {
    const report = await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format } });
    expect((await report.arrayBuffer()).byteLength).toBeGreaterThan(100);
  }
});

test('the workbook has a sheet for the summary and for each kind of difference', async () => {
  const { client } = server.admin;
  api.serve('/workbook', { orders });
  const { reconciliationId } = await create(client, await newPlace(client, '/workbook'));
  const { runId } = await run(client, reconciliationId);
  const report = await client.raw(runRoutes.downloadRunReport, { params: { runId }, query: { format: 'excel' } });
  const bytes = new Uint8Array(await report.arrayBuffer());
  const rowsOf = (sheet: string) =>
    Array.fromAsync(
      readRows(
        (async function* () {
          yield bytes;
        })(),
        { type: 'excel', sheet },
      ),
    );
  expect((await rowsOf('Summary')).slice(0, 2).map((row) => Object.values(row))).toEqual([
    ['Rows in the API', '4'],
    ['Rows in the database', '4'],
  ]);
  expect(await rowsOf('Differences')).toEqual([
    { Key: '2', Column: 'total', API: '7.1', Database: '7.00', Rule: 'Numbers differ' },
  ]);
  expect(await rowsOf('Only in API')).toMatchObject([{ Key: '5', customer: 'Eve', total: '10' }]);
  expect(await rowsOf('Only in database')).toMatchObject([{ Key: '4', customer: 'Dee', total: '9.00' }]);
});

test('elements of XML are rows too', async () => {
  const { client } = server.admin;
  const xml =
    '<orders><order id="1"><name>Ada</name><total>42.5</total></order><order id="2"><name>Ben</name><total>7</total></order></orders>';
  api.serve('/xml', xml, { contentType: 'application/xml' });
  const { reconciliationId } = await create(client, await newPlace(client, '/xml'), {
    query: 'select id, customer, total from orders where id <= 2',
    rowPath: '//order',
    keys: [{ apiPath: '@id', dbColumn: 'id', ...auto }],
    columns: [
      { apiPath: 'name', dbColumn: 'customer', ...auto },
      { apiPath: 'total', dbColumn: 'total', ...auto },
    ],
  });
  expect((await run(client, reconciliationId)).run).toMatchObject({ status: 'passed', message: 'All 2 rows match.' });
});

test('variables of the environment are bound in the query', async () => {
  const { client } = server.admin;
  const place = await newPlace(client, '/bound');
  const { projectId } = place;
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId, environmentName: 'e', variables: [{ name: 'wanted', value: 'Ada' }] },
  });
  api.serve('/bound', { orders: [orders[0]] });
  const query = "select * from orders where customer = '{{wanted}}'";
  const { reconciliationId } = await create(client, place, { query, environmentId });
  expect((await run(client, reconciliationId)).run).toMatchObject({ status: 'passed' });
  const without = await create(client, place, { query });
  expect((await run(client, without.reconciliationId)).run).toMatchObject({
    status: 'error',
    message: 'The variable wanted has no value.',
  });
});

describe('what prevents a comparison is reported, and no partial result is stored:', () => {
  test.each<[string, Partial<ReconciliationInput>, string | object, { status?: number; contentType?: string }, RegExp]>(
    [
      [
        'a database that hangs',
        { query: 'select pg_sleep(60)::text as id', columns: [], timeoutMs: 1500 },
        { orders },
        {},
        /within 1\.5 s|longer than the time limit/,
      ],
      ['a query that writes', { query: 'delete from orders' }, { orders }, {}, /may only read/],
      [
        'a query with a mistake',
        { query: 'select nope from orders' },
        { orders },
        {},
        /The database answered: column "nope" does not exist/,
      ],
      [
        'a column that the query lacks',
        { keys: [{ apiPath: 'id', dbColumn: 'order_id', ...auto }] },
        { orders },
        {},
        /The query has no column order_id\. It has id, customer/,
      ],
      ['a row path that finds nothing', { rowPath: '$.items' }, { orders }, {}, /finds nothing in the response/],
      ['a row path that finds no list', { rowPath: '$' }, { orders }, {}, /finds an object, not a list/],
      ['a response that is no JSON', {}, 'hello', {}, /isn't valid JSON/],
      ['a response that is no XML', {}, '<a>', { contentType: 'text/xml' }, /isn't well-formed XML/],
      ['a response that is an error', {}, { orders }, { status: 503 }, /The response is an error: 503/],
    ],
  )('%s', async (_name, given, body, answer, message) => {
    const { client } = server.admin;
    counter += 1;
    const path = `/bad-${counter}`;
    api.serve(path, body, answer);
    const { reconciliationId } = await create(client, await newPlace(client, path), given);
    const { runId, run: ended } = await run(client, reconciliationId);
    expect(ended.status).toBe('error');
    expect(ended.message).toMatch(message);
    expect(await failureOf(client.call(calls.getReconcileResult, { query: { runId } }))).toMatchObject({
      code: 'RECONCILE_RESULT_NOT_FOUND',
    });
  });

  test('rows without a key', async () => {
    const { client } = server.admin;
    api.serve('/keyless', { orders: [{ ...orders[0], id: null }, orders[0]] });
    const { reconciliationId } = await create(client, await newPlace(client, '/keyless'), {
      query: 'select * from orders where id = 1',
    });
    expect((await run(client, reconciliationId)).run).toMatchObject({ status: 'failed', message: '1 without a key.' });
  });

  test('a request that was deleted, and a database that is in use', async () => {
    const { client } = server.admin;
    const place = await newPlace(client);
    const { reconciliationId, name } = await create(client, place);
    const { databaseConfigurationId, scriptId } = place;
    const deleting = client.call(workspaceRoutes.deleteDatabase, { query: { databaseConfigurationId } });
    expect(await failureOf(deleting)).toMatchObject({
      code: 'API_TESTING_DATABASE_IN_USE',
      message: `This database is asked by: ${name}. Change or delete them first.`,
    });
    await client.call(apiTestingRoutes.deleteScripts, { query: { scriptIds: [scriptId] } });
    const running = client.call(calls.runReconciliation, { params: { reconciliationId } });
    expect(await failureOf(running)).toMatchObject({ code: 'RECONCILE_REQUEST_DELETED' });
  });
});

describe('the limit of rows', () => {
  test.each<[string, number, number, RegExp]>([
    ['of the API', 501, 1, /^The response has more than 500 rows, the limit of your plan \(API_DB_RECONCILE_ROWS\)/],
    [
      'of the database',
      1,
      501,
      /^The query gives more than 500 rows, the limit of your plan \(API_DB_RECONCILE_ROWS\)/,
    ],
  ])('%s requires PRO', async (_name, apiRows, databaseRows, message) => {
    const { client } = await server.createOrganization({ plan: 'PRO' });
    counter += 1;
    const path = `/many-${counter}`;
    api.serve(
      path,
      Array.from({ length: apiRows }, (_, index) => ({ id: index + 1, name: `n${index + 1}` })),
    );
    const given = {
      rowPath: '$',
      query: `select id, name from many where id <= ${databaseRows}`,
      columns: [{ apiPath: 'name', dbColumn: 'name', ...auto }],
    };
    const { reconciliationId } = await create(client, await newPlace(client, path), given);
    const { run: ended } = await run(client, reconciliationId);
    expect(ended.status).toBe('error');
    expect(ended.message).toMatch(message);
  });

  test('500 rows are compared', async () => {
    const { client } = await server.createOrganization({ plan: 'PRO' });
    api.serve(
      '/five-hundred',
      Array.from({ length: 500 }, (_, index) => ({ id: index + 1, name: `n${index + 1}` })),
    );
    const { reconciliationId } = await create(client, await newPlace(client, '/five-hundred'), {
      rowPath: '$',
      query: 'select id, name from many where id <= 500',
      columns: [{ apiPath: 'name', dbColumn: 'name', ...auto }],
    });
    expect((await run(client, reconciliationId)).run).toMatchObject({
      status: 'passed',
      message: 'All 500 rows match.',
    });
  });

  test('ENTERPRISE has none: 25 differences among 3,000 rows are found, and nothing else', async () => {
    const { client } = await server.createOrganization({ plan: 'ENTERPRISE' });
    const made = Array.from({ length: 3000 }, (_, index) => ({ id: index + 1, name: `n${index + 1}` }));
    api.serve(
      '/thousands',
      made.map((row) => (row.id % 120 === 0 ? { ...row, name: 'changed' } : row)),
    );
    const { reconciliationId } = await create(client, await newPlace(client, '/thousands'), {
      rowPath: '$',
      query: "select n as id, 'n' || n as name from generate_series(1, 3000) n order by n desc",
      columns: [{ apiPath: 'name', dbColumn: 'name', ...auto }],
    });
    const { runId, run: ended } = await run(client, reconciliationId);
    expect(ended.message).toBe('25 of 3000 rows differ.');
    const { content } = await client.call(calls.listRowDifferences, { query: { runId, size: 50 } });
    expect(content.map(({ key }) => Number(key[0])).sort((one, other) => one - other)).toEqual(
      Array.from({ length: 25 }, (_, index) => (index + 1) * 120),
    );
  });

  test('FREE has none: reconciliation is not offered', async () => {
    const { client } = await server.createOrganization({ plan: 'FREE' });
    const place = await newPlace(client);
    expect(await failureOf(create(client, place))).toMatchObject({ status: 403, code: 'RECONCILE_PRO_ONLY' });
    const { projectId } = place;
    expect(await client.call(calls.listReconciliations, { query: { projectId } })).toMatchObject({ rowLimit: 0 });
    const limits = await client.call(subscriptionRoutes.findLimits, {
      query: { limitName: 'API_DB_RECONCILE_ROWS' },
    });
    expect(limits).toMatchObject([{ value: 0, byPlan: { FREE: 0, PRO: 500, ENTERPRISE: null } }]);
  });
});

describe('before it is saved', () => {
  test('the query shows its columns and first rows, and the row path what it finds', async () => {
    const { client } = server.admin;
    const place = await newPlace(client, '/preview');
    api.serve('/preview', { orders });
    const { projectId, scriptId, databaseConfigurationId } = place;
    const ask = (query: string) =>
      client.call(calls.previewReconcileQuery, { body: { projectId, databaseConfigurationId, query } });
    expect(await ask('select id, total from orders order by id')).toMatchObject({
      columns: [
        { name: 'id', type: 'number' },
        { name: 'total', type: 'number' },
      ],
      rows: expect.arrayContaining([['1', '42.50']]),
      hasMore: false,
    });
    expect(await ask('select * from many')).toMatchObject({ hasMore: true });
    expect(await failureOf(ask('update orders set id = 0'))).toMatchObject({ status: 422, message: /may only read/ });
    const preview = (rowPath: string) =>
      client.call(calls.previewReconcileResponse, { body: { projectId, scriptId, rowPath } });
    expect(await preview('$.orders')).toMatchObject({ status: 200, format: 'json', total: 4, problem: null });
    expect(await preview('$.nothing')).toMatchObject({ total: 0, problem: expect.stringContaining('finds nothing') });
  });

  test('a suggested mapping can be run', async () => {
    const { client } = server.admin;
    const place = await newPlace(client, '/suggested');
    api.serve('/suggested', { orders: [orders[0], orders[2]] });
    const { projectId, scriptId, databaseConfigurationId } = place;
    const query = 'select id, customer, total, paid, made from orders where id in (1, 3)';
    const body = { projectId, scriptId, databaseConfigurationId, query };
    const suggestion = await client.call(calls.suggestReconcileMapping, { body });
    expect(suggestion).toMatchObject({ rowPath: '$.orders', keys: [{ apiPath: 'id', dbColumn: 'id' }], unmatched: [] });
    expect(suggestion.columns.map(({ apiPath, dbColumn }) => `${apiPath} ${dbColumn}`)).toEqual([
      ...['customer.name customer', 'total total', 'paid paid', 'made made'],
    ]);
    const { unmatched: _unmatched, ...found } = suggestion;
    const { reconciliationId } = await create(client, place, { query, ...found });
    expect((await run(client, reconciliationId)).run).toMatchObject({ status: 'passed' });
  });

  test('a mapping of XML is suggested too', async () => {
    const { client } = server.admin;
    const place = await newPlace(client, '/suggested-xml');
    const xml = '<r><order id="1"><customer>Ada</customer></order><order id="3"><customer>Cy</customer></order></r>';
    api.serve('/suggested-xml', xml, { contentType: 'application/xml' });
    const { projectId, scriptId, databaseConfigurationId } = place;
    const query = 'select id, customer from orders where id in (1, 3)';
    const body = { projectId, scriptId, databaseConfigurationId, query };
    const { unmatched, ...found } = await client.call(calls.suggestReconcileMapping, { body });
    expect({ unmatched, rowPath: found.rowPath }).toEqual({ unmatched: [], rowPath: '/r/order' });
    const { reconciliationId } = await create(client, place, { query, ...found });
    expect((await run(client, reconciliationId)).run).toMatchObject({ status: 'passed' });
  });
});

test('a functional run checks the response of its request, and reports the first differences', async () => {
  const { client } = server.admin;
  const place = await newPlace(client, '/checked');
  api.serve('/checked', { orders });
  const { name } = await create(client, place, { checkInRuns: true });
  const runId = await runToEnd(client, { projectId: place.projectId, suiteIds: [place.suiteId] });
  const { executionStatus, steps } = await client.call(apiTestingRoutes.getExecution, { query: { runId } });
  expect(executionStatus).toBe('Fail');
  const stepId = steps[0]?.stepId ?? '';
  const { assertions } = await client.call(apiTestingRoutes.getExecutionStep, { query: { runId, stepId } });
  expect(assertions).toMatchObject([
    {
      path: `Matches database: ${name}`,
      status: 'failed',
      message: 'Matches database: 1 of 3 rows differs, 1 only in the API, 1 only in the database.',
      faults: expect.arrayContaining([{ place: '2', message: 'total: API 7.1, database 7.00' }]),
    },
  ]);
  api.serve('/checked', { orders: [orders[0]] });
  await create(client, place, { checkInRuns: true, query: 'select * from orders where id = 1' });
  const again = await runToEnd(client, { projectId: place.projectId, suiteIds: [place.suiteId] });
  const second = await client.call(apiTestingRoutes.getExecution, { query: { runId: again } });
  const detail = await client.call(apiTestingRoutes.getExecutionStep, {
    query: { runId: again, stepId: second.steps[0]?.stepId ?? '' },
  });
  expect(detail.assertions.map(({ message }) => message)).toEqual([
    'Matches database: 3 only in the database.',
    'Matches database: 1 row matches.',
  ]);
});

test('a job runs a reconciliation, and has its result', async () => {
  const { client } = server.admin;
  const place = await newPlace(client, '/scheduled');
  api.serve('/scheduled', { orders: [orders[0]] });
  const { projectId } = place;
  const { reconciliationId, name } = await create(client, place, { query: 'select * from orders where id = 1' });
  const { content } = await client.call(schedulerRoutes.listTargets, { query: { projectId, kind: 'api-reconcile' } });
  expect(content).toEqual([{ id: reconciliationId, title: name }]);
  const { jobId } = await newJob(
    client,
    projectId,
    daily(reconciliationId, { target: { kind: 'api-reconcile', id: reconciliationId } }),
  );
  const runNow = async () => {
    const { executionId } = await client.call(schedulerRoutes.runJobNow, { params: { jobId } });
    const found = async () =>
      (await client.call(schedulerRoutes.listExecutions, { query: { projectId, jobId } })).content.find(
        (one) => one.executionId === executionId,
      );
    await expect.poll(async () => (await found())?.finishedAt).toBeTruthy();
    return found();
  };
  const agreed = await runNow();
  expect(agreed).toMatchObject({ status: 'PASSED', attempts: [{ status: 'passed' }] });
  const { kind } = await client.call(runRoutes.getRun, { params: { runId: agreed?.attempts[0]?.runId ?? '' } });
  expect(kind).toBe('api-reconcile');
  api.serve('/scheduled', { orders: [{ ...orders[0], total: 1 }] });
  expect(await runNow()).toMatchObject({ status: 'FAILED', attempts: [{ status: 'failed' }] });
});

test('reconciliations are found by name, changed and deleted, and have unique names', async () => {
  const { client } = server.admin;
  const place = await newPlace(client);
  const { projectId } = place;
  const first = await create(client, place, { name: 'Orders of today' });
  await create(client, place, { name: 'Customers' });
  const find = async (searchTerm: string) =>
    (await client.call(calls.listReconciliations, { query: { projectId, searchTerm } })).content.map(
      ({ name }) => name,
    );
  expect(await find('ORDERS')).toEqual(['Orders of today']);
  expect(await failureOf(create(client, place, { name: 'customers' }))).toMatchObject({ code: 'RECONCILE_NAME_TAKEN' });
  const { reconciliationId } = first;
  const { projectId: _project, ...body } = input(place, { name: 'Renamed', allowOnlyInApi: true });
  const changed = await client.call(calls.updateReconciliation, { params: { reconciliationId }, body });
  expect(changed).toMatchObject({ name: 'Renamed', allowOnlyInApi: true, scriptName: expect.any(String) });
  await client.call(calls.deleteReconciliation, { params: { reconciliationId } });
  expect(await find('')).toEqual(['Customers']);
  const other = await newPlace(client);
  const foreign = create(client, { ...place, scriptId: other.scriptId });
  expect(await failureOf(foreign)).toMatchObject({ code: 'RECONCILE_OTHER_PROJECT' });
});
