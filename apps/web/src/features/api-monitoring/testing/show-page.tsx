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
import { preferences } from '../../../shared/preferences.ts';
import { session } from '../../../shared/session/browser-session.ts';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';
import { collectionOf, countsOf, monitorOf, projectOf, summaryOf } from './monitors.ts';

/** A page of a list. */
export const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 20 });

/** The team of who is signed in. */
export const teamId = '01900000-0000-7000-8000-0000000000aa';
const root = '*/services/api-monitoring/api';
/** call is the address of a call of monitoring. */
export const call = (path: string): string => `${root}/${path}`;

/** serverFor stands for the server while the tests of a file run, and signs in somebody with a team. */
export function serverFor(...handlers: Parameters<typeof setupServer>) {
  const server = setupServer(
    ...handlers,
    ...signInHandlers,
    http.get('*/api/service-stores', () => HttpResponse.json([])),
    http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
    http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf()))),
    http.get(call('projects/:id'), () => HttpResponse.json(projectOf())),
    http.get(call('collections/all/:id'), () => HttpResponse.json(pageOf(collectionOf()))),
    http.get(call('monitored-apis/all/:id'), () => HttpResponse.json(pageOf(summaryOf()))),
    http.get(call('monitored-apis/:id'), () => HttpResponse.json(monitorOf())),
    http.get(call('alert-policies'), () => HttpResponse.json(pageOf())),
    http.get(call('alert-channels'), () => HttpResponse.json(pageOf())),
    http.get(call('regions'), () => HttpResponse.json({ regions: [{ region: 'eu', runners: 1 }] })),
    http.get(call('test-status'), () =>
      HttpResponse.json({
        monitors: countsOf({ total: 1, UP: 1 }),
        openIncidents: 2,
        uptimePercent: 99.5,
        latency: latencyOf(),
      }),
    ),
    http.get('*/services/api-testing/api/projects', () => HttpResponse.json(pageOf())),
    http.get('*/services/api-testing/api/scripts', () => HttpResponse.json(pageOf())),
    http.get('*/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [] })),
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

/** Response times of a few checks. */
export const latencyOf = () => ({
  count: 10,
  minMs: 80,
  averageMs: 120,
  p50Ms: 110,
  p90Ms: 160,
  p95Ms: 180,
  p99Ms: 240,
  maxMs: 250,
});

/** show draws an element at an address; of other addresses the router says where they lead. */
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
