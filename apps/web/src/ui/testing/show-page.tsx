import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { preferences } from '../../shared/preferences.ts';
import { session } from '../../shared/session/browser-session.ts';
import { signIn, signInHandlers } from '../../shared/session/testing/signed-in.ts';
import { ConfirmHost } from '../dialog/confirm-dialog.tsx';

/** A page of a list. */
export const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 20 });

/** Id of the signed-in user's team. */
export const teamId = '01900000-0000-7000-8000-0000000000aa';

/** serverOf mocks the server for the tests of a file, and signs in a user with a team. */
export function serverOf(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(
    ...handlers,
    ...signInHandlers,
    http.get('*/api/service-stores', () => HttpResponse.json([])),
    http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
  );
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    await signIn();
    const account = session.getState().account;
    if (account) session.setAccount({ ...account, teams: [{ teamId, teamName: 'Navy' }] as typeof account.teams });
  });
  beforeEach(() => preferences.set({ areaProjects: {} }));
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** A test's handle on a rendered page. */
interface Shown {
  user: UserEvent;
  address: () => string;
  /** Navigates as a link elsewhere on the page would, such as one in a menu. */
  go: (path: string) => void;
}

/** show renders an element at an address; at other addresses it shows their path. */
export function show(element: ReactNode, path = '/'): Shown {
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Notifications />
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return {
    user: userEvent.setup(),
    address: () => router.state.location.pathname + router.state.location.search,
    go: (to) => void router.navigate(to),
  };
}
