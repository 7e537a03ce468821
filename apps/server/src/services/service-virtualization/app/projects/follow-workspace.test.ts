import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { serviceVirtualizationRoutes } from '@touchstone/contracts/service-virtualization';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import type { Workspaces } from '../../../workspaces/index.ts';
import { type MockPlace, newAsset, newMock } from '../../testing/mock-builders.ts';
import type { CapacityOf } from '../capacity.ts';
import type { MockHost } from '../hosting/mock-host.ts';
import { createFollowWorkspace } from './follow-workspace.ts';

const calls = serviceVirtualizationRoutes;
let server: TestServer;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
}, 120_000);
afterAll(() => server.close());

const hello = (name = 'hello') => ({ request: { method: 'GET', url: `/${name}` }, response: { body: name } });
const statusOf = async ({ address }: MockPlace, path = 'hello') => (await fetch(`${address}/${path}`)).status;
async function people(plan: 'PRO' | 'ENTERPRISE') {
  const { client } = await server.createOrganization({ plan });
  const projectName = async ({ projectId }: MockPlace) =>
    (await client.call(calls.getVirtualizationProject, { params: { id: projectId } })).projectName;
  return {
    client,
    moveToTrash: async (place: MockPlace) =>
      client.call(calls.deleteVirtualizationProject, {
        params: { id: place.projectId },
        body: { projectName: await projectName(place), restorable: true },
      }),
    restore: ({ projectId }: MockPlace) => client.call(deletedRoutes.restoreDeletedProject, { body: { projectId } }),
    enabledIn: async ({ projectId }: MockPlace) =>
      (await client.call(calls.getMock, { params: { id: projectId } })).counts.enabled,
  };
}

test('a deleted mock answers no calls until it is restored', async () => {
  const { client, moveToTrash, restore } = await people('ENTERPRISE');
  const place = await newMock(client);
  await newAsset(client, place, hello());
  expect(await statusOf(place)).toBe(200);
  const wrong = { params: { id: place.projectId }, body: { projectName: 'Other', restorable: true } };
  expect(await failureOf(client.call(calls.deleteVirtualizationProject, wrong))).toMatchObject({ status: 409 });
  await moveToTrash(place);
  expect(await statusOf(place)).toBe(404);
  expect(await failureOf(client.call(calls.getMock, { params: { id: place.projectId } }))).toMatchObject({
    status: 404,
  });
  const listed = await client.call(deletedRoutes.listDeletedProjects, { query: { service: 'service-virtualization' } });
  expect(listed.projects.map(({ projectId }) => projectId)).toEqual([place.projectId]);
  await restore(place);
  await expect.poll(() => statusOf(place)).toBe(200);
});

test('permanently deleting a deleted mock removes all of its data', async () => {
  const { client, moveToTrash } = await people('ENTERPRISE');
  const place = await newMock(client);
  await newAsset(client, place, hello());
  await moveToTrash(place);
  await client.call(deletedRoutes.deleteProjectForGood, { query: { projectId: place.projectId } });
  const left = 'select 1 from service_virtualization.project where id = $1';
  const { pool } = server.platform.database;
  await expect.poll(async () => (await pool.query(left, [place.projectId])).rowCount).toBe(0);
});

test('[service-virtualization-5] restoring a mock enables no more APIs than the plan has left', async () => {
  const { client, moveToTrash, restore, enabledIn } = await people('PRO');
  const [first, second] = [await newMock(client), await newMock(client)];
  for (const name of ['a', 'b', 'c']) await newAsset(client, first, hello(name));
  await moveToTrash(first);
  for (const name of ['d', 'e', 'f', 'g']) await newAsset(client, second, hello(name));
  await restore(first);
  await expect.poll(() => statusOf(first, 'a')).toBe(200);
  expect([await enabledIn(first), await enabledIn(second)]).toEqual([1, 4]);
  expect(await statusOf(first, 'b')).toBe(404);
});

describe('a mock follows its workspace', () => {
  /** Follows a workspace that is there or away, for a plan that has this many APIs left. */
  async function follow(place: { projectId: string }, isThere: boolean, left: number | null = null) {
    const told: [string, string][] = [];
    const { platform } = server;
    const followWorkspace = createFollowWorkspace({
      platform,
      workspaces: {
        findService: async () => (isThere ? 'service-virtualization' : undefined),
      } as unknown as Workspaces,
      capacityOf: (async () => ({ left: async () => left })) as unknown as CapacityOf,
      host: {
        dropped: async (id: string) => void told.push(['dropped', id]),
        appeared: async (id: string) => void told.push(['appeared', id]),
      } as unknown as MockHost,
    });
    await followWorkspace({ organizationId: newId(), projectId: place.projectId });
    return told;
  }

  test('away and back, once each, with as many assets as the plan has left', async () => {
    const { client } = await people('ENTERPRISE');
    const place = await newMock(client);
    const { projectId } = place;
    for (const name of ['a', 'b', 'c']) await newAsset(client, place, hello(name));
    await newAsset(client, place, hello('d'), { isEnabled: false });
    const enabled = async () => {
      const { rows } = await server.platform.database.pool.query<{ name: string }>(
        'select path as name from service_virtualization.asset where project_id = $1 and is_enabled order by position',
        [projectId],
      );
      return rows.map(({ name }) => name);
    };
    expect(await follow(place, true)).toEqual([]);
    expect(await follow(place, false)).toEqual([['dropped', projectId]]);
    expect(await follow(place, false)).toEqual([]);
    expect(await enabled()).toEqual(['/a', '/b', '/c']);
    expect(await follow(place, true)).toEqual([['appeared', projectId]]);
    expect(await enabled()).toEqual(['/a', '/b', '/c']);
    await follow(place, false);
    await follow(place, true, 2);
    expect(await enabled()).toEqual(['/a', '/b']);
    await follow(place, false);
    await follow(place, true, 0);
    expect(await enabled()).toEqual([]);
    expect(await follow({ projectId: newId() }, true)).toEqual([]);
    expect(await follow({ projectId: newId() }, false)).toEqual([]);
  });
});
