import { commentRoutes as calls } from '@touchstone/contracts/comments';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { createReadComments } from './comments.ts';
import { createNotifyPeople } from './notify-people.ts';

const clock = new FakeClock(new Date());
let server: TestServer;
let owner: TestUser;
let ana: TestUser;
let projectId: string;
let suiteId: string;
let subjectId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'PRO' });
  ana = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Ana', lastName: 'Ruiz' });
  ({ projectId } = await owner.client.call(workspaceRoutes.createProject, { body: { projectName: 'Shop' } }));
  suiteId = await newSuite(owner.client, projectId);
  subjectId = await newSubject();
});

const newSubject = async () => (await newScript(owner.client, suiteId, { url: 'https://a.test/' })).scriptId;
const write = (user: TestUser, text: string, threadId?: string, of = subjectId) => {
  clock.advance(1000);
  return user.client.call(calls.createComment, {
    body: { kind: 'api-script', subjectId: of, text, ...(threadId && { threadId }) },
  });
};
const threads = (user: TestUser, query = {}) =>
  user.client.call(calls.listThreads, { query: { kind: 'api-script', subjectId, ...query } });
const texts = async (user: TestUser, query = {}) =>
  (await threads(user, query)).content.map(({ comments }) => comments.map(({ text }) => text));
const counts = async (user: TestUser) =>
  (await user.client.call(calls.countComments, { query: { projectId, kind: 'api-script', containerId: projectId } }))
    .content;
const remove = (user: TestUser, commentId: string) => user.client.call(calls.deleteComment, { query: { commentId } });
const resolve = (user: TestUser, threadId: string, isResolved: boolean) =>
  user.client.call(calls.resolveThread, { body: { threadId, isResolved } });
const update = (user: TestUser, commentId: string, text: string) =>
  user.client.call(calls.updateComment, { body: { commentId, text } });
const sql = async (text: string, values: unknown[]) => (await server.platform.database.pool.query(text, values)).rows;
const notFound = { status: 404, code: 'COMMENTS_COMMENT_NOT_FOUND' };
const copies = (id: string, count: number, changes: string) =>
  sql(
    `insert into comments.comment select (jsonb_populate_record(c, ${changes})).* from comments.comment c,
       lateral (select n, gen_random_uuid() as id from generate_series(1, $2::int) n) as fresh where c.id = $1`,
    [id, count],
  );

test('a comment is returned with all fields when written, edited and listed', async () => {
  const made = await write(ana, 'Why?');
  const at = clock.now().toISOString();
  const { commentId } = made;
  const whole = {
    commentId,
    threadId: commentId,
    userId: ana.userId,
    userName: 'Ana Ruiz',
    text: 'Why?',
    mentions: [],
    createdAt: at,
    editedAt: null,
    isDeleted: false,
    isUnread: false,
  };
  expect(made).toEqual(whole);
  clock.advance(1000);
  const edited = { ...whole, text: 'Why not, @Ana Ruiz?', editedAt: clock.now().toISOString() };
  const mentions = [{ userId: ana.userId, writtenAs: 'Ana Ruiz' }];
  expect(await update(ana, commentId, 'Why not, @Ana Ruiz?')).toEqual({ ...edited, mentions });
  const { content, ...page } = await threads(owner);
  expect(page).toEqual({ totalElements: 1, page: 0, size: 10, projectId, related: [], relatedComments: 0 });
  const comments = [{ ...edited, mentions, isUnread: true }];
  expect(content).toEqual([{ threadId: commentId, resolvedAt: null, resolvedByName: null, comments }]);
});

test('open threads come before resolved ones, the newest first, in pages', async () => {
  const [a, , c] = [await write(ana, 'A'), await write(ana, 'B'), await write(ana, 'C')];
  await write(owner, 'To A', a.threadId);
  await resolve(owner, c.threadId, true);
  expect(await texts(ana)).toEqual([['B'], ['A', 'To A'], ['C']]);
  expect(await texts(ana, { page: 1, size: 2 })).toEqual([['C']]);
  expect(await threads(ana, { page: 1, size: 2 })).toMatchObject({ totalElements: 3, page: 1, size: 2 });
  expect((await threads(ana)).content[2]).toMatchObject({
    resolvedAt: clock.now().toISOString(),
    resolvedByName: 'Ada Admin',
  });
  await resolve(ana, c.threadId, false);
  expect((await threads(ana)).content[0]).toMatchObject({ resolvedAt: null, resolvedByName: null });
  expect(await counts(ana)).toEqual([{ subjectId, comments: 4, openThreads: 3, unread: 1 }]);
});

test('only threads are resolved or replied to, on their own subject', async () => {
  const first = await write(ana, 'First');
  const reply = await write(owner, 'Reply', first.threadId);
  for (const id of [reply.commentId, newId()]) {
    expect(await failureOf(resolve(ana, id, true))).toMatchObject(notFound);
    expect(await failureOf(write(ana, 'X', id))).toMatchObject(notFound);
  }
  const other = await newSubject();
  expect(await failureOf(write(ana, 'X', first.threadId, other))).toMatchObject(notFound);
  expect(await texts(ana)).toEqual([['First', 'Reply']]);
  const stranger = await server.createOrganization({ plan: 'PRO' });
  for (const call of [
    () => resolve(stranger, first.threadId, true),
    () => update(stranger, first.commentId, 'X'),
    () => remove(stranger, first.commentId),
    () => stranger.client.call(calls.readComments, { body: { commentId: first.commentId } }),
    () => stranger.client.call(calls.listMentionablePeople, { query: { projectId } }),
  ])
    expect((await failureOf(call())).status).toBe(404);
});

test('a reply reopens its thread only, and an edit reopens nothing', async () => {
  const [a, b] = [await write(ana, 'A'), await write(ana, 'B')];
  for (const { threadId } of [a, b]) await resolve(ana, threadId, true);
  await update(ana, a.commentId, 'A!');
  expect(await counts(ana)).toMatchObject([{ openThreads: 0 }]);
  await write(owner, 'To A', a.threadId);
  expect(await texts(ana)).toEqual([['A!', 'To A'], ['B']]);
  expect(await counts(ana)).toMatchObject([{ openThreads: 1 }]);
});

test('a deleted first comment keeps its place while it has replies', async () => {
  const first = await write(ana, 'First @Ana Ruiz');
  const [one, two] = [await write(owner, 'One', first.threadId), await write(owner, 'Two', first.threadId)];
  await remove(ana, first.commentId);
  const [thread] = (await threads(owner)).content;
  expect(thread?.comments[0]).toMatchObject({ text: '', mentions: [], isDeleted: true, isUnread: false });
  expect(await counts(ana)).toMatchObject([{ comments: 2, unread: 2 }]);
  for (const call of [
    () => remove(ana, first.commentId),
    () => update(ana, first.commentId, 'X'),
    () => ana.client.call(calls.readComments, { body: { commentId: first.commentId } }),
  ])
    expect(await failureOf(call())).toMatchObject(notFound);
  await remove(owner, one.commentId);
  expect(await texts(owner)).toEqual([['', 'Two']]);
  await remove(owner, two.commentId);
  expect(await texts(owner)).toEqual([]);
  const again = await write(ana, 'Again');
  const reply = await write(owner, 'Reply', again.threadId);
  await remove(owner, reply.commentId);
  expect(await texts(owner)).toEqual([['Again']]);
  await remove(ana, again.commentId);
  expect(await texts(owner)).toEqual([]);
});

test('a thread has at most 200 comments, even if several are written at the same time', async () => {
  const { commentId, threadId } = await write(ana, 'First');
  await copies(commentId, 198, `jsonb_build_object('id', fresh.id)`);
  const last = [ana, owner].map((user) => () => write(user, 'The 200th', threadId));
  const full = { code: 'COMMENTS_THREAD_FULL', message: expect.stringContaining('200') };
  expect(await race(server, 'comments.comment', last)).toEqual([expect.objectContaining(full)]);
  expect(await failureOf(write(owner, 'More', threadId))).toMatchObject(full);
  await write(owner, 'A new thread');
});

test('a subject has at most 500 threads, even if several are begun at the same time', async () => {
  const { commentId, threadId } = await write(ana, 'First');
  await copies(commentId, 498, `jsonb_build_object('id', fresh.id, 'thread_id', fresh.id)`);
  const last = [ana, owner].map((user) => () => write(user, 'The 500th'));
  const full = { code: 'COMMENTS_SUBJECT_FULL', message: expect.stringContaining('500') };
  expect(await race(server, 'comments.comment', last)).toEqual([expect.objectContaining(full)]);
  expect(await failureOf(write(owner, 'More'))).toMatchObject(full);
  await write(owner, 'A reply', threadId);
  await write(owner, 'Elsewhere', undefined, await newSubject());
});

test('what a user has read never becomes unread again, and own comments are never unread', async () => {
  const [first, second] = [await write(ana, 'First'), await write(ana, 'Second')];
  const readUpTo = (commentId: string) => owner.client.call(calls.readComments, { body: { commentId } });
  const unread = async (user: TestUser) => (await counts(user))[0]?.unread;
  expect([await unread(owner), await unread(ana)]).toEqual([2, 0]);
  await readUpTo(first.commentId);
  expect(await unread(owner)).toBe(1);
  await readUpTo(second.commentId);
  await readUpTo(first.commentId);
  expect(await unread(owner)).toBe(0);
  await write(ana, 'Third');
  expect(await unread(owner)).toBe(1);
});

test('an unknown kind cannot be counted', async () => {
  const query = { projectId, kind: 'no-such-kind', containerId: projectId };
  expect(await failureOf(owner.client.call(calls.countComments, { query }))).toMatchObject({
    status: 404,
    code: 'COMMENTS_UNKNOWN_SUBJECT',
  });
});

test('of related subjects, at most 20 are shown, those that still exist', async () => {
  const source = await newSubject();
  const { commentId } = await write(ana, 'On a step');
  await sql(`update comments.comment set source_id = $2, kind = 'step' where id = $1`, [commentId, source]);
  await copies(
    commentId,
    24,
    `jsonb_build_object('id', fresh.id, 'thread_id', fresh.id, 'subject_id', 'step ' || fresh.n)`,
  );
  const links: string[] = [];
  const step = {
    kind: 'step',
    link: async ({ subjectId: of }: { subjectId: string }) => {
      links.push(of);
      return of === 'step 1' ? undefined : `/steps/${of}`;
    },
  };
  const { list } = createReadComments(
    { platform: server.platform, subjects: new Map([['step', step]]) } as never,
    { open: async () => ({ projectId, containerId: projectId }) } as never,
  );
  const { organizationId, userId } = owner;
  const subject = { kind: 'api-script', subjectId: source };
  const found = await list({ organizationId, userId } as never, subject, { page: 0, size: 10 });
  expect(links).toHaveLength(20);
  expect(found.related.length).toBe(links.includes('step 1') ? 19 : 20);
  expect(found.relatedComments).toBe(25);
  const shown = found.related.find(({ subjectId: of }) => of !== subjectId);
  expect(shown).toEqual({
    kind: 'step',
    subjectId: shown?.subjectId,
    comments: 1,
    lastAt: clock.now().toISOString(),
    link: `/steps/${shown?.subjectId}`,
  });
});

/** Notifications of a comment, with everyone given as reachable. */
async function notified(commentId: string, { reachable = [owner, ana], link = '/here' as string | null } = {}) {
  const sent: object[] = [];
  const asked: unknown[] = [];
  const notifyPeople = createNotifyPeople({
    platform: server.platform,
    subjects: new Map([['api-script', { link: async () => link ?? undefined }]]),
    people: {
      list: async (_place: unknown, { among, most }: { among: string[]; most: number }) => {
        asked.push([among.toSorted(), most]);
        return reachable.filter(({ userId }) => among.includes(userId));
      },
    },
    notify: async (notification: object) => void sent.push(notification),
  } as never);
  await notifyPeople({ commentId, organizationId: owner.organizationId });
  return { sent, asked };
}

test('mentioned people and earlier authors of the thread are notified differently, once per comment', async () => {
  const first = await write(ana, 'First');
  const { commentId } = await write(owner, `Look,\n  @${owner.email}: see above`, first.threadId);
  const about = {
    organizationId: owner.organizationId,
    text: `Look, @${owner.email}: see above`,
    link: '/here',
    onceKey: `comment:${commentId}`,
  };
  const mention = { ...about, kind: 'comment-mention', title: 'Ada Admin mentioned you in a comment' };
  const reply = { ...about, kind: 'comment-reply', title: 'Ada Admin replied in a thread you take part in' };
  const { sent, asked } = await notified(commentId);
  expect(sent).toEqual([
    { ...mention, userIds: [] },
    { ...reply, userIds: [ana.userId] },
  ]);
  expect(asked).toEqual([[[ana.userId], 200]]);
  const both = await update(owner, commentId, '@Ana Ruiz');
  expect(both.mentions).toEqual([{ userId: ana.userId, writtenAs: 'Ana Ruiz' }]);
  expect((await notified(commentId)).sent).toEqual([
    { ...mention, text: '@Ana Ruiz', userIds: [ana.userId] },
    { ...reply, text: '@Ana Ruiz', userIds: [] },
  ]);
  const unreachable = await notified(commentId, { reachable: [owner] });
  expect(unreachable.sent).toMatchObject([{ userIds: [] }, { userIds: [] }]);
  const gone = await notified(commentId, { link: null });
  for (const one of gone.sent) expect(one).not.toHaveProperty('link');
});

test('nobody is notified of a comment without mentions in a new thread, of a deleted one, or on an unknown subject', async () => {
  const alone = await write(ana, 'Alone');
  expect(await notified(alone.commentId)).toEqual({ sent: [], asked: [] });
  const reply = await write(owner, 'Reply', alone.threadId);
  await remove(ana, alone.commentId);
  expect(await notified(reply.commentId)).toEqual({ sent: [], asked: [] });
  const mention = await write(ana, '@Ana Ruiz');
  expect(await notified(mention.commentId)).toEqual({ sent: [], asked: [] });
  const last = await write(owner, '@Ana Ruiz');
  await sql(`update comments.comment set kind = 'unknown' where id = $1`, [last.commentId]);
  expect(await notified(last.commentId)).toEqual({ sent: [], asked: [] });
  expect(await notified(newId())).toEqual({ sent: [], asked: [] });
  await sql('update comments.comment set kind = $2, deleted_at = now() where id = $1', [last.commentId, 'api-script']);
  expect(await notified(last.commentId)).toEqual({ sent: [], asked: [] });
});

test.each([
  [200, 'x'.repeat(200)],
  [201, `${'x'.repeat(199)}…`],
])('of a comment of %i characters, the notification shows the start', async (length, shown) => {
  const first = await write(ana, 'First');
  const { commentId } = await write(owner, 'x'.repeat(length), first.threadId);
  expect((await notified(commentId)).sent[0]).toMatchObject({ text: shown });
});

test('people who can be mentioned are found by name, at most 20', async () => {
  const find = async (searchTerm?: string) =>
    (
      await owner.client.call(calls.listMentionablePeople, { query: { projectId, ...(searchTerm && { searchTerm }) } })
    ).content.map(({ userId }) => userId);
  expect((await find()).sort()).toEqual([owner.userId, ana.userId].sort());
  expect(await find('ruiz')).toEqual([ana.userId]);
  for (let count = 0; count < 20; count += 1) await server.createUser(owner, { role: 'ROLE_USER' });
  expect(await find()).toHaveLength(20);
  expect(await ana.client.call(notificationRoutes.listNotifications, { query: {} })).toMatchObject({ content: [] });
});
