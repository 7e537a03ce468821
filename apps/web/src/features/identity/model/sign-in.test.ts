import { beforeEach, describe, expect, test, vi } from 'vitest';
import { challengeOf } from '../../../shared/session/pkce.ts';
import { openInteraction } from './open-interaction.ts';
import { choiceInBrowser, chooseProvider } from './provider-choice.ts';
import { beginFlow, leaveFor, readCallback, rememberPath, startSignIn, takePath } from './sign-in.ts';

const assign = vi.fn();
beforeEach(() => {
  sessionStorage.clear();
  assign.mockReset();
  vi.stubGlobal('location', { origin: 'https://touchstone.test', assign });
  window.dispatchEvent(new Event('pageshow'));
  return () => vi.unstubAllGlobals();
});

describe('the path requested before sign-in', () => {
  test.each([
    ['/profile?tab=1', '/profile?tab=1'],
    ['/login', null],
    ['/login/two-factor-authentication', null],
    ['/callback?code=1', null],
    ['//elsewhere.test/', null],
    ['https://elsewhere.test/', null],
    ['', null],
  ])('after %s the user continues to %s, once', (path, taken) => {
    rememberPath(path);
    expect([takePath(), takePath()]).toEqual([taken, null]);
  });

  test('the sign-in page itself does not replace the requested path', () => {
    rememberPath('/profile');
    rememberPath('/login');
    rememberPath('/callback');
    expect(takePath()).toBe('/profile');
  });
});

const queryOf = (url: string) => Object.fromEntries(new URL(url, 'https://touchstone.test').searchParams);

describe('a sign-in at the issuer', () => {
  test.each([
    [undefined, {}],
    [{ again: true }, { prompt: 'login' }],
    [{ again: false, providerAlias: 'git hub' }, { kc_idp_hint: 'git hub' }],
  ])('with %j requests a code', (options, more) => {
    const url = beginFlow(options);
    expect(url.split('?', 1)).toEqual(['/services/identity/authorize']);
    expect(queryOf(url)).toEqual({
      client_id: 'touchstone-web',
      response_type: 'code',
      redirect_uri: 'https://touchstone.test/callback',
      scope: 'openid profile email offline_access',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      state: expect.stringMatching(/^[\w-]{43}$/),
      ...more,
    });
  });

  test('its code is exchanged once, with the proof that this browser started the flow', () => {
    const { state = '', code_challenge } = queryOf(beginFlow());
    const answer = new URLSearchParams({ code: 'abc', state });
    const form = readCallback(answer) as { code_verifier: string };
    expect(form).toEqual({
      code: 'abc',
      code_verifier: expect.any(String),
      redirect_uri: 'https://touchstone.test/callback',
    });
    expect(challengeOf(form.code_verifier)).toBe(code_challenge);
    expect(readCallback(answer)).toEqual({ error: expect.stringContaining('no longer valid') });
  });

  test.each([
    ['what it was refused for', { error: 'access_denied', error_description: 'Not for you.' }, 'Not for you.'],
    ['the name of the error where nothing else is said', { error: 'access_denied', code: 'a' }, 'access_denied'],
    ['that another tab began it', { code: 'a', state: 'another' }, 'another tab'],
    ['that there is nothing to go on with', {}, 'another tab'],
  ])('a callback without a sign-in says %s', (_, answer, expected) => {
    const { state = '' } = queryOf(beginFlow());
    expect(readCallback(new URLSearchParams({ state, ...answer }))).toEqual({
      error: expect.stringContaining(expected),
    });
  });

  test('a callback for a sign-in that did not start here is refused', () => {
    expect(readCallback(new URLSearchParams({ code: 'a' }))).toEqual({ error: expect.stringContaining('another tab') });
  });

  test('does not interfere while the page is being left, but starts on a page that is shown again', () => {
    leaveFor('/login');
    startSignIn();
    expect(assign.mock.calls).toEqual([['/login']]);
    window.dispatchEvent(new Event('pageshow'));
    startSignIn({ again: true });
    expect(assign).toHaveBeenCalledTimes(2);
    expect(assign).toHaveBeenLastCalledWith(expect.stringContaining('prompt=login'));
  });
});

describe('a sign-in in the background of the open page', () => {
  test('returns the interaction that the issuer opened', async () => {
    const fetch = vi.fn(async (_url: string) => ({ url: 'https://touchstone.test/login?interaction=i-1' }));
    vi.stubGlobal('fetch', fetch);
    expect(await openInteraction({ again: true })).toBe('i-1');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('prompt=login'));
    expect(assign).not.toHaveBeenCalled();
  });

  test.each([
    ['has no question', async () => ({ url: 'https://touchstone.test/callback?code=1' })],
    ['may not be read', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('leaves the page for an issuer that %s', async (_, fetch) => {
    vi.stubGlobal('fetch', fetch);
    void openInteraction({ providerAlias: 'github' });
    await vi.waitFor(() => expect(assign).toHaveBeenCalledTimes(1));
    expect(assign).toHaveBeenCalledWith(
      expect.stringMatching(/^\/services\/identity\/authorize\?.*kc_idp_hint=github/),
    );
  });
});

test('a provider is selected in this window, and kept for the callback', () => {
  chooseProvider('github', choiceInBrowser({ publicCloud: true, signUpRoute: 'sign-up' }));
  expect(sessionStorage.getItem('touchstone.social-login')).toBe('github');
  expect(assign).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('kc_idp_hint=github'));
});
