import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import {
  deleteEnvironmentForGood,
  failureOf,
  newProject,
  newScript,
  newSuite,
} from '../../api-testing/testing/builders.ts';
import { workspacesService } from '../index.ts';

const calls = { ...workspaceRoutes, ...apiTestingRoutes };
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true });
});
afterAll(() => server.close());

const count = async (table: string, projectId: string): Promise<number> =>
  (await server.platform.database.pool.query(`select 1 from ${table} where project_id = $1`, [projectId])).rows.length;
const waitOptions = { timeout: 20_000, interval: 100 };

const newPrerequisite = (projectId: string, targetEnvironmentId: string | null) =>
  server.admin.client.call(calls.createPrerequisite, {
    body: {
      projectId,
      name: 'Sign in',
      action: { kind: 'javascript', code: 'pm.environment.set("a", "b")' },
      enabled: true,
      targetEnvironmentId,
      isSecret: false,
      timeoutMs: 1000,
    },
  });

test('deleting a workspace deletes what other services store in it, and nothing of another one', async () => {
  const { client, organizationId, userId } = server.admin;
  const [gone, other] = [await newProject(client, 'Gone'), await newProject(client, 'Other')];
  const { platform } = server;
  for (const projectId of [gone, other]) {
    const suiteId = await newSuite(client, projectId, 'Orders');
    await newScript(client, suiteId, { url: 'https://shop.test/' });
    await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name: 'a', value: '1' }] } });
    await newPrerequisite(projectId, null);
    await platform.database.pool.query(
      `insert into runs.run (id, organization_id, project_id, kind, name, status, plan, label, total, created_by, created_by_name)
       values ($1, $2, $3, 'api-functional', 'Old', 'passed', '{}', '{}', 0, $4, 'Ada')`,
      [newId(), organizationId, projectId, userId],
    );
  }
  const put = (projectId: string) =>
    platform.files.put({
      organizationId,
      owner: `project:${projectId}`,
      name: 'rows.csv',
      contentType: 'text/csv',
      content: Buffer.from('a\n1\n'),
    });
  const [file, kept] = [await put(gone), await put(other)];
  await client.call(calls.deleteProject, { query: { projectId: gone, projectName: 'Gone' } });
  const tables = [
    'api_testing.suite',
    'api_testing.script',
    'api_testing.prerequisite',
    'workspaces.variable',
    'runs.run',
  ];
  for (const table of tables) await expect.poll(() => count(table, gone), waitOptions).toBe(0);
  await expect
    .poll(
      async () => (await platform.files.open(organizationId, file.fileId).catch(() => undefined)) === undefined,
      waitOptions,
    )
    .toBe(true);
  for (const table of tables) expect([table, await count(table, other)]).toEqual([table, 1]);
  (await platform.files.open(organizationId, kept.fileId)).stream.destroy();
});

test('a workspace returns its numbers of suites and scripts, in a list and on its own', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client, 'Counted');
  for (const name of ['One', 'Two']) {
    const suiteId = await newSuite(client, projectId, name);
    await newScript(client, suiteId, { url: 'https://shop.test/' });
  }
  const { content } = await client.call(calls.listProjects, { query: { searchTerm: 'Counted' } });
  expect(content).toMatchObject([{ projectId, suiteCount: 2, scriptCount: 2 }]);
  expect(await client.call(calls.getProject, { query: { projectId } })).toMatchObject({
    suiteCount: 2,
    scriptCount: 2,
  });
});

test('prerequisites reference an environment until it is permanently deleted, and store their values there once it is restored', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { environmentId } = await client.call(calls.createEnvironment, {
    body: { projectId, environmentName: 'Staging' },
  });
  const { prerequisiteId } = await newPrerequisite(projectId, environmentId);
  const kept = async () =>
    (await client.call(calls.listPrerequisites, { query: { projectId } })).prerequisites[0]?.targetEnvironmentId;
  const trashId = newId();
  await client.call(calls.deleteEnvironment, { query: { environmentId, trashId } });
  await client.call(deletedRoutes.restoreDeletedVariables, { body: { projectId, trashId } });
  expect(await kept()).toBe(environmentId);
  await deleteEnvironmentForGood(client, projectId, environmentId);
  await expect
    .poll(async () => (await client.call(calls.listPrerequisites, { query: { projectId } })).prerequisites, waitOptions)
    .toMatchObject([{ prerequisiteId, targetEnvironmentId: null }]);
});

test('the variables of a suite are deleted with it, those of another one stay', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const [gone, other] = [await newSuite(client, projectId), await newSuite(client, projectId)];
  for (const suiteId of [gone, other])
    await client.call(calls.createSuiteVariables, { body: { suiteId, variables: [{ name: 'a', value: '1' }] } });
  await client.call(calls.deleteSuite, { query: { suiteId: [gone] } });
  const { rows } = await server.platform.database.pool.query(
    'select suite_id from workspaces.variable where project_id = $1',
    [projectId],
  );
  expect(rows).toEqual([{ suite_id: other }]);
});

test('nothing is added to a workspace that is being deleted: a concurrent writer waits, then fails because it is gone', async () => {
  const { client } = server.admin;
  const projectId = await newProject(client);
  const { workspaces } = server.app.door(workspacesService);
  const { database } = server.platform;
  let added: Promise<unknown> | undefined;
  await database.transaction(async (_sql, deleting) => {
    await deleting.query('delete from workspaces.project where id = $1', [projectId]);
    added = failureOf(client.call(calls.createSuite, { body: { projectId, suiteName: 'Late' } }));
    await expect
      .poll(
        async () => (await database.pool.query('select 1 from pg_locks where not granted')).rows.length,
        waitOptions,
      )
      .toBeGreaterThan(0);
  });
  expect(await added).toMatchObject({ status: 404 });
  expect(await count('api_testing.suite', projectId)).toBe(0);
  await expect(database.transaction((sql) => workspaces.hold(sql, projectId))).rejects.toMatchObject({ status: 404 });
});
