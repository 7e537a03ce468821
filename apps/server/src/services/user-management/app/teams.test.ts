import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf, newProject } from '../../api-testing/testing/builders.ts';
import { userManagementService } from '../index.ts';

let server: TestServer;
let admin: TestUser;
let colleague: TestUser;
let stranger: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false });
  ({ admin } = server);
  colleague = await server.createUser(admin, { role: 'ROLE_USER', firstName: 'Grace', lastName: 'Hopper' });
  stranger = await server.createOrganization();
}, 120_000);
afterAll(() => server.close());

const noTeam = [404, 'USER_MANAGEMENT_TEAM_NOT_FOUND'];
const noUser = [404, 'USER_MANAGEMENT_USER_NOT_FOUND'];
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code } = await failureOf(call);
  return [status, code];
};
const auditOf = async (target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, detail, userId }) => [action, detail, userId]);
const newTeam = (teamName: string, more: { teamDescription?: string; userIds?: string[] } = {}, by = admin) =>
  by.client.call(calls.createTeam, { body: { teamName, ...more } });
const membersOf = async (id: string) =>
  (await admin.client.call(calls.pageTeamMembers, { params: { id }, query: {} })).content.map(({ login }) => login);

test('a new team is returned with its members and description, and recorded', async () => {
  const team = await newTeam('Checkout', { teamDescription: 'Pays', userIds: [colleague.userId, admin.userId] });
  expect(team).toEqual({
    teamId: team.teamId,
    teamUuid: team.teamId,
    teamName: 'Checkout',
    teamDescription: 'Pays',
    memberCount: 2,
    createdAt: expect.any(String),
  });
  expect(await admin.client.call(calls.getTeam, { params: { id: team.teamId } })).toEqual(team);
  expect(await membersOf(team.teamId)).toEqual([admin.email, colleague.email]);
  expect(await auditOf(team.teamId)).toEqual([['team.created', { teamName: 'Checkout' }, admin.userId]]);
  const bare = await newTeam('Bare', { userIds: [] });
  expect([bare.teamDescription, bare.memberCount]).toEqual(['', 0]);
});

test('a team is not created with users of another organization', async () => {
  expect(await refusalOf(newTeam('Mixed', { userIds: [colleague.userId, stranger.userId] }))).toEqual(noUser);
  const { totalElements } = await admin.client.call(calls.pageTeams, { query: { searchTerm: 'Mixed' } });
  expect(totalElements).toBe(0);
});

test('a change of a team sets only the given fields, and may clear the description', async () => {
  const { teamId } = await newTeam('Before', { teamDescription: 'Stays' });
  const update = (change: object) => admin.client.call(calls.updateTeam, { body: { teamId, ...change } });
  expect(await update({ teamName: 'After' })).toMatchObject({ teamName: 'After', teamDescription: 'Stays' });
  expect(await update({ teamDescription: '' })).toMatchObject({ teamName: 'After', teamDescription: '' });
  expect(await update({})).toMatchObject({ teamName: 'After', teamDescription: '' });
  expect((await auditOf(teamId)).map(([action]) => action)).toEqual(['team.created', ...Array(3).fill('team.updated')]);
});

test('a team with workspaces is kept; once they are gone, it is deleted and its deletion recorded', async () => {
  const { teamId, teamName } = await newTeam('Owner', { userIds: [admin.userId] });
  const remove = () => admin.client.call(calls.deleteTeam, { params: { id: teamId } });
  const projectId = await newProject(admin.client);
  await server.platform.database.pool.query('update workspaces.project set team_id = $1 where id = $2', [
    teamId,
    projectId,
  ]);
  const refused = await failureOf(remove());
  expect([refused.status, refused.code, refused.message]).toEqual([
    409,
    'USER_MANAGEMENT_TEAM_IN_USE',
    'This team still has 1 workspaces. Delete them or move them to another team first.',
  ]);
  await server.platform.database.pool.query('delete from workspaces.project where id = $1', [projectId]);
  expect(await remove()).toEqual({ message: 'Team deleted.' });
  expect((await auditOf(teamId)).at(-1)).toEqual(['team.deleted', { teamName }, admin.userId]);
  expect(await refusalOf(remove())).toEqual(noTeam);
});

describe('members', () => {
  test('are added and removed only where they were, and each change is recorded', async () => {
    const { teamId } = await newTeam('Members', { userIds: [admin.userId] });
    const params = { teamId };
    const userIds = [admin.userId, colleague.userId];
    const add = (ids: string[]) => admin.client.call(calls.addTeamUsers, { params, body: { userIds: ids } });
    const remove = (ids: string[]) =>
      admin.client.call(calls.removeTeamUsers, { params: { id: teamId }, query: { userIds: ids } });
    expect(await add(userIds)).toEqual({ added: 1 });
    expect(await add([colleague.userId, colleague.userId])).toEqual({ added: 0 });
    expect(await remove([colleague.userId])).toEqual({ removed: 1 });
    expect(await remove(userIds)).toEqual({ removed: 1 });
    expect((await auditOf(teamId)).slice(1)).toEqual([
      ['team.members-added', { userIds }, admin.userId],
      ['team.members-added', { userIds: [colleague.userId, colleague.userId] }, admin.userId],
      ['team.members-removed', { userIds: [colleague.userId] }, admin.userId],
      ['team.members-removed', { userIds }, admin.userId],
    ]);
    for (const change of [add, remove]) {
      expect(await refusalOf(change([colleague.userId, stranger.userId]))).toEqual(noUser);
      expect(await refusalOf(change([newId()]))).toEqual(noUser);
    }
    expect(await membersOf(teamId)).toEqual([]);
    expect(await auditOf(teamId)).toHaveLength(5);
  });

  test('are paged by name with their role and state', async () => {
    const { userId } = await server.app.door(userManagementService).createUser({
      organizationId: admin.organizationId,
      email: 'invited@example.test',
      firstName: 'Ines',
      lastName: 'Invited',
      role: 'ROLE_GUEST',
      teamIds: [],
      activated: false,
    });
    const { teamId: id } = await newTeam('Paged', { userIds: [userId, admin.userId, colleague.userId] });
    const page = (query: object) => admin.client.call(calls.pageTeamMembers, { params: { id }, query });
    const second = await page({ page: 1, size: 2 });
    expect(second).toEqual({
      content: [
        {
          userId,
          login: 'invited@example.test',
          firstName: 'Ines',
          lastName: 'Invited',
          role: 'ROLE_GUEST',
          active: true,
          activated: false,
        },
      ],
      totalElements: 3,
      page: 1,
      size: 2,
    });
    expect((await page({ size: 2 })).content.map(({ login, activated }) => [login, activated])).toEqual([
      [admin.email, true],
      [colleague.email, true],
    ]);
    expect(await page({ searchTerm: 'HOPP' })).toMatchObject({
      totalElements: 1,
      content: [{ login: colleague.email }],
    });
    const candidates = (by: TestUser, query: object) =>
      by.client.call(calls.listTeamCandidates, { params: { id }, query });
    expect((await candidates(admin, {})).content).toEqual([]);
    const other = (await newTeam('Empty')).teamId;
    const found = await admin.client.call(calls.listTeamCandidates, {
      params: { id: other },
      query: { searchTerm: 'hopper', size: 1 },
    });
    expect(found).toEqual({
      content: [{ userId: colleague.userId, login: colleague.email, name: 'Grace Hopper' }],
      totalElements: 1,
      page: 0,
      size: 1,
    });
    expect(await refusalOf(candidates(stranger, {}))).toEqual(noTeam);
    expect(await refusalOf(stranger.client.call(calls.pageTeamMembers, { params: { id }, query: {} }))).toEqual(noTeam);
  });

  test('join and leave teams all at once; the change is recorded', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const [one, two] = [await newTeam('One of two'), await newTeam('Two of two')];
    const set = (teamIds: string[], userId = user.userId) =>
      admin.client.call(calls.setTeamsOfUser, { body: { userId, teamIds } });
    const teams = await set([two.teamId, one.teamId, two.teamId]);
    expect(teams).toEqual(
      [one, two].map(({ teamId, teamUuid, teamName, teamDescription }) => ({
        teamId,
        teamUuid,
        teamName,
        teamDescription,
      })),
    );
    expect((await auditOf(user.userId)).at(-1)).toEqual([
      'user.teams-changed',
      { teamIds: [two.teamId, one.teamId] },
      admin.userId,
    ]);
    expect(await refusalOf(set([one.teamId, stranger.teamId]))).toEqual(noTeam);
    expect(await refusalOf(set([one.teamId], stranger.userId))).toEqual(noUser);
    expect(await user.client.call(calls.listTeams, {})).toEqual(teams);
    expect(await set([])).toEqual([]);
    expect(await user.client.call(calls.listTeams, {})).toEqual([]);
  });
});

describe('a team is visible', () => {
  test('to administrators and its members only', async () => {
    const { teamId: id } = await newTeam('Not yours');
    const own = colleague.teamId;
    expect(await colleague.client.call(calls.getTeam, { params: { id: own } })).toMatchObject({ teamName: 'Team One' });
    for (const by of [colleague, stranger]) {
      expect(await refusalOf(by.client.call(calls.getTeam, { params: { id } }))).toEqual(noTeam);
      expect(await refusalOf(by.client.call(calls.pageTeamMembers, { params: { id }, query: {} }))).toEqual(noTeam);
    }
    for (const call of [
      () => stranger.client.call(calls.updateTeam, { body: { teamId: id, teamName: 'Taken' } }),
      () => stranger.client.call(calls.deleteTeam, { params: { id } }),
      () => stranger.client.call(calls.addTeamUsers, { params: { teamId: id }, body: { userIds: [stranger.userId] } }),
      () =>
        stranger.client.call(calls.removeTeamUsers, { params: { id }, query: { userIds: [stranger.userId] } as never }),
    ])
      expect(await refusalOf(call())).toEqual(noTeam);
    expect(await admin.client.call(calls.getTeam, { params: { id } })).toMatchObject({ teamName: 'Not yours' });
  });

  test('by the e-mail address of a member, to administrators and oneself', async () => {
    const teamsOf = (login: string, by: TestUser) => by.client.call(calls.listTeamsOfUser, { query: { login } });
    const own = [{ teamId: admin.teamId, teamUuid: admin.teamId, teamName: 'Team One', teamDescription: '' }];
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    expect(await teamsOf(` ${user.email.toUpperCase()} `, user)).toEqual(own);
    expect(await teamsOf(user.email, admin)).toEqual(own);
    expect(await refusalOf(teamsOf(admin.email, user))).toEqual(noUser);
    expect(await refusalOf(teamsOf(stranger.email, admin))).toEqual(noUser);
    expect(await refusalOf(teamsOf('nobody@example.test', admin))).toEqual(noUser);
  });
});

test('teams are paged in the order of their creation and searched by name; a member sees the own ones', async () => {
  const owner = await server.createOrganization();
  const member = await server.createUser(owner, { role: 'ROLE_USER' });
  const made = [];
  for (const name of ['Zeta', 'Alpha', 'Beta alpha']) made.push(await newTeam(name, {}, owner));
  const page = async (by: TestUser, query: object) => {
    const { content, ...rest } = await by.client.call(calls.pageTeams, { query });
    return { names: content.map(({ teamName }) => teamName), ...rest };
  };
  expect(await page(owner, { page: 1, size: 3 })).toEqual({
    names: ['Beta alpha'],
    totalElements: 4,
    page: 1,
    size: 3,
  });
  expect((await page(owner, { searchTerm: 'ALPHA' })).names).toEqual(['Alpha', 'Beta alpha']);
  expect((await page(member, {})).names).toEqual(['Team One']);
  expect((await page(member, { searchTerm: 'alpha' })).names).toEqual([]);
  const all = await owner.client.call(calls.listTeamsOfOrganization, {});
  expect(all.map(({ teamName }) => teamName)).toEqual(['Team One', 'Zeta', 'Alpha', 'Beta alpha']);
  expect(await member.client.call(calls.listTeamsWithRole, {})).toEqual([
    { teamId: owner.teamId, teamUuid: owner.teamId, teamName: 'Team One', teamDescription: '', role: 'ROLE_USER' },
  ]);
  const users = server.app.door(userManagementService);
  const ids = made.map(({ teamId }) => teamId);
  const among = await users.listTeams(owner.organizationId, [ids[2] ?? '', stranger.teamId, ids[0] ?? '']);
  expect(among.map(({ teamName }) => teamName)).toEqual(['Zeta', 'Beta alpha']);
  expect(await users.teamExists(owner.organizationId, owner.teamId)).toBe(true);
  expect(await users.teamExists(owner.organizationId, stranger.teamId)).toBe(false);
});
