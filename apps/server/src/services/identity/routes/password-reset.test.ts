import { FakeClock } from '@touchstone/kernel';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { signIn } from '../testing/sign-in.ts';
import { addUser, query, startTestApp, type TestApp } from '../testing/test-app.ts';

const clock = new FakeClock('2026-03-01T08:00:00.000Z');
const oldPassword = 'the old password';
const newPassword = 'the new + % & password';
let app: TestApp;
let browser: Browser;

beforeAll(async () => {
  app = await startTestApp({ clock });
  browser = new Browser(app.url);
});
afterAll(() => app?.stop());

const forgot = (login: string) => browser.postJson('/services/identity/forgot-password-email', { login });
const reset = (token: string, password: string) =>
  browser.postJson('/services/identity/reset-password', { token, password });
const grant = async (username: string, password: string) =>
  (await browser.postForm('/services/identity/token', { grant_type: 'password', username, password })).status;
const mailsTo = async (recipient: string) =>
  (await app.platform.mailer.list(100)).filter((mail) => mail.recipient === recipient);
const mailedToken = async (login: string) => {
  await forgot(login);
  const [mail] = await mailsTo(login);
  return /\/password-reset\?token=([\w-]+)/.exec(mail?.textBody ?? '')?.[1] ?? '';
};

describe('password reset', () => {
  test('the mailed link sets a password once and ends all sessions [sign-in-8]', async () => {
    const login = 'ada@example.test';
    await addUser(app, { email: login, password: oldPassword });
    const { json } = await signIn(browser, login, oldPassword);
    const token = await mailedToken(login);
    const [mail] = await mailsTo(login);
    expect(mail?.textBody).toContain(`${app.url}/password-reset?token=`);
    expect(mail?.textBody).toContain('Hello Ada');
    expect((await reset(token, newPassword)).json).toEqual({ message: 'The new password is set. Sign in with it.' });
    expect(await grant(login, oldPassword)).toBe(400);
    expect(await grant(login, newPassword)).toBe(200);
    const headers = { authorization: `Bearer ${json.access_token}` };
    expect((await browser.send('/services/identity/api/account', { headers })).status).toBe(401);
    const refresh = { grant_type: 'refresh_token', client_id: 'touchstone-web' };
    expect((await browser.postForm('/services/identity/token', refresh)).status).toBe(400);
    const again = await reset(token, 'one more password');
    expect([again.status, again.json.code]).toEqual([400, 'IDENTITY_RESET_LINK_INVALID']);
    const actions = await query<{ action: string }>(app, 'select action from platform.audit where target = $1', [
      login,
    ]);
    expect(actions.map((row) => row.action)).toContain('identity.password-reset');
  });

  test('the response does not reveal whether the account exists', async () => {
    await addUser(app, { email: 'grace@example.test', password: oldPassword });
    const known = await forgot('grace@example.test');
    const unknown = await forgot('nobody@example.test');
    expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
    expect(await mailsTo('nobody@example.test')).toEqual([]);
    expect((await mailsTo('grace@example.test')).length).toBe(1);
  });

  test('the link expires after 30 minutes', async () => {
    await addUser(app, { email: 'late@example.test', password: oldPassword });
    const token = await mailedToken('late@example.test');
    clock.advance(30 * 60_000);
    expect((await reset(token, newPassword)).json.code).toBe('IDENTITY_RESET_LINK_INVALID');
    expect(await grant('late@example.test', oldPassword)).toBe(200);
  });

  test('a bad password gets advice and leaves the link usable', async () => {
    await addUser(app, { email: 'weak@example.test', password: oldPassword });
    const token = await mailedToken('weak@example.test');
    const short = await reset(token, 'short');
    expect(short.json.details).toEqual([{ path: 'password', message: 'The password needs at least 8 characters' }]);
    const common = await reset(token, 'Password123');
    expect(common.json).toMatchObject({
      code: 'IDENTITY_PASSWORD_TOO_COMMON',
      details: [{ path: 'password', message: 'This password is among the most common ones. Choose another one.' }],
    });
    expect((await reset(token, newPassword)).status).toBe(200);
  });

  test('the newest of several links voids the others when it is used', async () => {
    await addUser(app, { email: 'twice@example.test', password: oldPassword });
    const first = await mailedToken('twice@example.test');
    clock.advance(1000);
    const second = await mailedToken('twice@example.test');
    expect((await reset(second, newPassword)).status).toBe(200);
    expect((await reset(first, oldPassword)).status).toBe(400);
  });

  test('an account gets at most five mails an hour', async () => {
    await addUser(app, { email: 'bombed@example.test', password: oldPassword });
    for (let index = 0; index < 7; index += 1) await forgot('bombed@example.test');
    expect((await mailsTo('bombed@example.test')).length).toBe(5);
  });

  test('an address cannot request mails without limit', async () => {
    const statuses = [];
    const addresses = await query<{ key: string }>(app, 'delete from identity.sign_in_failure returning key');
    expect(addresses.length).toBeGreaterThan(0);
    for (let index = 0; index < 21; index += 1) statuses.push((await forgot(`user${index}@example.test`)).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 200), 429]);
    clock.advance(60_000);
    expect((await forgot('user@example.test')).status).toBe(200);
    await query(app, 'delete from identity.sign_in_failure');
  });

  test('the token is not stored in plain text', async () => {
    await addUser(app, { email: 'digest@example.test', password: oldPassword });
    const token = await mailedToken('digest@example.test');
    expect(token.length).toBeGreaterThanOrEqual(43);
    expect(await query(app, 'select 1 from identity.password_reset where token_hash = $1', [token])).toEqual([]);
  });

  test('the purge removes what expired and nothing else', async () => {
    const { userId } = await addUser(app, { email: 'purge@example.test', password: oldPassword });
    await mailedToken('purge@example.test');
    const count = async () =>
      (await query(app, 'select 1 from identity.password_reset where user_id = $1', [userId])).length;
    await app.purge();
    expect(await count()).toBe(1);
    clock.advance(31 * 60_000);
    await app.purge();
    expect(await count()).toBe(0);
  });
});
