import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { FirstSteps } from './first-steps.tsx';

let facts: { widgets: object[]; hasImported: boolean; hasSent: boolean; runs: object[]; people: number };
let sample: { projectId: string; suiteId: string | null; environmentId: string | null };
let started: unknown[];
vi.mock('../../../shared/session/browser-session.ts', async (load) => ({
  ...(await load<object>()),
  useAccount: () => ({ userId: 'u1', role: 'ROLE_ADMIN' }),
}));
vi.mock('../../../shared/access/use-access.tsx', async (load) => ({
  ...(await load<object>()),
  useAccess: () => true,
}));
const server = setupServer(
  http.get('*/api-testing/api/first-steps', () => HttpResponse.json({ sample: null, ...facts })),
  http.get('*/user-management/*', ({ request }) => {
    const { pathname } = new URL(request.url);
    if (/recent/.test(pathname)) return HttpResponse.json(facts.runs);
    if (/widget/.test(pathname)) return HttpResponse.json({ widgets: facts.widgets });
    return HttpResponse.json({ total: facts.people });
  }),
  http.post('*/user-management/*', async ({ request }) => {
    facts.widgets = ((await request.json()) as { widgets: object[] }).widgets;
    return HttpResponse.json({ widgets: facts.widgets });
  }),
  http.post('*/api-testing/api/sample-workspace', () => HttpResponse.json(sample)),
  http.post('*/api-testing/api/execute-test', async ({ request }) => {
    started.push(await request.json());
    return HttpResponse.json({ runId: 'r1' }, { status: 202 });
  }),
);
let client: QueryClient;
let Steps: typeof FirstSteps;
beforeAll(async () => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Steps = (await import('./first-steps.tsx')).FirstSteps;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  facts = { widgets: [], hasImported: false, hasSent: false, runs: [], people: 1 };
  sample = { projectId: 'p1', suiteId: 's1', environmentId: 'e1' };
  started = [];
});
function open() {
  const router = createMemoryRouter([
    { path: '/', Component: Steps },
    { path: '*', element: null },
  ]);
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}

test('each step is ticked according to the server, and has one action', async () => {
  Object.assign(facts, { hasSent: true, people: 2 });
  open();
  expect(await screen.findByText('2 of 4 done')).toBeDefined();
  const steps = screen.getAllByRole('listitem').map((item) => [item.textContent, item.dataset.done]);
  expect(steps).toEqual([
    ['Run the sample suiteRun sample suite', undefined],
    ['Import your APIImport your API', undefined],
    ['Send a request', 'true'],
    ['Invite your team', 'true'],
  ]);
});

test('one click runs the sample suite and opens its report', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Run sample suite' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/api-testing/report/r1'));
  expect(started).toEqual([{ projectId: 'p1', suiteIds: ['s1'], environmentId: 'e1' }]);
});

test('a sample whose suite was deleted is opened instead', async () => {
  sample.suiteId = null;
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Run sample suite' }));
  await waitFor(() => expect(router.state.location.search).toBe('?project=p1'));
  expect(started).toEqual([]);
});

test('the list disappears when everything is done, and when it is dismissed', async () => {
  const router = open();
  await userEvent.click(await screen.findByRole('button', { name: 'Dismiss the first steps' }));
  await waitFor(() => expect(facts.widgets).toHaveLength(1));
  expect(screen.queryByText('First steps')).toBeNull();
  router.dispose();
  Object.assign(facts, { widgets: [], hasImported: true, hasSent: true, runs: [{}], people: 2 });
  open();
  await waitFor(() => expect(client.getQueryData(['onboarding', 'first-steps'])).toMatchObject({ hasRun: true }));
  expect(screen.queryByText('First steps')).toBeNull();
});
