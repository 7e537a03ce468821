import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { type ReconciliationInput, type RowDifference, reconcileRoutes } from '@touchstone/contracts/reconcile';
import { runRoutes } from '@touchstone/contracts/runs';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { auditEntries, createTestServer, race, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { daily, newJob } from '../../scheduler/testing/builders.ts';
import { workspacesService } from '../../workspaces/index.ts';
import { actorFor, refusalOf } from '../../workspaces/testing/use-cases.ts';
import { resultsStore } from '../store/results.store.ts';
import { createOpenReconciliation } from './open-reconciliation.ts';
import { createReconciliationPaths } from './reconciliation-paths.ts';

const calls = reconcileRoutes;
let server: TestServer;
let client: Client;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ client } = server.admin);
}, 120_000);
afterAll(() => server.close());

const nowhere = '0199a000-0000-7000-8000-000000000000';
const newEnvironment = async (projectId: string, environmentName: string) =>
  (await client.call(workspaceRoutes.createEnvironment, { body: { projectId, environmentName } })).environmentId;
/** A workspace with a request and a database. */
async function newPlace(by = client) {
  const projectId = await newProject(by);
  const suiteId = await newSuite(by, projectId);
  const { scriptId } = await newScript(by, suiteId, { scriptName: 'List orders', url: 'http://127.0.0.1:9/' });
  const shop = { name: 'Shop', kind: 'postgresql', host: '127.0.0.1', port: 5432, databaseName: 'shop' } as const;
  const { databaseConfigurationId } = await by.call(workspaceRoutes.createDatabase, {
    body: { projectId, ...shop, username: 'ada' },
  });
  return { projectId, suiteId, scriptId, databaseConfigurationId };
}
type Place = Awaited<ReturnType<typeof newPlace>>;

const fieldsOf = ({ scriptId, databaseConfigurationId }: Place, given: Partial<ReconciliationInput> = {}) => ({
  scriptId,
  databaseConfigurationId,
  name: 'Orders',
  query: 'select id from orders',
  keys: [{ apiPath: 'id', dbColumn: 'id' }],
  ...given,
});
const create = (place: Place, given: Partial<ReconciliationInput> = {}, by = client) =>
  by.call(calls.createReconciliation, { body: { projectId: place.projectId, ...fieldsOf(place, given) } });
const get = (reconciliationId: string, by = client) =>
  by.call(calls.getReconciliation, { params: { reconciliationId } });
const update = (reconciliationId: string, body: ReturnType<typeof fieldsOf>, by = client) =>
  by.call(calls.updateReconciliation, { params: { reconciliationId }, body });
const remove = (reconciliationId: string, by = client) =>
  by.call(calls.deleteReconciliation, { params: { reconciliationId } });
const run = (reconciliationId: string, by = client) =>
  by.call(calls.runReconciliation, { params: { reconciliationId } });
const list = (projectId: string, query: object = {}, by = client) =>
  by.call(calls.listReconciliations, { query: { projectId, ...query } });

test('a reconciliation is shown as it was saved, and each change is audited', async () => {
  const place = await newPlace();
  const environmentId = await newEnvironment(place.projectId, 'Staging');
  const made = await create(place);
  expect(made).toEqual({
    ...fieldsOf(place),
    reconciliationId: made.reconciliationId,
    projectId: place.projectId,
    environmentId: null,
    rowPath: '$',
    timeoutMs: 60_000,
    keys: [{ apiPath: 'id', dbColumn: 'id', compareAs: 'auto', ignoreCase: false, trim: false }],
    columns: [],
    timeZone: 'UTC',
    allowOnlyInApi: false,
    allowOnlyInDatabase: false,
    checkInRuns: false,
    suiteId: place.suiteId,
    scriptName: 'List orders',
    lastRun: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const { reconciliationId: id } = made;
  const changes = { name: 'Orders of today', environmentId, rowPath: '$.orders', timeoutMs: 5000, checkInRuns: true };
  const changed = await update(id, fieldsOf(place, { ...changes, allowOnlyInDatabase: true }));
  expect(changed).toMatchObject({ ...changes, allowOnlyInDatabase: true, reconciliationId: id });
  expect(await get(id)).toEqual(changed);
  expect(await remove(id)).toEqual({ message: 'Reconciliation deleted' });
  expect(await failureOf(get(id))).toMatchObject({ status: 404, code: 'RECONCILE_NOT_FOUND' });
  const audited = await auditEntries(server, { targets: [id] });
  expect(audited.map(({ action, detail }) => [action, detail])).toEqual([
    ['reconciliation.created', { name: 'Orders' }],
    ['reconciliation.changed', { name: 'Orders of today' }],
    ['reconciliation.deleted', { name: 'Orders of today' }],
  ]);
});

test('reconciliations of a workspace are listed by name with request, database and last run, page by page', async () => {
  const place = await newPlace();
  const { projectId } = place;
  const orders = await create(place, { name: 'orders', checkInRuns: true });
  await create(place, { name: 'Bills' });
  await create(place, { name: 'Returns' });
  const { runId } = await run(orders.reconciliationId);
  const all = await list(projectId);
  expect(all).toMatchObject({ totalElements: 3, page: 0, rowLimit: 500 });
  expect(all.content.map(({ name }) => name)).toEqual(['Bills', 'orders', 'Returns']);
  const { createdAt } = await client.call(runRoutes.getRun, { params: { runId } });
  expect(all.content[1]).toEqual({
    reconciliationId: orders.reconciliationId,
    projectId,
    name: 'orders',
    scriptId: place.scriptId,
    scriptName: 'List orders',
    databaseName: 'Shop',
    checkInRuns: true,
    lastRun: { runId, status: 'queued', summary: null, startedAt: createdAt },
    updatedAt: orders.updatedAt,
  });
  expect(all.content[0]?.lastRun).toBeNull();
  expect((await get(orders.reconciliationId)).lastRun).toEqual(all.content[1]?.lastRun);
  const page = await list(projectId, { page: 1, size: 2 });
  expect([page.page, page.size, page.totalElements, page.content.map(({ name }) => name)]).toEqual([
    1,
    2,
    3,
    ['Returns'],
  ]);
  expect((await list(projectId, { searchTerm: 'RET' })).content.map(({ name }) => name)).toEqual(['Returns']);
  await client.call(apiTestingRoutes.deleteScripts, { query: { scriptIds: [place.scriptId] } });
  expect((await list(projectId)).content[1]?.scriptName).toBeNull();
  expect(await get(orders.reconciliationId)).toMatchObject({ scriptName: null, suiteId: null });
  expect(await failureOf(run(orders.reconciliationId))).toMatchObject({
    status: 409,
    code: 'RECONCILE_REQUEST_DELETED',
  });
});

test('request, database and environment belong to the workspace', async () => {
  const [place, other] = [await newPlace(), await newPlace()];
  const foreignEnvironment = await newEnvironment(other.projectId, 'Foreign');
  const { reconciliationId } = await create(place);
  const faults = [
    { scriptId: other.scriptId },
    { scriptId: nowhere },
    { databaseConfigurationId: other.databaseConfigurationId },
    { environmentId: foreignEnvironment },
  ];
  const expected = [
    [400, 'RECONCILE_OTHER_PROJECT'],
    [400, 'RECONCILE_OTHER_PROJECT'],
    [404, 'API_TESTING_DATABASE_NOT_FOUND'],
    [404, 'API_TESTING_ENVIRONMENT_NOT_FOUND'],
  ];
  const refusals = async (attempt: (given: Partial<ReconciliationInput>) => Promise<unknown>) =>
    (await Promise.all(faults.map((given) => failureOf(attempt(given))))).map(({ status, code }) => [status, code]);
  expect(await refusals((given) => create(place, { name: 'New', ...given }))).toEqual(expected);
  expect(await refusals((given) => update(reconciliationId, fieldsOf(place, given)))).toEqual(expected);
  expect((await list(place.projectId)).totalElements).toBe(1);
});

test('names are unique in a workspace, whatever their case', async () => {
  const [place, other] = [await newPlace(), await newPlace()];
  const { reconciliationId } = await create(place);
  await create(place, { name: 'Bills' });
  await create(other);
  const taken = { status: 409, code: 'RECONCILE_NAME_TAKEN' };
  expect(await failureOf(create(place, { name: 'ORDERS' }))).toMatchObject(taken);
  expect(await failureOf(update(reconciliationId, fieldsOf(place, { name: 'BILLS' })))).toMatchObject(taken);
  expect((await update(reconciliationId, fieldsOf(place, { name: 'ORDERS' }))).name).toBe('ORDERS');
});

test('a workspace can have 1000 reconciliations, even if several are created at the same time', async () => {
  const place = await newPlace();
  const { reconciliationId } = await create(place);
  await server.platform.database.pool.query(
    `insert into reconcile.reconciliation select (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(), 'name', 'R ' || n))).*
     from reconcile.reconciliation r, generate_series(2, 999) n where r.id = $1`,
    [reconciliationId],
  );
  const last = ['Last', 'Another'].map((name) => () => create(place, { name }));
  const full = {
    status: 422,
    message: 'A workspace can have 1000 reconciliations. Delete one you no longer need.',
  };
  expect(await race(server, 'reconcile.reconciliation', last)).toEqual([expect.objectContaining(full)]);
  expect(await failureOf(create(place, { name: 'One more' }))).toMatchObject(full);
});

test('viewers read; plans without PRO neither save nor run; other organizations find nothing', async () => {
  const place = await newPlace();
  const { reconciliationId } = await create(place);
  const { runId } = await run(reconciliationId);
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const stranger = (await server.createOrganization()).client;
  const uses = (by: Client) => [
    create(place, { name: 'New' }, by),
    update(reconciliationId, fieldsOf(place), by),
    run(reconciliationId, by),
  ];
  const changes = (by: Client) => [...uses(by), remove(reconciliationId, by)];
  const statuses = async (all: Promise<unknown>[]) =>
    (await Promise.all(all.map(failureOf))).map(({ status }) => status);
  expect(await statuses(changes(guest))).toEqual([403, 403, 403, 403]);
  expect((await get(reconciliationId, guest)).name).toBe('Orders');
  const reads = [
    get(reconciliationId, stranger),
    list(place.projectId, {}, stranger),
    stranger.call(calls.getReconcileResult, { query: { runId } }),
    stranger.call(calls.listRowDifferences, { query: { runId } }),
  ];
  expect(await statuses([...changes(stranger), ...reads])).toEqual([404, 404, 404, 404, 404, 404, 404, 404]);

  await server.platform.database.pool.query(`update workspaces.project set workspace_plan = 'FREE' where id = $1`, [
    place.projectId,
  ]);
  const needPro = await Promise.all(uses(client).map(failureOf));
  expect(needPro.map(({ status, code }) => [status, code])).toEqual(needPro.map(() => [403, 'RECONCILE_PRO_ONLY']));
  await remove(reconciliationId);
  const enterprise = (await server.createOrganization({ plan: 'ENTERPRISE' })).client;
  const own = await newPlace(enterprise);
  expect((await create(own, {}, enterprise)).name).toBe('Orders');
  expect((await list(own.projectId, {}, enterprise)).rowLimit).toBeNull();
});

test('a run shows the names of reconciliation, environment, request and database', async () => {
  const place = await newPlace();
  const environmentId = await newEnvironment(place.projectId, 'Staging');
  const { reconciliationId } = await create(place, { environmentId });
  const { runId } = await run(reconciliationId);
  const { rows } = await server.platform.database.pool.query('select name, label from runs.run where id = $1', [runId]);
  expect(rows).toEqual([
    { name: 'Orders', label: { environmentName: 'Staging', databaseName: 'Shop', reconciliationId } },
  ]);
  const { content } = await client.call(runRoutes.listRunSteps, { params: { runId }, query: {} });
  expect(content.map(({ title }) => title)).toEqual(['List orders', 'Shop', 'Compare rows']);
});

test('a run is started with the environment of the call, else with that of the reconciliation', async () => {
  const place = await newPlace();
  const { projectId } = place;
  const environmentId = await newEnvironment(projectId, 'Staging');
  const otherId = await newEnvironment(projectId, 'Live');
  const { reconciliationId } = await create(place, { environmentId });
  const start = (input: object) =>
    client.call(runRoutes.startRun, {
      body: { kind: 'api-reconcile', input: { projectId, reconciliationId, ...input } },
    });
  const labelOf = async (runId: string) =>
    (await server.platform.database.pool.query('select label from runs.run where id = $1', [runId])).rows[0]?.label;
  expect(await labelOf((await start({})).runId)).toMatchObject({ environmentName: 'Staging' });
  const { runId } = await start({ environmentId: otherId });
  expect(await labelOf(runId)).toMatchObject({ environmentName: 'Live' });
  expect((await get(reconciliationId)).lastRun?.runId).toBe(runId);
  const { rows } = await server.platform.database.pool.query(
    'select kind, title, group_id, source_id from runs.step where run_id = $1 order by index',
    [runId],
  );
  expect(rows).toEqual([
    { kind: 'request', title: 'List orders', group_id: null, source_id: null },
    { kind: 'query', title: 'Shop', group_id: null, source_id: null },
    { kind: 'compare', title: 'Compare rows', group_id: null, source_id: reconciliationId },
  ]);
});

test('a run needs a reconciliation of the workspace and a database that exists', async () => {
  const [place, other] = [await newPlace(), await newPlace()];
  const { reconciliationId } = await create(place);
  const start = ({ projectId }: Place) =>
    client.call(runRoutes.startRun, { body: { kind: 'api-reconcile', input: { projectId, reconciliationId } } });
  expect(await failureOf(start(other))).toMatchObject({ status: 404, code: 'RECONCILE_NOT_FOUND' });
  await server.platform.database.pool.query(
    'update reconcile.reconciliation set database_configuration_id = $2 where id = $1',
    [reconciliationId, nowhere],
  );
  expect(await failureOf(start(place))).toMatchObject({ status: 409, code: 'RECONCILE_DATABASE_DELETED' });
  expect((await list(place.projectId)).content).toMatchObject([{ databaseName: null, lastRun: null }]);
});

test('a limit of no rows keeps reconciliations from being saved and run, whatever the plan', async () => {
  const admin = await server.createOrganization({ plan: 'PRO' });
  const place = await newPlace(admin.client);
  const { reconciliationId } = await create(place, {}, admin.client);
  const access = (rowLimit: number | null) =>
    createOpenReconciliation({
      platform: server.platform,
      workspaces: server.app.door(workspacesService).workspaces,
      limitOf: async () => rowLimit,
    });
  const actor = actorFor(admin);
  const proOnly = { code: 'RECONCILE_PRO_ONLY' };
  expect(await refusalOf(access(0).openPro(actor, place.projectId))).toMatchObject(proOnly);
  expect(await access(1).openPro(actor, place.projectId)).toEqual({ rowLimit: 1 });
  expect(await access(null).openPro({ ...actor, plan: 'ENTERPRISE' }, place.projectId)).toEqual({ rowLimit: null });
  for (const plan of ['FREE', 'EXPIRED'] as const)
    expect(await refusalOf(access(1).openPro({ ...actor, plan }, place.projectId))).toMatchObject(proOnly);
  expect((await access(0).open(actor, reconciliationId, 'edit')).name).toBe('Orders');
});

test('reconciliations are named by workspace and name, and found by them', async () => {
  const admin = await server.createOrganization();
  const actor = actorFor(admin, { role: 'ROLE_USER' });
  const [first, second] = [await newPlace(admin.client), await newPlace(admin.client)];
  const [orders, bills] = [
    await create(first, {}, admin.client),
    await create(second, { name: 'Bills' }, admin.client),
  ];
  const colleague = (await server.createUser(admin, { role: 'ROLE_ADMIN' })).client;
  const ofColleague = await newPlace(colleague);
  const unseen = await create(ofColleague, {}, colleague);
  await colleague.call(workspaceRoutes.updateProject, {
    body: { projectId: ofColleague.projectId, workspaceType: 'PRIVATE' },
  } as never);
  const hidden = [await create(await newPlace()), unseen];
  const paths = createReconciliationPaths({
    platform: server.platform,
    workspaces: server.app.door(workspacesService).workspaces,
  });
  const ids = [orders, bills, ...hidden].map(({ reconciliationId }) => reconciliationId);
  const named = await paths.namesOf(actor, [...ids, nowhere]);
  const workspaceName = named.get(bills.reconciliationId)?.[0] ?? '';
  expect(workspaceName).not.toBe('');
  expect(named).toEqual(
    new Map([
      [orders.reconciliationId, [expect.any(String), 'Orders']],
      [bills.reconciliationId, [workspaceName, 'Bills']],
    ]),
  );
  const { projectId } = first;
  expect(await paths.find(actor, projectId, ['Elsewhere', 'Orders'])).toBe(orders.reconciliationId);
  expect(await paths.find(actor, projectId, ['Elsewhere', 'ORDERS'])).toBe(orders.reconciliationId);
  expect(await paths.find(actor, projectId, [workspaceName, 'Bills'])).toBe(bills.reconciliationId);
  expect(await paths.find(actor, projectId, [workspaceName.toUpperCase(), 'bills'])).toBe(bills.reconciliationId);
  expect(await paths.find(actor, projectId, ['Elsewhere', 'Bills'])).toBeUndefined();
  expect(await paths.find(actor, projectId, [workspaceName])).toBeUndefined();
  expect(await paths.find(actor, projectId, [])).toBeUndefined();
});

test('jobs of a deleted reconciliation end at once', async () => {
  const place = await newPlace();
  const [first, second] = [await create(place), await create(place, { name: 'Kept' })];
  const jobs = [];
  for (const { reconciliationId: id } of [first, second])
    jobs.push(await newJob(client, place.projectId, daily(id, { target: { kind: 'api-reconcile', id } })));
  await remove(first.reconciliationId);
  const shown = await Promise.all(jobs.map(({ jobId }) => client.call(schedulerRoutes.getJob, { query: { jobId } })));
  expect(shown).toMatchObject([
    { nextDueAt: null, problem: 'The test was deleted.', target: { title: null } },
    { nextDueAt: expect.any(String), problem: null, target: { title: 'Kept' } },
  ]);
});

test('the differences of a run are listed in order, by kind and page by page', async () => {
  const place = await newPlace();
  const { reconciliationId } = await create(place);
  const { runId } = await run(reconciliationId);
  const result = () => client.call(calls.getReconcileResult, { query: { runId } });
  expect(await failureOf(result())).toMatchObject({ status: 404, code: 'RECONCILE_RESULT_NOT_FOUND' });
  const counts = { apiRows: 3, databaseRows: 2, matched: 2, equal: 1, different: 1, onlyInApi: 1, onlyInDatabase: 0 };
  const found = {
    agrees: false,
    summary: '1 of 2 rows differs, 1 only in the API.',
    databaseName: 'Shop',
    counts: { ...counts, duplicatesInApi: 0, duplicatesInDatabase: 0, missingKeyInApi: 0, missingKeyInDatabase: 0 },
    notes: [],
    byColumn: [{ column: 'total', count: 1 }],
    kept: { different: 1, onlyInApi: 1, onlyInDatabase: 0 },
  };
  const cells = [{ column: 'total', api: '7', database: '8', isEqual: false, rule: 'Numbers differ' }];
  const { projectId } = place;
  const { organizationId } = server.admin;
  await resultsStore.keep(server.platform.database.sql, { runId, organizationId, projectId, reconciliationId, found }, [
    { position: 1, kind: 'different', content: { key: ['2'], cells } },
    { position: 0, kind: 'onlyInApi', content: { key: ['5'], cells: [] } },
  ]);
  expect(await result()).toEqual({ runId, reconciliationId, ...found });
  const differences = (query: { kind?: RowDifference['kind']; page?: number; size?: number } = {}) =>
    client.call(calls.listRowDifferences, { query: { runId, ...query } });
  const all = await differences();
  expect(all).toMatchObject({ totalElements: 2, page: 0 });
  expect(all.content).toMatchObject([
    { position: 0, kind: 'onlyInApi', key: ['5'] },
    { position: 1, kind: 'different', key: ['2'], cells },
  ]);
  expect((await differences({ kind: 'different' })).content.map(({ key }) => key)).toEqual([['2']]);
  const second = await differences({ page: 1, size: 1 });
  expect(second).toMatchObject({ totalElements: 2, page: 1, size: 1, content: [{ position: 1 }] });
  expect((await list(projectId)).content[0]?.lastRun?.summary).toBe(found.summary);
});
