import { screen, waitFor, within } from '@testing-library/react';
import type { FlowRunState, FlowRunSummary, ScriptStatus } from '@touchstone/contracts/flows';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { projectEntry } from '../testing/entries.ts';
import { pageOf, serverFor, showPage } from '../testing/show-page.tsx';
import { ReportsPage } from './reports.page.tsx';

const at = '2026-11-20T08:00:00.000Z';
const counts = { total: 3, queued: 0, running: 0, passed: 2, failed: 1, error: 0, skipped: 0, cancelled: 0 };
const summary: FlowRunSummary = {
  runId: 'r1',
  number: 4,
  projectId: 'p1',
  projectName: 'Shop',
  flowId: 'w1',
  flowName: 'Nightly',
  status: 'failed',
  executionStatus: 'Failed',
  counts,
  startedBy: 'Ana Lima',
  createdAt: at,
  startedAt: at,
  finishedAt: at,
  durationMs: 83_000,
};
const stateOf = (runId: string, flowName: string): Partial<FlowRunState> => ({
  ...summary,
  runId,
  flowName,
  revision: 7,
  message: 'Pay order failed.',
  configuration: {
    name: 'Staging, quick',
    environmentId: null,
    environmentName: 'Staging',
    variables: { currency: 'EUR', retries: 2 },
    parallel: null,
  },
  document: { flow: { version: 1, nodes: [], parallel: 5 }, layout: {} },
  nodes: [],
});
const script = (given: Partial<ScriptStatus>): ScriptStatus => ({
  node: 'a',
  name: 'Create order',
  testSuiteId: null,
  scriptId: null,
  status: 'passed',
  attempt: 1,
  message: null,
  startedAt: at,
  finishedAt: at,
  childRunId: 'c1',
  childLink: '/runs/c1',
  ...given,
});
const scripts = [
  script({}),
  script({ node: 'b', name: 'Pay order', status: 'failed', message: 'Status 500', childRunId: 'c2' }),
  script({ node: 'c', name: 'Ship order', status: 'skipped', message: 'Pay order failed.', childRunId: null }),
];
const asked: string[] = [];
const totals = { ...counts, total: 12, passed: 9, failed: 3 };
const server = serverFor(
  http.get('*/api/flow-runs', ({ request }) => {
    asked.push(new URL(request.url).search);
    return HttpResponse.json({ ...pageOf(summary, { ...summary, runId: 'r2', flowName: 'Smoke' }), totals });
  }),
  http.get('*/api/flow-runs/:runId', ({ params: { runId } }) =>
    HttpResponse.json(stateOf(String(runId), runId === 'r1' ? 'Nightly' : 'Smoke')),
  ),
  http.get('*/api/script-execution-status', () => HttpResponse.json(pageOf(...scripts))),
  http.get('*/services/runs/api/runs/:runId', ({ params: { runId } }) =>
    HttpResponse.json({ runId, status: 'passed', counts }),
  ),
  http.get('*/services/runs/api/runs/:runId/steps', ({ params: { runId } }) => {
    const step = { stepId: 's', isContainer: false, status: 'failed', subtitle: '', badges: [], message: null };
    return HttpResponse.json(pageOf({ ...step, title: `Request of ${runId}`, durationMs: 3 }));
  }),
  http.post('*/folder-and-workflow-by-folder', () => HttpResponse.json(pageOf(projectEntry()))),
);
const show = (search = '') =>
  showPage(`/test-orchestration/reports${search}`, { '/test-orchestration/reports': ReportsPage });

test('the newest execution is open, with its time, configuration, and the steps of the failed script', async () => {
  show();
  const execution = await screen.findByRole('article', { name: 'Execution' });
  expect(within(execution).getByRole('timer', { name: 'Execution time' }).textContent).toBe('01:23');
  expect(within(execution).getByRole('region', { name: 'Run configuration' }).textContent).toBe(
    'Run configurationConfigurationStaging, quickEnvironmentStagingVariablescurrency = EUR, retries = 2Parallel blocks5Revision7',
  );
  expect(within(execution).getByRole('list', { name: 'Blocks by status' }).textContent).toBe('Passed 2Failed 1Error 0');
  expect(await within(execution).findByText('Request of c2')).toBeTruthy();
  expect(within(execution).getByRole('link', { name: 'Open canvas' }).getAttribute('href')).toBe(
    '/test-orchestration/work-flow/w1?run=r1',
  );
});

test('the steps of another script are shown, and why one did not start', async () => {
  const { user } = show('?run=r1');
  const list = await screen.findByRole('list', { name: 'Executed scripts' });
  await user.click(within(list).getByRole('button', { name: /Create order/ }));
  expect(await screen.findByText('Request of c1')).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: /Ship order/ }));
  const steps = screen.getByRole('region', { name: 'Executed steps' });
  expect(steps.textContent).toContain('Pay order failed.');
});

test('executions are counted, selected, and filtered by project and status', async () => {
  const { user, address } = show();
  const list = await screen.findByRole('list', { name: 'Executions' });
  const tiles = [...document.querySelectorAll('dl[data-tour="stats"] > div')].map(({ textContent }) => textContent);
  expect(tiles.slice(0, 2)).toEqual(['Passed9', 'Failed3']);
  await user.click(within(list).getByRole('button', { name: /Smoke/ }));
  expect(address()).toBe('/test-orchestration/reports?run=r2');
  expect(await screen.findByRole('heading', { level: 2, name: 'Smoke' })).toBeTruthy();
  await user.click(screen.getByRole('combobox', { name: 'Project' }));
  await user.click(await screen.findByRole('option', { name: 'Shop' }));
  await user.click(screen.getByRole('combobox', { name: 'Status' }));
  await user.click(await screen.findByRole('option', { name: 'Failed' }));
  await waitFor(() => {
    const last = new URLSearchParams(asked.at(-1));
    expect([last.get('projectId'), last.get('status'), last.get('workspaceService')]).toEqual([
      'p1',
      'failed',
      'orchestration',
    ]);
  });
});

test('without executions the page says where they come from', async () => {
  server.use(
    http.get('*/api/flow-runs', () =>
      HttpResponse.json({ ...pageOf(), totals: { ...counts, total: 0, passed: 0, failed: 0 } }),
    ),
  );
  show();
  expect(await screen.findByText('No executions yet')).toBeTruthy();
  expect(screen.queryByRole('article')).toBeNull();
});

test('executions that cannot be read are reported with a way to try again, and have no counts', async () => {
  server.use(
    http.get('*/api/flow-runs', () => HttpResponse.json({ code: 'X', message: 'It broke.' }, { status: 500 })),
  );
  show();
  await screen.findByText('It broke.');
  screen.getByRole('button', { name: 'Try again' });
  expect(screen.getAllByText('–')).toHaveLength(6);
  expect(document.querySelector('[data-blank]')).toBeNull();
});
