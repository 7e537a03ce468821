import { freePort } from '@touchstone/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { exchangeCode } from '../testing/sign-in.ts';
import { addUser, mailsTo, query, startTestApp, type TestApp } from '../testing/test-app.ts';
import { startUpstreamIssuer, type UpstreamAccount, type UpstreamIssuer } from '../testing/upstream-issuer.ts';
import { signInUpstream, type UpstreamWay } from '../testing/upstream-sign-in.ts';

const base = '/services/identity';
const password = 'a quiet password';
const ada: UpstreamAccount = { sub: 'a1', email: 'ada@example.test', email_verified: true };
let app: TestApp;
let upstream: UpstreamIssuer;
let other: TestApp;

const envOf = ({ issuer, clientId, clientSecret }: UpstreamIssuer, newUsers: string) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: clientId,
  OIDC_CLIENT_SECRET: clientSecret,
  OIDC_NEW_USERS: newUsers,
  TOUCHSTONE_ADMIN_EMAIL: 'ada@example.test',
});

beforeAll(async () => {
  const port = await freePort();
  upstream = await startUpstreamIssuer(`http://127.0.0.1:${port}`, 'issuer');
  app = await startTestApp({ port, env: envOf(upstream, 'join') });
  await addUser(app, { email: 'ada@example.test', password });
});
afterAll(async () => {
  await other?.stop();
  await app?.stop();
  await upstream?.stop();
});

const signIn = (account: UpstreamAccount, options: { prompt?: string; again?: UpstreamWay } = {}) =>
  signInUpstream(app.url, upstream, { account, ...options });
const accountOf = (token: string, of = app) =>
  new Browser(of.url).send(`${base}/api/account`, { headers: { authorization: `Bearer ${token}` } });
async function tokenOf(way: UpstreamWay): Promise<string> {
  expect(way.page).toBe('/callback');
  return (await exchangeCode(way.browser, way.flow, way.url)).json.access_token;
}
const refresh = ({ browser }: UpstreamWay) =>
  browser.postForm(`${base}/token`, { grant_type: 'refresh_token', client_id: 'touchstone-web' });
const postLogout = (token: string, alias = 'issuer') =>
  new Browser(app.url).postForm(`${base}/broker/${alias}/backchannel-logout`, { logout_token: token });
/** Signs out as on the issuer's own page, which calls us. */
async function signOutThere({ theirs }: UpstreamWay, path = '/session/end'): Promise<string | null> {
  const page = await theirs.send(path);
  const xsrf = /name="xsrf" value="([^"]+)"/.exec(page.text)?.[1] ?? '';
  return (await theirs.postForm('/session/end/confirm', { xsrf, logout: 'yes' })).headers.get('location');
}

describe('signing in at an external issuer', () => {
  test('the page goes there without our own sign-in page, and the account is found by its verified address', async () => {
    const way = await signIn(ada);
    const issuerHop = way.hops.find((hop) => hop.startsWith(`${upstream.issuer}/auth?`)) ?? '';
    expect(new URL(issuerHop).searchParams.get('prompt')).toBeNull();
    expect(way.hops.some((hop) => new URL(hop).pathname === '/login')).toBe(false);
    const account = await accountOf(await tokenOf(way));
    expect(account.json).toMatchObject({ email: 'ada@example.test', role: 'ROLE_ADMIN', identity_provider: 'issuer' });
    const settings = await new Browser(app.url).send(`${base}/sign-in-settings`);
    expect(settings.json.issuer).toBe(new URL(upstream.issuer).host);
    expect((await new Browser(app.url).send(`${base}/get-identity-providers`)).json).toEqual([]);
  });

  test('asking for the password again is passed on', async () => {
    const way = await signIn(ada, { prompt: 'login' });
    const issuerHop = way.hops.find((hop) => hop.startsWith(`${upstream.issuer}/auth?`)) ?? '';
    expect(new URL(issuerHop).searchParams.get('prompt')).toBe('login');
  });

  test('an address that was not verified there links no account', async () => {
    const way = await signIn({ sub: 'evil', email: 'ada@example.test', email_verified: false });
    expect([way.page, way.query.get('problem')]).toEqual(['/login', 'unverified-email']);
  });

  test('an unknown person joins the organization of the first administrator as a user', async () => {
    const person = {
      sub: 'n1',
      email: 'new@example.test',
      email_verified: true,
      given_name: 'Neu',
      family_name: 'Mann',
    };
    const [first, second] = [await signIn(person), await signIn(person)];
    const { json } = await accountOf(await tokenOf(first));
    expect(json).toMatchObject({ email: 'new@example.test', role: 'ROLE_USER', name: 'Neu Mann' });
    expect(json.organization_name).toBe('Analytical Engines');
    expect(json.teams).toHaveLength(1);
    expect((await accountOf(await tokenOf(second))).json.userId).toBe(json.userId);
  });

  test('without that rule the message says whom to ask, and no account is created', async () => {
    const port = await freePort();
    const strict = await startUpstreamIssuer(`http://127.0.0.1:${port}`, 'issuer');
    other = await startTestApp({ port, env: envOf(strict, 'refuse') });
    await addUser(other, { email: 'ada@example.test', password });
    const account = { sub: 'x', email: 'x@example.test', email_verified: true };
    const way = await signInUpstream(other.url, strict, { account });
    expect([way.page, way.query.get('problem')]).toEqual(['/login', 'unknown-person']);
    expect(await query(other, `select 1 from user_management."user" where email = 'x@example.test'`)).toEqual([]);
    await strict.stop();
  });

  test('no password is accepted here', async () => {
    const visitor = new Browser(app.url);
    const form = { grant_type: 'password', username: 'ada@example.test', password };
    expect((await visitor.postForm(`${base}/token`, form)).json.code).toBe('IDENTITY_ACCOUNTS_ELSEWHERE');
    const reset = await visitor.postJson(`${base}/forgot-password-email`, { login: 'ada@example.test' });
    expect([reset.status, reset.json.code]).toEqual([403, 'IDENTITY_ACCOUNTS_ELSEWHERE']);
    expect(reset.json.message).toContain(new URL(upstream.issuer).host);
    expect(await mailsTo(app, 'ada@example.test')).toEqual([]);
  });
});

describe('access tokens of the external issuer', () => {
  const audience = () => `${app.url}/services`;
  const claims = { sub: 'a1', email: 'ada@example.test', email_verified: true };

  test('are accepted by the API for the account that signed in, or whose address is verified', async () => {
    const linked = await upstream.sign({ aud: audience(), sub: 'a1', jti: 't1' });
    expect((await accountOf(linked)).json.email).toBe('ada@example.test');
    const verified = await upstream.sign({ aud: audience(), ...claims, sub: 'never seen' });
    expect((await accountOf(verified)).json.email).toBe('ada@example.test');
  });

  test.each([
    ['somebody unknown', { sub: 'nobody', email: 'nobody@example.test', email_verified: true }],
    ['a person whose address is not verified', { sub: 'evil', email: 'ada@example.test' }],
    ['another service', { ...claims, aud: 'https://other.example' }],
    ['the client, which are ID tokens', { ...claims, aud: 'touchstone' }],
    ['another issuer', { ...claims, iss: 'https://evil.example' }],
  ])('are rejected for %s', async (_name, given) => {
    const token = await upstream.sign({ aud: audience(), ...given });
    expect((await accountOf(token)).status).toBe(401);
  });

  test('are rejected once their session ended there or here, or the account was deactivated', async () => {
    const session = await upstream.sign({ aud: audience(), ...claims, sid: 'cli-session' });
    const single = await upstream.sign({ aud: audience(), ...claims, jti: 'single' });
    const kept = await upstream.sign({ aud: audience(), ...claims, sid: 'kept' });
    for (const token of [session, single, kept]) expect((await accountOf(token)).status).toBe(200);
    const { userId } = (await accountOf(kept)).json;
    const open = ['issuer:sid:cli-session', 'issuer:jti:single', 'issuer:sid:kept'].map((sessionId) => ({
      sessionId,
      userId,
      since: new Date(Date.now() - 1000),
    }));
    expect(await app.identity.findEndedSessions(open)).toEqual(new Set());
    const ended = await upstream.sign(
      { aud: upstream.clientId, sid: 'cli-session', jti: 'l1', events: { [event]: {} } },
      'logout+jwt',
    );
    expect((await postLogout(ended)).status).toBe(200);
    const headers = { authorization: `Bearer ${single}` };
    await new Browser(app.url).send(`${base}/logout`, { headers });
    expect([(await accountOf(session)).status, (await accountOf(single)).status]).toEqual([401, 401]);
    expect((await accountOf(kept)).status).toBe(200);
    expect(await app.identity.findEndedSessions(open)).toEqual(
      new Set(['issuer:sid:cli-session', 'issuer:jti:single']),
    );
    await query(app, `update user_management."user" set active = false where id = $1`, [userId]);
    expect((await app.identity.findEndedSessions(open)).size).toBe(3);
    const fresh = await upstream.sign({ aud: audience(), ...claims, jti: 'fresh' });
    expect((await accountOf(fresh)).status).toBe(401);
    await query(app, `update user_management."user" set active = true where id = $1`, [userId]);
  });
});

const event = 'http://schemas.openid.net/event/backchannel-logout';

describe('sessions end in both places', () => {
  test('signing out here continues to the issuer, which ends its session and returns', async () => {
    const way = await signIn(ada);
    const token = await tokenOf(way);
    const { json } = await way.browser.send(`${base}/logout`, { headers: { authorization: `Bearer ${token}` } });
    const url = new URL(json.redirectTo);
    expect(`${url.origin}${url.pathname}`).toBe(`${upstream.issuer}/session/end`);
    expect(url.searchParams.get('id_token_hint')).toMatch(/^eyJ/);
    expect(await signOutThere(way, url.pathname + url.search)).toBe(`${app.url}/login`);
    expect((await accountOf(token)).status).toBe(401);
    // The issuer doesn't sign the browser in again silently.
    const again = await signIn(ada, { again: way });
    expect(again.hops.some((hop) => hop.startsWith(`${upstream.issuer}/interaction/`))).toBe(true);
    const [row] = await query<{ text: string }>(
      app,
      'select string_agg(t::text, $1) as text from identity.upstream_session t',
      [' '],
    );
    expect(row?.text).not.toContain(url.searchParams.get('id_token_hint'));
  });

  test('signing out there ends the session of the page, and no other', async () => {
    const [way, elsewhere] = [await signIn(ada), await signIn(ada)];
    const [token, kept] = [await tokenOf(way), await tokenOf(elsewhere)];
    expect((await accountOf(token)).status).toBe(200);
    await signOutThere(way);
    expect((await accountOf(token)).status).toBe(401);
    expect((await refresh(way)).status).toBe(400);
    expect([(await accountOf(kept)).status, (await refresh(elsewhere)).status]).toEqual([200, 200]);
    const audited = await query(
      app,
      `select 1 from platform.audit where action = 'identity.session-ended-by-provider'`,
    );
    expect(audited).toHaveLength(1);
  });

  test('signing out there before the sign-in is complete here completes nothing', async () => {
    const way = await signIn(ada);
    const [row] = await query<{ sid: string }>(
      app,
      'select sid from identity.upstream_session order by created_at desc limit 1',
    );
    await query(app, 'update identity.upstream_session set grant_id = null where sid = $1', [row?.sid]);
    await query(
      app,
      `insert into identity.oidc_payload (type, id, payload) select 'Interaction', interaction, '{}' from identity.upstream_session where sid = $1`,
      [row?.sid],
    );
    await signOutThere(way);
    expect(
      await query(app, `select 1 from identity.oidc_payload where type = 'Interaction' and payload = '{}'`),
    ).toEqual([]);
  });

  test('a logout token for a person ends all sessions that began there, once', async () => {
    const [first, second] = [await signIn(ada), await signIn(ada)];
    const tokens = [await tokenOf(first), await tokenOf(second)];
    const token = await upstream.sign(
      { aud: upstream.clientId, sub: 'a1', jti: 'l2', events: { [event]: {} } },
      'logout+jwt',
    );
    const answer = await postLogout(token);
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    for (const ended of tokens) expect((await accountOf(ended)).status).toBe(401);
    const replayed = await postLogout(token);
    expect([replayed.status, replayed.json.error]).toEqual([400, 'invalid_request']);
  });

  test('an invalid logout token ends nothing', async () => {
    const way = await signIn(ada);
    const token = await tokenOf(way);
    const idToken = await upstream.sign({
      aud: upstream.clientId,
      sub: 'a1',
      jti: 'l3',
      nonce: 'n',
      events: { [event]: {} },
    });
    for (const wrong of ['', 'nonsense', token, idToken]) expect((await postLogout(wrong)).status).toBe(400);
    expect((await postLogout(idToken, 'nobody')).json.code).toBe('IDENTITY_PROVIDER_NOT_FOUND');
    expect((await accountOf(token)).status).toBe(200);
  });
});
