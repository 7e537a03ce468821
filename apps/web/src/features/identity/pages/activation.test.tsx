import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

const settings = {
  signUpRoute: 'sign-up',
  issuer: null as string | null,
  keepsMails: true,
  publicCloud: false,
  idle: { enabled: false, thresholdSeconds: 1, countdownSeconds: 1 },
};
let sent: Record<string, unknown>[] = [];
let answer: object;
let left: string[] = [];
/** Where the issuer redirects an authorization request; null if that can't be read, as for another origin. */
let landing: string | null;
const isAuthorization = (url: string) => url.startsWith('/services/identity/authorize?');
const take = (name: string) => async (info: { request: Request }) => {
  sent.push({ name, ...((await info.request.json()) as object) });
  return name === 'login' ? HttpResponse.json(answer) : HttpResponse.json({ message: 'ok' });
};
const server = setupServer(
  http.get('*/identity/sign-in-settings', () => HttpResponse.json(settings)),
  http.get('*/identity/verify-email', () =>
    HttpResponse.json({ login: 'grace@navy.test', firstName: 'Grace', organizationName: 'Navy' }),
  ),
  http.post('*/identity/account-activation', take('activate')),
  http.post('*/identity/interaction/login', take('login')),
  http.get('*/identity/bot-challenge', () => HttpResponse.json({ required: false })),
  http.get('*/identity/*providers', () => HttpResponse.json([])),
);
type Pages = {
  LoginPage: typeof import('./login.page.tsx').LoginPage;
  EmailVerifiedPage: typeof import('./email-verified.page.tsx').EmailVerifiedPage;
};
let pages: Pages;
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!isAuthorization(url)) return plain(new URL(url, 'http://localhost:3000'), init);
    if (landing === null) throw new TypeError('Failed to fetch');
    return { url: `http://localhost:3000${landing}` };
  });
  vi.stubGlobal('location', { origin: 'http://localhost:3000', assign: (url: string) => void left.push(url) });
  pages = { ...(await import('./login.page.tsx')), ...(await import('./email-verified.page.tsx')) };
});
beforeEach(() => {
  sent = [];
  left = [];
  window.history.replaceState(null, '', '/');
  // The previous page was left.
  window.dispatchEvent(new Event('pageshow'));
  landing = '/login?interaction=i1';
  answer = { loginMode: 'direct', status: 'complete', redirectTo: '/services/identity/authorize/i1' };
});
afterEach(() => sessionStorage.clear());
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function open(path: string, issuer: string | null = null) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['identity', 'sign-in-settings'], { ...settings, issuer });
  const router = createMemoryRouter(
    [
      { path: '/login', Component: pages.LoginPage },
      { path: '/email-verified', Component: pages.EmailVerifiedPage },
      { path: '/login/two-factor-authentication', element: <h1>One-time code</h1> },
    ],
    { initialEntries: [path] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

async function setPassword() {
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('New password'), 'four small white mice');
  await user.type(screen.getByLabelText('New password again'), 'four small white mice');
  await user.click(screen.getByRole('button', { name: 'Set password' }));
}

test('the password that activates an account also signs in', async () => {
  open('/email-verified?token=t');
  await setPassword();
  await waitFor(() => expect(left).toEqual(['/services/identity/authorize/i1']));
  expect(sent).toEqual([
    { name: 'activate', token: 't', password: 'four small white mice' },
    { name: 'login', interaction: 'i1', login: 'grace@navy.test', password: 'four small white mice' },
  ]);
});

test('an account with a second factor continues to its code', async () => {
  answer = { loginMode: '2fa', status: 'otpRequired' };
  const router = open('/email-verified?token=t');
  await setPassword();
  expect(await screen.findByRole('heading', { name: 'One-time code' })).toBeDefined();
  expect(router.state.location.search).toBe('?interaction=i1');
});

test('if signing in fails, the sign-in page is one click away', async () => {
  server.use(http.post('*/identity/interaction/login', () => HttpResponse.json({ message: 'No' }, { status: 429 })));
  open('/email-verified?token=t');
  await setPassword();
  expect((await screen.findByRole('link', { name: 'Sign in' })).getAttribute('href')).toBe('/login');
  server.resetHandlers();
});

test('the sign-in page starts an interaction in the background, and keeps the typed input', async () => {
  const router = open('/login');
  let navigations = 0;
  router.subscribe(() => {
    navigations += 1;
  });
  const user = userEvent.setup();
  await user.type(await screen.findByLabelText('E-mail'), 'grace@navy.test');
  await waitFor(() => expect(new URL(document.URL).searchParams.get('interaction')).toBe('i1'));
  // A router navigation would cancel one that the user has started since.
  expect(navigations).toBe(0);
  expect(screen.getByLabelText<HTMLInputElement>('E-mail').value).toBe('grace@navy.test');
  await user.type(screen.getByLabelText(/^Password/), 'secret{Enter}');
  await screen.findByRole('button', { name: 'Signed in' });
  expect(sent).toEqual([{ name: 'login', interaction: 'i1', login: 'grace@navy.test', password: 'secret' }]);
  expect(left).toEqual([]);
});

test.each([
  ['knows the browser', '/callback?code=c'],
  ['leads elsewhere', null],
])('if the issuer %s, the browser navigates there', async (_, reply) => {
  landing = reply;
  open('/login');
  await waitFor(() => expect(left).toHaveLength(1));
  expect(isAuthorization(left[0] ?? '')).toBe(true);
});

test('if another issuer manages the accounts, no form is shown on the way', async () => {
  open('/login', 'sso.example.test');
  await waitFor(() => expect(left).toHaveLength(1));
  expect(screen.queryByLabelText('E-mail')).toBeNull();
});
