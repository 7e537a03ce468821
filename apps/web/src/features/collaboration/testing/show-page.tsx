import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Account } from '@touchstone/contracts/identity';
import type { Project } from '@touchstone/contracts/workspaces';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { session } from '../../../shared/session/browser-session.ts';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';

export const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 20 });

export const projectOf = (given: Partial<Project> = {}): Project =>
  ({
    projectId: 'p1',
    projectName: 'Shop',
    workspaceType: 'PRIVATE',
    workspacePlan: 'PRO',
    role: 'OWNER',
    ...given,
  }) as Project;

/** serverFor mocks the server for the tests of a file; each test starts signed in. */
export function serverFor(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(
    ...handlers,
    ...signInHandlers,
    http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
    http.get('*/api/service-stores', () => HttpResponse.json([])),
    http.get('*/api/projects', () => HttpResponse.json(pageOf(projectOf()))),
  );
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  beforeEach(signIn);
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** show renders an element at an address, for an account with the given differences. */
export function show(
  element: ReactNode,
  path = '/',
  given: Partial<Account> = {},
): { user: UserEvent; address: () => string } {
  session.setAccount({ ...(session.getState().account as Account), ...given });
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [path] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), address: () => router.state.location.pathname + router.state.location.search };
}
