import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Answer, Browser } from '../testing/browser.ts';
import { signIn } from '../testing/sign-in.ts';
import { addUser, startTestApp, type TestApp } from '../testing/test-app.ts';

const base = '/services/identity';
const password = 'a quiet password';
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.stop());

/** A browser that signed in on the sign-in page. */
async function signedIn(email: string) {
  const browser = new Browser(app.url);
  const token = (await signIn(browser, email, password)).json.access_token as string;
  const call = (method: string, path: string, bearer = token): Promise<Answer> =>
    browser.send(base + path, { method, headers: { authorization: `Bearer ${bearer}` } });
  const refresh = () => browser.postForm(`${base}/token`, { grant_type: 'refresh_token', client_id: 'touchstone-web' });
  return { browser, call, refresh, isAlive: async () => (await call('GET', '/api/account')).status === 200 };
}

describe('sessions of a user', () => {
  test('a second browser is reported, a single one is not [multi-session-1]', async () => {
    await addUser(app, { email: 'ada@example.test', password });
    const first = await signedIn('ada@example.test');
    expect((await first.call('GET', '/get-active-session?login=ada@example.test')).json).toMatchObject({
      multiSession: false,
      sessions: [{ current: true, kind: 'browser', address: '127.0.0.1' }],
    });
    const second = await signedIn('ada@example.test');
    const { json } = await second.call('GET', '/get-active-session');
    expect(json.multiSession).toBe(true);
    expect(json.sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false]);
  });

  test('ending the old session keeps the current one [multi-session-2]', async () => {
    await addUser(app, { email: 'bob@example.test', password });
    const [old, current] = [await signedIn('bob@example.test'), await signedIn('bob@example.test')];
    expect((await current.call('DELETE', '/delete-old-session')).status).toBe(200);
    expect([await old.isAlive(), await current.isAlive()]).toEqual([false, true]);
    expect((await old.refresh()).status).toBe(400);
    expect((await current.refresh()).status).toBe(200);
    expect((await current.call('GET', '/get-active-session')).json.multiSession).toBe(false);
  });

  test('ending the current session keeps the old one [multi-session-2]', async () => {
    await addUser(app, { email: 'eve@example.test', password });
    const [old, current] = [await signedIn('eve@example.test'), await signedIn('eve@example.test')];
    expect((await current.call('DELETE', '/delete-current-session')).status).toBe(200);
    expect([await old.isAlive(), await current.isAlive()]).toEqual([true, false]);
    expect(current.browser.cookie('touchstone_refresh')).toBeUndefined();
  });

  test('automation is listed, but does not count as a second browser and is not ended with them', async () => {
    await addUser(app, { email: 'dan@example.test', password });
    const form = { grant_type: 'password', username: 'dan@example.test', password };
    const token = (await new Browser(app.url).postForm(`${base}/token`, form)).json.access_token;
    const dan = await signedIn('dan@example.test');
    const { json } = await dan.call('GET', '/get-active-session');
    expect(json.multiSession).toBe(false);
    expect(json.sessions.map(({ kind }: { kind: string }) => kind).sort()).toEqual(['automation', 'browser']);
    await dan.call('DELETE', '/delete-old-session');
    expect((await dan.call('GET', '/api/account', token)).status).toBe(200);
  });

  test('one session is ended by its id; those of others cannot be', async () => {
    await addUser(app, { email: 'fay@example.test', password });
    await addUser(app, { email: 'gil@example.test', password });
    const [phone, desk, gil] = [
      await signedIn('fay@example.test'),
      await signedIn('fay@example.test'),
      await signedIn('gil@example.test'),
    ];
    const list = (await desk.call('GET', '/get-active-session')).json.sessions as {
      sessionId: string;
      current: boolean;
    }[];
    const other = list.find(({ current }) => !current)?.sessionId ?? '';
    expect((await gil.call('DELETE', `/session?sessionId=${other}`)).json.code).toBe('IDENTITY_SESSION_NOT_FOUND');
    expect(await phone.isAlive()).toBe(true);
    expect((await desk.call('DELETE', `/session?sessionId=${other}`)).status).toBe(200);
    expect([await phone.isAlive(), await desk.isAlive()]).toEqual([false, true]);
    expect((await desk.call('DELETE', `/session?sessionId=${other}`)).status).toBe(404);
  });

  test('open streams of a session learn that it has ended, also when another process ended it', async () => {
    const { userId } = await addUser(app, { email: 'ivy@example.test', password });
    const [first, second] = [await signedIn('ivy@example.test'), await signedIn('ivy@example.test')];
    const list = (await second.call('GET', '/get-active-session')).json.sessions as { sessionId: string }[];
    const open = list.map(({ sessionId }) => ({ sessionId, userId, since: new Date() }));
    expect([...(await app.identity.findEndedSessions(open))]).toEqual([]);
    await second.call('DELETE', '/delete-old-session');
    const sibling = await app.startSibling();
    expect(await sibling.identity.findEndedSessions(open)).toEqual(new Set([list[1]?.sessionId]));
    await sibling.stop();
    expect(await first.isAlive()).toBe(false);
  });

  test('signing in again in the same browser is no second session', async () => {
    await addUser(app, { email: 'hal@example.test', password });
    const hal = await signedIn('hal@example.test');
    await hal.refresh();
    expect((await hal.call('GET', '/get-active-session')).json.sessions).toHaveLength(1);
  });
});

describe('tokens of a session', () => {
  afterEach(() => vi.useRealTimers());

  test('are random, and useless when made up or changed', async () => {
    await addUser(app, { email: 'jan@example.test', password });
    const cookies: string[] = [];
    const ids: string[] = [];
    let browser = new Browser(app.url);
    let token = '';
    for (let count = 0; count < 4; count += 1) {
      token = (await signIn(new Browser(app.url), 'jan@example.test', password)).json.access_token;
      ids.push(claimsOf(token).jti as string);
      browser = new Browser(app.url);
      await signIn(browser, 'jan@example.test', password);
      cookies.push(browser.cookie('touchstone_refresh')?.value ?? '');
    }
    expect(new Set([...cookies, ...ids]).size).toBe(8);
    // 43 characters of base64url are 256 bits.
    for (const cookie of cookies) expect(cookie).toMatch(/^[\w-]{43,}$/);

    const statusOf = async (bearer: string) =>
      (await new Browser(app.url).send(`${base}/api/account`, { headers: { authorization: `Bearer ${bearer}` } }))
        .status;
    const [head = '', , signature = ''] = token.split('.');
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = part({ ...claimsOf(token), sub: 'somebody-else' });
    expect(await statusOf(token)).toBe(200);
    expect(await statusOf(`${head}.${other}.${signature}`)).toBe(401);
    expect(await statusOf(`${part({ alg: 'none', typ: 'at+jwt' })}.${other}.`)).toBe(401);

    const cookie = browser.cookie('touchstone_refresh');
    if (!cookie) throw new Error('There is no refresh token.');
    const refresh = () =>
      browser.postForm(`${base}/token`, { grant_type: 'refresh_token', client_id: 'touchstone-web' });
    browser.putCookie({ ...cookie, value: 'A'.repeat(cookie.value.length) });
    expect((await refresh()).status).toBe(400);
    browser.putCookie(cookie);
    expect((await refresh()).status).toBe(200);
  });

  test('end 14 days after signing in, however often they were refreshed', async () => {
    await addUser(app, { email: 'kim@example.test', password });
    vi.useFakeTimers({ toFake: ['Date'] });
    const day = 24 * 3600 * 1000;
    const start = Date.now();
    const kim = await signedIn('kim@example.test');
    for (const days of [5, 10, 13.9]) {
      vi.setSystemTime(start + days * day);
      expect((await kim.refresh()).status).toBe(200);
    }
    vi.setSystemTime(start + 14 * day + 60_000);
    expect((await kim.refresh()).status).toBe(400);
    expect(await kim.isAlive()).toBe(false);
  });
});

const claimsOf = (token: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
