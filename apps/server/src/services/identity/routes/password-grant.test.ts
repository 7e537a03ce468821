import { createRemoteJWKSet, decodeJwt, jwtVerify } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { addUser, query, startTestApp, type TestApp } from '../testing/test-app.ts';

const password = 'a+b%c&d=é ü 1';
let app: TestApp;
let client: Browser;
let ada: { organizationId: string; userId: string; teamId: string };

beforeAll(async () => {
  app = await startTestApp();
  client = new Browser(app.url);
  ada = await addUser(app, { email: 'Ada@Example.test', password });
});
afterAll(() => app?.stop());

const grant = (username: string, secret: string, more: Record<string, string> = {}) =>
  client.postForm('/services/identity/token', { grant_type: 'password', username, password: secret, ...more });
const account = (token: string) =>
  client.send('/services/identity/api/account', { headers: { authorization: `Bearer ${token}` } });

describe('password grant', () => {
  test('returns tokens for a password with plus, percent and ampersand [sign-in-6] [sign-in-7]', async () => {
    const answer = await grant('ada@example.TEST', password);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('cache-control')).toContain('no-store');
    expect(answer.headers.get('x-request-id')).toBeTruthy();
    expect(answer.json).toMatchObject({
      token_type: 'Bearer',
      expires_in: 300,
      refresh_expires_in: 14 * 24 * 3600,
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      session_state: expect.any(String),
    });
    expect(decodeJwt(answer.json.id_token)).toMatchObject({
      sub: ada.userId,
      email: 'ada@example.test',
      login: 'ada@example.test',
      name: 'Ada Lovelace',
      given_name: 'Ada',
      family_name: 'Lovelace',
      role: 'ROLE_ADMIN',
      plan: 'PRO',
      organization_id: ada.organizationId,
      organization_name: 'Analytical Engines',
      firstLogin: true,
      identity_provider: null,
      aud: 'touchstone-cli',
    });
    const verified = await jwtVerify(
      answer.json.access_token,
      createRemoteJWKSet(new URL(`${app.url}/services/identity/jwks`)),
      { issuer: `${app.url}/services/identity`, audience: `${app.url}/services`, typ: 'at+jwt' },
    );
    expect(verified.payload.sub).toBe(ada.userId);
    const who = await account(answer.json.access_token);
    expect(who.json).toMatchObject({ userId: ada.userId, role: 'ROLE_ADMIN', teams: [{ teamName: 'Team One' }] });
  });

  test('responds the same to a wrong password and an unknown account [sign-in-4]', async () => {
    const wrong = await grant('ada@example.test', 'not the password');
    const unknown = await grant('nobody@example.test', 'not the password');
    expect(wrong.status).toBe(400);
    const { requestId: _a, ...first } = wrong.json;
    const { requestId: _b, ...second } = unknown.json;
    expect(first).toEqual(second);
    expect(first).toEqual({
      error: 'invalid_grant',
      error_description: 'The e-mail or the password is wrong. Check both and try again.',
      code: 'IDENTITY_INVALID_CREDENTIALS',
      message: 'The e-mail or the password is wrong. Check both and try again.',
      errorMessage: 'The e-mail or the password is wrong. Check both and try again.',
      details: [],
    });
  });

  test.each([
    ['no user name', { grant_type: 'password', password: 'x' }, 'invalid_request', /username/],
    ['an unknown grant', { grant_type: 'magic' }, 'unsupported_grant_type', /unsupported/],
    ['an unknown client', { grant_type: 'password', client_id: 'stranger' }, 'invalid_client', /client/],
    [
      'the client of the page',
      { grant_type: 'password', client_id: 'touchstone-web', username: 'a', password: 'b' },
      'invalid_request',
      /not allowed/,
    ],
  ])('rejects %s in the form of RFC 6749 and of the product', async (_name, form, error, description) => {
    const answer = await client.postForm('/services/identity/token', form as unknown as Record<string, string>);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.json).toMatchObject({ error, error_description: expect.stringMatching(description), details: [] });
    expect(answer.json.code).toMatch(/^IDENTITY_/);
    expect(answer.json.message).toBe(answer.json.error_description);
  });

  test('keeps firstLogin until the second sign-in', async () => {
    await addUser(app, { email: 'new@example.test', password });
    const claims = async () => decodeJwt((await grant('new@example.test', password)).json.id_token).firstLogin;
    expect([await claims(), await claims()]).toEqual([true, false]);
  });

  test('rotates refresh tokens, and reuse ends the session [sign-in-7]', async () => {
    const first = (await grant('ada@example.test', password)).json;
    const refresh = (token: string) =>
      client.postForm('/services/identity/token', { grant_type: 'refresh_token', refresh_token: token });
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.json.refresh_token).not.toBe(first.refresh_token);
    expect((await account(second.json.access_token)).status).toBe(200);
    const reused = await refresh(first.refresh_token);
    expect(reused.json).toMatchObject({ error: 'invalid_grant', code: 'IDENTITY_SESSION_EXPIRED' });
    expect((await refresh(second.json.refresh_token)).status).toBe(400);
  });

  test('of two concurrent calls with one refresh token, one is rejected', async () => {
    const { refresh_token } = (await grant('ada@example.test', password)).json;
    const once = () => client.postForm('/services/identity/token', { grant_type: 'refresh_token', refresh_token });
    const answers = await Promise.all([once(), once(), once(), once()]);
    expect(answers.filter((answer) => answer.status === 200).length).toBeLessThanOrEqual(1);
  });

  test('stores no token in plain text', async () => {
    const { refresh_token } = (await grant('ada@example.test', password)).json;
    const rows = await query(app, 'select 1 from identity.oidc_payload where id = $1 or payload::text like $2', [
      refresh_token,
      `%${refresh_token}%`,
    ]);
    expect(rows).toEqual([]);
  });

  test('after logout access and refresh token are rejected immediately', async () => {
    const { access_token, refresh_token } = (await grant('ada@example.test', password)).json;
    const other = (await grant('ada@example.test', password)).json;
    expect((await account(access_token)).status).toBe(200);
    const out = await client.send('/services/identity/logout', {
      headers: { authorization: `Bearer ${access_token}` },
    });
    expect(out.status).toBe(200);
    expect((await account(access_token)).status).toBe(401);
    const form = { grant_type: 'refresh_token', refresh_token };
    expect((await client.postForm('/services/identity/token', form)).status).toBe(400);
    expect((await account(other.access_token)).status).toBe(200);
  });

  test('an inactive account has no access, and learns it only with the right password', async () => {
    const { userId } = await addUser(app, { email: 'gone@example.test', password });
    await query(app, 'update user_management."user" set active = false where id = $1', [userId]);
    expect((await grant('gone@example.test', password)).json.code).toBe('IDENTITY_ACCOUNT_INACTIVE');
    expect((await grant('gone@example.test', 'wrong password')).json.code).toBe('IDENTITY_INVALID_CREDENTIALS');
  });

  test.each(['', 'x', 'a.b.c', 'Bearer'])('the access token "%s" is rejected', async (token) => {
    expect((await account(token)).status).toBe(401);
  });

  test('another process of the same installation accepts the token', async () => {
    const { access_token } = (await grant('ada@example.test', password)).json;
    const sibling = await app.startSibling();
    try {
      expect(await sibling.identity.authenticate(access_token)).toMatchObject({ userId: ada.userId });
    } finally {
      await sibling.stop();
    }
  });

  test('the audit has who signed in and never the password', async () => {
    await grant('ada@example.test', password);
    await grant('ada@example.test', 'secret-guess');
    const rows = await query<{ action: string; target: string; row: string }>(
      app,
      "select action, target, audit::text as row from platform.audit audit where target = 'ada@example.test'",
    );
    const actions = new Set(rows.map((row) => row.action));
    expect(actions).toEqual(new Set(['identity.signed-in', 'identity.sign-in-failed', 'identity.signed-out']));
    expect(rows.some((row) => row.row.includes('secret-guess'))).toBe(false);
  });
});
