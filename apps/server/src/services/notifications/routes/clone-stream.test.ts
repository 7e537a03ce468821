import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { notificationsService } from '../index.ts';
import { readStream } from '../testing/read-stream.ts';

const { subscribeNotificationClone } = notificationRoutes;
const waitOptions = { timeout: 20_000, interval: 20 };
const clock = new FakeClock(new Date());
let server: TestServer;
let user: TestUser;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  user = server.admin;
  suiteId = await newSuite(user.client, await newProject(user.client), 'Orders');
  await newScript(user.client, suiteId, { url: 'http://127.0.0.1:9/' });
});
afterAll(() => server.close());

const follow = (client: Client, uniqueIdentifier: string, lastEventId?: string) =>
  readStream(client, subscribeNotificationClone, { query: { uniqueIdentifier } }, lastEventId);
/** A copy that runs until it is allowed to end. */
function heldCopy(uniqueIdentifier: string, of: TestUser = user) {
  const gate = Promise.withResolvers<string>();
  // It may fail before the copy has started waiting for it.
  gate.promise.catch(() => undefined);
  const name = { uniqueIdentifier, folderType: 'PROJECT' as const };
  const done = server.app.door(notificationsService).cloneProgress(of, name, () => gate.promise);
  return { done, finish: gate.resolve, fail: gate.reject };
}

test('[notifications-3] a copy of a suite is followed from before its start to its end', async () => {
  const uniqueIdentifier = crypto.randomUUID();
  const stream = follow(user.client, uniqueIdentifier);
  const copy = await user.client.call(apiTestingRoutes.cloneSuite, { body: { suiteId, uniqueIdentifier } });
  expect(copy).toMatchObject({ suiteName: 'Orders copy', scriptCount: 1 });
  await stream.ended;
  expect(stream.data.at(-1)).toEqual({ uniqueIdentifier, executionStatus: 'COMPLETED', folderType: 'FOLDER' });
});

test('[notifications-3] RUNNING is reported while the copy is in progress; a returning reader gets only new events', async () => {
  const uniqueIdentifier = crypto.randomUUID();
  const copy = heldCopy(uniqueIdentifier);
  const stream = follow(user.client, uniqueIdentifier);
  const running = { uniqueIdentifier, executionStatus: 'RUNNING', folderType: 'PROJECT' };
  await vi.waitFor(() => expect(stream.data).toEqual([running]), waitOptions);
  stream.leave();
  await stream.ended;
  const again = follow(user.client, uniqueIdentifier, stream.events[0]?.id);
  copy.finish('copied');
  expect(await copy.done).toBe('copied');
  await again.ended;
  expect(again.data).toEqual([{ ...running, executionStatus: 'COMPLETED' }]);
  const late = follow(user.client, uniqueIdentifier, again.events[0]?.id);
  await late.ended;
  expect(late.data).toEqual([]);
});

test('[notifications-3] a failed copy reports it, and its caller gets the error', async () => {
  const uniqueIdentifier = crypto.randomUUID();
  const copy = heldCopy(uniqueIdentifier);
  const stream = follow(user.client, uniqueIdentifier);
  copy.fail(new Error('No room.'));
  await expect(copy.done).rejects.toThrow('No room.');
  await stream.ended;
  expect(stream.data.at(-1)).toMatchObject({ executionStatus: 'FAILED' });
});

test("only the starter of a copy can follow it: to others it doesn't exist", async () => {
  const uniqueIdentifier = crypto.randomUUID();
  const copy = heldCopy(uniqueIdentifier);
  const others = [await server.createUser(user, { role: 'ROLE_ADMIN' }), await server.createOrganization()];
  const streams = others.map(({ client }) => follow(client, uniqueIdentifier));
  await vi.waitFor(() => expect(streams.map(({ isOpen }) => isOpen)).toEqual([true, true]), waitOptions);
  copy.finish('');
  await copy.done;
  clock.advance(30_001);
  await Promise.all(streams.map(({ ended }) => ended));
  expect(streams.map(({ data }) => data)).toEqual([[], []]);
});

test("a copy without a name is made as before, and one of another user's suite leaves no trace", async () => {
  const copy = await user.client.call(apiTestingRoutes.cloneSuite, { body: { suiteId, suiteName: 'Plain' } });
  expect(copy.scriptCount).toBe(1);
  const stranger = await server.createOrganization();
  const body = { suiteId, uniqueIdentifier: crypto.randomUUID() };
  await expect(stranger.client.call(apiTestingRoutes.cloneSuite, { body })).rejects.toMatchObject({ status: 404 });
  const { pool } = server.platform.database;
  const kept = await pool.query('select 1 from notifications.clone where user_id = $1', [stranger.userId]);
  expect(kept.rowCount).toBe(0);
});

test('a copy of a dead process ends as failed, and is deleted after a day', async () => {
  const uniqueIdentifier = crypto.randomUUID();
  heldCopy(uniqueIdentifier);
  const stream = follow(user.client, uniqueIdentifier);
  await vi.waitFor(() => expect(stream.data).toHaveLength(1), waitOptions);
  clock.advance(3_600_001);
  await server.platform.jobs.send('notifications.sweep', {});
  await stream.ended;
  expect(stream.data.at(-1)).toMatchObject({ executionStatus: 'FAILED' });
  clock.advance(24 * 3_600_000 + 1);
  await server.platform.jobs.send('notifications.sweep', {});
  const { pool } = server.platform.database;
  const count = async () => (await pool.query('select 1 from notifications.clone')).rowCount;
  await vi.waitFor(async () => expect(await count()).toBe(0), waitOptions);
});

test.each(['', 'short', 'with space in it', 'a'.repeat(101)])('%j is an invalid name', async (uniqueIdentifier) => {
  await expect(user.client.raw(subscribeNotificationClone, { query: { uniqueIdentifier } })).rejects.toMatchObject({
    status: 400,
  });
});
