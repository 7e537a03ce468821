import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { Project } from '@touchstone/contracts/workspaces';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';

/** A page of a list. */
export const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 20 });

/** A workspace with scheduled tests. */
export const projectOf = (given: Partial<Project> = {}): Project =>
  ({ projectId: 'p1', projectName: 'Shop', workspacePlan: 'PRO', role: 'OWNER', ...given }) as Project;

/** serverFor mocks the server for the tests of a file, and signs in. */
export function serverFor(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(
    ...handlers,
    ...signInHandlers,
    http.get('*/api/service-stores', () => HttpResponse.json([])),
    http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
    http.get('*/api/projects', () => HttpResponse.json(pageOf(projectOf()))),
    http.get('*/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [] })),
    http.get('*/api/timezones', () =>
      HttpResponse.json({
        content: [
          { timezone: 'UTC', offset: '+00:00', offsetMinutes: 0 },
          { timezone: 'America/New_York', offset: '-05:00', offsetMinutes: -300 },
        ],
      }),
    ),
    http.get('*/api/scheduler-target-kinds', () =>
      HttpResponse.json({
        content: [
          {
            kind: 'workflow',
            title: 'Workflow',
            takesEnvironment: false,
            takesConfiguration: true,
            takesVariables: false,
          },
          {
            kind: 'api-suite',
            title: 'API suite',
            takesEnvironment: true,
            takesConfiguration: false,
            takesVariables: true,
          },
        ],
      }),
    ),
    http.get('*/api/scheduler-targets', () =>
      HttpResponse.json(pageOf({ id: '01900000-0000-7000-8000-000000000002', title: 'Orders' })),
    ),
    http.post('*/api/scheduler-preview', () => HttpResponse.json({ dueAt: ['2036-11-24T08:00:00.000Z'] })),
  );
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    await signIn();
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => server.close());
  return server;
}

/** show renders an element at an address. */
export function show(element: ReactNode, path = '/'): { user: UserEvent; address: () => string } {
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
  return { user: userEvent.setup(), address: () => router.state.location.pathname + router.state.location.search };
}
