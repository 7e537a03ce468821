import { freePort } from '@touchstone/testing';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Browser } from '../testing/browser.ts';
import { beginFlow, exchangeCode, signIn } from '../testing/sign-in.ts';
import { addUser, query, startTestApp, type TestApp } from '../testing/test-app.ts';
import { startUpstreamIssuer, type UpstreamAccount, type UpstreamIssuer } from '../testing/upstream-issuer.ts';
import { signInUpstream } from '../testing/upstream-sign-in.ts';

const base = '/services/identity';
const password = 'a quiet password';
let app: TestApp;
let upstream: UpstreamIssuer;

beforeAll(async () => {
  const port = await freePort();
  upstream = await startUpstreamIssuer(`http://127.0.0.1:${port}`);
  const { issuer, clientId, clientSecret } = upstream;
  const down = { alias: 'down', displayName: 'Down', issuer: `http://127.0.0.1:${await freePort()}`, clientId };
  const acme = { alias: 'acme', displayName: 'Acme', imageUrl: '/acme.svg', issuer, clientId, clientSecret };
  app = await startTestApp({ port, env: { IDENTITY_PROVIDERS: JSON.stringify([acme, down]) } });
});
afterAll(async () => {
  await app?.stop();
  await upstream?.stop();
});

const signInAt = (account: UpstreamAccount | undefined, hint = 'acme') =>
  signInUpstream(app.url, upstream, { account, hint });
async function claimsAfter({ browser, flow, url }: Awaited<ReturnType<typeof signInAt>>) {
  const { json } = await exchangeCode(browser, flow, url);
  const account = await browser.send(`${base}/api/account`, {
    headers: { authorization: `Bearer ${json.access_token}` },
  });
  return account.json;
}

describe('upstream providers', () => {
  test('the list has alias, displayName and imageUrl, and no secrets [sign-in-5]', async () => {
    expect((await new Browser(app.url).send(`${base}/get-identity-providers`)).json).toEqual([
      { alias: 'acme', displayName: 'Acme', imageUrl: '/acme.svg' },
      { alias: 'down', displayName: 'Down', imageUrl: '' },
    ]);
  });

  test('the hint leads to the provider, whose verified address matches ours [sign-in-5]', async () => {
    await addUser(app, { email: 'ada@example.test', password });
    const way = await signInAt({ sub: 'a1', email: 'Ada@Example.test', email_verified: true });
    expect(way.hops.some((hop) => hop.startsWith(`${upstream.issuer}/auth?`))).toBe(true);
    expect(way.page).toBe('/callback');
    expect(await claimsAfter(way)).toMatchObject({ email: 'ada@example.test', identity_provider: 'acme' });
    const audited = await query(app, `select detail from platform.audit where action = 'identity.signed-in'`);
    expect(audited).toEqual([{ detail: { method: 'provider', provider: 'acme' } }]);
  });

  test('the link holds when the address at the provider changes', async () => {
    const way = await signInAt({ sub: 'a1', email: 'countess@example.test', email_verified: true });
    expect((await claimsAfter(way)).email).toBe('ada@example.test');
  });

  test('an address that the provider did not verify links no account', async () => {
    await addUser(app, { email: 'bob@example.test', password });
    for (const account of [{ email: 'bob@example.test' }, { email: 'bob@example.test', email_verified: false }, {}]) {
      const way = await signInAt({ sub: `evil-${Math.random()}`, ...account });
      expect([way.page, way.query.get('problem')]).toEqual(['/login', 'unverified-email']);
    }
    expect(await query(app, `select * from identity.upstream_link where subject like 'evil%'`)).toEqual([]);
  });

  test('a deactivated account is not signed in', async () => {
    await addUser(app, { email: 'eve@example.test', password });
    await query(app, `update user_management."user" set active = false where email = 'eve@example.test'`);
    const way = await signInAt({ sub: 'e1', email: 'eve@example.test', email_verified: true });
    expect(way.query.get('problem')).toBe('inactive');
  });

  test('a DevOps user is not signed in [access-control-5]', async () => {
    await addUser(app, { email: 'dev@example.test', password });
    await query(app, `update user_management."user" set role = 'ROLE_DEVOPS' where email = 'dev@example.test'`);
    const way = await signInAt({ sub: 'd1', email: 'dev@example.test', email_verified: true });
    expect([way.page, way.query.get('problem')]).toEqual(['/login', 'no-access']);
  });

  test('an unknown person continues to the sign-up form, and is in after it without password and bot check', async () => {
    const person = {
      sub: 'n1',
      email: 'new@corp.test',
      email_verified: true,
      given_name: 'New',
      family_name: 'Person',
    };
    const way = await signInAt(person);
    expect(way.page).toBe('/sign-up');
    expect(Object.fromEntries(way.query)).toMatchObject({
      provider: 'acme',
      login: 'new@corp.test',
      firstName: 'New',
      lastName: 'Person',
    });
    const form = (login: string) => ({
      firstName: 'New',
      lastName: 'Person',
      login,
      organizationName: 'Corp',
      normalUsers: [{ termsAndConditionFlag: true }],
      plan: { planName: 'FREE' },
      role: 'ADMIN',
      isSSO: true,
      ssoTicket: way.query.get('ssoTicket'),
    });
    const register = (login: string) => way.browser.postJson(`${base}/register`, form(login));
    expect((await register('other@corp.test')).json.code).toBe('IDENTITY_SSO_TICKET_INVALID');
    expect((await register('new@corp.test')).status).toBe(200);
    expect((await register('new@corp.test')).json.code).toBe('IDENTITY_SSO_TICKET_INVALID');
    expect(await claimsAfter(await signInAt(person))).toMatchObject({
      email: 'new@corp.test',
      organization_name: 'Corp',
      role: 'ROLE_ADMIN',
      plan: 'FREE',
      identity_provider: 'acme',
    });
  });

  test('a second factor is required after the provider too', async () => {
    const { userId } = await addUser(app, { email: 'fay@example.test', password });
    const origin = { userId, organizationId: userId, email: 'fay@example.test', address: '', requestId: '' };
    const token = (
      await new Browser(app.url).postForm(`${base}/token`, { grant_type: 'password', username: origin.email, password })
    ).json.access_token;
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const post = (path: string, body: object) =>
      new Browser(app.url).send(base + path, { method: 'POST', headers, body: JSON.stringify(body) });
    const { json } = await post('/get-qr-code', {});
    await post('/validate-otp', { deviceId: json.deviceId, code: generateSync({ secret: json.secret }) });
    const way = await signInAt({ sub: 'f1', email: 'fay@example.test', email_verified: true });
    expect(way.page).toBe('/login/two-factor-authentication');
  });

  test('a provider that rejects or does not respond leads back to the sign-in page', async () => {
    expect((await signInAt(undefined)).query.get('problem')).toBe('provider-failed');
    expect((await signInAt(undefined, 'down')).query.get('problem')).toBe('provider-failed');
  });

  test('a hint that names no provider shows the sign-in page', async () => {
    const way = await signInAt(undefined, 'nobody');
    expect([way.page, way.query.get('problem')]).toEqual(['/login', null]);
  });

  test('a response of the provider counts once, in the browser that started, and only with its state', async () => {
    const way = await signInAt({ sub: 'a1', email: 'ada@example.test', email_verified: true });
    const thief = new Browser(app.url);
    const forged = await thief.send(`${base}/broker/acme/endpoint?code=x&state=unknown`);
    expect(forged.json.code).toBe('IDENTITY_INTERACTION_EXPIRED');
    expect((await thief.send(`${base}/broker/acme/login?interaction=unknown`)).status).toBe(400);
    expect((await way.browser.send(`${base}/broker/nobody/login?interaction=x`)).status).toBe(404);
    expect(await query(app, 'select 1 from identity.upstream_flow where alias = $1', ['acme'])).toEqual([]);
  });

  test('a browser that did not start the sign-in cannot finish it', async () => {
    upstream.account = { sub: 'a1', email: 'ada@example.test', email_verified: true };
    const [victim, thief, theirs] = [new Browser(app.url), new Browser(app.url), new Browser(upstream.issuer)];
    const flow = await beginFlow(app.url, { kc_idp_hint: 'acme' });
    let url = new URL(flow.authorizationPath, app.url);
    while (!url.pathname.endsWith('/endpoint')) {
      const answer = await (url.origin === app.url ? victim : theirs).send(url.href);
      url = new URL(answer.headers.get('location') ?? '', url);
    }
    expect((await thief.send(url.href)).json.code).toBe('IDENTITY_INTERACTION_EXPIRED');
    // The attempt consumed the response: it can't be used again.
    expect((await victim.send(url.href)).json.code).toBe('IDENTITY_INTERACTION_EXPIRED');
  });

  test('after a sign-in with the password the claim names no provider', async () => {
    const browser = new Browser(app.url);
    const { json } = await signIn(browser, 'ada@example.test', password);
    const account = await browser.send(`${base}/api/account`, {
      headers: { authorization: `Bearer ${json.access_token}` },
    });
    expect(account.json.identity_provider).toBeNull();
  });
});
