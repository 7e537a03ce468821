import { FakeClock } from '@touchstone/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../identity/testing/browser.ts';
import { addUser, startTestApp, type TestApp } from '../../identity/testing/test-app.ts';

const password = 'a quiet password';
const day = 24 * 3600_000;
let app: TestApp;
let browser: Browser;
let clock: FakeClock;
let home: { organizationId: string; userId: string; teamId: string };

async function tokenOf(username: string): Promise<string> {
  const form = { grant_type: 'password', username, password };
  return (await browser.postForm('/services/identity/token', form)).json.access_token;
}
const tokens = new Map<string, string>();
async function call(login: string, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  if (!tokens.has(login)) tokens.set(login, await tokenOf(login));
  return browser.send(`/services/user-management${path}`, {
    method,
    headers: {
      authorization: `Bearer ${tokens.get(login)}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const asRoot = (method: string, path: string, body?: unknown, headers?: Record<string, string>) =>
  call('root@example.test', method, path, body, headers);

beforeAll(async () => {
  clock = new FakeClock(new Date());
  app = await startTestApp({ clock });
  browser = new Browser(app.url);
  home = await addUser(app, { email: 'ada@example.test', password });
  const { userId } = await app.users.createUser({
    organizationId: home.organizationId,
    email: 'root@example.test',
    firstName: 'Root',
    lastName: 'Boss',
    role: 'ROLE_SUPERADMIN',
    teamIds: [],
  });
  await app.identity.setPassword(userId, password);
});
afterAll(() => app?.stop());

const newOrganization = (organizationName: string, login: string, more: object = {}) =>
  asRoot('POST', '/api/add-organization', { organizationName, login, firstName: 'Olga', lastName: 'Orlova', ...more });

describe('organizations of the installation', () => {
  test('[organisation-dashboard-2] are listed with page, size, searchItem, sortItem and sort, and counted', async () => {
    const before = (await asRoot('GET', '/api/organization-count')).json;
    for (const [index, name] of ['Zebra Works', 'Yak Works', 'Xenon Works'].entries())
      expect((await newOrganization(name, `o${index}@example.test`)).status).toBe(201);
    const page = await asRoot('GET', '/api/organization?searchItem=works&sortItem=organizationName&sort=desc&size=2');
    expect(page.json).toMatchObject({ totalElements: 3, page: 0, size: 2 });
    expect(page.json.content.map((item: { organizationName: string }) => item.organizationName)).toEqual([
      'Zebra Works',
      'Yak Works',
    ]);
    expect(page.json.content[0]).toMatchObject({
      planType: 'FREE',
      userCount: 1,
      teamCount: 1,
      login: 'o0@example.test',
    });
    const after = (await asRoot('GET', '/api/organization-count')).json;
    expect(after.total).toBe(before.total + 3);
    expect(after.byPlan.FREE).toBe((before.byPlan.FREE ?? 0) + 3);
    const names = await asRoot('GET', '/api/organization-names?searchItem=xenon');
    expect(names.json.content).toMatchObject([{ organizationName: 'Xenon Works' }]);
    expect(Object.keys(names.json.content[0]).sort()).toEqual(['organizationId', 'organizationName']);
    const teams = await asRoot('GET', '/api/team-by-organization?organizationName=yak%20works');
    expect(teams.json).toMatchObject([{ teamName: 'Team One' }]);
    expect((await asRoot('GET', '/api/team-by-organization?login=o1@example.test')).json).toEqual(teams.json);
  });

  test('the administrator of a new organization is invited by e-mail', async () => {
    await newOrganization('Mailed', 'mailed@example.test');
    const mails = await app.platform.mailer.list(20);
    expect(mails.find(({ recipient }) => recipient === 'mailed@example.test')?.subject).toContain('Mailed');
    const twice = await newOrganization('Mailed again', 'mailed@example.test');
    expect(twice.status).toBe(409);
  });

  test.each([
    [{ organizationName: '' }, 'Please enter organization name'],
    [{ organizationName: '-x' }, 'Please enter valid organization name'],
    [{ organizationName: 'x'.repeat(101) }, 'Organization name cannot be above 100 characters'],
    [{ login: 'x' }, 'Please enter valid email id'],
  ])('%# is rejected with the documented text', async (wrong, message) => {
    const answer = await newOrganization('Right', 'right@example.test', wrong);
    expect(answer.json.details).toContainEqual(expect.objectContaining({ message }));
  });

  test('[organisation-dashboard-4] an account is deactivated, and none of its users can sign in until it is active again', async () => {
    const other = await addUser(app, { email: 'closed@example.test', password });
    expect((await call('closed@example.test', 'GET', '/api/plan-type')).status).toBe(200);
    const closed = await asRoot('PUT', `/api/deactivate-account?orgId=${other.organizationId}`);
    expect(closed.json.active).toBe(false);
    expect((await call('closed@example.test', 'GET', '/api/plan-type')).status).toBe(401);
    const form = { grant_type: 'password', username: 'closed@example.test', password };
    expect((await browser.postForm('/services/identity/token', form)).status).toBe(403);
    await asRoot('PUT', `/api/deactivate-account?orgId=${other.organizationId}&active=true`);
    tokens.delete('closed@example.test');
    expect((await call('closed@example.test', 'GET', '/api/plan-type')).status).toBe(200);
  });

  test('[organisation-dashboard-4] an account is upgraded with an end, after which its plan is EXPIRED and changes are rejected', async () => {
    await addUser(app, { email: 'paying@example.test', password });
    const planExpiryDate = new Date(clock.now().getTime() + 30 * day).toISOString();
    const query = `login=paying@example.test&planType=ENTERPRISE&planExpiryDate=${planExpiryDate}`;
    const upgraded = await asRoot('PUT', `/api/upgrade-account?${query}`);
    expect(upgraded.json).toMatchObject({ planType: 'ENTERPRISE', planExpiryDate });
    clock.advance(31 * day);
    tokens.clear();
    expect((await call('paying@example.test', 'GET', '/api/plan-type')).json).toEqual({ type: 'EXPIRED' });
    expect((await call('paying@example.test', 'GET', '/api/plan-expiry-date')).json).toEqual({ planExpiryDate });
    const found = await asRoot('GET', '/api/organization?searchItem=analytical&sortItem=createdAt&sort=desc&size=1');
    expect(found.json.content[0]).toMatchObject({ planType: 'EXPIRED', subscribedPlan: 'ENTERPRISE' });
    expect((await asRoot('GET', '/api/organization-count')).json.byPlan.EXPIRED).toBe(1);
    // My Account keeps working.
    expect((await call('paying@example.test', 'POST', '/api/teams', { teamName: 'Still mine' })).status).toBe(201);
  });

  test('administrators of organizations have no access', async () => {
    for (const path of ['/api/organization', '/api/organization-count', '/api/organization-names'])
      expect((await call('ada@example.test', 'GET', path)).status).toBe(403);
    const upgrade = '/api/upgrade-account?login=ada@example.test&planType=ENTERPRISE';
    expect((await call('ada@example.test', 'PUT', upgrade)).status).toBe(403);
  });
});

describe('acting for an organization', () => {
  test('a super administrator selects one by header and works in it', async () => {
    const other = await addUser(app, { email: 'visited@example.test', password });
    const headers = { 'organization-id': other.organizationId };
    const teams = await asRoot('GET', '/api/team-list-by-organization', undefined, headers);
    expect(teams.json).toMatchObject([{ teamId: other.teamId }]);
    const made = await asRoot('POST', '/api/teams', { teamName: 'From above' }, headers);
    expect((await call('visited@example.test', 'GET', `/api/teams/${made.json.teamId}`)).status).toBe(200);
  });

  test('the own user is shown even while acting for another organization, and others of the own one are not', async () => {
    const other = await addUser(app, { email: 'host@example.test', password });
    const headers = { 'organization-id': other.organizationId };
    const home = await asRoot('GET', '/api/normal-users-by-id');
    const get = (query: string) => asRoot('GET', `/api/${query}`, undefined, headers);
    expect((await get('normal-users-by-id')).json).toEqual(home.json);
    const { userId, login } = home.json;
    expect((await get(`normal-users-by-id?id=${userId}`)).json).toEqual(home.json);
    expect((await get(`normal-user-login?login=${login}`)).json).toEqual(home.json);
    expect((await get(`normal-users-by-id?id=${other.userId}`)).json.login).toBe('host@example.test');
    const third = await addUser(app, { email: 'third@example.test', password });
    expect((await get(`normal-users-by-id?id=${third.userId}`)).status).toBe(404);
  });

  test.each([['00000000-0000-7000-8000-000000000000'], ['no id']])('%s is reported as none', async (organizationId) => {
    const answer = await asRoot('GET', '/api/team-list', undefined, { 'organization-id': organizationId });
    expect([answer.status, answer.json.code]).toEqual([403, 'PLATFORM_SELECT_ORGANIZATION']);
  });

  test('no other role can', async () => {
    const other = await addUser(app, { email: 'target@example.test', password });
    const headers = { 'organization-id': other.organizationId };
    const answer = await call('ada@example.test', 'GET', '/api/team-list', undefined, headers);
    expect([answer.status, answer.json.code]).toEqual([403, 'PLATFORM_OTHER_ORGANIZATION']);
  });
});
