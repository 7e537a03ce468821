import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';

/** A page of a list. */
export const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 20 });

/** serverFor mocks the server for the tests of a file, and signs in. */
export function serverFor(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(
    ...handlers,
    ...signInHandlers,
    http.get('*/api/service-stores', () => HttpResponse.json([])),
    http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
  );
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    await signIn();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** showPage opens an address; at other addresses the page shows their path. */
export function showPage(
  path: string,
  pages: Readonly<Record<string, ComponentType>>,
): { user: UserEvent; address: () => string } {
  const router = createMemoryRouter(
    [
      ...Object.entries(pages).map(([pattern, Component]) => ({ path: pattern, Component })),
      { path: '*', element: null },
    ],
    { initialEntries: [path] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
        <ConfirmHost />
        <Notifications />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), address: () => router.state.location.pathname + router.state.location.search };
}
