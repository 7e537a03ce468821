import { userManagementRoutes as calls } from '@touchstone/contracts/user-management';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, type TestServer, type TestUser, testPassword } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { userManagementService } from '../index.ts';

const day = 24 * 3600_000;
const clock = new FakeClock(new Date());
let server: TestServer;
let admin: TestUser;
let boss: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ admin } = server);
  boss = await server.createOrganization({ role: 'ROLE_SUPERADMIN' });
}, 120_000);
afterAll(() => server.close());

const users = () => server.app.door(userManagementService);
const fromNow = (days: number) => new Date(clock.now().getTime() + days * day).toISOString();
const refusalOf = async (call: Promise<unknown>) => {
  const { status, code } = await failureOf(call);
  return [status, code];
};
const auditOf = async (target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, detail, userId }) => [action, detail, userId]);
/** Calls as a super administrator who acts for an organization. */
const actingFor = async (organizationId: string, route: Parameters<TestUser['client']['raw']>[0]) => {
  const headers = { 'organization-id': organizationId };
  return (await boss.client.raw(route, { query: {} } as never, { headers })).json();
};
const newOrganization = (organizationName: string, more: object = {}) =>
  boss.client.call(calls.addOrganization, {
    body: { organizationName, login: `${newId()}@example.test`, firstName: 'Olga', lastName: 'Orlova', ...more },
  });
const noOrganization = [404, 'USER_MANAGEMENT_ORGANIZATION_NOT_FOUND'];

describe('an organization', () => {
  test('is created with its plan, a team and an invited administrator; its creation is recorded', async () => {
    const login = 'olga@example.test';
    const planExpiryDate = fromNow(10);
    const made = await newOrganization('Works', { login, planType: 'ENTERPRISE', planExpiryDate });
    expect(made).toEqual({
      organizationId: made.organizationId,
      organizationName: 'Works',
      planType: 'ENTERPRISE',
      subscribedPlan: 'ENTERPRISE',
      planExpiryDate,
      active: true,
      login,
      userCount: 1,
      teamCount: 1,
      createdAt: expect.any(String),
    });
    expect(await users().findUserByEmail(login)).toMatchObject({
      firstName: 'Olga',
      lastName: 'Orlova',
      role: 'ROLE_ADMIN',
      activated: false,
      teams: [{ teamName: 'Team One' }],
    });
    const [mail] = (await server.platform.mailer.list(50)).filter(({ recipient }) => recipient === login);
    expect(mail?.subject).toContain('Works');
    expect(await auditOf(made.organizationId)).toEqual([['organization.created', null, boss.userId]]);
    const open = await newOrganization('Open');
    expect([open.planType, open.planExpiryDate]).toEqual(['FREE', null]);
    expect(await users().findOrganization(open.organizationId)).toEqual({
      organizationId: open.organizationId,
      organizationName: 'Open',
      plan: 'FREE',
      subscribedPlan: 'FREE',
      planExpiresAt: null,
      active: true,
    });
    expect(await users().findOrganization(newId())).toBeUndefined();
  });

  test('is deactivated and activated; its users lose their sessions, and both are recorded', async () => {
    const owner = await server.createOrganization();
    const other = await server.createOrganization();
    const colleague = await server.createUser(owner, { role: 'ROLE_USER' });
    const set = (orgId: string, active?: 'true' | 'false') =>
      boss.client.call(calls.deactivateAccount, { query: { orgId, active } });
    const before = await boss.client.call(calls.countOrganizations, {});
    expect(await set(owner.organizationId, 'true')).toMatchObject({ active: true });
    expect(await owner.client.call(calls.getPlanType, {})).toEqual({ type: 'PRO' });
    expect(await set(owner.organizationId)).toMatchObject({ organizationId: owner.organizationId, active: false });
    expect(await users().findOrganization(owner.organizationId)).toMatchObject({ active: false });
    const { total, active, deactivated, byPlan } = await boss.client.call(calls.countOrganizations, {});
    expect([total, active, deactivated, byPlan]).toEqual([
      before.total,
      before.active - 1,
      before.deactivated + 1,
      before.byPlan,
    ]);
    expect(await actingFor(owner.organizationId, calls.getAccountStatus)).toEqual({
      accountStatus: 'DEACTIVATED',
      plan: 'PRO',
      activated: true,
    });
    await set(owner.organizationId, 'true');
    for (const { client } of [owner, colleague])
      expect((await failureOf(client.call(calls.getPlanType, {}))).status).toBe(401);
    expect(await other.client.call(calls.getPlanType, {})).toEqual({ type: 'PRO' });
    expect(await auditOf(owner.organizationId)).toEqual(
      ['activated', 'deactivated', 'activated'].map((what) => [`organization.${what}`, null, boss.userId]),
    );
    expect(await refusalOf(set(newId()))).toEqual(noOrganization);
  });

  test('of the super administrator cannot be deactivated by them', async () => {
    const set = (active: 'true' | 'false') =>
      boss.client.call(calls.deactivateAccount, { query: { orgId: boss.organizationId, active } });
    expect(await refusalOf(set('false'))).toEqual([409, 'USER_MANAGEMENT_NOT_ONESELF']);
    expect(await set('true')).toMatchObject({ active: true });
  });

  test('gets another plan, with or without an end; the change is recorded', async () => {
    const owner = await server.createOrganization();
    const upgrade = (planType: 'FREE' | 'PRO' | 'ENTERPRISE', planExpiryDate?: string, login = owner.email) =>
      boss.client.call(calls.upgradeAccount, { query: { login, planType, planExpiryDate, confirmFewerSeats: 'true' } });
    const end = fromNow(5);
    expect(await upgrade('ENTERPRISE', end)).toMatchObject({ planType: 'ENTERPRISE', planExpiryDate: end });
    expect(await owner.client.call(calls.getPlanExpiryDate, {})).toEqual({ planExpiryDate: end });
    expect(await users().listPlanEnds(new Date(fromNow(4)), new Date(end))).toEqual([
      { organizationId: owner.organizationId, organizationName: expect.any(String), planExpiresAt: new Date(end) },
    ]);
    expect(await upgrade('PRO')).toMatchObject({ planType: 'PRO', planExpiryDate: null });
    expect(await owner.client.call(calls.getPlanExpiryDate, {})).toEqual({ planExpiryDate: null });
    expect(await auditOf(owner.organizationId)).toEqual([
      ['organization.plan-changed', { planType: 'ENTERPRISE', planExpiryDate: end }, boss.userId],
      ['organization.plan-changed', { planType: 'PRO', planExpiryDate: null }, boss.userId],
    ]);
    expect(await refusalOf(upgrade('PRO', undefined, 'nobody@example.test'))).toEqual(noOrganization);
  });

  test('keeps its plan and licences if fewer licences are not confirmed', async () => {
    const owner = await server.createOrganization({ plan: 'ENTERPRISE' });
    await users().setPlan(owner.organizationId, 'ENTERPRISE', null);
    const query = { login: owner.email, planType: 'FREE' as const };
    const { status } = await failureOf(boss.client.call(calls.upgradeAccount, { query }));
    expect(status).toBe(409);
    expect(await users().findOrganization(owner.organizationId)).toMatchObject({ plan: 'ENTERPRISE' });
    const confirmed = { ...query, confirmFewerSeats: 'true' as const };
    expect(await boss.client.call(calls.upgradeAccount, { query: confirmed })).toMatchObject({ planType: 'FREE' });
  });

  test('has an expired plan from its end on', async () => {
    const made = await newOrganization('Ending', { planType: 'PRO', planExpiryDate: fromNow(1) });
    const plan = async () => {
      const page = await boss.client.call(calls.pageOrganizations, { query: { searchItem: 'ending' } });
      const record = await users().findOrganization(made.organizationId);
      return [...page.content.map(({ planType, subscribedPlan }) => [planType, subscribedPlan]), record?.plan];
    };
    expect(await plan()).toEqual([['PRO', 'PRO'], 'PRO']);
    const before = await boss.client.call(calls.countOrganizations, {});
    clock.advance(day);
    expect(await plan()).toEqual([['EXPIRED', 'PRO'], 'EXPIRED']);
    const { total, byPlan } = await boss.client.call(calls.countOrganizations, {});
    expect([total, byPlan.EXPIRED, byPlan.PRO]).toEqual([
      before.total,
      (before.byPlan.EXPIRED ?? 0) + 1,
      (before.byPlan.PRO ?? 0) - 1,
    ]);
  });
});

test('organizations are listed in the chosen order, a page at a time', async () => {
  for (const [name, planType, days] of [
    ['Sorted b', 'PRO', 40],
    ['sorted A', 'FREE', 60],
    ['Sorted c', 'ENTERPRISE', 50],
  ] as const)
    await newOrganization(name, { planType, planExpiryDate: fromNow(days) });
  const page = async (query: object) => {
    const { content, ...rest } = await boss.client.call(calls.pageOrganizations, {
      query: { searchItem: 'sorted', ...query },
    });
    return { names: content.map(({ organizationName }) => organizationName.at(-1)).join(''), ...rest };
  };
  const orders = [
    [{}, 'Abc'],
    [{ sort: 'desc' }, 'cbA'],
    [{ sortItem: 'createdAt' }, 'bAc'],
    [{ sortItem: 'planExpiryDate' }, 'bcA'],
    [{ sortItem: 'planType', sort: 'desc' }, 'bAc'],
  ] as const;
  for (const [query, names] of orders) expect((await page(query)).names).toBe(names);
  expect(await page({ page: 1, size: 2 })).toEqual({ names: 'c', totalElements: 3, page: 1, size: 2 });
  const names = await boss.client.call(calls.pageOrganizationNames, { query: { searchItem: 'SORTED', size: 1 } });
  expect(names).toMatchObject({ totalElements: 3, content: [{ organizationName: 'sorted A' }] });
});

test('teams of an organization are found by its id, its name or one of its users', async () => {
  const owner = await server.createOrganization();
  const { organizationName } = (await users().findUser(owner.userId)) ?? {};
  const teams = (query: object) => boss.client.call(calls.listTeamsOfAnyOrganization, { query });
  const own = [{ teamId: owner.teamId, teamUuid: owner.teamId, teamName: 'Team One', teamDescription: '' }];
  for (const query of [
    { organizationId: owner.organizationId, login: admin.email },
    { organizationName: ` ${organizationName?.toUpperCase()}` },
    { login: owner.email.toUpperCase() },
  ])
    expect(await teams(query)).toEqual(own);
  for (const query of [{ organizationId: newId() }, { organizationName: 'None' }, { login: 'nobody@example.test' }])
    expect(await refusalOf(teams(query))).toEqual(noOrganization);
});

test.each(['-'.repeat(36), 'a'.repeat(36), 'no id'])('%s names no organization to act for', async (organizationId) => {
  const headers = { 'organization-id': organizationId };
  expect(await refusalOf(boss.client.raw(calls.listTeams, {}, { headers }))).toEqual([
    403,
    'PLATFORM_SELECT_ORGANIZATION',
  ]);
});

describe('a profile', () => {
  const png = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(20)]);
  const upload = async (user: TestUser, content: Buffer, headers: Record<string, string> = {}) => {
    const head = '--b\r\ncontent-disposition: form-data; name="file"; filename="me.png"\r\n\r\n';
    const response = await server.app.http.inject({
      method: 'PUT',
      url: '/services/user-management/edit-profile-photo',
      headers: {
        authorization: `Bearer ${user.token}`,
        'content-type': 'multipart/form-data; boundary=b',
        ...headers,
      },
      payload: Buffer.concat([Buffer.from(head), content, Buffer.from('\r\n--b--\r\n')]),
    });
    return response.json<{ photoUrl: string | null; code?: string }>();
  };
  const photoOf = async (userId: string, by: TestUser) => {
    const response = await by.client.raw(calls.getProfilePhoto, { params: { userId } });
    return Buffer.from(await response.arrayBuffer());
  };
  const noPhoto = [404, 'USER_MANAGEMENT_NO_PHOTO'];

  test('contains the user, the organization and the colour scheme, and is changed field by field', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_GUEST', firstName: 'Mia', lastName: 'Muster' });
    const { organizationName } = (await users().findUser(admin.userId)) ?? {};
    const profile = await user.client.call(calls.getProfile, {});
    expect(profile).toEqual({
      userId: user.userId,
      login: user.email,
      firstName: 'Mia',
      lastName: 'Muster',
      role: 'ROLE_GUEST',
      phoneNumber: '',
      active: true,
      activated: true,
      pocStatus: null,
      teams: [{ teamId: admin.teamId, teamName: 'Team One' }],
      lastLoginAt: clock.now().toISOString(),
      createdAt: expect.any(String),
      organizationId: admin.organizationId,
      organizationName,
      modeStatus: 'auto',
      photoUrl: null,
    });
    const update = (body: object) => user.client.call(calls.updateProfile, { body });
    const phoneNumber = '+49-30 901820';
    expect(await update({ lastName: 'Maier', phoneNumber })).toEqual({ ...profile, lastName: 'Maier', phoneNumber });
    expect(await update({ phoneNumber: '' })).toEqual({ ...profile, lastName: 'Maier' });
    expect(await update({})).toEqual({ ...profile, lastName: 'Maier' });
    expect(await user.client.call(calls.getAccountStatus, {})).toEqual({
      accountStatus: 'ACTIVE',
      plan: 'PRO',
      activated: true,
    });
  });

  test('has one photo, which is replaced and deleted', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const stored = async () => {
      const { rows } = await server.platform.database.pool.query<{ count: number }>(
        'select count(*)::int as count from platform.file where owner = $1',
        [`user:${user.userId}`],
      );
      return rows[0]?.count;
    };
    expect(await refusalOf(photoOf(user.userId, user))).toEqual(noPhoto);
    const first = await upload(user, png);
    expect(first.photoUrl).toContain(`/services/user-management/profile-photo/${user.userId}?v=`);
    const second = Buffer.concat([png, Buffer.from('second')]);
    expect((await upload(user, second)).photoUrl).not.toBe(first.photoUrl);
    for (const by of [user, admin]) expect(await photoOf(user.userId, by)).toEqual(second);
    expect(await refusalOf(photoOf(user.userId, boss))).toEqual([404, 'USER_MANAGEMENT_USER_NOT_FOUND']);
    expect(await stored()).toBe(1);
    expect((await upload(user, Buffer.from('<svg/>'))).code).toBe('USER_MANAGEMENT_PHOTO_REFUSED');
    expect(await photoOf(user.userId, user)).toEqual(second);
    expect(await user.client.call(calls.deleteProfilePhoto, {})).toMatchObject({ photoUrl: null });
    expect(await refusalOf(photoOf(user.userId, admin))).toEqual(noPhoto);
    expect(await stored()).toBe(0);
  });

  test('may have a photo of 2 MB and not a byte more', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const largest = Buffer.concat([png, Buffer.alloc(2 * 1024 * 1024 - png.length)]);
    expect((await upload(user, Buffer.concat([largest, Buffer.from('+')]))).code).toBe('USER_MANAGEMENT_PHOTO_REFUSED');
    expect((await upload(user, largest)).code).toBeUndefined();
    expect(await photoOf(user.userId, user)).toEqual(largest);
  });

  test('stays that of a super administrator who acts for another organization', async () => {
    const own = await boss.client.call(calls.getProfile, {});
    const visiting = { 'organization-id': admin.organizationId };
    expect(await actingFor(admin.organizationId, calls.getProfile)).toEqual(own);
    expect(await actingFor(admin.organizationId, calls.getAccountStatus)).toMatchObject({ accountStatus: 'ACTIVE' });
    const { photoUrl } = await upload(boss, png, visiting);
    expect((await boss.client.call(calls.getProfile, {})).photoUrl).toBe(photoUrl);
    expect(await photoOf(boss.userId, boss)).toEqual(png);
    const photo = await boss.client.raw(
      calls.getProfilePhoto,
      { params: { userId: boss.userId } },
      { headers: visiting },
    );
    expect(photo.status).toBe(200);
    expect(await refusalOf(photoOf(boss.userId, admin))).toEqual([404, 'USER_MANAGEMENT_USER_NOT_FOUND']);
    await boss.client.raw(calls.deleteProfilePhoto, {}, { headers: visiting });
    expect(await refusalOf(photoOf(boss.userId, boss))).toEqual(noPhoto);
  });

  test('is greeted until the greeting is dismissed', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const firstLogin = async () => (await users().findUser(user.userId))?.firstLogin;
    expect(await firstLogin()).toBe(true);
    expect(await user.client.call(calls.updateLoginInformation, { query: {} })).toEqual({ message: 'Saved.' });
    expect(await firstLogin()).toBe(false);
  });

  test('has a password that its owner changes', async () => {
    const user = await server.createUser(admin, { role: 'ROLE_USER' });
    const newPassword = 'another quiet password';
    const body = { currentPassword: testPassword, newPassword, confirmPassword: newPassword };
    expect(await user.client.call(calls.changePassword, { body })).toEqual({ message: 'Password changed.' });
    expect(await refusalOf(user.client.call(calls.changePassword, { body }))).toEqual([
      400,
      'IDENTITY_INVALID_CURRENT_PASSWORD',
    ]);
  });
});

test('an AI token is replaced, switched off and on by its owner only, and each change recorded', async () => {
  const user = await server.createUser(admin, { role: 'ROLE_USER' });
  const other = await server.createUser(admin, { role: 'ROLE_USER' });
  const generate = () =>
    user.client.call(calls.generateAiToken, { query: {}, body: { confirmation: 'Generate' as const } });
  const state = (by = user) => by.client.call(calls.getAiToken, { query: {} });
  const none = { apiToken: null, keyEnding: null, enabled: false, createdAt: null };
  expect(await state()).toEqual(none);
  const { key: _first, ...first } = await generate();
  const { key, ...second } = await generate();
  const apiToken = second.apiToken ?? '';
  expect(second).toEqual({ apiToken, keyEnding: key.slice(-4), enabled: true, createdAt: clock.now().toISOString() });
  expect(second.apiToken).not.toBe(first.apiToken);
  expect(await state()).toEqual(second);
  const set = (enabled: 'true' | 'false', by = user, id = apiToken) =>
    by.client.call(calls.updateAiTokenStatus, { query: { apiToken: id, enabled } });
  expect(await set('false')).toEqual({ ...second, enabled: false });
  expect(await set('true')).toEqual(second);
  const noToken = [404, 'USER_MANAGEMENT_NO_AI_TOKEN'];
  expect(await refusalOf(set('false', user, first.apiToken ?? ''))).toEqual(noToken);
  expect(await refusalOf(set('false', other))).toEqual(noToken);
  expect(await state(other)).toEqual(none);
  expect(await auditOf(apiToken)).toEqual(
    ['generated', 'disabled', 'enabled'].map((what) => [`ai-token.${what}`, null, user.userId]),
  );
});

test('made-up personal data fits together', async () => {
  const person = await admin.client.call(calls.getRandomData, {});
  expect(person.email).toMatch(new RegExp(`^${person.firstName}\\.${person.lastName}\\.\\d+@example\\.com$`, 'i'));
  expect(person.email).toBe(person.email.toLowerCase());
  expect(person.companyName).toMatch(new RegExp(`^${person.lastName} \\S.* Ltd$`));
  expect(person.phoneNumber).toMatch(/^\+1-555\d{7}$/);
  expect((await admin.client.call(calls.getRandomData, {})).phoneNumber).not.toBe(person.phoneNumber);
  expect(person.uuid).toMatch(/^[0-9a-f-]{36}$/);
});
