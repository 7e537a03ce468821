import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { collaborationRoutes } from '@touchstone/contracts/collaboration';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf, newSuite } from '../../api-testing/testing/builders.ts';

const calls = collaborationRoutes;
const dayMs = 86_400_000;
let server: TestServer;
let clock: FakeClock;
let admin: TestUser;
/** Owns the workspace without being an administrator. */
let owner: TestUser;
let ana: TestUser;
let projectId: string;

beforeAll(async () => {
  clock = new FakeClock(new Date());
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await server.createOrganization({ plan: 'PRO' });
  owner = await server.createUser(admin, { role: 'ROLE_USER' });
  ana = await server.createUser(admin, { role: 'ROLE_USER' });
  const body = { projectName: 'Shop', workspaceType: 'PRIVATE' as const };
  ({ projectId } = await owner.client.call(workspaceRoutes.createProject, { body }));
});

const invite = async (user: TestUser, role: 'OWNER' | 'EDITOR' | 'VIEWER' = 'EDITOR') => {
  const body = { projectId, userEmails: [user.email], role };
  const { invited } = await owner.client.call(calls.sendInvite, { body });
  const [one] = invited;
  if (!one) throw new Error('Nobody was invited.');
  return { ...one, token: new URL(one.inviteUrl).searchParams.get('token') ?? '' };
};
const accept = (user: TestUser, body: { collaborationId?: string; token?: string }) =>
  user.client.call(calls.acceptInvite, { body });
const join = async (user: TestUser, role?: 'OWNER' | 'EDITOR' | 'VIEWER') => {
  const { collaborationId } = await invite(user, role);
  await accept(user, { collaborationId });
  return collaborationId;
};
const invites = (user: TestUser, query = {}) => user.client.call(calls.listInvites, { query });
const people = (user: TestUser) => user.client.call(calls.listCollaborators, { query: { projectId } });
const read = (user: TestUser) => user.client.call(workspaceRoutes.getProject, { query: { projectId } });
const setPlan = (workspacePlan: 'FREE' | 'PRO') =>
  owner.client.call(workspaceRoutes.updateProject, { body: { projectId, workspacePlan } });

test('an invitation is sent, listed by e-mail and status, validated and accepted [collaboration-1]', async () => {
  expect(await failureOf(read(ana))).toMatchObject({ status: 404 });
  const { collaborationId, token, isMailed } = await invite(ana);
  expect(isMailed).toBe(false);
  const pending = await invites(ana, { userEmail: ana.email.toUpperCase(), status: 'PENDING' });
  expect(pending.content).toMatchObject([
    { collaborationId, projectName: 'Shop', role: 'EDITOR', status: 'PENDING', userEmail: ana.email },
  ]);
  expect(await ana.client.call(calls.validateInvitation, { query: { token } })).toEqual(pending.content[0]);
  expect(await accept(ana, { token })).toMatchObject({ message: 'Invite accepted successfully', projectId });
  expect((await invites(ana, { status: 'PENDING' })).content).toEqual([]);
  expect((await invites(admin, { userEmail: ana.email, status: 'ACCEPTED' })).content).toHaveLength(1);
  expect(await read(ana)).toMatchObject({ role: 'EDITOR' });
  await newSuite(ana.client, projectId);
  expect((await people(ana)).collaborators).toMatchObject([
    { userEmail: owner.email, role: 'OWNER' },
    { collaborationId, userEmail: ana.email, role: 'EDITOR', status: 'ACCEPTED', sharedWalletId: projectId },
  ]);
});

test('the mail contains the link, and the token itself is not stored', async () => {
  const { token, inviteUrl } = await invite(ana);
  const [mail] = await server.platform.mailer.list(1, admin.organizationId);
  expect(mail).toMatchObject({ recipient: ana.email, subject: 'Join the workspace Shop on Touchstone' });
  expect(mail?.textBody).toContain(inviteUrl);
  const { rows } = await server.platform.database.pool.query(
    'select to_jsonb(i)::text as text from collaboration.invitation i where project_id = $1',
    [projectId],
  );
  expect(rows[0]?.text).not.toContain(token);
});

test('invitations are refused for unknown, already invited or already added addresses, with a reason for each', async () => {
  const stranger = await server.createOrganization();
  const bob = await server.createUser(admin, { role: 'ROLE_USER' });
  await invite(bob);
  const send = (...userEmails: string[]) =>
    owner.client.call(calls.sendInvite, { body: { projectId, userEmails, role: 'VIEWER' } });
  for (const [email, status] of [
    [stranger.email, 404],
    ['nobody@example.test', 404],
    [bob.email, 409],
    [owner.email, 409],
  ] as const)
    expect([email, (await failureOf(send(email))).status]).toEqual([email, status]);
  const { invited, failed } = await send(bob.email, ana.email);
  expect(invited.map(({ userEmail }) => userEmail)).toEqual([ana.email]);
  expect(failed).toMatchObject([
    { userEmail: bob.email, message: `${bob.email} is already invited. Resend the invitation instead.` },
  ]);
  const twice = await failureOf(send(ana.email, ana.email.toUpperCase()));
  expect(twice.details[0]?.message).toBe('Please remove duplicate emails');
});

test('an invitation ends after seven days, when revoked, and when a newer link replaces it', async () => {
  const first = await invite(ana);
  clock.advance(60_000);
  const again = await owner.client.call(calls.resendInvite, { body: { collaborationId: first.collaborationId } });
  expect(await failureOf(accept(ana, { token: first.token }))).toMatchObject({ status: 404 });
  const token = new URL(again.inviteUrl).searchParams.get('token') ?? '';
  clock.advance(7 * dayMs);
  expect(await failureOf(accept(ana, { token }))).toMatchObject({
    status: 410,
    code: 'COLLABORATION_INVITATION_EXPIRED',
  });
  expect((await invites(ana, { status: 'EXPIRED' })).content).toHaveLength(1);
  const { collaborationId } = await invite(ana);
  await owner.client.call(calls.removeUser, { body: { collaborationId } });
  expect(await failureOf(accept(ana, { collaborationId }))).toMatchObject({ status: 404 });
  const next = await invite(ana);
  const bob = await server.createUser(admin, { role: 'ROLE_USER' });
  expect(await failureOf(accept(bob, { token: next.token }))).toMatchObject({ status: 403 });
  await ana.client.call(calls.declineInvite, { body: { token: next.token } });
  expect(await failureOf(accept(ana, { token: next.token }))).toMatchObject({ status: 409 });
});

test('a link is mailed at most once a minute; a link to copy can be created at any time', async () => {
  const { collaborationId } = await invite(ana);
  const resend = (mail: boolean) => owner.client.call(calls.resendInvite, { body: { collaborationId, mail } });
  const mails = async () =>
    (await server.platform.mailer.list(50, admin.organizationId)).filter(({ recipient }) => recipient === ana.email)
      .length;
  const before = await mails();
  expect(await failureOf(resend(true))).toMatchObject({
    status: 429,
    message: `A link for ${ana.email} was made less than a minute ago. Wait 60 seconds before you mail another one, or copy the link.`,
  });
  await resend(false);
  expect(await mails()).toBe(before);
  clock.advance(60_000);
  await resend(true);
  expect((await failureOf(resend(true))).status).toBe(429);
});

test("a collaborator's role is changed and enforced, the collaborator removed, the activity recorded [collaboration-2]", async () => {
  const collaborationId = await join(ana);
  const { lastActiveAt } = await ana.client.call(calls.recordLastActive, { body: { projectId } });
  expect((await people(owner)).collaborators[1]).toMatchObject({ lastActiveAt });
  expect(
    await failureOf(ana.client.call(calls.updateRole, { body: { collaborationId, newRole: 'OWNER' } })),
  ).toMatchObject({ status: 403 });
  await owner.client.call(calls.updateRole, { body: { collaborationId, newRole: 'VIEWER' } });
  expect(await failureOf(newSuite(ana.client, projectId))).toMatchObject({ status: 403 });
  expect(await ana.client.call(apiTestingRoutes.listSuites, { query: { projectId } })).toMatchObject({ content: [] });
  await owner.client.call(calls.updateRole, { body: { collaborationId, newRole: 'EDITOR' } });
  await newSuite(ana.client, projectId);
  const removed = await owner.client.call(calls.removeUser, { body: { collaborationId } });
  expect(removed).toEqual({ message: 'Collaborator removed', isStillInTeam: false });
  expect(await failureOf(newSuite(ana.client, projectId))).toMatchObject({ status: 404 });
  expect(await failureOf(ana.client.call(calls.recordLastActive, { body: { projectId } }))).toMatchObject({
    status: 404,
  });
});

test('a private workspace is open to its people and administrators, a shared one to the team too', async () => {
  expect(await failureOf(read(ana))).toMatchObject({ status: 404 });
  expect((await ana.client.call(workspaceRoutes.listProjects, { query: {} })).totalElements).toBe(0);
  expect(await read(admin)).toMatchObject({ role: 'OWNER' });
  const outsider = await server.createUser(admin, { role: 'ROLE_USER', teamIds: [] });
  const collaborationId = await join(outsider, 'VIEWER');
  expect((await outsider.client.call(workspaceRoutes.listProjects, { query: {} })).totalElements).toBe(1);
  await owner.client.call(workspaceRoutes.updateProject, { body: { projectId, workspaceType: 'SHARED' } });
  expect(await read(ana)).toMatchObject({ role: 'EDITOR' });
  expect((await people(ana)).workspaceType).toBe('SHARED');
  expect(await owner.client.call(calls.removeUser, { body: { collaborationId } })).toMatchObject({
    isStillInTeam: false,
  });
  const own = await join(ana, 'VIEWER');
  expect(await failureOf(newSuite(ana.client, projectId))).toMatchObject({ status: 403 });
  expect(await owner.client.call(calls.removeUser, { body: { collaborationId: own } })).toMatchObject({
    isStillInTeam: true,
  });
});

test('everyone can leave except the last owner', async () => {
  const collaborationId = await join(ana);
  const [{ collaborationId: ownId } = { collaborationId: '' }] = (await people(owner)).collaborators;
  expect(await failureOf(owner.client.call(calls.removeUser, { body: { collaborationId: ownId } }))).toMatchObject({
    code: 'API_TESTING_LAST_OWNER',
  });
  const demote = { collaborationId: ownId, newRole: 'EDITOR' as const };
  expect(await failureOf(owner.client.call(calls.updateRole, { body: demote }))).toMatchObject({ status: 409 });
  await owner.client.call(calls.updateRole, { body: { collaborationId, newRole: 'OWNER' } });
  await owner.client.call(calls.removeUser, { body: { collaborationId: ownId } });
  expect((await people(ana)).collaborators).toMatchObject([{ userEmail: ana.email, role: 'OWNER' }]);
});

test('a free workspace refuses a fourth collaborator, and a downgrade with too many shows the message [collaboration-3]', async () => {
  const others = await Promise.all(Array.from({ length: 5 }, () => server.createUser(admin, { role: 'ROLE_USER' })));
  const [first, second, third, fourth, fifth] = others as [TestUser, TestUser, TestUser, TestUser, TestUser];
  for (const user of [first, second, third]) await join(user);
  const fourthId = await join(fourth);
  expect(await failureOf(setPlan('FREE'))).toMatchObject({
    status: 409,
    message: 'Free plan allows 3 collaborators. Remove extras and downgrade the workspace plan.',
  });
  expect(await read(owner)).toMatchObject({ workspacePlan: 'PRO' });
  await owner.client.call(calls.removeUser, { body: { collaborationId: fourthId } });
  expect(await setPlan('FREE')).toMatchObject({ workspacePlan: 'FREE' });
  expect(await failureOf(invite(fourth))).toMatchObject({
    code: 'COLLABORATION_FREE_WORKSPACE_FULL',
    message: 'Free plan allows 3 collaborators. Upgrade the workspace to invite more people.',
  });
  expect(await people(owner)).toMatchObject({ collaboratorCount: 3, collaboratorLimit: 3 });
  await setPlan('PRO');
  const late = await Promise.all([invite(fourth), invite(fifth)]);
  const pool = server.platform.database.pool;
  // As if the limit was lowered while invitations were open.
  await pool.query(`update workspaces.project set workspace_plan = 'FREE' where id = $1`, [projectId]);
  const answers = await Promise.all([
    failureOf(accept(fourth, { token: late[0].token })),
    failureOf(accept(fifth, { token: late[1].token })),
  ]);
  expect(answers).toMatchObject([{ status: 403 }, { status: 403 }]);
});

test('only a paid organization can upgrade a workspace', async () => {
  const free = await server.createOrganization({ plan: 'FREE' });
  const { projectId: id, workspacePlan } = await free.client.call(workspaceRoutes.createProject, {
    body: { projectName: 'Free' },
  });
  expect(workspacePlan).toBe('FREE');
  const body = { projectId: id, workspacePlan: 'PRO' as const };
  expect(await failureOf(free.client.call(workspaceRoutes.updateProject, { body }))).toMatchObject({ status: 403 });
});

test("users of other organizations can't list, answer or change invitations", async () => {
  const { collaborationId, token } = await invite(ana);
  const stranger = await server.createOrganization();
  expect((await invites(stranger, { userEmail: ana.email })).content).toEqual([]);
  expect(await failureOf(invites(owner, { userEmail: ana.email }))).toMatchObject({ status: 403 });
  for (const attempt of [
    () => stranger.client.call(calls.removeUser, { body: { collaborationId } }),
    () => stranger.client.call(calls.resendInvite, { body: { collaborationId } }),
    () => stranger.client.call(calls.updateRole, { body: { collaborationId, newRole: 'OWNER' } }),
    () => accept(stranger, { collaborationId }),
    () => stranger.client.call(calls.listCollaborators, { query: { projectId } }),
    () => stranger.client.call(calls.sendInvite, { body: { projectId, userEmails: [stranger.email] } }),
    () => stranger.client.call(calls.recordLastActive, { body: { projectId } }),
    () => accept(stranger, { collaborationId: newId() }),
  ])
    expect((await failureOf(attempt())).status).toBe(404);
  expect(await failureOf(accept(stranger, { token }))).toMatchObject({ status: 403 });
});
