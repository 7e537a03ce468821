import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FailureCluster, Insights, InsightTotals, RankedSubject } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { InsightsPage } from './insights.page.tsx';

const projectId = '01900000-0000-7000-8000-000000000001';
const suiteId = '01900000-0000-7000-8000-000000000002';
const runId = '01900000-0000-7000-8000-000000000003';
const scriptId = '01900000-0000-7000-8000-000000000004';
const at = '2026-03-02T10:00:00.000Z';
const project = { projectId, projectName: 'Shop', role: 'OWNER' } as Project;
const page = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 10 });
const totals = (given: Partial<InsightTotals> = {}): InsightTotals => ({
  runs: 0,
  passed: 0,
  failed: 0,
  error: 0,
  cancelled: 0,
  passRate: null,
  averageDurationMs: null,
  ...given,
});
const overview: Insights = {
  totals: totals({ runs: 4, passed: 3, failed: 1, passRate: 75, averageDurationMs: 1200 }),
  previous: totals(),
  flakyScripts: 1,
  days: [{ date: '2026-03-02', runs: 4, passed: 3, failed: 1, error: 0, averageDurationMs: 1200 }],
  suites: [{ suiteId, suiteName: 'Orders' }],
  environments: [null, 'Staging'],
};
const ranked = (given: Partial<RankedSubject>): RankedSubject => ({
  subjectId: scriptId,
  name: 'List orders',
  suiteId,
  suiteName: 'Orders',
  runs: 4,
  passed: 3,
  failed: 1,
  error: 0,
  changes: 2,
  averageDurationMs: 80,
  longestDurationMs: 120,
  lastFailure: { runId, finishedAt: at },
  lastRunId: runId,
  ...given,
});
const run = {
  runId,
  name: 'Nightly',
  number: 128,
  status: 'failed',
  environmentName: null,
  startedBy: 'Ada',
  finishedAt: at,
  durationMs: 1200,
  steps: { total: 4, passed: 3, failed: 1, error: 0 },
};

const cluster: FailureCluster = {
  signature: 'abc',
  kind: 'status',
  statusClass: '5xx',
  template: 'Expected <n> but was <n>',
  failures: 7,
  previousFailures: 4,
  runs: 3,
  scripts: 2,
  flakyScripts: 1,
  firstSeenAt: at,
  lastSeenAt: at,
  isNew: true,
  days: [{ date: '2026-03-02', failures: 7 }],
  example: { runId, stepId: 'step-7', message: 'Expected 200 but was 503' },
};

let answer: () => Response = () => HttpResponse.json(overview);
const asked: URLSearchParams[] = [];
const account = { role: 'ROLE_USER', email: 'ana@example.test', teams: [{ teamId: 't1', teamName: 'One' }] };
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/api/projects', () => HttpResponse.json(page(project))),
  http.get('*/api/functional-insights', ({ request }) => {
    asked.push(new URL(request.url).searchParams);
    return answer();
  }),
  http.get('*/api/functional-insights-failures', () => HttpResponse.json(page(cluster))),
  http.get('*/api/functional-insights-failed-steps', () =>
    HttpResponse.json({
      ...page({
        runId,
        runName: 'Nightly',
        runNumber: 128,
        stepId: 'step-7',
        scriptId,
        scriptName: 'List orders',
        suiteName: 'Orders',
        environmentName: null,
        message: 'Expected 200 but was 503',
        finishedAt: at,
      }),
      scripts: [
        { scriptId, scriptName: 'List orders', suiteName: 'Orders', failures: 5, lastSeenAt: at, isFlaky: true },
      ],
    }),
  ),
  http.get('*/api/functional-insights-runs', () => HttpResponse.json(page(run))),
  http.get('*/api/functional-insights-ranking', ({ request }) => {
    const { searchParams } = new URL(request.url);
    if (searchParams.get('by') === 'flaky') return HttpResponse.json(page());
    const subjects: Record<string, object> = {
      suite: { subjectId: suiteId, name: 'Orders' },
      endpoint: { subjectId: 'GET /orders/{id}', name: 'GET /orders/{id}' },
    };
    return HttpResponse.json(page(ranked(subjects[searchParams.get('of') ?? ''] ?? {})));
  }),
);
let Screen: typeof InsightsPage;
beforeAll(async () => {
  server.listen();
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  Screen = (await import('./insights.page.tsx')).InsightsPage;
});
afterEach(() => {
  asked.length = 0;
  answer = () => HttpResponse.json(overview);
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show(search = '') {
  const path = '/api-testing/functional-report-insights';
  const router = createMemoryRouter(
    [
      { path, Component: Screen },
      { path: '*', element: null },
    ],
    { initialEntries: [`${path}?project=${projectId}&from=2026-03-01&to=2026-03-03${search}`] },
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

test('figures, every day, rankings and runs are shown, with links to the reports', async () => {
  show();
  await screen.findByText('75 %', { selector: 'dd' });
  const trend = screen.getByRole('table', { name: 'Pass rate per day' });
  expect(
    within(trend)
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent),
  ).toEqual(['2026-03-01no judged run', '2026-03-0275 %', '2026-03-03no judged run']);
  const script = await screen.findByRole('link', { name: 'List orders' });
  expect(script.getAttribute('href')).toBe(`/api-testing/report/${runId}`);
  const endpoints = screen.getByRole('table', { name: 'Endpoints' });
  const endpoint = await within(endpoints).findByRole('link', { name: 'GET /orders/{id}' });
  expect(endpoint.getAttribute('href')).toBe(`/api-testing/report/${runId}`);
  expect((await screen.findByRole('link', { name: 'Nightly #128' })).getAttribute('href')).toBe(
    `/api-testing/report/${runId}`,
  );
  expect(screen.getByRole('table', { name: 'Runs' }).textContent).toContain('3/4');
});

test('a suite and an environment are selected, queried, kept in the address, and cleared together', async () => {
  const { user, router } = show();
  await user.click(await screen.findByRole('link', { name: 'Orders' }));
  await waitFor(() => expect(asked.at(-1)?.get('suiteId')).toBe(suiteId));
  // A single suite needs no ranking of suites.
  await waitFor(() => expect(screen.queryByRole('table', { name: 'Suites' })).toBeNull());
  await user.click(screen.getByRole('combobox', { name: 'Environment' }));
  await user.click(await screen.findByRole('option', { name: 'No environment' }));
  await waitFor(() => expect(asked.at(-1)?.get('withoutEnvironment')).toBe('true'));
  expect(router.state.location.search).toContain(`suite=${suiteId}`);
  await user.click(screen.getByRole('button', { name: 'Clear filter' }));
  await screen.findByRole('table', { name: 'Suites' });
  expect(router.state.location.search).not.toMatch(/suite=|environment=/);
});

test('a ranking without entries says so', async () => {
  const { user, router } = show();
  const ranking = await screen.findByRole('radiogroup', { name: 'Ranking of scripts' });
  await user.click(within(ranking).getByText('Flaky'));
  await screen.findByText('No script both passed and failed in the same environment in this period.');
  expect(router.state.location.search).toContain('scripts=flaky');
});

test('a period without runs suggests a longer one, a filter without runs suggests clearing it', async () => {
  answer = () => HttpResponse.json({ ...overview, totals: totals(), days: [] });
  const { user } = show();
  await screen.findByRole('heading', { name: 'No finished runs in this period' });
  await user.click(screen.getByRole('button', { name: 'Show the last year' }));
  await waitFor(() => expect(asked).toHaveLength(2));
  const [from, to] = ['startDate', 'endDate'].map((name) => Date.parse(asked[1]?.get(name) ?? ''));
  expect(((to ?? 0) - (from ?? 0)) / 86_400_000).toBe(365);
  expect(screen.queryByRole('button', { name: 'Show the last year' })).toBeNull();
});

test('a filter without runs offers to clear it', async () => {
  answer = () => HttpResponse.json({ ...overview, totals: totals(), days: [] });
  const { user } = show(`&suite=${suiteId}`);
  await screen.findByRole('heading', { name: 'No run matches' });
  answer = () => HttpResponse.json(overview);
  await user.click(screen.getAllByRole('button', { name: 'Clear filter' }).at(-1) as HTMLElement);
  await screen.findByText('75 %', { selector: 'dd' });
});

test('an error is shown in place and can be retried', async () => {
  answer = () => HttpResponse.json({ code: 'X', message: 'The server is away.' }, { status: 500 });
  const { user } = show();
  await screen.findByText('The server is away.');
  answer = () => HttpResponse.json(overview);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('75 %', { selector: 'dd' });
});

test('failures are grouped by cause, with their trend, new ones, and a link to each failed step', async () => {
  const { user } = show();
  const table = await screen.findByRole('table', { name: 'Failures' });
  const link = await within(table).findByRole('link', { name: /^Expected <n> but was <n>/ });
  expect(link.getAttribute('href')).toBe(`/api-testing/report/${runId}?step=step-7`);
  expect(within(table).getByText('New')).toBeTruthy();
  expect(table.textContent).toContain('status · 5xx');
  expect(table.textContent).toContain('7 · +3');
  await user.click(within(table).getByRole('button', { name: /^Failed steps: / }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Expected <n> but was <n>' }));
  const step = await dialog.findByRole('link', { name: 'List orders' });
  expect(step.getAttribute('href')).toBe(`/api-testing/report/${runId}?step=step-7`);
  expect(dialog.getByRole('list', { name: 'Scripts' }).textContent).toContain('Orders · 5 failed');
  expect(dialog.getByText('Nightly #128')).toBeTruthy();
});
