import { notificationRoutes, topicOf } from '@touchstone/contracts/notifications';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { notificationsService } from '../index.ts';
import { readStream } from '../testing/read-stream.ts';

const calls = notificationRoutes;
const waitOptions = { timeout: 20_000, interval: 20 };
const none = { notifications: 0, broadcasts: 0 };
const clock = new FakeClock(new Date());
let server: TestServer;
let user: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
});
beforeEach(async () => {
  user = await server.createOrganization();
});
afterAll(() => server.close());

const notify = (title: string, to: TestUser = user, more: object = {}) =>
  server.app.door(notificationsService).notify({
    organizationId: to.organizationId,
    userIds: [to.userId],
    kind: 'run-failed',
    title,
    text: 'Why.',
    ...more,
  });
const list = (query: { before?: string; size?: number } = {}, of: TestUser = user) =>
  of.client.call(calls.listNotifications, { query });
const unread = (of: TestUser = user) => of.client.call(calls.countUnread, {});
const mails = async () => (await server.platform.mailer.list(50)).filter((mail) => mail.recipient === user.email);

/** The unread counts sent to a user. */
function followUnread(of: TestUser) {
  const stream = readStream(of.client, calls.followTopics, { body: { topics: [{ topic: topicOf.unread }] } });
  return {
    ...stream,
    get data() {
      return stream.data.map((news) => (news as { data: unknown }).data);
    },
  };
}

describe('the list', () => {
  test('[notifications-4] shows the newest first, with counts, and continues after what was seen even if more has arrived', async () => {
    for (const title of ['One', 'Two', 'Three']) await notify(title, user, { link: '/dashboard' });
    const first = await list({ size: 2 });
    expect(first).toMatchObject({ totalElements: 3, page: 0, size: 2 });
    expect(first.content.map(({ title }) => title)).toEqual(['Three', 'Two']);
    expect(first.content[0]).toMatchObject({ text: 'Why.', link: '/dashboard', isRead: false, kind: 'run-failed' });
    await notify('Four');
    const rest = await list({ size: 2, before: first.content[1]?.notificationId ?? '' });
    expect(rest.content.map(({ title }) => title)).toEqual(['One']);
    expect(await unread()).toEqual({ notifications: 4, broadcasts: 0 });
  });

  test('one is marked as read, then all, and some are deleted', async () => {
    for (const title of ['One', 'Two', 'Three']) await notify(title);
    const [newest, middle] = (await list()).content;
    const named = { notificationIds: [newest?.notificationId ?? ''] };
    expect(await user.client.call(calls.readNotifications, { body: named })).toEqual({
      notifications: 2,
      broadcasts: 0,
    });
    expect((await list()).content.map(({ isRead }) => isRead)).toEqual([true, false, false]);
    const deleted = await user.client.call(calls.deleteNotifications, { query: { id: middle?.notificationId ?? '' } });
    expect(deleted.message).toBe('Notification deleted');
    expect((await list()).content.map(({ title }) => title)).toEqual(['Three', 'One']);
    expect(await user.client.call(calls.readNotifications, { body: {} })).toEqual({ notifications: 0, broadcasts: 0 });
  });

  test("users can't read, mark or delete the notifications of others, in their organization or another", async () => {
    await notify('Mine');
    const [mine] = (await list()).content;
    const id = mine?.notificationId ?? '';
    for (const other of [await server.createUser(user, { role: 'ROLE_ADMIN' }), await server.createOrganization()]) {
      expect((await list({}, other)).content).toEqual([]);
      const refused = { status: 404 };
      const read = other.client.call(calls.readNotifications, { body: { notificationIds: [id] } });
      await expect(read).rejects.toMatchObject(refused);
      await expect(other.client.call(calls.deleteNotifications, { query: { id } })).rejects.toMatchObject(refused);
    }
    expect((await list()).content).toEqual([mine]);
  });

  test('visitors of another organization see their notifications from there', async () => {
    const root = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
    await notify('At home', root);
    await notify('In the other', root, { organizationId: user.organizationId });
    const visit = (organizationId: string) =>
      fetch(`${server.url}/services/notifications${calls.listNotifications.path}`, {
        headers: { authorization: `Bearer ${root.token}`, 'organization-id': organizationId },
      }).then((response) => response.json());
    expect(await visit(user.organizationId)).toMatchObject({ content: [{ title: 'In the other' }], totalElements: 1 });
    expect(await visit(root.organizationId)).toMatchObject({ content: [{ title: 'At home' }], totalElements: 1 });
  });

  test('a repeated event is stored once', async () => {
    for (let time = 0; time < 2; time += 1) await notify('Once', user, { onceKey: 'run:1' });
    expect((await list()).totalElements).toBe(1);
  });

  test('a publisher never fails, whatever it sends', async () => {
    await expect(notify('Broken', user, { organizationId: 'no id' })).resolves.toBeUndefined();
    expect((await list()).content).toEqual([]);
  });
});

describe('the stream', () => {
  test('sends the unread counts immediately and after each change, to this user only; disconnecting ends it [notifications-2]', async () => {
    const gauge = async () => (await server.platform.metrics.eventStreams.get()).values[0]?.value;
    const stream = followUnread(user);
    const other = followUnread(await server.createOrganization());
    await vi.waitFor(() => expect([stream.data, other.data]).toEqual([[none], [none]]), waitOptions);
    expect(await gauge()).toBe(2);
    await notify('News');
    await vi.waitFor(() => expect(stream.data.at(-1)).toEqual({ ...none, notifications: 1 }), waitOptions);
    await user.client.call(calls.readNotifications, { body: {} });
    await vi.waitFor(() => expect(stream.data.at(-1)).toEqual(none), waitOptions);
    expect(other.data).toEqual([none]);
    for (const { leave, ended } of [stream, other]) {
      leave();
      await ended;
    }
    await vi.waitFor(async () => expect(await gauge()).toBe(0), waitOptions);
  });
});

describe('mails', () => {
  const choose = (kind: 'run-failed' | 'plan-ending' | 'comment-mention', isMailed: boolean) =>
    user.client.call(calls.setMailPreference, { body: { kind, isMailed } });

  test('a failed run is mailed only to those who want it, the end of a plan unless they opted out', async () => {
    const { preferences } = await user.client.call(calls.getMailPreferences, {});
    expect(preferences.filter(({ isMailed }) => isMailed)).toEqual([
      { kind: 'comment-mention', isMailed: true },
      { kind: 'plan-ending', isMailed: true },
    ]);
    await notify('Not mailed');
    await notify('Ends soon', user, { kind: 'plan-ending' });
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Ends soon']);
    await choose('run-failed', true);
    await choose('comment-mention', false);
    expect((await choose('plan-ending', false)).preferences.filter(({ isMailed }) => isMailed)).toEqual([
      { kind: 'run-failed', isMailed: true },
    ]);
    await notify('<b>Mailed</b>', user, { link: '/dashboard' });
    await notify('Ends sooner', user, { kind: 'plan-ending' });
    const [newest, ...others] = await mails();
    expect(others).toHaveLength(1);
    expect(newest?.subject).toBe('<b>Mailed</b>');
    expect(newest?.textBody).toContain(`${server.url}/dashboard`);
    expect(newest?.htmlBody).toContain('&lt;b&gt;Mailed');
    expect(newest?.htmlBody).toContain('/profile');
  });

  test("users who can't sign in get no mail", async () => {
    const colleague = await server.createUser(user, { role: 'ROLE_USER' });
    await server.platform.database.pool.query('update user_management."user" set active = false where id = $1', [
      colleague.userId,
    ]);
    await notify('Ends soon', colleague, { kind: 'plan-ending' });
    const all = await server.platform.mailer.list(50);
    expect(all.filter((mail) => mail.recipient === colleague.email)).toEqual([]);
  });
});

describe('broadcasts', () => {
  let root: TestUser;
  beforeAll(async () => {
    root = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
  });
  const write = (text: string, endsAt?: Date) =>
    root.client.call(calls.createBroadcast, { body: { text, ...(endsAt && { endsAt: endsAt.toISOString() }) } });
  const present = async (of: TestUser = user) =>
    (await of.client.call(calls.listBroadcasts, {})).content.map(({ text, isRead }) => [text, isRead]);
  const inMinutes = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);

  test('[notifications-4] everyone sees them immediately, each with their own read state, until they end', async () => {
    const stream = followUnread(user);
    await vi.waitFor(() => expect(stream.data).toHaveLength(1), waitOptions);
    const { broadcastId, createdBy } = await write('  Maintenance at noon  ');
    expect(createdBy).toBe('Ada Admin');
    await vi.waitFor(() => expect(stream.data.at(-1)).toEqual({ ...none, broadcasts: 1 }), waitOptions);
    await write('For ten minutes', inMinutes(10));
    expect(await present()).toEqual([
      ['For ten minutes', false],
      ['Maintenance at noon', false],
    ]);
    expect(await user.client.call(calls.readBroadcasts, {})).toEqual(none);
    expect((await present()).map(([, isRead]) => isRead)).toEqual([true, true]);
    expect((await present(await server.createOrganization())).map(([, isRead]) => isRead)).toEqual([false, false]);
    clock.advance(10 * 60_000);
    expect(await present()).toEqual([['Maintenance at noon', true]]);
    await root.client.call(calls.endBroadcast, { query: { broadcastId } });
    expect(await present()).toEqual([]);
    await expect(root.client.call(calls.endBroadcast, { query: { broadcastId } })).rejects.toMatchObject({
      code: 'NOTIFICATIONS_BROADCAST_NOT_FOUND',
    });
    stream.leave();
    await stream.ended;
  });

  test("a broadcast can't be empty, end before it starts, or be written by an administrator", async () => {
    await expect(write(' ')).rejects.toMatchObject({ status: 400 });
    await expect(write('Late', inMinutes(0))).rejects.toMatchObject({ code: 'NOTIFICATIONS_BROADCAST_ENDS_IN_PAST' });
    const mine = user.client.call(calls.createBroadcast, { body: { text: 'Mine' } });
    await expect(mine).rejects.toMatchObject({ status: 403 });
    expect(await present()).toEqual([]);
  });
});

test('notifications older than the retention are deleted', async () => {
  await notify('Old');
  clock.advance(90 * 24 * 3_600_000 + 1);
  await notify('New');
  await server.platform.jobs.send('notifications.sweep', {});
  await vi.waitFor(async () => expect((await list()).content.map(({ title }) => title)).toEqual(['New']), waitOptions);
});
