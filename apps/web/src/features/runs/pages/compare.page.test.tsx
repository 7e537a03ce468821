import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComparedStep, RunAnswer, RunComparison, StepPair } from '@touchstone/contracts/runs';
import { HttpResponse, http } from 'msw';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { serverOf } from '../../../ui/testing/show-page.tsx';
import { ComparePage } from './compare.page.tsx';

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const at = '2026-03-02T10:00:00.000Z';
const runOf = (last: number, given: Partial<RunAnswer> = {}): RunAnswer => ({
  runId: id(last),
  projectId: id(1),
  kind: 'ping',
  kindTitle: 'Ping',
  name: 'Checkout',
  number: last,
  label: null,
  commit: null,
  status: 'passed',
  executionStatus: 'Pass',
  message: null,
  counts: { total: 2, queued: 0, running: 0, passed: 2, failed: 0, error: 0, skipped: 0, cancelled: 0 },
  startedBy: 'Ada',
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  durationMs: 1200,
  retryNumber: 0,
  retryOf: null,
  parentRunId: null,
  parentStepId: null,
  canRetry: true,
  link: `/report/${last}`,
  ...given,
});
const stepOf = (stepId: string, given: Partial<ComparedStep>): ComparedStep => ({
  stepId,
  index: 0,
  parentId: null,
  isContainer: false,
  kind: 'step',
  title: 'Check total',
  subtitle: '',
  badges: [],
  status: 'passed',
  message: null,
  durationMs: 400,
  startedAt: at,
  path: ['Buy'],
  values: [],
  pictures: [],
  ...given,
});
const same: StepPair = {
  change: 'same',
  before: stepOf('open-1', { title: 'Open the shop' }),
  after: stepOf('open-2', { title: 'Open the shop' }),
};
const broken: StepPair = {
  change: 'broken',
  before: stepOf('total-1', {
    values: [
      { label: 'Expected', text: '59.00 €' },
      { label: 'Actual', text: '59.00 €' },
    ],
    pictures: [{ attachmentId: id(6), name: 'before.jpg' }],
  }),
  after: stepOf('total-2', {
    status: 'failed',
    message: 'The text is "60.00 €".',
    durationMs: 10_000,
    values: [
      { label: 'Expected', text: '59.00 €' },
      { label: 'Actual', text: '60.00 €' },
    ],
    pictures: [{ attachmentId: id(7), name: 'after.jpg' }],
  }),
};
const removed: StepPair = { change: 'removed', before: stepOf('gone-1', { title: 'Say thanks' }), after: null };
const asked: URLSearchParams[] = [];
const runs = '*/services/runs/api/runs';
const comparisonOf = (steps: StepPair[], before = runOf(2)): RunComparison => ({
  before,
  after: runOf(3, { status: 'failed', executionStatus: 'Fail' }),
  totals: { broken: 1, fixed: 0, changed: 0, added: 0, removed: 1, same: 1 },
  steps,
  totalElements: steps.length,
  page: 0,
  size: 100,
});
const server = serverOf(
  http.get(`${runs}/:runId/earlier-runs`, () =>
    HttpResponse.json({ runs: [runOf(2), runOf(1, { status: 'failed', executionStatus: 'Fail' })] }),
  ),
  http.get(`${runs}/:runId/comparison`, ({ request }) => {
    const query = new URL(request.url).searchParams;
    asked.push(query);
    const isAll = query.get('steps') === 'all';
    return HttpResponse.json(comparisonOf(isAll ? [same, broken, removed] : [broken, removed]));
  }),
  http.get(`${runs}/:runId/attachments/:id`, () => HttpResponse.arrayBuffer(new ArrayBuffer(4))),
  http.get(`${runs}/:runId`, ({ params }) =>
    HttpResponse.json(runOf(Number(String(params.runId).at(-1)), { status: 'failed', executionStatus: 'Fail' })),
  ),
);
beforeEach(() => {
  asked.length = 0;
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:picture');
  vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  return () => vi.restoreAllMocks();
});

function open(query = '') {
  const router = createMemoryRouter([{ path: '/runs/:runId/compare', Component: ComparePage }], {
    initialEntries: [`/runs/${id(3)}/compare${query}`],
  });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), router };
}

test('a run is compared with the last one that passed: differences first, values and pictures side by side', async () => {
  open();
  const list = await screen.findByRole('list', { name: 'Steps' });
  expect(
    within(list)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual([expect.stringContaining('Check total'), expect.stringContaining('Say thanks')]);
  const rows = screen.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent));
  expect(rows).toEqual([
    ['', 'Earlier', 'This run'],
    ['Status', 'Passed', 'Failed'],
    ['Duration', expect.any(String), expect.any(String)],
    ['Message', '–', 'The text is "60.00 €".'],
    ['Expected', '59.00 €', '59.00 €'],
    ['Actual', '59.00 €', '60.00 €'],
    ['Picture', '', ''],
  ]);
  expect(await screen.findByRole('img', { name: 'before.jpg' })).toBeTruthy();
  expect(await screen.findByRole('img', { name: 'after.jpg' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Checkout #2' }).getAttribute('href')).toBe('/report/2');
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ steps: 'differing' });
  expect(asked[0]?.has('with')).toBe(false);
});

test('any earlier run is selected, and all steps are shown', async () => {
  const { user, router } = open();
  await user.click(await screen.findByRole('combobox', { name: 'Compare with' }));
  await user.click(await screen.findByRole('option', { name: /^Checkout #1 · Fail/ }));
  await waitFor(() => expect(asked.at(-1)?.get('with')).toBe(id(1)));
  await user.click(screen.getByRole('radio', { name: 'All steps' }));
  await user.click(await screen.findByRole('button', { name: /Open the shop/ }));
  expect(router.state.location.search).toContain('step=open-2');
  await user.click(screen.getByRole('button', { name: /Say thanks/ }));
  expect(screen.getAllByText('Not in this run').length).toBeGreaterThan(0);
});

test('without an earlier run that passed the page says so, and another run can be selected', async () => {
  const message = 'No earlier run of the same tests passed. Choose another run to compare with.';
  server.use(
    http.get(`${runs}/:runId/comparison`, () =>
      HttpResponse.json({ code: 'RUNS_NO_EARLIER_RUN', message }, { status: 404 }),
    ),
  );
  open();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(screen.getByRole('combobox', { name: 'Compare with' })).toBeTruthy();
});

test('equal runs have no differences', async () => {
  server.use(http.get(`${runs}/:runId/comparison`, () => HttpResponse.json(comparisonOf([]))));
  open();
  expect(await screen.findByText('Both runs gave the same results.')).toBeTruthy();
});
