import type { Account } from '@touchstone/contracts/identity';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { session } from '../../../shared/session/browser-session.ts';
import { endedMark } from '../../../shared/session/ended-mark.ts';
import { beginSession } from './begin-session.ts';
import { signOut } from './sign-out.ts';
import { finishWelcome, isWelcomeDue } from './welcome.ts';

const ada: Partial<Account> = {
  email: 'ada@acme.test',
  organization_id: 'acme',
  teams: [],
  role: 'ROLE_ADMIN',
  firstLogin: true,
};
const calls: string[] = [];
const assign = vi.fn();

/** Mocks a page at a path with the server's responses; `null` refuses a call. */
function atPath(pathname: string, answers: Record<string, object | null>): void {
  vi.stubGlobal('location', { pathname, assign });
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit) => {
    const path = url.replace(/^\/services\/[\w-]+/, '');
    calls.push(`${method} ${path}`);
    const answer = answers[path.split('?', 1)[0] ?? ''];
    return Response.json(answer ?? { message: 'Refused.' }, { status: answer ? 200 : 401 });
  });
}
const known = (account: Partial<Account> = ada) => ({
  '/token': { access_token: 'a', token_type: 'Bearer', expires_in: 3600 },
  '/api/account': account,
});
const signIn = () => session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: 'r' });

beforeEach(() => {
  sessionStorage.clear();
  session.signOut();
  localStorage.clear();
  calls.length = 0;
  assign.mockReset();
  return () => {
    session.signOut();
    vi.unstubAllGlobals();
  };
});

describe('signing out', () => {
  test.each([
    ['to sign-in', {}, '/login'],
    ['to where the external issuer signs out', { redirectTo: 'https://issuer.test/end' }, 'https://issuer.test/end'],
  ])('ends the session on the server and here, clears private storage, and goes %s', async (_, answer, to) => {
    atPath('/profile', { ...known(), '/logout': { message: 'ok', ...answer } });
    await signIn();
    localStorage.setItem('touchstone.private:draft', 'secret');
    localStorage.setItem('touchstone.last-activity', '1');
    localStorage.setItem('touchstone.size', '300');
    await signOut();
    expect(calls.at(-1)).toBe('GET /logout?login=ada%40acme.test');
    expect(session.getState()).toEqual({ status: 'signedOut', account: null });
    expect(Object.keys(localStorage)).toEqual(['touchstone.size']);
    expect(assign.mock.calls).toEqual([[to]]);
  });

  test('a page without a token requests one, so that the server can end a session it still knows', async () => {
    atPath('/profile', { ...known(), '/logout': { message: 'ok' } });
    await signOut();
    expect(calls).toEqual(['POST /token', 'GET /api/account', 'GET /logout?login=ada%40acme.test']);
  });

  test('if the server knows no session, it is not asked to end one', async () => {
    atPath('/profile', {});
    await signOut();
    expect([calls, assign.mock.calls]).toEqual([['POST /token'], [['/login']]]);
  });

  test('a server that refuses does not keep the user signed in', async () => {
    const logged = vi.spyOn(console, 'error').mockReturnValue();
    atPath('/profile', known());
    await signIn();
    await signOut();
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
    expect([session.getState().status, assign.mock.calls]).toEqual(['signedOut', [['/login']]]);
  });
});

describe('the welcome of the public edition', () => {
  const settings = { '/sign-in-settings': { publicCloud: true } };
  test.each<[Partial<Account>, boolean]>([
    [{ role: 'ROLE_ADMIN', firstLogin: true }, true],
    [{ role: 'ROLE_ADMIN', firstLogin: false }, false],
    [{ role: 'ROLE_SUPERADMIN', firstLogin: true }, false],
  ])('is shown to %j: %s', async (account, isDue) => {
    atPath('/dashboard', { ...known({ ...ada, ...account }), ...settings });
    await signIn();
    expect(await isWelcomeDue()).toBe(isDue);
  });

  test('is not shown again once seen', async () => {
    atPath('/dashboard', { ...known(), ...settings, '/api/update-login-information': { message: 'ok' } });
    await signIn();
    await finishWelcome();
    expect(calls.at(-1)).toBe('PUT /api/update-login-information?login=ada%40acme.test');
    expect(session.getState().account).toEqual({ ...ada, firstLogin: false });
    expect(await isWelcomeDue()).toBe(false);
  });

  test('makes no calls for a signed-out visitor', async () => {
    atPath('/dashboard', known());
    await finishWelcome();
    expect([await isWelcomeDue(), calls]).toEqual([false, []]);
  });
});

describe('a loading page', () => {
  test.each([
    ['/', false, false],
    ['/login', false, false],
    ['/login-actions/reset-credentials', false, false],
    ['/profile', false, true],
    ['/profile', true, false],
  ])('at %s, its session ended: %s, asks for the signed-in user: %s', (pathname, hasEnded, isAsked) => {
    const ensure = vi.spyOn(session, 'ensure').mockRejectedValue(new Error('No answer.'));
    vi.stubGlobal('location', { pathname });
    if (hasEnded) endedMark.set('idle');
    beginSession();
    expect(ensure).toHaveBeenCalledTimes(isAsked ? 1 : 0);
    ensure.mockRestore();
  });
});
