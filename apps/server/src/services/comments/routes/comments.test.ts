import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { collaborationRoutes, type WorkspaceState } from '@touchstone/contracts/collaboration';
import { commentRoutes as calls } from '@touchstone/contracts/comments';
import { notificationRoutes, topicOf } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf, newScript, newSuite, runToEnd } from '../../api-testing/testing/builders.ts';
import { startTargetServer, type TargetServer } from '../../api-testing/testing/target-server.ts';
import { readStream } from '../../notifications/testing/read-stream.ts';

const waitOptions = { timeout: 20_000, interval: 50 };
let server: TestServer;
let target: TargetServer;
let owner: TestUser;
let ana: TestUser;
let projectId: string;
let suiteId: string;
let scriptId: string;

beforeAll(async () => {
  [server, target] = await Promise.all([createTestServer({ postgresUrl: inject('postgresUrl') }), startTargetServer()]);
});
afterAll(async () => {
  await target.close();
  await server.close();
});
beforeEach(async () => {
  owner = await server.createOrganization({ plan: 'PRO' });
  ana = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Ana', lastName: 'Ruiz' });
  const body = { projectName: 'Shop', workspaceType: 'PRIVATE' as const };
  ({ projectId } = await owner.client.call(workspaceRoutes.createProject, { body }));
  suiteId = await newSuite(owner.client, projectId);
  ({ scriptId } = await newScript(owner.client, suiteId, { url: `${target.url}/json` }));
});

const join = async (user: TestUser, role: 'EDITOR' | 'VIEWER' = 'VIEWER') => {
  const { invited } = await owner.client.call(collaborationRoutes.sendInvite, {
    body: { projectId, userEmails: [user.email], role },
  });
  const collaborationId = invited[0]?.collaborationId ?? '';
  await user.client.call(collaborationRoutes.acceptInvite, { body: { collaborationId } });
  return collaborationId;
};
const write = (user: TestUser, text: string, threadId?: string) =>
  user.client.call(calls.createComment, {
    body: { kind: 'api-script', subjectId: scriptId, text, ...(threadId && { threadId }) },
  });
const read = (user: TestUser, kind = 'api-script', subjectId = scriptId) =>
  user.client.call(calls.listThreads, { query: { kind, subjectId } });
const countsOf = async (user: TestUser, kind = 'api-script', containerId = projectId) =>
  (await user.client.call(calls.countComments, { query: { projectId, kind, containerId } })).content;
const notificationsOf = async (user: TestUser) =>
  (await user.client.call(notificationRoutes.listNotifications, { query: {} })).content.filter(({ kind }) =>
    kind.startsWith('comment'),
  );

test('a viewer comments on a script, an owner replies, edits and resolves; a reply reopens; new comments are unread until they are read', async () => {
  await join(ana);
  const first = await write(ana, 'Why **418**?');
  expect(first).toMatchObject({ userName: 'Ana Ruiz', text: 'Why **418**?', isUnread: false });
  expect(await countsOf(owner)).toEqual([{ subjectId: scriptId, comments: 1, openThreads: 1, unread: 1 }]);
  const reply = await write(owner, 'It is a teapot.', first.threadId);
  const { content, totalElements } = await read(owner);
  expect(totalElements).toBe(1);
  expect(content[0]?.comments.map(({ text, isUnread }) => [text, isUnread])).toEqual([
    ['Why **418**?', true],
    ['It is a teapot.', false],
  ]);
  await owner.client.call(calls.readComments, { body: { commentId: reply.commentId } });
  expect(await countsOf(owner)).toMatchObject([{ comments: 2, unread: 0 }]);
  expect(await countsOf(ana)).toMatchObject([{ comments: 2, unread: 1 }]);
  const body = { commentId: reply.commentId, text: 'It is a kettle.' };
  expect(await owner.client.call(calls.updateComment, { body })).toMatchObject({ text: 'It is a kettle.' });
  await ana.client.call(calls.resolveThread, { body: { threadId: first.threadId, isResolved: true } });
  expect((await read(owner)).content[0]).toMatchObject({ resolvedByName: 'Ana Ruiz' });
  expect(await countsOf(owner)).toMatchObject([{ openThreads: 0 }]);
  await write(owner, 'Not yet.', first.threadId);
  expect((await read(owner)).content[0]).toMatchObject({ resolvedAt: null, resolvedByName: null });
});

test('only authors can change and delete; a first comment with replies stays without its text and is deleted with the last reply', async () => {
  await join(ana, 'EDITOR');
  const first = await write(ana, 'First');
  const reply = await write(owner, 'Reply', first.threadId);
  const update = owner.client.call(calls.updateComment, { body: { commentId: first.commentId, text: 'Other' } });
  expect(await failureOf(update)).toMatchObject({ status: 403, code: 'COMMENTS_NOT_OWN' });
  const remove = (user: TestUser, commentId: string) => user.client.call(calls.deleteComment, { query: { commentId } });
  expect(await failureOf(remove(owner, first.commentId))).toMatchObject({ status: 403 });
  await remove(ana, first.commentId);
  expect((await read(owner)).content[0]?.comments).toMatchObject([{ text: '', isDeleted: true }, { text: 'Reply' }]);
  expect(await failureOf(remove(ana, first.commentId))).toMatchObject({ status: 404 });
  await remove(owner, reply.commentId);
  expect((await read(owner)).content).toEqual([]);
});

test("guests can read but not write; strangers and people outside the workspace find nothing; missing subjects can't be commented on", async () => {
  const guest = await server.createUser(owner, { role: 'ROLE_GUEST' });
  await join(guest);
  const { commentId, threadId } = await write(owner, 'Hello');
  expect((await read(guest)).content).toHaveLength(1);
  await guest.client.call(calls.readComments, { body: { commentId } });
  expect(await countsOf(guest)).toMatchObject([{ unread: 0 }]);
  expect(await failureOf(write(guest, 'Hi'))).toMatchObject({ status: 403 });
  const stranger = await server.createOrganization({ plan: 'PRO' });
  for (const user of [ana, stranger]) {
    expect(await failureOf(read(user))).toMatchObject({ status: 404 });
    expect(await failureOf(write(user, 'x', threadId))).toMatchObject({ status: 404 });
    expect(await failureOf(countsOf(user))).toMatchObject({ status: 404 });
    const resolve = user.client.call(calls.resolveThread, { body: { threadId, isResolved: true } });
    expect(await failureOf(resolve)).toMatchObject({ status: 404 });
  }
  for (const [kind, subjectId] of [
    ['api-script', newId()],
    ['api-script', 'nothing'],
    ['api-step', `${newId()}:${newId()}`],
    ['api-step', newId()],
    ['no-such-kind', scriptId],
  ] as const)
    expect([kind, (await failureOf(read(owner, kind, subjectId))).status]).toEqual([kind, 404]);
  expect(await failureOf(write(owner, 'x'.repeat(4001)))).toMatchObject({ status: 400 });
  expect(await failureOf(write(owner, '  '))).toMatchObject({ status: 400 });
  const other = await newScript(owner.client, suiteId, { url: target.url });
  const elsewhere = owner.client.call(calls.createComment, {
    body: { kind: 'api-script', subjectId: other.scriptId, text: 'x', threadId },
  });
  expect(await failureOf(elsewhere)).toMatchObject({ status: 404, code: 'COMMENTS_COMMENT_NOT_FOUND' });
});

test('mentioned people and authors in the thread are notified once with a link; unknown people, outsiders and the author are not', async () => {
  const outsider = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Otto', lastName: 'Out' });
  await join(ana);
  const first = await write(ana, 'Look');
  const mention = await write(owner, `@Nobody Here, @Otto Out and @${ana.email}: see \`@Ana Ruiz\``, first.threadId);
  expect(mention.mentions).toEqual([{ userId: ana.userId, writtenAs: ana.email }]);
  await vi.waitFor(async () => expect(await notificationsOf(ana)).toHaveLength(1), waitOptions);
  expect(await notificationsOf(ana)).toMatchObject([
    {
      kind: 'comment-mention',
      link: `/api-testing/api-test-suite/${suiteId}?project=${projectId}&script=${scriptId}&comments=open`,
    },
  ]);
  await write(owner, 'And again', first.threadId);
  await vi.waitFor(
    async () =>
      expect((await notificationsOf(ana)).map(({ kind }) => kind)).toEqual(['comment-reply', 'comment-mention']),
    waitOptions,
  );
  // A change of the text notifies only those who weren't notified of this comment before.
  const body = { commentId: mention.commentId, text: '@Ana Ruiz' };
  await owner.client.call(calls.updateComment, { body });
  await write(owner, 'Last', first.threadId);
  await vi.waitFor(async () => expect(await notificationsOf(ana)).toHaveLength(3), waitOptions);
  expect(await notificationsOf(outsider)).toEqual([]);
  expect(await notificationsOf(owner)).toEqual([]);
  const mails = await server.platform.mailer.list(20, owner.organizationId);
  const subjects = mails.filter(({ recipient }) => recipient === ana.email).map(({ subject }) => subject);
  expect(subjects.filter((subject) => subject.includes('mentioned you'))).toHaveLength(1);
});

test("a removed person is no longer offered or notified, and can't read; their open page gets comments until then", async () => {
  const collaborationId = await join(ana);
  await owner.client.call(collaborationRoutes.recordLastActive, { body: { projectId, tab: 'one' } });
  const people = async () =>
    (await owner.client.call(calls.listMentionablePeople, { query: { projectId, searchTerm: 'ruiz' } })).content.map(
      ({ userId }) => userId,
    );
  expect(await people()).toEqual([ana.userId]);
  const body = { topics: [{ topic: topicOf.workspace(projectId) }] };
  const stream = readStream(ana.client, notificationRoutes.followTopics, { body });
  const news = stream.data as { kind: string; status?: number; data?: WorkspaceState }[];
  const first = await write(ana, 'I saw it');
  await expect
    .poll(() => news.at(-1)?.data?.changes.find(({ service }) => service === 'comments')?.userId, waitOptions)
    .toBe(ana.userId);
  await owner.client.call(collaborationRoutes.removeUser, { body: { collaborationId } });
  await expect.poll(() => news.at(-1), waitOptions).toMatchObject({ kind: 'refused', status: 404 });
  stream.leave();
  expect(await people()).toEqual([]);
  const { mentions } = await write(owner, '@Ana Ruiz are you there?', first.threadId);
  expect(mentions).toEqual([]);
  expect(await failureOf(read(ana))).toMatchObject({ status: 404 });
  const bob = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Bob', lastName: 'Berg' });
  await join(bob);
  await write(owner, '@Bob Berg', first.threadId);
  await vi.waitFor(async () => expect(await notificationsOf(bob)).toHaveLength(1), waitOptions);
  expect(await notificationsOf(ana)).toEqual([]);
});

test('comments on a failed step show on its script later, and are deleted with the run', async () => {
  const runId = await runToEnd(owner.client, { projectId, suiteIds: [suiteId] });
  const { content } = await owner.client.call(apiTestingRoutes.listExecutionSteps, { query: { runId } });
  const subjectId = `${runId}:${content[0]?.stepId}`;
  const body = { kind: 'api-step', subjectId, text: 'The shop was down.' };
  await owner.client.call(calls.createComment, { body });
  await owner.client.call(calls.createComment, { body });
  expect(await countsOf(owner, 'api-step', runId)).toMatchObject([{ subjectId, comments: 2 }]);
  expect(await read(owner)).toMatchObject({
    content: [],
    relatedComments: 2,
    related: [
      { subjectId, comments: 2, link: `/api-testing/report/${runId}?step=${content[0]?.stepId}&comments=open` },
    ],
  });
  await owner.client.call(apiTestingRoutes.deleteReports, { query: { runIds: [runId] } });
  expect((await read(owner)).relatedComments).toBe(0);
  const { rows } = await server.platform.database.pool.query(
    'select count(*)::int as count from comments.comment where project_id = $1',
    [projectId],
  );
  expect(rows[0]?.count).toBe(0);
});
