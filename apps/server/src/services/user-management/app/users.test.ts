import type { Role } from '@touchstone/contracts';
import { userManagementRoutes as calls, type OrganizationUser } from '@touchstone/contracts/user-management';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { Caller } from '../../../platform/http/caller.ts';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { actFor, userManagementService } from '../index.ts';
import { createOrganizationUsers } from './organization-users.ts';

let server: TestServer;
let admin: TestUser;
let superAdmin: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ admin } = server);
  superAdmin = await server.createUser(admin, { role: 'ROLE_SUPERADMIN' });
  stranger = await server.createOrganization();
}, 120_000);
afterAll(() => server.close());

const users = () => server.app.door(userManagementService);
const noUser = [404, 'USER_MANAGEMENT_USER_NOT_FOUND'];
const guarded = [403, 'USER_MANAGEMENT_USER_PROTECTED'];
const oneself = [409, 'USER_MANAGEMENT_NOT_ONESELF'];
const lastAdministrator = [409, 'USER_MANAGEMENT_LAST_ADMINISTRATOR'];
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code } = await failureOf(call);
  return [status, code];
};
const auditOf = async (target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, detail, userId }) => [action, detail, userId]);
const invitationsTo = async (login: string) =>
  (await server.platform.mailer.list(200)).filter(({ recipient }) => recipient === login).length;
const person = (login: string) => ({ login, firstName: 'Nina', lastName: 'New' });
const invited = (login: string, more: object = {}, by = admin) =>
  by.client.call(calls.createUser, { body: { ...person(login), ...more } });
const mayCall = async (user: TestUser) =>
  user.client.call(calls.getPlanType, {}).then(
    () => true,
    () => false,
  );
const setActive = (login: string, active: boolean | undefined, by = admin) => {
  const value = active === undefined ? undefined : active ? ('true' as const) : ('false' as const);
  return by.client.call(calls.updateActivatedStatus, { query: { login, active: value } });
};
const setRole = (login: string, role: 'ROLE_ADMIN' | 'ROLE_USER' | 'ROLE_GUEST', by = admin) =>
  by.client.call(calls.updateRole, { query: { login, role } });
const remove = (id: string, by = admin) => by.client.call(calls.deleteUser, { query: { id } });
const setPilot = (id: string, pocStatus: 'ACTIVE' | 'COMPLETED' | 'CANCELLED', by = admin) =>
  by.client.call(calls.updatePocStatus, { params: { id }, body: { pocStatus } });

describe('an invitation', () => {
  test('creates the user as given, sends one message and is recorded', async () => {
    const login = 'nina@example.test';
    const user = await invited(login, {
      role: 'ROLE_GUEST',
      phoneNumber: '+1-2025550123',
      teamIds: [admin.teamId, admin.teamId],
    });
    expect(user).toEqual({
      userId: user.userId,
      login,
      firstName: 'Nina',
      lastName: 'New',
      role: 'ROLE_GUEST',
      phoneNumber: '+1-2025550123',
      active: true,
      activated: false,
      pocStatus: null,
      teams: [{ teamId: admin.teamId, teamName: 'Team One' }],
      lastLoginAt: null,
      createdAt: expect.any(String),
    });
    expect(await invitationsTo(login)).toBe(1);
    expect(await auditOf(user.userId)).toEqual([['user.invited', { login, role: 'ROLE_GUEST' }, admin.userId]]);
    const plain = await invited('plain@example.test');
    expect([plain.role, plain.phoneNumber, plain.teams]).toEqual(['ROLE_USER', '', []]);
  });

  test('is sent again and replaced by a link until it is accepted, by the own organization only', async () => {
    const login = 'slow@example.test';
    const { userId } = await invited(login);
    const resend = (of: string, by = admin) => by.client.call(calls.resendInvitation, { query: { login: of } });
    const link = (of: string, by = admin) => by.client.call(calls.createInvitationLink, { body: { login: of } });
    expect(await resend(login)).toEqual({ message: 'Invitation sent.' });
    expect(await invitationsTo(login)).toBe(2);
    const { url, expiresAt } = await link(login);
    expect(url).toMatch(/\/email-verified\?token=[\w-]{43}$/);
    expect(new Date(expiresAt ?? '').toISOString()).toBe(expiresAt);
    expect(await invitationsTo(login)).toBe(2);
    expect((await auditOf(userId)).slice(1)).toEqual([
      ['user.invitation-resent', { login }, admin.userId],
      ['user.invitation-link-made', { login }, admin.userId],
    ]);
    const accepted = [409, 'USER_MANAGEMENT_ALREADY_ACTIVATED'];
    for (const call of [resend, link]) {
      expect(await refusalOf(call(login, stranger))).toEqual(noUser);
      expect(await refusalOf(call(superAdmin.email))).toEqual(guarded);
      expect(await refusalOf(call(admin.email))).toEqual(accepted);
    }
    expect(await invitationsTo(admin.email)).toBe(0);
  });

  test('has a link without an end where another issuer manages the accounts', async () => {
    const issuer = { createInvitationLink: async () => ({ url: 'https://sso.example/', expiresAt: null }) };
    const { createInvitationLink } = createOrganizationUsers({
      platform: server.platform,
      users: {} as never,
      teams: {} as never,
      accounts: () => issuer as never,
    });
    const { login } = await invited('elsewhere@example.test');
    const { userId, organizationId } = admin;
    const caller = { userId, organizationId, role: 'ROLE_ADMIN', requestId: '', address: '' } as Caller;
    expect(await createInvitationLink(caller, login)).toEqual({ url: 'https://sso.example/', expiresAt: null });
  });

  test('of several people names each after their address', async () => {
    const names = async (login: string) => {
      const user = await users().findUserByEmail(login);
      return [user?.firstName, user?.lastName, user?.role, user?.teams.length];
    };
    const logins = ['mary-ann.von_trapp@example.test', 'joe@example.test', '42@example.test'];
    const body = { logins, role: 'ROLE_GUEST' as const, teamIds: [admin.teamId] };
    expect(await admin.client.call(calls.inviteUsers, { body })).toEqual({ invited: body.logins, failed: [] });
    expect(await Promise.all(body.logins.map(names))).toEqual([
      ['Mary', 'Ann Von Trapp', 'ROLE_GUEST', 1],
      ['Joe', 'User', 'ROLE_GUEST', 1],
      ['New', 'User', 'ROLE_GUEST', 1],
    ]);
  });

  test('of several people invites none into a team of another organization', async () => {
    const logins = ['not.invited@example.test', stranger.email];
    const body = { logins, teamIds: [admin.teamId, stranger.teamId] };
    expect(await refusalOf(admin.client.call(calls.inviteUsers, { body }))).toEqual([
      404,
      'USER_MANAGEMENT_TEAM_NOT_FOUND',
    ]);
    expect(await users().findUserByEmail('not.invited@example.test')).toBeUndefined();
    const taken = await failureOf(admin.client.call(calls.inviteUsers, { body: { logins: [stranger.email] } }));
    expect([taken.code, taken.details]).toEqual([
      'USER_MANAGEMENT_INVITE_FAILED',
      [
        {
          path: 'logins',
          message: `${stranger.email}: There is already an account with this e-mail address. Use another address or sign in.`,
        },
      ],
    ]);
  });
});

describe('users are found', () => {
  test('by name, role, team and state, a page at a time', async () => {
    const owner = await server.createOrganization();
    const { teamId } = await owner.client.call(calls.createTeam, { body: { teamName: 'Other' } });
    const cy = await server.createUser(owner, { role: 'ROLE_USER', firstName: 'Cy', teamIds: [owner.teamId, teamId] });
    const bo = await server.createUser(owner, { role: 'ROLE_GUEST', firstName: 'Bo', teamIds: [] });
    await setActive(bo.email, false, owner);
    const page = async (query: object) => {
      const { content, ...rest } = await owner.client.call(calls.pageUsers, { query });
      return { names: content.map(({ firstName }) => firstName), ...rest };
    };
    expect(await page({ page: 1, size: 2 })).toEqual({ names: ['Cy'], totalElements: 3, page: 1, size: 2 });
    expect((await page({})).names).toEqual(['Ada', 'Bo', 'Cy']);
    expect((await page({ searchTerm: 'bO' })).names).toEqual(['Bo']);
    expect((await page({ role: 'ROLE_GUEST' })).names).toEqual(['Bo']);
    expect((await page({ teamId })).names).toEqual(['Cy']);
    expect((await page({ active: 'false' })).names).toEqual(['Bo']);
    expect((await page({ active: 'true' })).names).toEqual(['Ada', 'Cy']);
    const { content } = await owner.client.call(calls.pageUsers, { query: {} });
    expect(content.map(({ teams }) => teams.map(({ teamName }) => teamName))).toEqual([
      ['Team One'],
      [],
      ['Team One', 'Other'],
    ]);
    expect(content[2]).toMatchObject({ userId: cy.userId, lastLoginAt: expect.any(String) });
    const named = await users().pageUsers(owner.organizationId, 'cy', { page: 0, size: 5 });
    expect(named).toEqual({
      content: [{ userId: cy.userId, login: cy.email, name: 'Cy User', lastLoginAt: content[2]?.lastLoginAt }],
      totalElements: 1,
      page: 0,
      size: 5,
    });
    await owner.client.call(calls.createUser, { body: person('never@example.test') });
    const never = await users().pageUsers(owner.organizationId, 'never', { page: 0, size: 5 });
    expect(never.content.map(({ lastLoginAt }) => lastLoginAt)).toEqual([null]);
    expect(await users().countUsers(owner.organizationId)).toEqual({
      total: 4,
      active: 2,
      invited: 1,
      deactivated: 1,
      administrators: 1,
    });
    expect(await users().findUserIds(owner.organizationId, 'CY')).toEqual([cy.userId]);
    const names = await owner.client.call(calls.pageUserNames, { query: { searchTerm: 'user' } });
    expect(names.content).toEqual([{ userId: cy.userId, login: cy.email, name: 'Cy User' }]);
  });

  test('by id and address, by administrators of the same organization and by themselves', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const byId = (id: string | undefined, by: TestUser) => by.client.call(calls.getUser, { query: { id } });
    const byLogin = (login: string, by: TestUser) => by.client.call(calls.getUserByLogin, { query: { login } });
    const own: OrganizationUser = await byId(undefined, user);
    expect([own.userId, own.login]).toEqual([user.userId, user.email]);
    for (const by of [admin, user])
      expect([await byId(user.userId, by), await byLogin(user.email, by)]).toEqual([own, own]);
    const other = await server.createUser(admin, { role: 'ROLE_USER' });
    for (const by of [other, stranger])
      for (const call of [() => byId(user.userId, by), () => byLogin(user.email, by)])
        expect(await refusalOf(call())).toEqual(noUser);
    expect(await refusalOf(byId(newId(), admin))).toEqual(noUser);
  });
});

describe('a user', () => {
  test('is edited field by field; the change is recorded', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Old', lastName: 'Name' });
    const edit = (change: object, by = admin) =>
      by.client.call(calls.updateUser, { body: { userId: user.userId, ...change } });
    expect(await edit({ firstName: 'New', phoneNumber: '+49-30 901820' })).toMatchObject({
      firstName: 'New',
      lastName: 'Name',
      phoneNumber: '+49-30 901820',
    });
    expect(await edit({ lastName: 'Surname', phoneNumber: '' })).toMatchObject({
      firstName: 'New',
      lastName: 'Surname',
      phoneNumber: '',
    });
    expect(await auditOf(user.userId)).toEqual(Array(2).fill(['user.updated', null, admin.userId]));
    expect(await refusalOf(edit({ firstName: 'Theirs' }, stranger))).toEqual(noUser);
    const boss = admin.client.call(calls.updateUser, { body: { userId: superAdmin.userId, firstName: 'Mine' } });
    expect(await refusalOf(boss)).toEqual(guarded);
  });

  test('gets another role, which is recorded with the former one', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    expect(await setRole(user.email, 'ROLE_GUEST')).toMatchObject({ userId: user.userId, role: 'ROLE_GUEST' });
    expect(await auditOf(user.userId)).toEqual([
      ['user.role-changed', { from: 'ROLE_USER', to: 'ROLE_GUEST' }, admin.userId],
    ]);
    expect(await refusalOf(setRole(user.email, 'ROLE_USER', stranger))).toEqual(noUser);
    expect(await refusalOf(setRole(superAdmin.email, 'ROLE_USER'))).toEqual(guarded);
  });

  test('is deactivated and activated; without a state, the other one is set', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const states = [];
    for (const active of [undefined, undefined, true, false, false])
      states.push((await setActive(user.email, active)).active);
    expect(states).toEqual([false, true, true, false, false]);
    expect(await auditOf(user.userId)).toEqual(
      states.map((active) => [active ? 'user.activated' : 'user.deactivated', null, admin.userId]),
    );
    expect(await refusalOf(setActive(admin.email, true))).toEqual(oneself);
    expect(await refusalOf(setActive(user.email, true, stranger))).toEqual(noUser);
    expect(await refusalOf(setActive(superAdmin.email, false))).toEqual(guarded);
  });

  test('loses their sessions when deactivated, and keeps them when activated', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    await setActive(user.email, true);
    expect(await mayCall(user)).toBe(true);
    await setActive(user.email, false);
    await setActive(user.email, true);
    expect(await mayCall(user)).toBe(false);
  });

  test('is deleted with their sessions and photo; the deletion is recorded', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const { fileId } = await server.platform.files.put({
      organizationId: user.organizationId,
      owner: `user:${user.userId}`,
      name: 'photo',
      contentType: 'image/png',
      content: Buffer.from('png'),
    });
    expect(await refusalOf(remove(user.userId, stranger))).toEqual(noUser);
    expect(await remove(user.userId)).toEqual({ message: 'User deleted.' });
    expect(await mayCall(user)).toBe(false);
    expect(await auditOf(user.userId)).toEqual([['user.deleted', { login: user.email }, admin.userId]]);
    await expect(server.platform.files.open(user.organizationId, fileId)).rejects.toMatchObject({
      code: 'PLATFORM_FILE_NOT_FOUND',
    });
    expect(await refusalOf(remove(user.userId))).toEqual(noUser);
    expect(await refusalOf(remove(admin.userId))).toEqual(oneself);
    expect(await refusalOf(remove(superAdmin.userId))).toEqual(guarded);
  });
});

test('a pilot ends with its user deactivated and signed out, and can be resumed', async () => {
  const login = 'pilot@example.test';
  const pilot = await admin.client.call(calls.addPilot, { body: person(login) });
  expect(pilot).toMatchObject({ login, role: 'ROLE_USER', pocStatus: 'ACTIVE', teams: [], active: true });
  const read = (id: string, by = admin) => by.client.call(calls.getPilot, { params: { id } });
  expect(await read(pilot.userId)).toEqual(pilot);
  for (const pocStatus of ['COMPLETED', 'CANCELLED'] as const)
    expect(await setPilot(pilot.userId, pocStatus)).toMatchObject({ pocStatus, active: false });
  expect(await setPilot(pilot.userId, 'ACTIVE')).toEqual(pilot);
  expect((await auditOf(pilot.userId)).slice(1)).toEqual(
    ['COMPLETED', 'CANCELLED', 'ACTIVE'].map((pocStatus) => ['user.pilot-changed', { pocStatus }, admin.userId]),
  );
  const noPilot = [404, 'USER_MANAGEMENT_NO_PILOT'];
  const user = await server.createUser(admin, { role: 'ROLE_USER' });
  expect(await refusalOf(read(user.userId))).toEqual(noPilot);
  expect(await refusalOf(setPilot(user.userId, 'ACTIVE'))).toEqual(noPilot);
  expect(await mayCall(user)).toBe(true);
  expect(await refusalOf(read(pilot.userId, stranger))).toEqual(noUser);
  expect(await refusalOf(setPilot(pilot.userId, 'COMPLETED', stranger))).toEqual(noUser);
  await server.platform.database.pool.query(`update user_management."user" set poc_status = 'ACTIVE' where id = $1`, [
    user.userId,
  ]);
  await setPilot(user.userId, 'ACTIVE');
  expect(await mayCall(user)).toBe(true);
  await setPilot(user.userId, 'COMPLETED');
  await setActive(user.email, true);
  expect(await mayCall(user)).toBe(false);
});

describe('the last administrator of an organization', () => {
  test('can neither be demoted, deactivated nor deleted', async () => {
    const owner = await server.createOrganization();
    const boss = await server.createUser(owner, { role: 'ROLE_SUPERADMIN' });
    // Neither an invited nor a deactivated administrator can take over.
    await owner.client.call(calls.createUser, { body: { ...person('later@example.test'), role: 'ROLE_ADMIN' } });
    const second = await server.createUser(owner, { role: 'ROLE_ADMIN' });
    await setActive(second.email, false, owner);
    for (const call of [
      () => setRole(owner.email, 'ROLE_USER', owner),
      () => setActive(owner.email, false, boss),
      () => remove(owner.userId, boss),
    ])
      expect(await refusalOf(call())).toEqual(lastAdministrator);
    expect(await users().findUser(owner.userId)).toMatchObject({ role: 'ROLE_ADMIN', active: true });
    await setActive(second.email, true, owner);
    expect(await setRole(owner.email, 'ROLE_USER', owner)).toMatchObject({ role: 'ROLE_USER' });
  });

  test('cannot be deactivated by the end of a pilot, and nobody ends their own', async () => {
    const owner = await server.createOrganization();
    const boss = await server.createUser(owner, { role: 'ROLE_SUPERADMIN' });
    await server.platform.database.pool.query(
      `update user_management."user" set poc_status = 'ACTIVE' where organization_id = $1`,
      [owner.organizationId],
    );
    expect(await refusalOf(setPilot(owner.userId, 'COMPLETED', boss))).toEqual(lastAdministrator);
    expect(await refusalOf(setPilot(owner.userId, 'CANCELLED', owner))).toEqual(oneself);
    expect(await users().findUser(owner.userId)).toMatchObject({ active: true });
    expect(await setPilot(owner.userId, 'ACTIVE', owner)).toMatchObject({ active: true });
  });
});

describe('the product acts for a user', () => {
  const origin = { requestId: 'request', address: 'address' };
  const act = (userId: string, organizationId: string) => actFor(users(), { userId, organizationId }, origin);

  test('with their current role, plan and teams', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_GUEST', firstName: 'Gus', lastName: 'Guest' });
    expect(await act(user.userId, admin.organizationId)).toEqual({
      userId: user.userId,
      email: user.email,
      name: 'Gus Guest',
      role: 'ROLE_GUEST',
      organizationId: admin.organizationId,
      plan: 'PRO',
      teamIds: [admin.teamId],
      teamId: admin.teamId,
      ...origin,
    });
    expect(await act(superAdmin.userId, admin.organizationId)).toMatchObject({ teamIds: [admin.teamId] });
  });

  test('in another organization only with a super role, with all of its teams and its plan', async () => {
    const free = await server.createOrganization({ plan: 'FREE' });
    const { teamId } = await free.client.call(calls.createTeam, { body: { teamName: 'Second' } });
    expect(await act(superAdmin.userId, free.organizationId)).toMatchObject({
      organizationId: free.organizationId,
      plan: 'FREE',
      teamIds: [free.teamId, teamId],
      teamId: free.teamId,
    });
    expect(await act(admin.userId, free.organizationId)).toBeUndefined();
    expect(await act(superAdmin.userId, newId())).toBeUndefined();
    expect(await act(superAdmin.userId, 'no id')).toBeUndefined();
  });

  test('only if the user may sign in', async () => {
    expect(await act(newId(), admin.organizationId)).toBeUndefined();
    const gone = await server.createUser(admin, { role: 'ROLE_USER' });
    await setActive(gone.email, false);
    expect(await act(gone.userId, admin.organizationId)).toBeUndefined();
    const { userId } = await invited('unborn@example.test');
    expect(await act(userId, admin.organizationId)).toBeUndefined();
    const roles: Role[] = ['ROLE_SYSTEM', 'ROLE_DEVOPS'];
    const acting = [];
    for (const role of roles) {
      const { userId: id } = await users().createUser({
        organizationId: admin.organizationId,
        email: `${role}@example.test`,
        firstName: 'Sys',
        lastName: 'Tem',
        role,
        teamIds: [],
      });
      acting.push((await act(id, admin.organizationId)) !== undefined);
    }
    expect(acting).toEqual([true, false]);
  });
});
