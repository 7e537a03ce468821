import { FakeClock } from '@touchstone/kernel';
import { race } from '@touchstone/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MailInput } from '../../../../platform/mail/mailer.ts';
import type { IdentityConfig } from '../../config.ts';
import { Browser } from '../../testing/browser.ts';
import { addUser, mailsTo, query, startTestApp, type TestApp } from '../../testing/test-app.ts';
import { createAssertPasswordsHere } from '../sign-in/external-issuer.ts';
import { createAccounts } from './accounts.ts';

const clock = new FakeClock(new Date());
const password = 'a quiet password';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app?.stop());

const grant = (username: string, secret = password) =>
  new Browser(app.url).postForm('/services/identity/token', { grant_type: 'password', username, password: secret });

/** A user with an automation session, and their user-management calls. */
async function signedIn(email: string) {
  const { userId } = await addUser(app, { email, password });
  const open = async () => {
    const token: string = (await grant(email)).json.access_token;
    const call = (method: string, path: string, body?: object) =>
      new Browser(app.url).send(`/services/user-management${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'application/json' }) },
        ...(body && { body: JSON.stringify(body) }),
      });
    return { call, isAlive: async () => (await call('GET', '/api/plan-type')).status === 200 };
  };
  return { userId, open, ...(await open()) };
}
type Call = Awaited<ReturnType<typeof signedIn>>['call'];

const change = (call: Call, currentPassword: string, newPassword: string) =>
  call('POST', '/api/change_password', { currentPassword, newPassword, confirmPassword: newPassword });

test('a new password ends every other session, and the audit names who set it', async () => {
  const ada = await signedIn('ada@example.test');
  const elsewhere = await ada.open();
  expect((await change(ada.call, password, 'an even quieter one')).status).toBe(200);
  expect([await ada.isAlive(), await elsewhere.isAlive()]).toEqual([true, false]);
  expect([
    (await grant('ada@example.test')).status,
    (await grant('ada@example.test', 'an even quieter one')).status,
  ]).toEqual([400, 200]);
  const audited = await query(
    app,
    `select user_id, target from platform.audit where action = 'identity.password-changed'`,
  );
  expect(audited).toEqual([{ user_id: ada.userId, target: ada.userId }]);
});

test('a bad new password is rejected for the same reasons as elsewhere, and the old one stays', async () => {
  const bob = await signedIn('bob@example.test');
  expect((await change(bob.call, password, 'Password123')).json.code).toBe('IDENTITY_PASSWORD_TOO_COMMON');
  expect((await change(bob.call, 'wrong password', 'an even quieter one')).json.code).toBe(
    'IDENTITY_INVALID_CURRENT_PASSWORD',
  );
  expect((await grant('bob@example.test')).status).toBe(200);
});

test('a session cannot be used to guess the password: it locks after five tries', async () => {
  const eve = await signedIn('eve@example.test');
  for (let guess = 0; guess < 5; guess += 1) await change(eve.call, `guess ${guess}`, 'an even quieter one');
  expect((await change(eve.call, password, 'an even quieter one')).json.code).toBe('IDENTITY_TOO_MANY_FAILURES');
  clock.advance(5000);
  expect((await change(eve.call, password, 'an even quieter one')).status).toBe(200);
});

test('an invitation names the inviting user and sets the first password; six within an hour are too many, even at the same time', async () => {
  const host = await signedIn('host@example.test');
  const login = 'guest@example.test';
  await host.call('POST', '/api/add-users', { logins: [login], role: 'ROLE_USER' });
  const [mail] = await mailsTo(app, login);
  expect(mail?.textBody).toContain('Ada Lovelace invites you to Analytical Engines');
  const link = await host.call('POST', '/api/invitation-link', { login });
  expect(Date.parse(link.json.expiresAt)).toBe(clock.now().getTime() + 24 * 3600_000);
  const resend = () => host.call('PUT', `/api/resend-email?login=${login}`);
  const newLink = () => host.call('POST', '/api/invitation-link', { login });
  for (let mails = 2; mails < 4; mails += 1) expect((await resend()).status).toBe(200);
  const codes: string[] = [];
  const last = [resend, newLink].map((call) => async () => {
    codes.push((await call()).json.code);
  });
  await race(app, 'identity.password_reset', last);
  expect(codes.toSorted()).toEqual(['IDENTITY_TOO_MANY_MAILS', undefined]);
  const more = [await resend(), await newLink()];
  expect(more.map(({ json }) => json.code)).toEqual(['IDENTITY_TOO_MANY_MAILS', 'IDENTITY_TOO_MANY_MAILS']);
  const token = new URL(link.json.url).searchParams.get('token');
  const activated = await new Browser(app.url).postJson('/services/identity/account-activation', { token, password });
  expect([activated.status, (await grant(login)).status]).toEqual([200, 200]);
});

test('with an external issuer an invitation leads to the sign-in and no password can be changed', async () => {
  const sent: MailInput[] = [];
  const guest = { email: 'guest@example.test', organizationId: 'o', organizationName: 'Navy', firstName: 'Gus' };
  const config = { OIDC_ISSUER: 'https://login.example.test/realm' } as IdentityConfig;
  const accounts = createAccounts({
    platform: { mailer: { send: async (mail: MailInput) => sent.push(mail) }, config: { publicUrl: 'https://t.test' } },
    users: { findUser: async (id: string) => (id === 'guest' ? guest : undefined) },
    config,
    sessions: {},
    assertPasswordsHere: createAssertPasswordsHere(config),
  } as unknown as Parameters<typeof createAccounts>[0]);
  expect(await accounts.createInvitationLink('guest')).toEqual({ url: 'https://t.test/login', expiresAt: null });
  for (const id of ['guest', 'nobody']) await accounts.invite(id, { name: 'Ada Lovelace', organizationName: 'Navy' });
  expect(sent).toMatchObject([{ to: 'guest@example.test', organizationId: 'o', subject: 'Join Navy on Touchstone' }]);
  for (const part of ['Ada Lovelace invites you', 'account of login.example.test', 'https://t.test/login'])
    expect(sent[0]?.text).toContain(part);
  const session = { sessionId: 's', address: '', requestId: '' };
  await expect(
    accounts.changePassword('guest', { current: password, next: 'an even quieter one' }, session),
  ).rejects.toMatchObject({ code: 'IDENTITY_ACCOUNTS_ELSEWHERE' });
});
