import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ExecutionSummary, StepComparison } from '@touchstone/contracts/api-testing';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { ComparePage } from './compare.page.tsx';

const projectId = '01900000-0000-7000-8000-000000000001';
const greenId = '01900000-0000-7000-8000-000000000126';
const redId = '01900000-0000-7000-8000-000000000128';
const at = '2026-03-02T10:00:00.000Z';
const counts = { total: 1, passed: 0, failed: 1, errors: 0, skipped: 0, cancelled: 0, running: 0, queued: 0 };
const runOf = (given: Partial<ExecutionSummary>): ExecutionSummary => ({
  runId: redId,
  executionStatus: 'Fail',
  status: 'failed',
  message: null,
  name: 'Checkout',
  number: 128,
  label: 'release/2.0',
  commit: '4f2c1d9a7b3e5f60718293a4b5c6d7e8f9012345',
  projectId,
  environmentName: null,
  startedBy: 'Ada',
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  durationMs: 900,
  attempt: 1,
  retryOf: null,
  suites: [],
  ...counts,
  ...given,
});
const red = runOf({});
const green = runOf({ runId: greenId, number: 126, status: 'passed', executionStatus: 'Pass', label: null });
const side = (stepId: string, status: 'passed' | 'failed', durationMs: number) => ({
  stepId,
  status,
  durationMs,
  statusCode: 200,
});
const price: StepComparison = {
  name: 'Price',
  suiteName: 'Checkout',
  verdict: 'broken',
  base: side('a', 'passed', 40),
  current: side('b', 'failed', 400),
  summary: 'total changed',
  assertions: [{ name: 'total', before: 'passed', after: 'failed' }],
  body: [{ path: '$.total', kind: 'changed', before: '42', after: '42.5' }],
  isBodySame: false,
  timing: 'slower',
};
const totals = { same: 0, changed: 0, fixed: 0, broken: 1, added: 0, removed: 0 };
const page = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 10 });
const account = { role: 'ROLE_USER', email: 'ana@example.test', teams: [{ teamId: 't1', teamName: 'One' }] };
let found: ExecutionSummary | null = green;
const compared: unknown[] = [];
const searched: (string | undefined)[] = [];

const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/api/last-green-run', () => HttpResponse.json({ run: found })),
  http.get('*/api/get-execution-summary', ({ request }) =>
    HttpResponse.json(new URL(request.url).searchParams.get('runId') === redId ? red : green),
  ),
  http.post('*/api/get-all-report-list', async ({ request }) => {
    searched.push(((await request.json()) as { searchTerm?: string }).searchTerm);
    return HttpResponse.json(page(red, green));
  }),
  http.post('*/api/compare-result-file', async ({ request }) => {
    compared.push(await request.json());
    return HttpResponse.json({ baseRunId: greenId, runId: redId, totals, steps: [price] });
  }),
  http.get('*/api/execution-step', ({ request }) => {
    const total = new URL(request.url).searchParams.get('stepId') === 'a' ? 42 : 42.5;
    const body = { text: JSON.stringify({ total }), contentType: 'application/json', sizeBytes: 14, truncated: false };
    return HttpResponse.json({ stepId: 'x', exchange: { response: { status: 200, headers: [], body } } });
  }),
);
let Screen: typeof ComparePage;
beforeAll(async () => {
  // The list renders what is visible, and jsdom has no layout.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  server.listen();
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  Screen = (await import('./compare.page.tsx')).ComparePage;
});
afterEach(() => {
  found = green;
  compared.length = 0;
  searched.length = 0;
});
afterAll(() => {
  vi.restoreAllMocks();
  server.close();
  vi.unstubAllGlobals();
});

function show(search: string) {
  const path = '/api-testing/report-compare';
  const router = createMemoryRouter(
    [
      { path, Component: Screen },
      { path: '*', element: null },
    ],
    { initialEntries: [`${path}?${search}`] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}
const field = (name: string) => screen.findByRole<HTMLInputElement>('combobox', { name });

test('the last green run and the failed one are selected, and a step opens with its bodies side by side', async () => {
  const { user } = show(`base=last-green&current=${redId}`);
  const table = await screen.findByRole('table', { name: 'Steps of both runs' });
  const row = await within(table).findByRole('row', { name: /Price/ });
  expect(compared).toEqual([{ baseRunId: greenId, runId: redId }]);
  expect((await field('Before')).value).toMatch(/^Checkout #126 · Pass · .* · 4f2c1d9a$/);
  expect((await field('After')).value).toMatch(/^Checkout #128 · Fail · .* · release\/2\.0 · 4f2c1d9a$/);
  await user.click(row);
  const dialog = await screen.findByRole('dialog', { name: 'Price' });
  expect(within(dialog).getByText('The request was slower.')).toBeTruthy();
  expect(within(dialog).getByRole('table', { name: 'Assertions' })).toBeTruthy();
  const bodies = await within(dialog).findByRole('region', { name: 'Response bodies of Price' });
  expect(bodies.textContent).toContain('"total": 42');
  expect(bodies.textContent).toContain('"total": 42.5');
});

test('without a green run the page says so, and another run is searched and selected', async () => {
  found = null;
  const { user, router } = show(`base=last-green&current=${redId}`);
  expect(await screen.findByText('No green run yet')).toBeTruthy();
  expect(screen.getByText(/No earlier run of the same suites in the same environment passed/)).toBeTruthy();
  expect(compared).toEqual([]);
  const before = await field('Before');
  await user.click(before);
  await user.type(before, '#126');
  await expect.poll(() => searched).toContain('#126');
  await user.click(await screen.findByRole('option', { name: /^Checkout #126/ }));
  await expect.poll(() => compared).toEqual([{ baseRunId: greenId, runId: redId }]);
  expect(router.state.location.search).toContain(`base=${greenId}`);
});
