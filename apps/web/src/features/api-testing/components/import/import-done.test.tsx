import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { preferences } from '../../../../shared/preferences.ts';
import type { ImportOutcome } from '../../model/import/import-outcome.ts';
import type { ImportDone } from './import-done.tsx';

const environment = { environmentId: 'staging', environmentName: 'Staging' };
const outcome = (suiteIds: string[], environments = [environment]): ImportOutcome => ({
  imported: suiteIds.length,
  suites: suiteIds.map((suiteId) => ({ suiteId, suiteName: suiteId, imported: 1 })),
  environments,
  problems: [],
});
let started: unknown[] = [];
const server = setupServer(
  http.get('*/api/get-environments-by-projectId', () =>
    HttpResponse.json({ environments: [{ environmentId: 'local', environmentName: 'Local' }, environment] }),
  ),
  http.post('*/api/execute-test', async ({ request }) => {
    started.push(await request.json());
    return HttpResponse.json({ runId: 'run-1' }, { status: 202 });
  }),
);
let Done: typeof ImportDone;
beforeAll(async () => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Done = (await import('./import-done.tsx')).ImportDone;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
  preferences.set({ environments: {} });
});
beforeEach(() => {
  started = [];
  preferences.set({ environments: {} });
});

function open(result: ImportOutcome) {
  const onDone = vi.fn();
  const router = createMemoryRouter([
    { path: '/', element: <Done projectId="p1" outcome={result} onDone={onDone} /> },
    { path: '*', element: null },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { onDone, router };
}

test('one click runs the imported suites with the imported environment, and opens the report', async () => {
  const { router, onDone } = open(outcome(['orders', 'pets']));
  await userEvent.click(screen.getByRole('button', { name: 'Run suites' }));
  await waitFor(() => expect(router.state.location.search + router.state.location.pathname).toContain('run-1'));
  expect(started).toEqual([
    { projectId: 'p1', suiteIds: ['orders', 'pets'], runPrerequisites: true, environmentId: 'staging' },
  ]);
  expect(preferences.get().environments).toEqual({ p1: 'staging' });
  expect(onDone).not.toHaveBeenCalled();
});

test('the suite opens with the imported environment', async () => {
  const { onDone } = open(outcome(['orders']));
  expect(screen.getByRole('button', { name: 'Run suite' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Open suite' }));
  expect(onDone).toHaveBeenCalledOnce();
  expect(preferences.get().environments).toEqual({ p1: 'staging' });
});

test('if no suite was created there is nothing to run', () => {
  open(outcome([]));
  expect(screen.queryByRole('button', { name: /Run suite/ })).toBeNull();
});
