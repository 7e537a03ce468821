import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { add } from '../../../platform/slots.ts';
import { Browser } from '../../identity/testing/browser.ts';
import { addUser, query, startTestApp, type TestApp } from '../../identity/testing/test-app.ts';
import { teamUses } from '../index.ts';

const password = 'a quiet password';
let app: TestApp;
let browser: Browser;
let ada: { organizationId: string; userId: string; teamId: string };
const tokens = new Map<string, string>();

/** Calls as the given user; returns status and body. */
async function call(login: string, method: string, path: string, body?: unknown) {
  let token = tokens.get(login);
  if (!token) {
    const form = { grant_type: 'password', username: login, password };
    token = (await browser.postForm('/services/identity/token', form)).json.access_token as string;
    tokens.set(login, token);
  }
  return browser.send(`/services/user-management${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}
const asAda = (method: string, path: string, body?: unknown) => call('ada@example.test', method, path, body);

async function addColleague(email: string, role: 'ROLE_USER' | 'ROLE_GUEST' | 'ROLE_SUPERADMIN' = 'ROLE_USER') {
  const { userId } = await app.users.createUser({
    organizationId: ada.organizationId,
    email,
    firstName: 'Grace',
    lastName: 'Hopper',
    role,
    teamIds: [ada.teamId],
  });
  await app.identity.setPassword(userId, password);
  return userId;
}
const mailsTo = async (login: string) =>
  (await app.platform.mailer.list(100)).filter(({ recipient }) => recipient === login);

beforeAll(async () => {
  app = await startTestApp();
  browser = new Browser(app.url);
  ada = await addUser(app, { email: 'ada@example.test', password });
  await addUser(app, { email: 'eve@example.test', password });
});
afterAll(() => app?.stop());

describe('teams', () => {
  test('[teams-users-1] are created, listed, changed and deleted', async () => {
    const created = await asAda('POST', '/api/teams', { teamName: 'Checkout', teamDescription: 'Pays' });
    expect(created.status).toBe(201);
    const { teamId } = created.json;
    expect(created.json).toMatchObject({ teamUuid: teamId, teamName: 'Checkout', memberCount: 0 });
    await asAda('PUT', '/api/teams', { teamId, teamName: 'Payments' });
    const found = await asAda('GET', '/api/teams-by-user?searchTerm=PAY&size=5');
    expect(found.json).toMatchObject({
      totalElements: 1,
      content: [{ teamName: 'Payments', teamDescription: 'Pays' }],
    });
    expect((await asAda('DELETE', `/api/teams/${teamId}`)).status).toBe(200);
    expect((await asAda('GET', `/api/teams/${teamId}`)).status).toBe(404);
  });

  test.each([
    [{ teamName: 'x'.repeat(51) }, 'Team name can have maximum of 50 characters'],
    [{ teamName: 'x', teamDescription: 'x'.repeat(256) }, 'Team description can have maximum of 255 characters'],
    [{ teamName: '  ' }, 'Please enter team name'],
  ])('[teams-users-1] %# is rejected with the documented text', async (body, message) => {
    const answer = await asAda('POST', '/api/teams', body);
    expect(answer.status).toBe(400);
    expect(answer.json.details).toContainEqual(expect.objectContaining({ message }));
  });

  test('members join, are searched and leave; users of other organizations never join', async () => {
    const userId = await addColleague('grace@example.test');
    const eve = await app.users.findUserByEmail('eve@example.test');
    const { teamId } = (await asAda('POST', '/api/teams', { teamName: 'Members' })).json;
    const candidates = await asAda('GET', `/api/userlist/${teamId}?searchTerm=grace`);
    expect(candidates.json.content).toEqual([{ userId, login: 'grace@example.test', name: 'Grace Hopper' }]);
    const mixed = await asAda('POST', `/api/add-team-users/${teamId}`, { userIds: [userId, eve?.userId] });
    expect(mixed.status).toBe(404);
    expect((await asAda('POST', `/api/add-team-users/${teamId}`, { userIds: [userId] })).json).toEqual({ added: 1 });
    expect((await asAda('POST', `/api/add-team-users/${teamId}`, { userIds: [userId] })).json).toEqual({ added: 0 });
    const members = await asAda('GET', `/api/team-members/${teamId}?searchTerm=hopp`);
    expect(members.json).toMatchObject({ totalElements: 1, content: [{ userId, role: 'ROLE_USER', active: true }] });
    expect((await asAda('DELETE', `/api/team-users/${teamId}?userIds=${userId}`)).json).toEqual({ removed: 1 });
    const teams = await asAda('PUT', '/api/team-users', { userId, teamIds: [teamId] });
    expect(teams.json.map((team: { teamName: string }) => team.teamName)).toEqual(['Members']);
    expect((await asAda('GET', '/api/team-by-users?login=GRACE@example.test')).json).toHaveLength(1);
    const foreign = await asAda('PUT', '/api/team-users', { userId, teamIds: [eve?.teams[0]?.teamId] });
    expect(foreign.status).toBe(404);
  });

  test('a team that owns something is kept', async () => {
    const { teamId } = (await asAda('POST', '/api/teams', { teamName: 'Owner' })).json;
    let workspaces = 2;
    const count = async (_organization: string, id: string) => (id === teamId ? workspaces : 0);
    app.add(add(teamUses, { noun: 'workspaces', count }));
    const refused = await asAda('DELETE', `/api/teams/${teamId}`);
    expect([refused.status, refused.json.message]).toEqual([409, expect.stringContaining('2 workspaces')]);
    workspaces = 0;
    expect((await asAda('DELETE', `/api/teams/${teamId}`)).status).toBe(200);
  });

  test('[teams-users-4] super roles list teams organization-wide; others list their own', async () => {
    await addColleague('root@example.test', 'ROLE_SUPERADMIN');
    await addColleague('own@example.test');
    await asAda('POST', '/api/teams', { teamName: 'Not mine' });
    const all = await call('root@example.test', 'GET', '/api/team-list-by-organization');
    expect(all.json.map((team: { teamName: string }) => team.teamName)).toContain('Not mine');
    expect((await call('own@example.test', 'GET', '/api/team-list-by-organization')).status).toBe(403);
    for (const path of ['/api/team-list', '/api/teams-by-user-and-role']) {
      const own = await call('own@example.test', 'GET', path);
      expect(own.json).toMatchObject([{ teamId: ada.teamId }]);
    }
    for (const path of ['/api/teams-by-user', '/api/list-teams']) {
      const own = await call('own@example.test', 'GET', path);
      expect(own.json).toMatchObject({ totalElements: 1, content: [{ teamId: ada.teamId }] });
    }
  });
});

describe('users', () => {
  test('[teams-users-2] are created with an invitation by e-mail, listed, edited and deleted', async () => {
    const created = await asAda('POST', '/api/normal-users', {
      login: 'New.Person@Example.test',
      firstName: 'Nina',
      lastName: "O'Neil",
      role: 'ROLE_GUEST',
      teamIds: [ada.teamId],
      phoneNumber: '+1-2025550123',
    });
    expect(created.status).toBe(201);
    const { userId } = created.json;
    expect(created.json).toMatchObject({ login: 'new.person@example.test', activated: false, active: true });
    expect(await mailsTo('new.person@example.test')).toHaveLength(1);
    const listed = await asAda('GET', '/api/normal-users?searchTerm=nina&role=ROLE_GUEST');
    expect(listed.json).toMatchObject({ totalElements: 1, content: [{ userId, teams: [{ teamName: 'Team One' }] }] });
    const edited = await asAda('PUT', '/api/normal-users', { userId, lastName: 'Neil' });
    expect(edited.json).toMatchObject({ firstName: 'Nina', lastName: 'Neil' });
    expect((await asAda('PUT', '/api/resend-email?login=new.person@example.test')).status).toBe(200);
    expect(await mailsTo('new.person@example.test')).toHaveLength(2);
    const link = await asAda('POST', '/api/invitation-link', { login: 'new.person@example.test' });
    expect(link.json.url).toMatch(/\/email-verified\?token=[\w-]{43}$/);
    expect(Date.parse(link.json.expiresAt)).toBeGreaterThan(Date.now());
    expect(await mailsTo('new.person@example.test')).toHaveLength(2);
    expect((await asAda('POST', '/api/invitation-link', { login: 'ada@example.test' })).status).toBe(409);
    expect((await asAda('GET', '/api/check-user-exist?login=NEW.person@example.test')).json).toEqual({ exists: true });
    expect((await asAda('DELETE', `/api/normal-users?id=${userId}`)).status).toBe(200);
    expect((await asAda('GET', `/api/normal-users-by-id?id=${userId}`)).status).toBe(404);
    expect((await asAda('GET', '/api/check-user-exist?login=new.person@example.test')).json).toEqual({ exists: false });
  });

  test('[teams-users-2] several are invited at once; one that has an account does not stop the others', async () => {
    const logins = ['a.one@example.test', 'eve@example.test'];
    const invited = await asAda('POST', '/api/add-users', { logins, teamIds: [ada.teamId] });
    expect(invited.json).toEqual({
      invited: ['a.one@example.test'],
      failed: [{ login: 'eve@example.test', message: expect.stringContaining('already an account') }],
    });
    expect(await app.users.findUserByEmail('a.one@example.test')).toMatchObject({ firstName: 'A', lastName: 'One' });
    const none = await asAda('POST', '/api/add-users', { logins: ['eve@example.test'] });
    expect([none.status, none.json.message]).toEqual([422, 'Failed to invite users']);
  });

  test('[teams-users-2] duplicate addresses are rejected with the documented text', async () => {
    const logins = ['two@example.test', ' TWO@example.test'];
    const answer = await asAda('POST', '/api/add-users', { logins });
    expect(answer.json.details).toContainEqual({ path: 'logins', message: 'Please remove duplicate emails' });
  });

  test('[teams-users-2] get another role; the last administrator stays one', async () => {
    await addColleague('promoted@example.test');
    const change = (login: string, role: string) => asAda('PUT', `/api/update-role?login=${login}&role=${role}`);
    expect((await change('ada@example.test', 'ROLE_USER')).status).toBe(409);
    expect((await change('promoted@example.test', 'ROLE_ADMIN')).json.role).toBe('ROLE_ADMIN');
    expect((await change('promoted@example.test', 'ROLE_SUPERADMIN')).status).toBe(400);
    expect((await change('promoted@example.test', 'ROLE_USER')).status).toBe(200);
  });

  test('an administrator cannot manage administrators of the installation', async () => {
    await addColleague('boss@example.test', 'ROLE_SUPERADMIN');
    for (const [method, path] of [
      ['PUT', '/api/update-role?login=boss@example.test&role=ROLE_USER'],
      ['PUT', '/api/update-activated-status?login=boss@example.test&active=false'],
    ] as const)
      expect((await asAda(method, path)).status).toBe(403);
  });

  test('a deactivated user is signed out immediately, and cannot be oneself', async () => {
    await addColleague('leaver@example.test');
    expect((await call('leaver@example.test', 'GET', '/api/account-status')).json).toMatchObject({
      accountStatus: 'ACTIVE',
    });
    const off = await asAda('PUT', '/api/update-activated-status?login=leaver@example.test&active=false');
    expect(off.json.active).toBe(false);
    expect((await call('leaver@example.test', 'GET', '/api/account-status')).status).toBe(401);
    const oneself = await asAda('PUT', '/api/update-activated-status?login=ada@example.test&active=false');
    expect(oneself.status).toBe(409);
  });

  test('others see themselves only', async () => {
    await addColleague('plain@example.test');
    expect((await call('plain@example.test', 'GET', '/api/normal-users-by-id')).json.login).toBe('plain@example.test');
    for (const path of [`/api/normal-users-by-id?id=${ada.userId}`, '/api/normal-user-login?login=ada@example.test'])
      expect((await call('plain@example.test', 'GET', path)).status).toBe(404);
    for (const path of ['/api/normal-users', `/api/userlist/${ada.teamId}`])
      expect((await call('plain@example.test', 'GET', path)).status).toBe(403);
    const names = await call('plain@example.test', 'GET', '/api/display-normal-users?searchTerm=ada');
    expect(names.json.content).toMatchObject([{ login: 'ada@example.test', name: 'Ada Lovelace' }]);
  });

  test('a pilot user is invited into a team and leaves with the end of the pilot', async () => {
    const person = { login: 'pilot@example.test', firstName: 'Pia', lastName: 'Lot' };
    const created = await asAda('POST', `/api/addpilot-to-team/${ada.teamId}`, person);
    expect(created.json).toMatchObject({ pocStatus: 'ACTIVE', teams: [{ teamId: ada.teamId }] });
    const { userId } = created.json;
    expect((await asAda('GET', `/api/pilotdata/${userId}`)).json.pocStatus).toBe('ACTIVE');
    const ended = await asAda('PUT', `/api/updatePocStatus/${userId}`, { pocStatus: 'COMPLETED' });
    expect(ended.json).toMatchObject({ pocStatus: 'COMPLETED', active: false });
    expect((await asAda('GET', `/api/pilotdata/${ada.userId}`)).status).toBe(404);
  });
});

describe('profile', () => {
  test('name and telephone number are one’s own to change', async () => {
    await addColleague('me@example.test', 'ROLE_GUEST');
    const changed = await call('me@example.test', 'PUT', '/api/profile-info', {
      firstName: 'Mia',
      phoneNumber: '+49-30 901820',
    });
    expect(changed.json).toMatchObject({ firstName: 'Mia', phoneNumber: '+49-30 901820', photoUrl: null });
    const wrong = await call('me@example.test', 'PUT', '/api/profile-info', { firstName: '1', phoneNumber: 'x' });
    expect(wrong.json.details.map(({ message }: { message: string }) => message)).toEqual([
      'Please enter valid first name',
      'Please enter valid contact number',
    ]);
  });

  test('the type of a photo is detected by its content', async () => {
    await addColleague('photo@example.test');
    const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
      const form = new FormData();
      form.append('file', new Blob([bytes]), 'me.png');
      await call('photo@example.test', 'GET', '/api/profile-info');
      const answer = await fetch(`${app.url}/services/user-management/edit-profile-photo`, {
        method: 'PUT',
        body: form,
        headers: { authorization: `Bearer ${tokens.get('photo@example.test')}` },
      });
      return { status: answer.status, json: (await answer.json()) as Record<string, string> };
    };
    expect((await upload(new TextEncoder().encode('<svg onload="alert(1)"/>'))).status).toBe(422);
    const tooLarge = new Uint8Array(2 * 1024 * 1024 + 1);
    tooLarge.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    expect((await upload(tooLarge)).status).toBe(422);
    const { status, json } = await upload(tooLarge.slice(0, 100));
    expect(status).toBe(200);
    const path = String(json.photoUrl).replace('/services/user-management', '');
    const photo = await asAda('GET', path);
    expect([photo.status, photo.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect((await call('eve@example.test', 'GET', path)).status).toBe(404);
    expect((await call('photo@example.test', 'DELETE', '/delete-profile-photo')).json.photoUrl).toBeNull();
    expect((await asAda('GET', path)).status).toBe(404);
  });

  test.each([
    ['wrong', 'another quiet one', 'another quiet one', 'Invalid current password'],
    [password, password, password, 'The new password is the same as your old password'],
    [password, 'another quiet one', 'another quiet two', 'The password confirmation does not match'],
  ])('[teams-users-3] %# is rejected with the documented text', async (currentPassword, newPassword, confirm, text) => {
    const body = { currentPassword, newPassword, confirmPassword: confirm };
    const answer = await asAda('POST', '/api/change_password', body);
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.json)).toContain(text);
  });

  test('[teams-users-3] a changed password ends the other sessions, not the own one', async () => {
    await addColleague('changer@example.test');
    await call('changer@example.test', 'GET', '/api/plan-type');
    const other = tokens.get('changer@example.test');
    tokens.delete('changer@example.test');
    const next = 'an even quieter password';
    const body = { currentPassword: password, newPassword: next, confirmPassword: next };
    expect((await call('changer@example.test', 'POST', '/api/change_password', body)).status).toBe(200);
    expect((await call('changer@example.test', 'GET', '/api/plan-type')).json).toEqual({ type: 'PRO' });
    tokens.set('changer@example.test', String(other));
    expect((await call('changer@example.test', 'GET', '/api/plan-type')).status).toBe(401);
    tokens.delete('changer@example.test');
    expect((await call('changer@example.test', 'GET', '/api/plan-type')).status).toBe(401);
  });

  test('[teams-users-5] an AI token needs the word Generate, is shown once, and is switched on and off', async () => {
    const refused = await asAda('POST', '/api/generateAIToken', { confirmation: 'generate' });
    expect(refused.json.details[0].message).toBe("Please Type 'Generate' to generate new key value");
    const made = await asAda('POST', '/api/generateAIToken', { confirmation: 'Generate' });
    const { key, apiToken } = made.json;
    expect(key).toMatch(/^tsk_[\w-]{43}$/);
    const stored = await query(app, 'select * from user_management.ai_token');
    expect(JSON.stringify(stored)).not.toContain(key);
    const off = await asAda('PUT', `/api/updateAITokenStatus?apiToken=${apiToken}&enabled=false`);
    expect(off.json).toEqual({ apiToken, keyEnding: key.slice(-4), enabled: false, createdAt: expect.any(String) });
    expect((await asAda('GET', '/api/getAIToken')).json).toEqual(off.json);
    const foreign = await call('eve@example.test', 'PUT', `/api/updateAITokenStatus?apiToken=${apiToken}&enabled=true`);
    expect(foreign.status).toBe(404);
  });

  test('[teams-users-6] the colour scheme is stored per user', async () => {
    await addColleague('dark@example.test');
    await call('dark@example.test', 'PUT', '/api/update-dark-mode?mode=dark&login=dark@example.test');
    expect((await call('dark@example.test', 'GET', '/api/profile-info')).json.modeStatus).toBe('dark');
    expect((await asAda('GET', '/api/profile-info')).json.modeStatus).toBe('auto');
  });

  test('made-up data differs from call to call', async () => {
    const first = (await asAda('GET', '/api/randdata')).json;
    expect(first.email).toMatch(/@example\.com$/);
    expect((await asAda('GET', '/api/randdata')).json.uuid).not.toBe(first.uuid);
  });
});
