import { notificationRoutes as calls, notificationKinds } from '@touchstone/contracts/notifications';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import type { Waiters } from '../../../platform/database/waiters.ts';
import { failureOf } from '../../api-testing/testing/builders.ts';
import type { RunEnd } from '../../runs/index.ts';
import { userManagementService } from '../../user-management/index.ts';
import { type NotifyInput, notificationsService } from '../index.ts';
import { everybody } from './broadcasts.ts';
import { cloneChannel, cloneKey, createClones } from './clone-progress.ts';
import { createEventNotices } from './event-notices.ts';
import { notificationMail } from './mail.ts';
import { userChannel } from './notifications.ts';

const waitOptions = { timeout: 20_000, interval: 20 };
const clock = new FakeClock(new Date());
let server: TestServer;
let root: TestUser;
let user: TestUser;
/** The keys of users and copies whose readers were woken. */
const woken: string[] = [];
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  root = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
  for (const channel of [userChannel, cloneChannel])
    await server.platform.notifier.listen(channel, (key) => void woken.push(key));
}, 120_000);
beforeEach(async () => {
  user = await server.createOrganization();
});
afterAll(() => server.close());

const notify = (title: string, more: Partial<NotifyInput> = {}) =>
  server.app.door(notificationsService).notify({
    organizationId: user.organizationId,
    userIds: [user.userId],
    kind: 'run-failed',
    title,
    text: 'Why.',
    ...more,
  });
const list = async (query: { page?: number; size?: number } = {}, of = user) =>
  of.client.call(calls.listNotifications, { query });
const titles = async (of = user) => (await list({}, of)).content.map(({ title }) => title);
const mailsTo = async (of: TestUser) =>
  (await server.platform.mailer.list(200)).filter(({ recipient }) => recipient === of.email);
const inSeconds = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000).toISOString();
/** Resolves when the readers of these keys were woken in this order since the last call. */
const expectWoken = async (keys: string[]) => {
  const own = () => woken.filter((key) => keys.includes(key));
  await vi.waitFor(() => expect(own()).toEqual(keys), waitOptions);
  const others = woken.filter((key) => !keys.includes(key));
  woken.splice(0, woken.length, ...others);
};

describe('a notification', () => {
  test('is stored whole for each user once, and wakes their pages', async () => {
    const colleague = await server.createUser(user, { role: 'ROLE_GUEST' });
    await notify('x'.repeat(301), { userIds: [user.userId, colleague.userId, user.userId], link: '/dashboard' });
    for (const of of [user, colleague])
      expect(await list({}, of)).toEqual({
        content: [
          {
            notificationId: expect.any(String),
            kind: 'run-failed',
            title: 'x'.repeat(300),
            text: 'Why.',
            link: '/dashboard',
            isRead: false,
            createdAt: clock.now().toISOString(),
          },
        ],
        totalElements: 1,
        page: 0,
        size: 10,
      });
    await expectWoken([user.userId, colleague.userId]);
    await notify('Without a link');
    expect((await list({ size: 1 })).content[0]?.link).toBeNull();
    expect((await list({ page: 1, size: 1 })).content.map(({ title }) => title)).toEqual(['x'.repeat(300)]);
    await expectWoken([user.userId]);
  });

  test('without recipients is neither stored nor mailed', async () => {
    const error = vi.spyOn(server.platform.log, 'error');
    await notify('No recipients', { userIds: [], kind: 'plan-ending' });
    expect(error).not.toHaveBeenCalled();
    error.mockRestore();
  });

  test('of a repeated event is stored, sent and mailed only to those who have not had it', async () => {
    const colleague = await server.createUser(user, { role: 'ROLE_USER' });
    const once = { kind: 'plan-ending', onceKey: newId() } as const;
    await notify('Ends', once);
    await notify('Ends', once);
    await notify('Ends', { ...once, userIds: [user.userId, colleague.userId] });
    await notify('Ends', { ...once, onceKey: newId() });
    await expectWoken([user.userId, colleague.userId, user.userId]);
    expect([await titles(), await titles(colleague)]).toEqual([['Ends', 'Ends'], ['Ends']]);
    expect([(await mailsTo(user)).length, (await mailsTo(colleague)).length]).toEqual([2, 1]);
  });

  test('that cannot be stored is logged with its kind', async () => {
    const error = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined);
    await notify('Broken', { organizationId: 'no id' });
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { err: expect.any(Error), kind: 'run-failed' },
      'a notification was not kept',
    );
    error.mockRestore();
    expect(await titles()).toEqual([]);
  });

  test('is mailed by default or by choice, to each of its users', async () => {
    const others = [
      await server.createUser(user, { role: 'ROLE_USER' }),
      await server.createUser(user, { role: 'ROLE_USER' }),
    ];
    const userIds = [user, ...others].map(({ userId }) => userId);
    const choose = (of: TestUser, kind: 'run-failed' | 'plan-ending', isMailed: boolean) =>
      of.client.call(calls.setMailPreference, { body: { kind, isMailed } });
    const defaults = (await user.client.call(calls.getMailPreferences, {})).preferences;
    expect(defaults).toEqual(Object.entries(notificationKinds).map(([kind, { isMailed }]) => ({ kind, isMailed })));
    const chosen = await choose(user, 'run-failed', true);
    expect(chosen.preferences).toEqual(
      defaults.map(({ kind, isMailed }) => ({ kind, isMailed: kind === 'run-failed' || isMailed })),
    );
    await choose(user, 'run-failed', false);
    await choose(user, 'run-failed', true);
    await choose(others[0] as TestUser, 'plan-ending', false);
    expect(await others[1]?.client.call(calls.getMailPreferences, {})).toEqual({ preferences: defaults });
    await notify('Failed', { userIds });
    await notify('Ending', { userIds, kind: 'plan-ending' });
    const mailed = await Promise.all([user, ...others].map(mailsTo));
    expect(mailed.map((mails) => mails.map(({ subject }) => subject).sort())).toEqual([
      ['Ending', 'Failed'],
      [],
      ['Ending'],
    ]);
  });

  test('is not mailed to users who were deactivated or have not accepted their invitation', async () => {
    const deactivated = await server.createUser(user, { role: 'ROLE_USER' });
    await server.platform.database.pool.query('update user_management."user" set active = false where id = $1', [
      deactivated.userId,
    ]);
    const { userId } = await server.app.door(userManagementService).createUser({
      organizationId: user.organizationId,
      email: 'unborn@example.test',
      firstName: 'Una',
      lastName: 'Born',
      role: 'ROLE_USER',
      teamIds: [],
      activated: false,
    });
    const userIds = [newId(), deactivated.userId, userId, user.userId];
    await notify('Ending', { userIds, kind: 'plan-ending' });
    const recipients = (await server.platform.mailer.list(200)).map(({ recipient }) => recipient);
    expect(recipients).toContain(user.email);
    expect(recipients).not.toContain(deactivated.email);
    expect(recipients).not.toContain('unborn@example.test');
  });

  test('is marked as read at most once, and deleted, which wakes the own pages only', async () => {
    for (const title of ['One', 'Two', 'Three']) await notify(title);
    await expectWoken(Array(3).fill(user.userId));
    const ids = (await list()).content.map(({ notificationId }) => notificationId);
    const read = (notificationIds?: string[]) =>
      user.client.call(calls.readNotifications, { body: { ...(notificationIds && { notificationIds }) } });
    expect(await read([ids[0] ?? '', newId()])).toEqual({ notifications: 2, broadcasts: 0 });
    await expectWoken([user.userId]);
    expect((await failureOf(read([newId()]))).code).toBe('NOTIFICATIONS_NOTIFICATION_NOT_FOUND');
    const remove = (id: string[]) => user.client.call(calls.deleteNotifications, { query: { id } });
    expect((await failureOf(remove([newId()]))).code).toBe('NOTIFICATIONS_NOTIFICATION_NOT_FOUND');
    expect(await titles()).toEqual(['Three', 'Two', 'One']);
    expect(await remove([ids[1] ?? '', ids[2] ?? '', newId()])).toEqual({ message: '2 notifications deleted' });
    await expectWoken([user.userId]);
    expect(await titles()).toEqual(['Three']);
    expect(await read()).toEqual({ notifications: 0, broadcasts: 0 });
    await expectWoken([user.userId]);
  });
});

test.each([
  ['Why.', '/page', 'Failed. Why.', true],
  ['', '/page', 'Failed.', true],
  ['Why.', null, 'Failed. Why.', false],
])('a mail with the text %j and the link %j', (text, link, what, hasLink) => {
  const mail = notificationMail({ firstName: 'Ada' }, { title: 'Failed', text, link }, 'https://touchstone.example');
  expect(mail.subject).toBe('Failed');
  expect(mail.text).toContain(`${what}\n`);
  expect(mail.text).toContain('https://touchstone.example/profile');
  expect(mail.text.includes('https://touchstone.example/page')).toBe(hasLink);
});

describe('a broadcast', () => {
  const write = (text: string, endsAt?: string) =>
    root.client.call(calls.createBroadcast, { body: { text, ...(endsAt && { endsAt }) } });
  const listed = async (of = user) => (await of.client.call(calls.listBroadcasts, {})).content;
  const end = (broadcastId: string) => root.client.call(calls.endBroadcast, { query: { broadcastId } });
  const unread = async (of = user) => (await of.client.call(calls.countUnread, {})).broadcasts;

  test('is returned whole, wakes everyone, is read by each user and ended once; both are recorded', async () => {
    const endsAt = inSeconds(1);
    const made = await write('Maintenance', endsAt);
    expect(made).toEqual({
      broadcastId: made.broadcastId,
      text: 'Maintenance',
      createdBy: 'Ada Admin',
      isRead: false,
      createdAt: clock.now().toISOString(),
      endsAt,
    });
    expect(await listed()).toEqual([made]);
    expect(await user.client.call(calls.readBroadcasts, {})).toEqual({ notifications: 0, broadcasts: 0 });
    expect(await user.client.call(calls.readBroadcasts, {})).toEqual({ notifications: 0, broadcasts: 0 });
    expect(await listed()).toEqual([{ ...made, isRead: true }]);
    expect([await listed(root), await unread(root)]).toEqual([[made], 1]);
    expect(await end(made.broadcastId)).toEqual({ message: 'Broadcast ended' });
    await expectWoken([everybody, user.userId, user.userId, everybody]);
    expect([await listed(), await unread(root)]).toEqual([[], 0]);
    expect((await failureOf(end(made.broadcastId))).code).toBe('NOTIFICATIONS_BROADCAST_NOT_FOUND');
    const entries = await auditEntries(server, { targets: [made.broadcastId] });
    expect(entries.map(({ action, userId }) => [action, userId])).toEqual([
      ['broadcast.created', root.userId],
      ['broadcast.ended', root.userId],
    ]);
  });

  test('may end a moment from now, and not now', async () => {
    expect((await failureOf(write('Now', inSeconds(0)))).code).toBe('NOTIFICATIONS_BROADCAST_ENDS_IN_PAST');
    expect(await listed()).toEqual([]);
    const soon = await write('Soon', inSeconds(0.001));
    expect((await listed()).map(({ text }) => text)).toEqual(['Soon']);
    clock.advance(1);
    expect(await listed()).toEqual([]);
    expect((await failureOf(end(soon.broadcastId))).code).toBe('NOTIFICATIONS_BROADCAST_NOT_FOUND');
    await expectWoken([everybody]);
  });
});

describe('events elsewhere', () => {
  const sent: NotifyInput[] = [];
  const noticesWith = (link: string | undefined) => {
    sent.length = 0;
    return createEventNotices({
      users: server.app.door(userManagementService),
      runs: { linkOf: () => link as never },
      notify: async (input) => void sent.push(input),
    });
  };
  const runEnd = (status: 'failed' | 'cancelled') =>
    ({
      runId: 'run',
      organizationId: 'organization',
      createdBy: 'starter',
      name: 'Checkout',
      number: 3,
      status,
      message: 'Broken.',
      counts: {},
      durationMs: 400,
    }) as unknown as RunEnd;

  test('the end of a run with a page is told to its starter, once', async () => {
    await noticesWith('/report').runEnded(runEnd('failed'));
    expect(sent).toEqual([
      {
        organizationId: 'organization',
        userIds: ['starter'],
        kind: 'run-failed',
        title: 'Checkout #3 failed',
        text: 'Broken. It took 400 ms.',
        link: '/report',
        onceKey: 'run:run',
      },
    ]);
    await noticesWith('/report').runEnded(runEnd('cancelled'));
    expect(sent).toEqual([]);
    await noticesWith(undefined).runEnded(runEnd('failed'));
    expect(sent).toEqual([]);
  });

  test('an accepted invitation is told to the other administrators, once', async () => {
    const second = await server.createUser(user, { role: 'ROLE_ADMIN', firstName: 'Mia', lastName: 'Moss' });
    const { userActivated } = noticesWith(undefined);
    await userActivated({ userId: second.userId });
    expect(sent).toEqual([
      {
        organizationId: user.organizationId,
        userIds: [user.userId],
        kind: 'invitation-accepted',
        title: 'Mia Moss accepted the invitation',
        text: `${second.email} can sign in from now on.`,
        link: '/account/users',
        onceKey: `activated:${second.userId}`,
      },
    ]);
    await userActivated({ userId: newId() });
    expect(sent).toHaveLength(1);
  });
});

describe('a copy', () => {
  const folderType = 'PROJECT' as const;
  /** The keys whose wake-ups a follower waits for. */
  const awaited: string[] = [];
  /** A follower whose checks the test causes. */
  const clonesWith = (beforeCheck: (check: number) => void, checks: number) => {
    const wakeUps = async function* (keys: readonly string[]) {
      awaited.push(...keys);
      for (let check = 0; check < checks; check += 1) {
        beforeCheck(check);
        yield;
      }
    };
    return createClones({ platform: server.platform, waiters: { wakeUps } as unknown as Waiters });
  };
  const quiet = () => undefined;
  const statesOf = async (
    clones: ReturnType<typeof clonesWith>,
    uniqueIdentifier: string,
    after = 0,
  ): Promise<unknown[]> => {
    const states: unknown[] = [];
    const { signal } = new AbortController();
    for await (const state of clones.follow(user, uniqueIdentifier, { after, signal })) states.push(state);
    return states;
  };

  test('wakes its followers at its start and end, and each state is sent once', async () => {
    const clones = clonesWith(quiet, 3);
    const uniqueIdentifier = newId();
    const key = cloneKey(user.userId, uniqueIdentifier);
    const running = { uniqueIdentifier, executionStatus: 'RUNNING', folderType, seq: 1 };
    const result = await clones.progress(user, { uniqueIdentifier, folderType }, async () => {
      expect(await statesOf(clones, uniqueIdentifier)).toEqual([running]);
      expect(await statesOf(clones, uniqueIdentifier, 1)).toEqual([]);
      return 'copied';
    });
    expect(result).toBe('copied');
    await expectWoken([key, key]);
    expect(awaited).toContain(key);
    expect(await statesOf(clones, uniqueIdentifier)).toEqual([{ ...running, executionStatus: 'COMPLETED', seq: 2 }]);
    expect(await statesOf(clones, uniqueIdentifier, 2)).toEqual([]);
  });

  test('that fails reports it and rejects with its own error', async () => {
    const clones = clonesWith(quiet, 1);
    const uniqueIdentifier = newId();
    const failing = clones.progress(user, { uniqueIdentifier, folderType: 'WORKFLOW' }, async () => {
      throw new Error('No room.');
    });
    await expect(failing).rejects.toThrow('No room.');
    expect(await statesOf(clones, uniqueIdentifier)).toEqual([
      { uniqueIdentifier, executionStatus: 'FAILED', folderType: 'WORKFLOW', seq: 2 },
    ]);
  });

  test('goes on if its states cannot be stored', async () => {
    const error = vi.spyOn(server.platform.log, 'error').mockImplementation(() => undefined);
    const starter = { userId: 'no id', organizationId: user.organizationId };
    const name = { uniqueIdentifier: 'broken-copy', folderType };
    expect(await clonesWith(quiet, 1).progress(starter, name, async () => 'copied')).toBe('copied');
    expect(error.mock.calls).toEqual(
      Array(2).fill([{ err: expect.any(Error), uniqueIdentifier: 'broken-copy' }, 'the state of a copy was not kept']),
    );
    error.mockRestore();
  });

  test('without an identifier is made and not followed', async () => {
    const name = { uniqueIdentifier: undefined, folderType };
    expect(await clonesWith(quiet, 1).progress(user, name, async () => 'copied')).toBe('copied');
    const { rowCount } = await server.platform.database.pool.query(
      'select 1 from notifications.clone where user_id = $1',
      [user.userId],
    );
    expect(rowCount).toBe(0);
  });

  test('is awaited for 30 seconds and no longer', async () => {
    const checked: number[] = [];
    const clones = clonesWith((check) => {
      checked.push(check);
      clock.advance(check === 0 ? 0 : check === 1 ? 30_000 : 1);
    }, 9);
    expect(await statesOf(clones, newId())).toEqual([]);
    expect(checked).toEqual([0, 1, 2]);
  });
});
