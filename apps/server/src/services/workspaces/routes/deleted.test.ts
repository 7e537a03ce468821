import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes as calls } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf, newSuite } from '../../api-testing/testing/builders.ts';
import { daily, newJob } from '../../scheduler/testing/builders.ts';

const dayMs = 86_400_000;
let server: TestServer;
let clock: FakeClock;
let owner: TestUser;
let projectId: string;
beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'PRO' });
  ({ projectId } = await owner.client.call(calls.createProject, { body: { projectName: 'Shop' } }));
});

const text = (name: string, value = '1') => ({ name, value, isSecret: false });
const environment = async (environmentName: string, variables = [text('a')]) =>
  (await owner.client.call(calls.createEnvironment, { body: { projectId, environmentName, variables } })).environmentId;
const variables = async (user = owner) =>
  (await user.client.call(calls.listVariables, { query: { projectId } })).variables;
const deleted = async (user = owner, query = {}) =>
  (await user.client.call(deletedRoutes.listDeletedVariables, { query: { projectId, ...query } })).content;
const restore = async (body: { itemIds?: string[]; trashId?: string }, user = owner) =>
  (await user.client.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, ...body } })).restored;
const remove = (names: string[], trashId?: string) =>
  variables().then((all) =>
    owner.client.call(calls.deleteVariables, {
      query: {
        projectId,
        variableIds: all.filter(({ name }) => names.includes(name)).map(({ variableId }) => variableId),
        ...(trashId && { trashId }),
      },
    }),
  );

test('an environment is restored under its id with its variables and their secrets, once', async () => {
  const environmentId = await environment('Staging');
  const secret = { name: 'key', value: 's3cret', isSecret: true };
  await owner.client.call(calls.createVariables, { body: { environmentId, variables: [secret] } });
  const before = await variables();
  const trashId = newId();
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId, trashId } });
  expect(await variables()).toEqual([]);
  expect(await deleted()).toMatchObject([{ kind: 'environment', name: 'Staging', variableCount: 2 }]);
  const sealed = await server.platform.database.pool.query(
    'select content::text from workspaces.deleted_item where project_id = $1',
    [projectId],
  );
  expect(sealed.rows[0].content).not.toContain('s3cret');
  await environment('staging', []);
  const twice = await Promise.allSettled([restore({ trashId }), restore({ trashId })]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(await variables()).toEqual(before);
  const { environments } = await owner.client.call(calls.listEnvironments, { query: { projectId } });
  expect(environments.map((one) => [one.environmentName, one.environmentId === environmentId])).toEqual([
    ['Staging (2)', true],
    ['staging', false],
  ]);
  const copy = await owner.client.call(calls.cloneEnvironment, { query: { environmentId } });
  expect(copy.variableCount).toBe(2);
  expect(await deleted()).toEqual([]);
  expect(await failureOf(restore({ trashId }))).toMatchObject({ status: 404 });
});

test('variables are restored where they were; a name taken since gets a number; one whose environment is deleted waits for it', async () => {
  const environmentId = await environment('Staging', [text('a'), text('b')]);
  await owner.client.call(calls.createGlobals, { body: { projectId, variables: [text('g')] } });
  const trashId = newId();
  await remove(['a', 'b'], trashId);
  await owner.client.call(calls.createVariables, { body: { environmentId, variables: [text('a', 'new')] } });
  expect(await deleted()).toMatchObject([
    { kind: 'variable', scope: 'environment', environmentName: 'Staging', variableCount: 1 },
    { kind: 'variable', scope: 'environment', environmentName: 'Staging', variableCount: 1 },
  ]);
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId } });
  expect(await failureOf(restore({ trashId }))).toMatchObject({
    status: 409,
    code: 'API_TESTING_ENVIRONMENT_DELETED_FIRST',
  });
  const items = await deleted();
  const done = await restore({ itemIds: items.map(({ itemId }) => itemId) });
  expect(done.map(({ kind, name }) => `${kind} ${name}`)).toEqual(
    expect.arrayContaining(['environment Staging', 'variable a_2', 'variable b']),
  );
  expect((await variables()).map(({ name, value }) => `${name}=${value}`)).toEqual(['a=new', 'a_2=1', 'b=1', 'g=1']);
});

test('a variable of a suite is restored while the suite exists, and permanently deleted with it', async () => {
  const suiteId = await newSuite(owner.client, projectId);
  const of = async () =>
    (await owner.client.call(apiTestingRoutes.listSuiteVariables, { query: { suiteId } })).variables;
  await owner.client.call(apiTestingRoutes.createSuiteVariables, { body: { suiteId, variables: [text('a')] } });
  const [variable] = await of();
  const trashId = newId();
  const query = { projectId, variableIds: [variable?.variableId ?? ''], trashId };
  await owner.client.call(calls.deleteVariables, { query });
  expect(await deleted()).toMatchObject([{ scope: 'suite', environmentName: null }]);
  await restore({ trashId });
  expect(await of()).toEqual([variable]);
  await owner.client.call(calls.deleteVariables, { query });
  await owner.client.call(apiTestingRoutes.deleteSuite, { query: { suiteId: [suiteId] } });
  expect(await deleted()).toEqual([]);
});

test('anyone who may delete may restore; a free workspace gets no global variables back; strangers see nothing', async () => {
  await owner.client.call(calls.createGlobals, { body: { projectId, variables: [text('g')] } });
  const [global] = await variables();
  const trashId = newId();
  const query = { projectId, variableIds: [global?.variableId ?? ''], trashId };
  await owner.client.call(calls.deleteGlobals, { query });
  expect(await deleted()).toMatchObject([{ scope: 'global' }]);
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  expect(await deleted(guest, { searchTerm: 'g' })).toHaveLength(1);
  expect(await failureOf(restore({ trashId }, guest))).toMatchObject({ status: 403 });
  expect(await failureOf(deleted(stranger))).toMatchObject({ status: 404 });
  expect(await failureOf(restore({ trashId }, stranger))).toMatchObject({ status: 404 });
  await owner.client.call(calls.updateProject, { body: { projectId, workspacePlan: 'FREE' } });
  expect(await failureOf(restore({ trashId }))).toMatchObject({
    message: 'Global variables are not allowed in Workspace Free Plan',
  });
  await owner.client.call(calls.updateProject, { body: { projectId, workspacePlan: 'PRO' } });
  expect(await restore({ trashId })).toMatchObject([{ kind: 'variable', name: 'g' }]);
});

test('after 30 days an environment and the variables deleted from it cannot be restored, and are permanently deleted', async () => {
  const environmentId = await environment('Staging', [text('a'), text('b')]);
  await remove(['a']);
  await owner.client.call(calls.deleteEnvironment, { query: { environmentId } });
  const itemIds = (await deleted()).map(({ itemId }) => itemId);
  clock.advance(30 * dayMs);
  expect(await deleted()).toEqual([]);
  expect(await failureOf(restore({ itemIds }))).toMatchObject({ status: 404 });
  await server.platform.jobs.send('workspaces.deleted', {});
  const count = async () =>
    (
      await server.platform.database.pool.query(
        'select count(*)::int as value from workspaces.deleted_item where project_id = $1',
        [projectId],
      )
    ).rows[0].value;
  await vi.waitFor(async () => expect(await count()).toBe(0), 20_000);
});

test('a workspace in the trash is inaccessible until it is restored with all its content; jobs pause, runs stop', async () => {
  const { client } = owner;
  const suiteId = await newSuite(client, projectId, 'Orders');
  await environment('Staging');
  const { jobId } = await newJob(client, projectId, daily(suiteId));
  const job = () => client.call(schedulerRoutes.getJob, { query: { jobId } });
  const before = await job();
  await client.call(calls.deleteProject, { query: { projectId, projectName: 'Shop', restorable: 'true' } });
  const projects = async (user = owner) =>
    (await user.client.call(calls.listProjects, { query: {} })).content.map(({ projectName }) => projectName);
  const trash = async (user = owner) =>
    (await user.client.call(deletedRoutes.listDeletedProjects, { query: {} })).projects;
  expect(await projects()).toEqual([]);
  const read = () => client.call(apiTestingRoutes.listSuites, { query: { projectId } });
  for (const call of [read, job, () => client.call(calls.getProject, { query: { projectId } })])
    expect(await failureOf(call())).toMatchObject({ status: 404 });
  const problem = async () =>
    (await server.platform.database.pool.query('select problem from scheduler.job where id = $1', [jobId])).rows[0]
      .problem;
  await vi.waitFor(async () => expect(await problem()).toBe('The workspace was deleted.'), 20_000);
  const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  expect(await trash()).toMatchObject([{ projectId, projectName: 'Shop' }]);
  expect([await trash(colleague), await trash(stranger)]).toEqual([[], []]);
  const restoreBy = (user: TestUser) => user.client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
  expect(await failureOf(restoreBy(colleague))).toMatchObject({ status: 403 });
  expect(await failureOf(restoreBy(stranger))).toMatchObject({ status: 404 });
  await client.call(calls.createProject, { body: { projectName: 'shop' } });
  const twice = await Promise.allSettled([restoreBy(owner), restoreBy(owner)]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await projects()).sort()).toEqual(['Shop (2)', 'shop']);
  expect((await read()).content).toMatchObject([{ suiteId }]);
  expect(await variables()).toHaveLength(1);
  await vi.waitFor(
    async () => expect(await job()).toMatchObject({ nextDueAt: before.nextDueAt, problem: null }),
    20_000,
  );
  expect(await trash()).toEqual([]);
});

test('a deleted workspace is permanently deleted on demand, and after 30 days automatically', async () => {
  const { client } = owner;
  const count = async () =>
    (await server.platform.database.pool.query('select 1 from api_testing.suite where project_id = $1', [projectId]))
      .rowCount;
  await newSuite(client, projectId, 'Orders');
  await client.call(calls.deleteProject, { query: { projectId, projectName: 'Shop', restorable: 'true' } });
  await client.call(deletedRoutes.deleteProjectForGood, { query: { projectId } });
  await vi.waitFor(async () => expect(await count()).toBe(0), 20_000);
  ({ projectId } = await client.call(calls.createProject, { body: { projectName: 'Shop' } }));
  await newSuite(client, projectId, 'Orders');
  await client.call(calls.deleteProject, { query: { projectId, projectName: 'Shop', restorable: 'true' } });
  clock.advance(30 * dayMs);
  for (const call of [deletedRoutes.restoreDeletedProject, deletedRoutes.deleteProjectForGood])
    expect(await failureOf(client.call(call, { body: { projectId }, query: { projectId } } as never))).toMatchObject({
      status: 404,
    });
  await server.platform.jobs.send('workspaces.deleted', {});
  await vi.waitFor(async () => expect(await count()).toBe(0), 20_000);
});

test('other services learn that an environment is gone once that is final, and nothing of deleted variables', async () => {
  const [one, two] = [await environment('One', [text('a'), text('b')]), await environment('Two')];
  await owner.client.call(calls.createGlobals, { body: { projectId, variables: [text('g')] } });
  const publish = vi.spyOn(server.platform.events, 'publish');
  const told = () =>
    publish.mock.calls
      .filter(([{ name }, payload]) => name === 'environment.deleted' && Object.values(payload).includes(projectId))
      .map(([{ name }, payload]) => [name, payload]);
  const forGood = async (...names: string[]) => {
    const items = (await deleted()).filter(({ name }) => names.includes(name));
    const itemIds = items.map(({ itemId }) => itemId);
    await owner.client.call(deletedRoutes.deleteVariablesForGood, { query: { projectId, itemIds } });
  };
  try {
    await remove(['a', 'g']);
    await forGood('a', 'g');
    await owner.client.call(calls.deleteEnvironment, { query: { environmentId: one } });
    await owner.client.call(calls.deleteEnvironment, { query: { environmentId: two } });
    expect(told()).toEqual([]);
    await forGood('One');
    const { organizationId } = owner;
    expect(told()).toEqual([['environment.deleted', { organizationId, projectId, environmentId: one }]]);
    clock.advance(30 * dayMs);
    await server.platform.jobs.send('workspaces.deleted', {});
    const gone = ['environment.deleted', { organizationId, projectId, environmentId: two }];
    await vi.waitFor(() => expect(told().slice(1)).toEqual([gone]), 20_000);
  } finally {
    publish.mockRestore();
  }
});

test('other services learn when a workspace goes to the trash and comes back, and who deleted it for good', async () => {
  const { organizationId, userId, email, teamId } = owner;
  const publish = vi.spyOn(server.platform.events, 'publish');
  try {
    await owner.client.call(calls.deleteProject, { query: { projectId, projectName: 'Shop', restorable: 'true' } });
    await owner.client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } });
    await owner.client.call(calls.deleteProject, { query: { projectId, projectName: 'Shop', restorable: 'true' } });
    await owner.client.call(deletedRoutes.deleteProjectForGood, { query: { projectId } });
    const told = publish.mock.calls
      .filter(([{ name }, payload]) => name.startsWith('workspace.') && Object.values(payload).includes(projectId))
      .map(([{ name }, payload]) => [name, payload]);
    const trashed = (isThere: boolean) => ['workspace.trashed', { organizationId, projectId, isThere }];
    const deletedBy = {
      userId,
      email,
      name: 'Ada Admin',
      role: 'ROLE_ADMIN',
      organizationId,
      plan: 'PRO',
      teamIds: [teamId],
      teamId,
      requestId: expect.any(String),
      address: expect.any(String),
    };
    const forGood = ['workspace.deleted', { projectId, deletedBy }];
    expect(told).toEqual([trashed(false), trashed(true), trashed(false), forGood]);
  } finally {
    publish.mockRestore();
  }
});
