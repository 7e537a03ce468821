import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { ReconciliationPage } from './reconciliation.page.tsx';
import { ReconciliationsPage } from './reconciliations.page.tsx';
import { ResultPage } from './result.page.tsx';

const at = '2026-03-02T10:00:00.000Z';
const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 20 });
const project = { projectId: id(1), projectName: 'Shop', workspacePlan: 'PRO', role: 'OWNER' };
const rule = { compareAs: 'auto', ignoreCase: false, trim: false };
const item = {
  reconciliationId: id(2),
  projectId: id(1),
  name: 'Orders',
  scriptId: id(3),
  scriptName: 'List orders',
  databaseName: 'Shop database',
  checkInRuns: true,
  lastRun: { runId: id(4), status: 'failed', summary: '1 of 3 rows differs.', startedAt: at },
  updatedAt: at,
};
const saved = {
  ...item,
  environmentId: null,
  rowPath: '$.orders',
  databaseConfigurationId: id(5),
  query: 'select id from orders',
  timeoutMs: 60_000,
  keys: [{ apiPath: 'id', dbColumn: 'id', ...rule }],
  columns: [],
  timeZone: 'UTC',
  allowOnlyInApi: false,
  allowOnlyInDatabase: false,
  suiteId: id(6),
  createdAt: at,
};
const differing = {
  position: 0,
  kind: 'different',
  key: ['2'],
  cells: [
    { column: 'name', api: 'Ben', database: 'Ben', isEqual: true, rule: '' },
    { column: 'total', api: '7.1', database: '7.00', isEqual: false, rule: 'Numbers differ' },
  ],
};
const zero = { duplicatesInApi: 0, duplicatesInDatabase: 0, missingKeyInApi: 0, missingKeyInDatabase: 0 };
const result = {
  runId: id(4),
  reconciliationId: id(2),
  agrees: false,
  summary: '1 of 3 rows differs.',
  counts: { apiRows: 4, databaseRows: 3, matched: 3, equal: 2, different: 1, onlyInApi: 1, onlyInDatabase: 0, ...zero },
  byColumn: [{ column: 'total', count: 1 }],
  notes: [],
  kept: { different: 1, onlyInApi: 1 },
  databaseName: 'Shop database',
};

let rows: unknown[] = [];
let rowLimit: number | null = 500;
const sent: [string, unknown][] = [];
const keep = async (name: string, request: Request) => void sent.push([name, await request.json()]);
const server = setupServer(
  ...signInHandlers,
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
  http.get('*/api/projects', () => HttpResponse.json(pageOf(project))),
  http.get('*/api/get-environments-by-projectId', () => HttpResponse.json({ environments: [] })),
  http.get('*/api/database-configurations', () =>
    HttpResponse.json({
      databaseConfigurations: [{ databaseConfigurationId: id(5), name: 'Shop database', kind: 'postgresql' }],
    }),
  ),
  http.get('*/api/suites', () => HttpResponse.json(pageOf())),
  http.get('*/api/scripts', () => HttpResponse.json(pageOf())),
  http.get('*/api/reconciliations', () => HttpResponse.json({ ...pageOf(...rows), rowLimit })),
  http.get('*/api/reconciliations/:id', () => HttpResponse.json(saved)),
  http.put('*/api/reconciliations/:id', async ({ request }) => {
    await keep('update', request);
    return HttpResponse.json(saved);
  }),
  http.post('*/api/reconciliations-preview/query', async ({ request }) => {
    await keep('preview', request);
    return HttpResponse.json({ columns: [{ name: 'id', type: 'number' }], rows: [['1'], [null]], hasMore: false });
  }),
  http.post('*/api/reconciliations-preview/mapping', () =>
    HttpResponse.json({
      rowPath: '$.data.orders',
      keys: [{ apiPath: 'id', dbColumn: 'order_id', ...rule }],
      columns: [{ apiPath: 'total', dbColumn: 'total', ...rule, tolerance: null, nullEqualsEmpty: false }],
      unmatched: ['note'],
    }),
  ),
  http.get('*/services/runs/api/runs/:id', () =>
    HttpResponse.json({
      runId: id(4),
      projectId: id(1),
      kind: 'api-reconcile',
      name: 'Orders',
      number: 1,
      status: 'failed',
      message: result.summary,
    }),
  ),
  http.get('*/api/reconciliation-results', () => HttpResponse.json(result)),
  http.get('*/api/reconciliation-differences', ({ request }) => {
    const kind = new URL(request.url).searchParams.get('kind');
    return HttpResponse.json(
      kind === 'onlyInApi' ? pageOf({ ...differing, kind, key: ['9'], cells: [] }) : pageOf(differing),
    );
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'bypass' });
  await signIn();
});
beforeEach(() => {
  rows = [item];
  rowLimit = 500;
  sent.length = 0;
});
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

function show(element: ReactNode, path: string, address: string) {
  const router = createMemoryRouter(
    [
      { path, element },
      { path: '*', element: null },
    ],
    { initialEntries: [address] },
  );
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <Notifications />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const list = () =>
  show(<ReconciliationsPage />, '/api-testing/reconciliations', `/api-testing/reconciliations?project=${id(1)}`);
const edit = (which: string) =>
  show(
    <ReconciliationPage />,
    '/api-testing/reconciliations/:reconciliationId',
    `/api-testing/reconciliations/${which}?project=${id(1)}`,
  );

test('the list shows what each compares, and its last result', async () => {
  list();
  const row = within(await screen.findByRole('row', { name: /Orders/ }));
  expect(row.getByText('List orders')).toBeTruthy();
  expect(row.getByText('Shop database')).toBeTruthy();
  expect(row.getByRole('link', { name: /1 of 3 rows differs/ }).getAttribute('href')).toContain(
    `reconciliation-result/${id(4)}`,
  );
  expect(screen.getByText('Up to 500 rows of each side')).toBeTruthy();
});

test('without PRO the page says that it is a Pro feature', async () => {
  rows = [];
  rowLimit = 0;
  list();
  expect(await screen.findByText('Reconciliation is a Pro feature.')).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'New reconciliation' })).toBeNull();
});

test('a suggested mapping is filled in, corrected and saved', async () => {
  const user = edit(id(2));
  await user.click(await screen.findByRole('button', { name: 'Suggest mapping' }));
  expect(await screen.findByText('Columns without a match: note')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Row path' })).toHaveProperty('value', '$.data.orders');
  await user.type(screen.getByRole('textbox', { name: 'Column 1: tolerance' }), '0.5');
  await user.click(screen.getByRole('checkbox', { name: 'Check in functional runs' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject([
    'update',
    {
      rowPath: '$.data.orders',
      keys: [{ apiPath: 'id', dbColumn: 'order_id' }],
      columns: [{ dbColumn: 'total', tolerance: { value: 0.5, unit: 'absolute' } }],
      checkInRuns: false,
    },
  ]);
});

test('the query shows its columns and first rows', async () => {
  const user = edit(id(2));
  await user.click(await screen.findByRole('button', { name: 'Preview rows' }));
  const preview = within(await screen.findByRole('region', { name: 'Rows of the query' }));
  expect(preview.getByRole('columnheader', { name: 'id (number)' })).toBeTruthy();
  expect(preview.getByText('null')).toBeTruthy();
});

test('missing values are reported at their fields, and nothing is sent', async () => {
  const user = edit('new');
  await user.click(await screen.findByRole('button', { name: 'Save' }));
  for (const problem of [
    'Please enter a name.',
    'Please choose a request.',
    'Please choose a database.',
    'Please enter a path.',
  ])
    expect(await screen.findByText(problem)).toBeTruthy();
  expect(sent).toEqual([]);
});

test('a comparison in progress can be stopped', async () => {
  const stopped: string[] = [];
  server.use(
    http.get('*/services/runs/api/runs/:id', () =>
      HttpResponse.json({ runId: id(4), projectId: id(1), kind: 'api-reconcile', name: 'Orders', status: 'running' }),
    ),
    http.get('*/services/runs/api/runs/:id/steps', () => HttpResponse.json(pageOf())),
    http.put('*/services/runs/api/runs/:id/stop', ({ params }) => {
      stopped.push(String(params.id));
      return HttpResponse.json({ message: 'Stopping' });
    }),
  );
  const user = userEvent.setup();
  show(<ResultPage />, '/r/:runId', `/r/${id(4)}?project=${id(1)}`);
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await waitFor(() => expect(stopped).toEqual([id(4)]));
  expect(screen.queryByRole('button', { name: 'Download Excel' })).toBeNull();
});

test('the result shows values side by side, the reason, and can be filtered by kind', async () => {
  const user = show(
    <ResultPage />,
    '/api-testing/reconciliation-result/:runId',
    `/api-testing/reconciliation-result/${id(4)}?project=${id(1)}`,
  );
  const table = within(await screen.findByRole('region', { name: 'Differences' }));
  const row = within(await table.findByRole('row', { name: /total 7\.1 7\.00 Numbers differ/ }));
  expect(row.getByText('7.1').className).not.toBe('mono ');
  expect(screen.getByRole('button', { name: 'Download Excel' })).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Only in API 1' }));
  expect(await screen.findByRole('rowheader', { name: '9' })).toBeTruthy();
  expect(screen.queryByText('Numbers differ')).toBeNull();
});
