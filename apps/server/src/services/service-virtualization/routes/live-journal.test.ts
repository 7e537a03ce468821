import { notificationRoutes } from '@touchstone/contracts/notifications';
import { mockTopic } from '@touchstone/contracts/service-virtualization';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { readStream } from '../../notifications/testing/read-stream.ts';
import { newAsset, newMock } from '../testing/mock-builders.ts';

const patience = { timeout: 15_000, interval: 30 };
let server: TestServer;
let owner: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl') });
  owner = await server.createOrganization({ plan: 'ENTERPRISE' });
});
afterAll(() => server.close());

interface Told {
  kind: string;
  status?: number;
  event?: string;
  data?: { method: string; url: string; status: number };
}
const follow = ({ client }: TestUser, projectId: string) => {
  const body = { topics: [{ topic: mockTopic(projectId) }] };
  const { data, leave } = readStream(client, notificationRoutes.followTopics, { body });
  const told = data as Told[];
  return {
    told,
    calls: () =>
      told.filter(({ event }) => event === 'call').map(({ data: call }) => [call?.method, call?.url, call?.status]),
    leave,
  };
};

test("calls to a mock appear in an open stream, in order, and those of other mocks don't", async () => {
  const place = await newMock(owner.client);
  const other = await newMock(owner.client);
  await newAsset(owner.client, place, { request: { urlPath: '/a' }, response: { status: 201 } });
  const stream = follow(owner, place.projectId);
  // The stream starts when it is open, which isn't signalled.
  await expect
    .poll(async () => {
      await fetch(`${place.address}/open`);
      return stream.calls().length;
    }, patience)
    .toBeGreaterThan(0);
  await fetch(`${other.address}/elsewhere`);
  await fetch(`${place.address}/a`, { method: 'POST' });
  await fetch(`${place.address}/missing`);
  await expect
    .poll(() => stream.calls().slice(-2), patience)
    .toEqual([
      ['POST', '/a', 201],
      ['GET', '/missing', 404],
    ]);
  expect(stream.calls().map(([, url]) => url)).not.toContain('/elsewhere');
  stream.leave();
});

test("a mock of another organization can't be followed", async () => {
  const { projectId } = await newMock(owner.client);
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const stream = follow(stranger, projectId);
  await expect.poll(() => stream.told.map(({ kind, status }) => [kind, status]), patience).toEqual([['refused', 404]]);
  stream.leave();
});
