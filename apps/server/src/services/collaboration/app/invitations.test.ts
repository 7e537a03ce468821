import { collaborationRoutes as calls } from '@touchstone/contracts/collaboration';
import { notificationRoutes } from '@touchstone/contracts/notifications';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';

const dayMs = 86_400_000;
const clock = new FakeClock(new Date());
let server: TestServer;
let admin: TestUser;
/** Owns the workspace without being an administrator. */
let owner: TestUser;
let ana: TestUser;
let projectId: string;

beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  admin = await server.createOrganization({ plan: 'PRO' });
  owner = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Olga', lastName: 'Owner' });
  ana = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Ana', lastName: 'Ruiz' });
  const body = { projectName: 'Shop', workspaceType: 'PRIVATE' as const };
  ({ projectId } = await owner.client.call(workspaceRoutes.createProject, { body }));
});

type Role = 'OWNER' | 'EDITOR' | 'VIEWER';
const send = (userEmails: string[], role: Role = 'EDITOR', by = owner, of = projectId) =>
  by.client.call(calls.sendInvite, { body: { projectId: of, userEmails, role } });
const tokenOf = (inviteUrl: string) => new URL(inviteUrl).searchParams.get('token') ?? '';
const invite = async (user: TestUser, role?: Role) => {
  const [one] = (await send([user.email], role)).invited;
  if (!one) throw new Error('Nobody was invited.');
  return { ...one, token: tokenOf(one.inviteUrl) };
};
const accept = (user: TestUser, body: { collaborationId?: string; token?: string }) =>
  user.client.call(calls.acceptInvite, { body });
const decline = (user: TestUser, body: { collaborationId?: string; token?: string }) =>
  user.client.call(calls.declineInvite, { body });
const join = async (user: TestUser, role?: Role) => {
  const { collaborationId } = await invite(user, role);
  await accept(user, { collaborationId });
  return collaborationId;
};
const resend = (collaborationId: string, mail = false, by = owner) =>
  by.client.call(calls.resendInvite, { body: { collaborationId, mail } });
const remove = (collaborationId: string, by = owner) => by.client.call(calls.removeUser, { body: { collaborationId } });
const updateRole = (collaborationId: string, newRole: Role, by = owner) =>
  by.client.call(calls.updateRole, { body: { collaborationId, newRole } });
const invites = (user: TestUser, query = {}) => user.client.call(calls.listInvites, { query });
const people = (user: TestUser, of = projectId) =>
  user.client.call(calls.listCollaborators, { query: { projectId: of } });
const told = async (user: TestUser) =>
  (await user.client.call(notificationRoutes.listNotifications, { query: {} })).content.map(
    ({ kind, title, text, link }) => ({ kind, title, text, link: link ?? null }),
  );
const audited = async (user: TestUser) =>
  (await auditEntries(server, { userId: user.userId })).flatMap(({ action, target, detail }) =>
    action.startsWith('collaborator.') ? [{ action, target, detail }] : [],
  );
const sql = (text: string, values: unknown[]) => server.platform.database.pool.query(text, values);
const mailsTo = async (user: TestUser) =>
  (await server.platform.mailer.list(50, admin.organizationId)).filter(({ recipient }) => recipient === user.email);
const notFound = { status: 404, code: 'COLLABORATION_INVITATION_NOT_FOUND' };
const answered = {
  status: 409,
  code: 'COLLABORATION_INVITATION_ANSWERED',
  message: 'You have already answered this invitation.',
};

test('an invitation is returned with its link, notified, audited, and lasts seven days', async () => {
  const now = clock.now().getTime();
  const { invited, failed } = await send([ana.email], 'VIEWER');
  expect(failed).toEqual([]);
  const expiresAt = new Date(now + 7 * dayMs).toISOString();
  expect(invited).toEqual([
    {
      collaborationId: expect.any(String),
      userEmail: ana.email,
      inviteUrl: expect.stringMatching(/\/collaboration-invite\?token=[\w-]{43}$/),
      expiresAt,
      isMailed: false,
    },
  ]);
  expect(invited[0]?.inviteUrl.startsWith(server.platform.config.publicUrl)).toBe(true);
  expect(await told(ana)).toEqual([
    {
      kind: 'workspace-invitation',
      title: 'Olga Owner invites you to Shop',
      text: 'Accept the invitation to open the workspace.',
      link: '/collaboration-invite',
    },
  ]);
  expect(await audited(owner)).toEqual([
    { action: 'collaborator.invited', target: projectId, detail: { email: ana.email, role: 'VIEWER' } },
  ]);
  const whole = {
    collaborationId: invited[0]?.collaborationId,
    projectId,
    projectName: 'Shop',
    userEmail: ana.email,
    role: 'VIEWER',
    status: 'PENDING',
    invitedByName: 'Olga Owner',
    invitedAt: new Date(now).toISOString(),
    expiresAt,
  };
  expect(await invites(ana)).toEqual({ content: [whole], totalElements: 1, page: 0, size: 10 });
  clock.advance(7 * dayMs - 1);
  expect((await invites(ana)).content).toEqual([whole]);
  clock.advance(1);
  expect((await invites(ana)).content).toEqual([{ ...whole, status: 'EXPIRED' }]);
});

test('only owners invite; of several addresses each is refused for its own reason', async () => {
  const [editor, gone] = [
    await server.createUser(admin, { role: 'ROLE_USER' }),
    await server.createUser(admin, { role: 'ROLE_USER' }),
  ];
  await join(editor, 'EDITOR');
  expect((await failureOf(send([ana.email], 'EDITOR', editor))).status).toBe(403);
  expect((await failureOf(send([ana.email], 'EDITOR', ana))).status).toBe(404);
  await sql('update user_management."user" set active = false where id = $1', [gone.userId]);
  const refusal = (userEmail: string, code: string, message: string) => ({
    userEmail,
    code: `COLLABORATION_${code}`,
    message,
  });
  const failed = [
    refusal(
      gone.email,
      'UNKNOWN_PERSON',
      `No account in your organization uses ${gone.email}. Check the address, or ask an administrator to add the person first.`,
    ),
    refusal(editor.email, 'ALREADY_MEMBER', `${editor.email} is already in this workspace.`),
  ];
  const [first] = failed;
  expect(await failureOf(send([gone.email, editor.email]))).toMatchObject({ status: 404, code: first?.code });
  const answer = await send([gone.email, ana.email, editor.email]);
  expect(answer.failed).toEqual(failed);
  expect(answer.invited.map(({ userEmail }) => userEmail)).toEqual([ana.email]);
});

test('a person can be invited again once the invitation has expired, and then has one open invitation', async () => {
  const first = await invite(ana);
  clock.advance(7 * dayMs - 1);
  expect(await failureOf(send([ana.email]))).toMatchObject({ code: 'COLLABORATION_ALREADY_INVITED' });
  clock.advance(1);
  const second = await invite(ana);
  const { content } = await invites(ana);
  expect(content.map(({ collaborationId, status }) => [collaborationId, status])).toEqual([
    [second.collaborationId, 'PENDING'],
    [first.collaborationId, 'REMOVED'],
  ]);
  expect(await failureOf(accept(ana, { token: first.token }))).toMatchObject(notFound);
  expect((await people(owner)).collaborators).toHaveLength(2);
  await accept(ana, { token: second.token });
});

test('an answered invitation cannot be answered or validated again', async () => {
  const { collaborationId, token } = await invite(ana);
  const validate = (by = ana) => by.client.call(calls.validateInvitation, { query: { token } });
  expect(await validate()).toMatchObject({ collaborationId, status: 'PENDING' });
  const other = { status: 403, code: 'COLLABORATION_INVITATION_OF_OTHER' };
  expect(await failureOf(validate(owner))).toMatchObject(other);
  expect(await failureOf(accept(owner, { collaborationId }))).toMatchObject(notFound);
  expect(await failureOf(decline(owner, { token }))).toMatchObject(other);
  const twice = await Promise.allSettled([accept(ana, { token }), accept(ana, { collaborationId })]);
  expect(twice.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  for (const call of [() => validate(), () => accept(ana, { token }), () => decline(ana, { collaborationId })])
    expect(await failureOf(call())).toMatchObject(answered);
  expect(await failureOf(resend(collaborationId))).toMatchObject(notFound);
  expect(await audited(ana)).toEqual([
    { action: 'collaborator.joined', target: projectId, detail: { role: 'EDITOR' } },
  ]);
  expect(
    await failureOf(ana.client.call(calls.validateInvitation, { query: { token: 'x'.repeat(43) } })),
  ).toMatchObject(notFound);
});

test('accepting names the workspace and the role; declining is audited, and possible even when it has expired', async () => {
  const { token } = await invite(ana, 'VIEWER');
  expect(await accept(ana, { token })).toEqual({
    message: 'Invite accepted successfully',
    projectId,
    projectName: 'Shop',
    role: 'VIEWER',
  });
  const bob = await server.createUser(admin, { role: 'ROLE_USER' });
  const second = await invite(bob);
  clock.advance(7 * dayMs);
  expect(await failureOf(accept(bob, { token: second.token }))).toMatchObject({
    status: 410,
    message: 'This invitation has expired. Ask Olga Owner for a new one.',
  });
  expect(await failureOf(bob.client.call(calls.validateInvitation, { query: { token: second.token } }))).toMatchObject({
    status: 410,
  });
  expect(await decline(bob, { collaborationId: second.collaborationId })).toEqual({ message: 'Invitation declined' });
  expect(await failureOf(decline(bob, { collaborationId: second.collaborationId }))).toMatchObject(answered);
  expect(await audited(bob)).toEqual([{ action: 'collaborator.declined', target: projectId, detail: null }]);
  expect((await invites(bob, { status: 'DECLINED' })).totalElements).toBe(1);
});

test('the mailed link is deleted when the invitation is answered, revoked or replaced', async () => {
  for (const end of [
    (id: string) => accept(ana, { collaborationId: id }).then(() => remove(id)),
    (id: string) => decline(ana, { collaborationId: id }),
    (id: string) => remove(id),
    (id: string) => resend(id).then(() => remove(id)),
  ]) {
    const { collaborationId, inviteUrl } = await invite(ana);
    const [mail] = await mailsTo(ana);
    expect(mail?.textBody).toContain(inviteUrl);
    await end(collaborationId);
    const mails = await mailsTo(ana);
    expect(mails.filter(({ textBody }) => textBody?.includes(inviteUrl))).toEqual([]);
    clock.advance(60_000);
  }
});

test('a new link replaces the old one and lasts seven days; it is mailed at most once a minute', async () => {
  const { collaborationId, token } = await invite(ana);
  const wait = (seconds: number) => ({
    status: 429,
    message: `A link for ${ana.email} was made less than a minute ago. Wait ${seconds} seconds before you mail another one, or copy the link.`,
  });
  clock.advance(59_000);
  expect(await failureOf(resend(collaborationId, true))).toMatchObject(wait(1));
  clock.advance(999);
  expect(await failureOf(resend(collaborationId, true))).toMatchObject(wait(1));
  clock.advance(1);
  const before = (await mailsTo(ana)).length;
  const made = await resend(collaborationId, true);
  expect(made).toEqual({
    collaborationId,
    userEmail: ana.email,
    inviteUrl: expect.any(String),
    expiresAt: new Date(clock.now().getTime() + 7 * dayMs).toISOString(),
    isMailed: false,
  });
  expect((await audited(owner)).filter(({ action }) => action !== 'collaborator.invited')).toEqual([
    { action: 'collaborator.invitation-renewed', target: projectId, detail: { email: ana.email, isMailed: false } },
  ]);
  const mails = await mailsTo(ana);
  expect(mails).toHaveLength(before + 1);
  expect(mails[0]?.textBody).toContain(made.inviteUrl);
  expect(await failureOf(accept(ana, { token }))).toMatchObject(notFound);
  expect((await failureOf(resend(collaborationId, false, ana))).status).toBe(404);
  await join(await server.createUser(admin, { role: 'ROLE_USER' }), 'EDITOR');
  await accept(ana, { token: tokenOf(made.inviteUrl) });
  expect(await failureOf(resend(newId()))).toMatchObject(notFound);
});

test('expired invitations take no place of a free workspace, so a new link needs one', async () => {
  const users: TestUser[] = [];
  for (let count = 0; count < 4; count += 1) users.push(await server.createUser(admin, { role: 'ROLE_USER' }));
  const [first, second, third, fourth] = users as [TestUser, TestUser, TestUser, TestUser];
  await sql(`update workspaces.project set workspace_plan = 'FREE' where id = $1`, [projectId]);
  const early = await invite(first);
  await join(second);
  await join(third);
  const full = {
    status: 403,
    code: 'COLLABORATION_FREE_WORKSPACE_FULL',
    message: 'Free plan allows 3 collaborators. Upgrade the workspace to invite more people.',
  };
  expect(await failureOf(invite(fourth))).toMatchObject(full);
  await resend(early.collaborationId);
  clock.advance(7 * dayMs);
  expect(await people(owner)).toMatchObject({ collaboratorCount: 2, collaboratorLimit: 3 });
  const late = await invite(fourth);
  expect(await failureOf(resend(early.collaborationId))).toMatchObject(full);
  await decline(fourth, { token: late.token });
  await resend(early.collaborationId);
  expect((await people(owner)).collaboratorCount).toBe(3);
  await sql(`update workspaces.project set workspace_plan = 'PRO' where id = $1`, [projectId]);
  expect(await people(owner)).toMatchObject({ collaboratorCount: 3, collaboratorLimit: null });
});

test('a workspace of any plan has at most 200 people', async () => {
  const others = (count: number) =>
    sql(
      `insert into workspaces.member select (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'user_id', gen_random_uuid(), 'role', 'VIEWER'))).*
         from workspaces.member m, generate_series(1, $2::int) where m.project_id = $1 and m.role = 'OWNER'`,
      [projectId, count],
    );
  await others(199);
  const last = await invite(ana);
  const bob = await server.createUser(admin, { role: 'ROLE_USER' });
  expect(await failureOf(invite(bob))).toMatchObject({
    status: 422,
    code: 'COLLABORATION_TOO_MANY_PEOPLE',
    message: 'A workspace can have 200 people. Remove people who no longer need it.',
  });
  await accept(ana, { token: last.token });
});

test('people are shown with their invitations only to owners, with names and times', async () => {
  const memberId = await join(ana, 'VIEWER');
  const { lastActiveAt } = await ana.client.call(calls.recordLastActive, { body: { projectId } });
  clock.advance(1000);
  const bob = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Bob', lastName: 'Berg' });
  const invitedAt = clock.now();
  const { collaborationId } = await invite(bob, 'OWNER');
  const person = (user: TestUser, name: string, given: object) => ({
    userId: user.userId,
    userEmail: user.email,
    name,
    status: 'ACCEPTED',
    expiresAt: null,
    lastActiveAt: null,
    sharedWalletId: projectId,
    addedAt: expect.any(String),
    ...given,
  });
  const members = [
    person(owner, 'Olga Owner', { collaborationId: expect.any(String), role: 'OWNER', invitedByName: null }),
    person(ana, 'Ana Ruiz', {
      collaborationId: memberId,
      role: 'VIEWER',
      invitedByName: 'Olga Owner',
      lastActiveAt,
    }),
  ];
  const invited = person(bob, 'Bob Berg', {
    collaborationId,
    role: 'OWNER',
    status: 'PENDING',
    invitedByName: 'Olga Owner',
    addedAt: invitedAt.toISOString(),
    expiresAt: new Date(invitedAt.getTime() + 7 * dayMs).toISOString(),
  });
  expect(await people(owner)).toEqual({
    projectId,
    projectName: 'Shop',
    workspaceType: 'PRIVATE',
    workspacePlan: 'PRO',
    teamName: expect.stringMatching(/./),
    role: 'OWNER',
    collaborators: [...members, invited],
    collaboratorCount: 2,
    collaboratorLimit: null,
    isMailed: false,
  });
  expect(await people(ana)).toMatchObject({ role: 'VIEWER', collaborators: members, collaboratorCount: 2 });
  clock.advance(7 * dayMs);
  expect((await people(owner)).collaborators[2]?.status).toBe('EXPIRED');
});

test('a changed role is audited, and its person is notified, unless they changed it themselves', async () => {
  const collaborationId = await join(ana);
  expect(await updateRole(collaborationId, 'VIEWER')).toEqual({ message: 'Role changed' });
  await updateRole(collaborationId, 'OWNER');
  await updateRole(collaborationId, 'EDITOR', ana);
  const line = (title: string) => ({
    kind: 'workspace-access',
    title,
    text: '',
    link: `/api-testing/workspace?project=${projectId}`,
  });
  expect((await told(ana)).filter(({ kind }) => kind === 'workspace-access')).toEqual([
    line('You are now an owner of Shop'),
    line('You are now a viewer of Shop'),
  ]);
  const changed = (role: Role) => ({
    action: 'collaborator.role-changed',
    target: projectId,
    detail: { email: ana.email, role },
  });
  expect((await audited(owner)).slice(1)).toEqual([changed('VIEWER'), changed('OWNER')]);
  expect((await audited(ana)).slice(1)).toEqual([changed('EDITOR')]);
  expect((await people(owner)).collaborators[1]?.role).toBe('EDITOR');
  const missing = { status: 404, code: 'COLLABORATION_COLLABORATOR_NOT_FOUND' };
  expect(await failureOf(updateRole(newId(), 'VIEWER'))).toMatchObject(missing);
});

test('the role of an open invitation can be changed until it is answered', async () => {
  const { collaborationId } = await invite(ana, 'VIEWER');
  const before = await told(ana);
  await updateRole(collaborationId, 'EDITOR');
  expect(await told(ana)).toEqual(before);
  expect(await accept(ana, { collaborationId })).toMatchObject({ role: 'EDITOR' });
  const bob = await server.createUser(admin, { role: 'ROLE_USER' });
  const second = await invite(bob);
  await decline(bob, { token: second.token });
  const missing = {
    status: 404,
    code: 'COLLABORATION_COLLABORATOR_NOT_FOUND',
    message: 'No such collaborator. The person may have been removed already.',
  };
  for (const call of [
    () => updateRole(second.collaborationId, 'VIEWER'),
    () => remove(second.collaborationId),
    () => remove(newId()),
  ])
    expect(await failureOf(call())).toMatchObject(missing);
});

test('removing and revoking are audited, and only owners may; the removed person is notified and gone', async () => {
  const collaborationId = await join(ana);
  const bob = await server.createUser(admin, { role: 'ROLE_USER' });
  const open = await invite(bob);
  expect((await failureOf(remove(open.collaborationId, ana))).status).toBe(403);
  const [{ collaborationId: ownId } = { collaborationId: '' }] = (await people(owner)).collaborators;
  expect((await failureOf(remove(ownId, ana))).status).toBe(403);
  expect(await remove(open.collaborationId)).toEqual({ message: 'Invitation revoked', isStillInTeam: false });
  await ana.client.call(calls.recordLastActive, { body: { projectId, tab: 'one' } });
  expect(await remove(collaborationId)).toEqual({ message: 'Collaborator removed', isStillInTeam: false });
  const presence = await sql('select count(*)::int as count from collaboration.presence where project_id = $1', [
    projectId,
  ]);
  expect(presence.rows[0]?.count).toBe(0);
  expect((await told(ana))[0]).toEqual({
    kind: 'workspace-access',
    title: 'You were removed from Shop',
    text: '',
    link: null,
  });
  expect((await audited(owner)).slice(2)).toEqual([
    { action: 'collaborator.invitation-revoked', target: projectId, detail: { email: bob.email } },
    { action: 'collaborator.removed', target: projectId, detail: { email: ana.email } },
  ]);
  for (const user of [ana, bob]) expect((await invites(user, { status: 'REMOVED' })).totalElements).toBe(1);
  expect(await failureOf(remove(collaborationId))).toMatchObject({ code: 'COLLABORATION_COLLABORATOR_NOT_FOUND' });
});

test('viewers may leave, and are not notified of it', async () => {
  const collaborationId = await join(ana, 'VIEWER');
  const before = await told(ana);
  expect(await remove(collaborationId, ana)).toEqual({ message: 'You left the workspace', isStillInTeam: false });
  expect(await told(ana)).toEqual(before);
  expect((await failureOf(people(ana))).status).toBe(404);
});

test('invitations are listed newest first, in pages; others are listed by administrators only', async () => {
  const body = { projectName: 'Second', workspaceType: 'PRIVATE' as const };
  const second = await owner.client.call(workspaceRoutes.createProject, { body });
  await invite(ana);
  clock.advance(1000);
  const [later] = (await send([ana.email], 'VIEWER', owner, second.projectId)).invited;
  const token = tokenOf(later?.inviteUrl ?? '');
  const names = async (query = {}, by = ana) =>
    (await invites(by, query)).content.map(({ projectName }) => projectName);
  expect(await names()).toEqual(['Second', 'Shop']);
  expect(await names({ page: 1, size: 1 })).toEqual(['Shop']);
  expect(await invites(ana, { page: 1, size: 1 })).toMatchObject({ totalElements: 2, page: 1, size: 1 });
  expect(await names({ userEmail: ana.email }, admin)).toEqual(['Second', 'Shop']);
  expect(await names({}, admin)).toEqual([]);
  expect(await failureOf(invites(ana, { userEmail: owner.email }))).toMatchObject({
    status: 403,
    code: 'COLLABORATION_OTHER_ADDRESS',
    message: 'You can list only your own invitations.',
  });
  await owner.client.call(workspaceRoutes.deleteProject, {
    query: { projectId: second.projectId, projectName: 'Second' },
  });
  expect(await names()).toEqual(['Shop']);
  const validate = ana.client.call(calls.validateInvitation, { query: { token } });
  expect(await failureOf(validate)).toMatchObject(notFound);
});
