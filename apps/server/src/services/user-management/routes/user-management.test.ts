import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../../identity/testing/browser.ts';
import { addUser, startTestApp, type TestApp } from '../../identity/testing/test-app.ts';

const password = 'a quiet password';
let app: TestApp;
let browser: Browser;
let ada: { organizationId: string; userId: string; teamId: string };

beforeAll(async () => {
  app = await startTestApp();
  browser = new Browser(app.url);
});
afterAll(() => app?.stop());

const headersOf = async (username: string) => {
  const form = { grant_type: 'password', username, password };
  const { json } = await browser.postForm('/services/identity/token', form);
  return { authorization: `Bearer ${json.access_token}` };
};
const member = (email: string, more: { organizationId?: string; teamIds?: string[] } = {}) =>
  app.users.createUser({
    organizationId: ada.organizationId,
    email,
    firstName: 'Grace',
    lastName: 'Hopper',
    role: 'ROLE_GUEST',
    teamIds: [ada.teamId],
    ...more,
  });

describe('user management', () => {
  test('the first organization ends the empty state', async () => {
    expect(await app.users.isEmpty()).toBe(true);
    ada = await addUser(app, { email: 'Ada@Example.test', password });
    expect(await app.users.isEmpty()).toBe(false);
    expect(await app.users.findUserByEmail('ADA@example.test')).toEqual({
      userId: ada.userId,
      email: 'ada@example.test',
      firstName: 'Ada',
      lastName: 'Lovelace',
      role: 'ROLE_ADMIN',
      organizationId: ada.organizationId,
      organizationName: 'Analytical Engines',
      plan: 'PRO',
      active: true,
      activated: true,
      phoneNumber: '',
      firstLogin: true,
      modeStatus: 'auto',
      teams: [{ teamId: ada.teamId, teamUuid: ada.teamId, teamName: 'Team One', teamDescription: '' }],
    });
    expect(await app.users.findUserByEmail('nobody@example.test')).toBeUndefined();
  });

  test('GET team-list returns the teams of the caller', async () => {
    const answer = await browser.send('/services/user-management/api/team-list', {
      headers: await headersOf('ada@example.test'),
    });
    expect(answer.json).toEqual([
      { teamId: ada.teamId, teamUuid: ada.teamId, teamName: 'Team One', teamDescription: '' },
    ]);
    expect((await browser.send('/services/user-management/api/team-list')).status).toBe(401);
  });

  test('PUT update-dark-mode stores the colour scheme, for a guest too', async () => {
    const { userId } = await member('guest@example.test');
    await app.identity.setPassword(userId, password);
    const headers = await headersOf('guest@example.test');
    const put = (mode: string) =>
      browser.send(`/services/user-management/api/update-dark-mode?mode=${mode}`, { method: 'PUT', headers });
    expect((await put('dark')).status).toBe(200);
    expect((await browser.send('/services/identity/api/account', { headers })).json.modeStatus).toBe('dark');
    expect((await put('pink')).status).toBe(400);
  });

  test('an e-mail address belongs to one account, whatever its case', async () => {
    await member('double@example.test');
    await expect(member('DOUBLE@example.test')).rejects.toMatchObject({ code: 'USER_MANAGEMENT_EMAIL_TAKEN' });
  });

  test('a user joins teams of the own organization only, and nothing is stored when one is wrong', async () => {
    const other = await addUser(app, { email: 'other@example.test', password });
    await expect(member('mixed@example.test', { teamIds: [ada.teamId, other.teamId] })).rejects.toMatchObject({
      code: 'USER_MANAGEMENT_TEAM_NOT_FOUND',
    });
    expect(await app.users.findUserByEmail('mixed@example.test')).toBeUndefined();
    await expect(member('lost@example.test', { organizationId: ada.userId, teamIds: [] })).rejects.toMatchObject({
      code: 'USER_MANAGEMENT_ORGANIZATION_NOT_FOUND',
    });
  });

  test('users are listed by id inside one organization', async () => {
    const other = await app.users.findUserByEmail('other@example.test');
    const ids = [ada.userId, other?.userId ?? ''];
    expect(await app.users.listUsersByIds(ada.organizationId, ids)).toEqual([
      { userId: ada.userId, email: 'ada@example.test', name: 'Ada Lovelace' },
    ]);
    expect(await app.users.listUsersByIds(ada.organizationId, [])).toEqual([]);
  });

  test('a sign-up that was not activated is deleted, an active organization and its invited users are not', async () => {
    const signUp = (email: string) =>
      app.users.createOrganization({
        organizationName: 'New',
        plan: 'FREE',
        admin: { email, firstName: 'New', lastName: 'Comer', role: 'ROLE_ADMIN', activated: false },
        teamName: 'Team One',
      });
    await signUp('first@new.test');
    const { userId } = await signUp('second@new.test');
    await app.users.createUser({
      organizationId: ada.organizationId,
      email: 'invited@example.test',
      firstName: 'In',
      lastName: 'Vited',
      role: 'ROLE_USER',
      teamIds: [],
      activated: false,
    });
    expect(await app.users.discardSignUp('FIRST@new.test')).toBe(true);
    expect(await app.users.discardSignUp('invited@example.test')).toBe(false);
    expect(await app.users.discardSignUp('ada@example.test')).toBe(false);
    expect(await app.users.activateUser(userId)).toBe(true);
    expect(await app.users.activateUser(userId)).toBe(false);
    await signUp('third@new.test');
    await app.users.discardSignUpsBefore(new Date(Date.now() + 60_000));
    const found = await Promise.all(
      ['first@new.test', 'second@new.test', 'third@new.test', 'invited@example.test', 'ada@example.test'].map(
        async (email) => (await app.users.findUserByEmail(email))?.activated,
      ),
    );
    expect(found).toEqual([undefined, true, undefined, false, true]);
  });

  test('names and number of a user can be changed', async () => {
    await app.users.updateProfile(ada.userId, { lastName: 'King', phoneNumber: '+44-2079460000' });
    await app.users.updateProfile(ada.userId, {});
    expect(await app.users.findUser(ada.userId)).toMatchObject({
      firstName: 'Ada',
      lastName: 'King',
      phoneNumber: '+44-2079460000',
    });
  });
});
