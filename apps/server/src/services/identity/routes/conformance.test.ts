import { createRemoteJWKSet, jwtVerify } from 'jose';
import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { beginFlow, openInteraction, postLogin, resume } from '../testing/sign-in.ts';
import { addUser, startTestApp, type TestApp } from '../testing/test-app.ts';

/**
 * The embedded issuer from the view of a certified relying party (openid-client, and jose for tokens): nothing here
 * knows the product except for the sign-in page, which users fill in.
 */
const login = 'ada@example.test';
const password = 'a+b%c&d=é ü 1';
let app: TestApp;
let automation: openid.Configuration;

beforeAll(async () => {
  app = await startTestApp();
  await addUser(app, { email: login, password });
  automation = await openid.discovery(new URL(issuerUrl()), 'touchstone-cli', undefined, openid.None(), {
    execute: [openid.allowInsecureRequests],
  });
});
afterAll(() => app?.stop());

const issuerUrl = () => `${app.url}/services/identity`;

/** Signs in by authorization code with PKCE, state and nonce, in a separate browser. */
async function signIn() {
  const browser = new Browser(app.url);
  const flow = await beginFlow(app.url);
  const interaction = await openInteraction(browser, flow);
  const { json } = await postLogin(browser, { interaction, login, password });
  const callback = await resume(browser, json.redirectTo);
  const tokens = await openid.authorizationCodeGrant(flow.config, callback, {
    pkceCodeVerifier: flow.verifier,
    expectedState: flow.state,
    expectedNonce: flow.nonce,
    idTokenExpected: true,
  });
  return { browser, flow, callback, tokens };
}
const passwordGrant = () =>
  openid.genericGrantRequest(automation, 'password', { username: login, password, scope: 'openid offline_access' });
/** The product's API, which accepts the access token like any resource server. */
const apiStatus = async (accessToken: string) =>
  (await openid
    .fetchProtectedResource(automation, accessToken, new URL(`${issuerUrl()}/api/account`), 'GET')
    .catch((error: { status?: number }) => error)) as { status: number };

describe('a certified relying party', () => {
  test('discovers the issuer, and signs in by code with PKCE, to claims and userinfo [sign-in-7]', async () => {
    const { flow, callback, tokens } = await signIn();
    const metadata = flow.config.serverMetadata();
    expect(metadata).toMatchObject({
      issuer: issuerUrl(),
      token_endpoint: `${issuerUrl()}/token`,
      userinfo_endpoint: `${issuerUrl()}/userinfo`,
      end_session_endpoint: `${issuerUrl()}/session/end`,
      code_challenge_methods_supported: ['S256'],
    });
    expect(metadata.grant_types_supported).toEqual(
      expect.arrayContaining(['authorization_code', 'refresh_token', 'password']),
    );
    expect(`${callback.origin}${callback.pathname}`).toBe(flow.redirectUri);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ email: login, role: 'ROLE_ADMIN', organization_name: 'Analytical Engines' });
    const info = await openid.fetchUserInfo(flow.config, tokens.access_token, claims?.sub ?? '');
    expect(info).toMatchObject({ email: login, given_name: 'Ada' });
    // The page's refresh token is a cookie that no script can read; it is never in the response.
    expect(tokens.refresh_token).toBeUndefined();
  });

  test('verifies access and ID token by the published keys alone', async () => {
    const { flow, tokens } = await signIn();
    const keys = createRemoteJWKSet(new URL(flow.config.serverMetadata().jwks_uri ?? ''));
    const access = await jwtVerify(tokens.access_token, keys, {
      issuer: issuerUrl(),
      audience: `${app.url}/services`,
      algorithms: ['RS256'],
      typ: 'at+jwt',
      requiredClaims: ['sub', 'exp', 'iat', 'jti', 'sid', 'client_id', 'scope'],
    });
    const id = await jwtVerify(tokens.id_token ?? '', keys, { issuer: issuerUrl(), audience: 'touchstone-web' });
    expect(id.payload.sub).toBe(access.payload.sub);
    expect(Number(access.payload.exp) - Number(access.payload.iat)).toBe(300);
    await expect(jwtVerify(tokens.id_token ?? '', keys, { audience: `${app.url}/services` })).rejects.toThrow();
    expect(await apiStatus(tokens.id_token ?? '')).toMatchObject({ status: 401 });
    expect(await apiStatus(tokens.access_token)).toMatchObject({ status: 200 });
  });

  test('gets tokens by the form-encoded password grant, and a rejection with its reason [sign-in-7] [sign-in-6]', async () => {
    const tokens = await passwordGrant();
    expect(tokens.claims()).toMatchObject({ email: login });
    expect(tokens.refresh_token).toEqual(expect.any(String));
    await expect(
      openid.genericGrantRequest(automation, 'password', { username: login, password: 'wrong' }),
    ).rejects.toMatchObject({
      error: 'invalid_grant',
      error_description: expect.stringContaining('e-mail or the password'),
    });
  });

  test('rotates refresh tokens; reuse of a previous one ends the entire session [sign-in-7]', async () => {
    const first = await passwordGrant();
    const second = await openid.refreshTokenGrant(automation, first.refresh_token ?? '');
    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await apiStatus(second.access_token)).toMatchObject({ status: 200 });
    const refused = { error: 'invalid_grant' };
    await expect(openid.refreshTokenGrant(automation, first.refresh_token ?? '')).rejects.toMatchObject(refused);
    await expect(openid.refreshTokenGrant(automation, second.refresh_token ?? '')).rejects.toMatchObject(refused);
    expect(await apiStatus(second.access_token)).toMatchObject({ status: 401 });
  });

  test('revokes a refresh token, which ends the session immediately', async () => {
    const tokens = await passwordGrant();
    expect(await apiStatus(tokens.access_token)).toMatchObject({ status: 200 });
    await openid.tokenRevocation(automation, tokens.refresh_token ?? '');
    await expect(openid.refreshTokenGrant(automation, tokens.refresh_token ?? '')).rejects.toThrow();
    expect(await apiStatus(tokens.access_token)).toMatchObject({ status: 401 });
  });

  test('signs out (RP-initiated): tokens, cookies and silent sign-in end immediately, and the browser returns', async () => {
    const { browser, flow, tokens } = await signIn();
    expect(await apiStatus(tokens.access_token)).toMatchObject({ status: 200 });
    const state = openid.randomState();
    const url = openid.buildEndSessionUrl(flow.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: `${app.url}/login`,
      state,
    });
    const page = await browser.send(url.href);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    const done = await browser.postForm('/services/identity/session/end/confirm', { xsrf, logout: 'yes' });
    expect(done.headers.get('location')).toBe(`${app.url}/login?state=${state}`);
    expect(await apiStatus(tokens.access_token)).toMatchObject({ status: 401 });
    const refresh = { grant_type: 'refresh_token', client_id: 'touchstone-web' };
    expect((await browser.postForm('/services/identity/token', refresh)).status).toBe(400);
    const silent = await browser.send((await beginFlow(app.url, { prompt: 'none' })).authorizationPath);
    expect(new URL(silent.headers.get('location') ?? '').searchParams.get('error')).toBe('login_required');
  });

  test('is only sent to a registered address after sign-out', async () => {
    const { browser, flow, tokens } = await signIn();
    const url = openid.buildEndSessionUrl(flow.config, {
      id_token_hint: tokens.id_token ?? '',
      post_logout_redirect_uri: 'https://evil.example/',
    });
    expect((await browser.send(url.href)).status).toBe(400);
    expect(await apiStatus(tokens.access_token)).toMatchObject({ status: 200 });
  });
});
