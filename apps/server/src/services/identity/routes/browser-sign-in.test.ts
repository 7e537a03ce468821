import * as openid from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { beginFlow, exchangeCode, openInteraction, postLogin, resume, signIn } from '../testing/sign-in.ts';
import { addUser, query, startTestApp, type TestApp } from '../testing/test-app.ts';

const login = 'ada@example.test';
const password = 'a+b%c&d=é ü 1';
const webRefresh = { grant_type: 'refresh_token', client_id: 'touchstone-web' };
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await addUser(app, { email: login, password });
});
afterAll(() => app?.stop());

const accountStatus = async (browser: Browser, token: string) =>
  (await browser.send('/services/identity/api/account', { headers: { authorization: `Bearer ${token}` } })).status;

describe('authorization code with PKCE', () => {
  test('the refresh token is in a cookie that no script can read', async () => {
    const browser = new Browser(app.url);
    const answer = await signIn(browser, login, password);
    expect(answer.json).toMatchObject({ access_token: expect.any(String), refresh_expires_in: expect.any(Number) });
    expect(answer.json).not.toHaveProperty('refresh_token');
    const cookie = browser.cookie('touchstone_refresh');
    expect(cookie?.path).toBe('/services/identity/token');
    expect(cookie?.attributes).toMatch(/httponly/i);
    expect(cookie?.attributes).toMatch(/samesite=strict/i);
    const session = browser.cookie('touchstone_session');
    expect(session?.attributes).toMatch(/httponly/i);
    expect(session?.attributes).toMatch(/samesite=lax/i);
    expect(session?.path).toBe('/services/identity');
    const refreshed = await browser.postForm('/services/identity/token', webRefresh);
    expect(refreshed.status).toBe(200);
    expect(refreshed.json).not.toHaveProperty('refresh_token');
    expect(browser.cookie('touchstone_refresh')?.value).not.toBe(cookie?.value);
    expect(await accountStatus(browser, refreshed.json.access_token)).toBe(200);
  });

  test.each([
    ['another page', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another page that claims our origin', { 'sec-fetch-site': 'same-site' }],
    ['from an unknown origin', { origin: '' }],
  ])('refreshing by cookie from %s is rejected', async (_name, headers) => {
    const browser = new Browser(app.url);
    await signIn(browser, login, password);
    const answer = await browser.postForm('/services/identity/token', webRefresh, headers as Record<string, string>);
    expect([answer.status, answer.json.code]).toEqual([403, 'IDENTITY_CROSS_ORIGIN']);
  });

  test('the refresh token of the page is not accepted in the body', async () => {
    const browser = new Browser(app.url);
    await signIn(browser, login, password);
    const refresh_token = browser.cookie('touchstone_refresh')?.value ?? '';
    browser.cookies = [];
    const answer = await browser.postForm('/services/identity/token', { ...webRefresh, refresh_token });
    expect([answer.status, answer.json.code]).toEqual([400, 'IDENTITY_SESSION_EXPIRED']);
  });

  test('two tabs that refresh at once both stay signed in', async () => {
    const browser = new Browser(app.url);
    await signIn(browser, login, password);
    const refresh = () => browser.postForm('/services/identity/token', webRefresh);
    const answers = await Promise.all([refresh(), refresh(), refresh()]);
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200]);
    expect((await refresh()).status).toBe(200);
  });

  test('the previous token of the cookie ends the session after ten seconds', async () => {
    const browser = new Browser(app.url);
    await signIn(browser, login, password);
    const former = browser.cookie('touchstone_refresh');
    await browser.postForm('/services/identity/token', webRefresh);
    const latest = browser.cookie('touchstone_refresh');
    await query(app, "update identity.oidc_payload set consumed_at = consumed_at - interval '11 seconds'");
    if (former) browser.putCookie(former);
    const stolen = await browser.postForm('/services/identity/token', webRefresh);
    expect([stolen.status, stolen.json.code]).toEqual([400, 'IDENTITY_SESSION_EXPIRED']);
    expect(browser.cookie('touchstone_refresh')).toBeUndefined();
    if (latest) browser.putCookie(latest);
    expect((await browser.postForm('/services/identity/token', webRefresh)).status).toBe(400);
  });

  test('an active session signs in silently, and after logout it does not', async () => {
    const browser = new Browser(app.url);
    const { json } = await signIn(browser, login, password);
    const silent = async () => {
      const flow = await beginFlow(app.url, { prompt: 'none' });
      return { flow, callback: await resume(browser, app.url + flow.authorizationPath) };
    };
    const first = await silent();
    expect((await exchangeCode(browser, first.flow, first.callback)).status).toBe(200);
    const out = await browser.send('/services/identity/logout', {
      headers: { authorization: `Bearer ${json.access_token}` },
    });
    expect(out.json).toEqual({ message: 'You are signed out.' });
    expect(browser.cookies.filter(({ name }) => /session|refresh/.test(name))).toEqual([]);
    expect(await accountStatus(browser, json.access_token)).toBe(401);
    expect((await browser.postForm('/services/identity/token', webRefresh)).status).toBe(400);
    expect((await silent()).callback.searchParams.get('error')).toBe('login_required');
  });

  test('a stolen session cookie is worthless after logout', async () => {
    const browser = new Browser(app.url);
    const { json } = await signIn(browser, login, password);
    const stolen = browser.cookies;
    await browser.send('/services/identity/logout', { headers: { authorization: `Bearer ${json.access_token}` } });
    browser.cookies = stolen;
    expect((await browser.postForm('/services/identity/token', webRefresh)).status).toBe(400);
    const flow = await beginFlow(app.url, { prompt: 'none' });
    const callback = await resume(browser, app.url + flow.authorizationPath);
    expect(callback.searchParams.get('error')).toBe('login_required');
  });

  test('a code works once, only with its verifier, and reuse ends what it issued', async () => {
    const browser = new Browser(app.url);
    const flow = await beginFlow(app.url);
    const interaction = await openInteraction(browser, flow);
    const { json } = await postLogin(browser, { interaction, login, password });
    const callback = await resume(browser, json.redirectTo);
    const wrong = await exchangeCode(browser, { ...flow, verifier: openid.randomPKCECodeVerifier() }, callback);
    expect(wrong.json).toMatchObject({ error: 'invalid_grant', code: 'IDENTITY_INVALID_GRANT' });
    const right = await exchangeCode(browser, flow, callback);
    expect(right.status).toBe(200);
    expect((await exchangeCode(browser, flow, callback)).status).toBe(400);
    expect(await accountStatus(browser, right.json.access_token)).toBe(401);
  });

  test('a request without PKCE or with a foreign redirect address is rejected', async () => {
    const browser = new Browser(app.url);
    const flow = await beginFlow(app.url);
    const plain = new URL(app.url + flow.authorizationPath);
    plain.searchParams.delete('code_challenge');
    plain.searchParams.delete('code_challenge_method');
    expect((await resume(browser, plain.href)).searchParams.get('error')).toBe('invalid_request');
    const foreign = new URL(app.url + flow.authorizationPath);
    foreign.searchParams.set('redirect_uri', 'https://evil.example/callback');
    const answer = await browser.send(foreign.pathname + foreign.search, { headers: { accept: 'text/html' } });
    expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
    expect(answer.text).toContain('This sign-in could not go on.');
  });

  test('localhost and 127.0.0.1 are one server', async () => {
    const other = new Browser(app.url.replace('127.0.0.1', 'localhost'));
    const flow = await beginFlow(app.url, { redirect_uri: `${other.origin}/callback` });
    const interaction = await openInteraction(new Browser(app.url), flow);
    expect(interaction).not.toBe('');
  });

  test('an unknown address of the issuer responds in the form of the product', async () => {
    const answer = await new Browser(app.url).send('/services/identity/nothing-here');
    expect(answer.status).toBe(404);
  });
});

describe('the sign-in page', () => {
  test('sign-in without a solved bot check is rejected [sign-in-3]', async () => {
    const browser = new Browser(app.url);
    const interaction = await openInteraction(browser, await beginFlow(app.url));
    const body = { interaction, login, password };
    const missing = await browser.postJson('/services/identity/interaction/login', body);
    expect([missing.status, missing.json.code, missing.json.message]).toEqual([
      400,
      'IDENTITY_RECAPTCHA_MISSING',
      'Recaptcha validation error.',
    ]);
    const wrong = await postLogin(browser, { ...body, botCheck: 'bm90IGEgc29sdXRpb24=' });
    expect([wrong.status, wrong.json.message]).toEqual([400, 'Recaptcha verification error.']);
  });

  test('a wrong password shows the error and the interaction stays open [sign-in-4]', async () => {
    const browser = new Browser(app.url);
    const flow = await beginFlow(app.url);
    const interaction = await openInteraction(browser, flow);
    const wrong = await postLogin(browser, { interaction, login, password: 'wrong password' });
    expect([wrong.status, wrong.json.errorMessage]).toEqual([
      400,
      'The e-mail or the password is wrong. Check both and try again.',
    ]);
    const right = await postLogin(browser, { interaction, login, password });
    expect(right.status).toBe(200);
    expect((await exchangeCode(browser, flow, await resume(browser, right.json.redirectTo))).status).toBe(200);
  });

  test('an interaction is unknown to any browser except the one that started it', async () => {
    const attacker = new Browser(app.url);
    const interaction = await openInteraction(attacker, await beginFlow(app.url));
    const victim = new Browser(app.url);
    const lured = await postLogin(victim, { interaction, login, password });
    expect([lured.status, lured.json.code]).toEqual([400, 'IDENTITY_INTERACTION_EXPIRED']);
    const unknown = await postLogin(victim, { interaction: 'unknown', login, password });
    expect([unknown.status, unknown.json.code]).toEqual([400, 'IDENTITY_INTERACTION_EXPIRED']);
  });

  test('two tabs may be at the sign-in page at once', async () => {
    const browser = new Browser(app.url);
    const flows = [await beginFlow(app.url), await beginFlow(app.url)];
    const interactions = [];
    for (const flow of flows) interactions.push(await openInteraction(browser, flow));
    for (const [index, flow] of flows.entries()) {
      const interaction = interactions[index] ?? '';
      const { json } = await postLogin(browser, { interaction, login, password });
      const callback = await resume(browser, json.redirectTo);
      expect((await exchangeCode(browser, flow, callback)).status).toBe(200);
    }
  });

  test('another account replaces the one that is signed in', async () => {
    await addUser(app, { email: 'grace@example.test', password });
    const browser = new Browser(app.url);
    const ada = await signIn(browser, login, password);
    const flow = await beginFlow(app.url, { prompt: 'login' });
    const interaction = await openInteraction(browser, flow);
    const { json } = await postLogin(browser, { interaction, login: 'grace@example.test', password });
    const url = new URL(json.redirectTo);
    const page = await browser.send(url.pathname + url.search);
    const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
    expect(page.headers.get('content-security-policy')).toMatch(/sha256-/);
    const confirmed = await browser.postForm('/services/identity/session/end/confirm', { xsrf, logout: 'yes' });
    const callback = await resume(browser, confirmed.headers.get('location') ?? '');
    const grace = await exchangeCode(browser, flow, callback);
    const account = await browser.send('/services/identity/api/account', {
      headers: { authorization: `Bearer ${grace.json.access_token}` },
    });
    expect(account.json.email).toBe('grace@example.test');
    expect(await accountStatus(browser, ada.json.access_token)).toBe(401);
  });

  test('providers are offered as a list [sign-in-5]', async () => {
    expect((await new Browser(app.url).send('/services/identity/get-identity-providers')).json).toEqual([]);
  });
});
