import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter } from 'react-router';
import { afterAll, beforeAll, test, vi } from 'vitest';
import type { SecurityPage } from './security.page.tsx';

let isUnavailable = true;
const unavailable = () => HttpResponse.json({ code: 'X', message: 'The server is away.' }, { status: 500 });
const server = setupServer(
  http.get('*/get-otp-configured-devices', unavailable),
  http.get('*/get-active-session', unavailable),
  http.get('*/sign-in-settings', () =>
    isUnavailable ? unavailable() : HttpResponse.json({ issuer: 'Example Login' }),
  ),
);
let Screen: typeof SecurityPage;
beforeAll(async () => {
  server.listen();
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Screen = (await import('./security.page.tsx')).SecurityPage;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

test('each part that fails to load says why and can be retried; none is missing', async () => {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MemoryRouter>
          <Screen />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  for (const name of ['Two-factor authentication', 'Open sessions', 'Password'])
    await within(screen.getByRole('region', { name })).findByText('The server is away.');
  isUnavailable = false;
  const password = within(screen.getByRole('region', { name: 'Password' }));
  await userEvent.click(password.getByRole('button', { name: 'Try again' }));
  await password.findByText('Your password is managed by Example Login. Change it there.');
});
