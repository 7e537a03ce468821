import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  apiTestingRoutes,
  type ExecutionSummary,
  type Script,
  type StepDetail,
} from '@touchstone/contracts/api-testing';
import { useState } from 'react';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../../../../shared/api.ts';
import { preferences } from '../../../../shared/preferences.ts';
import { environmentsQuery } from '../../api/environments.queries.ts';
import { stepQuery } from '../../api/executions.queries.ts';
import { newScript } from '../../model/editor/script-draft.ts';
import type { RunView } from '../../model/run/run-store.ts';
import { takeRequest } from '../../model/tabs/handed-request.ts';
import { ReportSteps } from './report-steps.tsx';

const run = {
  runId: 'run-1',
  projectId: 'project-1',
  environmentName: 'Staging',
  suites: [{ suiteId: 'suite-1', suiteName: 'Orders', total: 2 }],
} as ExecutionSummary;
const stepOf = (index: number, changes: Partial<StepDetail>) =>
  ({
    stepId: `step-${index}`,
    index,
    name: `Step ${index}`,
    suiteId: 'suite-1',
    suiteName: 'Orders',
    scriptId: null,
    method: 'GET',
    url: 'https://a.test/orders',
    status: 'passed',
    statusCode: 200,
    durationMs: 5,
    assertionsPassed: 0,
    assertionsFailed: 0,
    message: null,
    attempt: 1,
    startedAt: null,
    exchange: null,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: null,
    ...changes,
  }) as StepDetail;
const passed = stepOf(0, {});
const failed = stepOf(1, {
  status: 'failed',
  scriptId: 'script-1',
  exchange: {
    request: {
      method: 'GET',
      url: 'https://a.test/orders?page=2',
      headers: [['Authorization', 'Bearer ••••••']],
    },
    redirects: [],
  },
  assertions: [
    {
      kind: 'jsonPath',
      path: '$.total',
      operator: 'equals',
      expected: 42,
      actual: 42.5,
      status: 'failed',
      message: 'JSON $.total: expected 42, got 42.5.',
      proof: { source: 'body', lines: [{ number: 2, text: '  "total": 42.5', isMarked: true }] },
    },
  ],
});
const script = {
  ...newScript('Step 1'),
  scriptId: 'script-1',
  url: 'https://a.test/orders',
  queryParams: [{ key: 'page', value: '{{page}}', enabled: true }],
  headers: [{ key: 'Authorization', value: 'Bearer {{token}}', enabled: true }],
} as Script;

function viewOf(steps: StepDetail[], total = steps.length): RunView {
  const counts = { total, passed: 0, failed: 0, error: 0, skipped: 0, cancelled: 0, running: 0, queued: 0 };
  counts.failed = 1;
  counts.passed = total - 1;
  const common = { status: 'failed', executionStatus: 'Fail', message: null, durationMs: 1, completed: true } as const;
  return { ...common, counts, steps, loaded: steps.length };
}

/** Renders steps; returns a function that updates them. */
function show(first: RunView, { canWrite = true }: { canWrite?: boolean } = {}) {
  let draw: (view: RunView) => void = () => undefined;
  const Steps = () => {
    const [view, setView] = useState(first);
    draw = setView;
    return <ReportSteps run={run} view={view} canWrite={canWrite} search={search} onSearch={() => undefined} />;
  };
  const client = new QueryClient({
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  });
  const unrecorded = [0, 1, 2].flatMap((index) =>
    (['running', 'passed', 'failed'] as const).map((status) => stepOf(index, { status })),
  );
  for (const step of [...unrecorded, passed, failed])
    client.setQueryData(stepQuery('run-1', step.stepId, `1-${step.status}`).queryKey, step);
  client.setQueryData(environmentsQuery('project-1').queryKey, [
    { environmentId: 'environment-1', environmentName: 'Staging' },
  ] as never);
  const search = { q: '', sort: 'failed', status: undefined, suite: undefined, step: undefined } as const;
  const Where = () => <output>{useLocation().pathname}</output>;
  const router = createMemoryRouter([
    {
      path: '/',
      Component: Steps,
    },
    { path: '*', Component: Where },
  ]);
  const page = () => (
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
  render(page());
  return (view: RunView) => act(() => draw(view));
}
const detail = () => screen.findByRole('region', { name: 'Step Step 1' });

beforeEach(() => {
  vi.spyOn(api, 'call').mockImplementation((route) =>
    Promise.resolve((route.path === apiTestingRoutes.getScript.path ? script : { content: [], traces: [] }) as never),
  );
});
afterEach(() => vi.restoreAllMocks());

test('the first failure opens automatically with its proof, and its heading has the focus', async () => {
  show(viewOf([passed, failed]));
  const step = within(await detail());
  expect(step.getByText('JSON $.total: expected 42, got 42.5.')).toBeTruthy();
  expect(within(step.getByRole('figure')).getByRole('mark').textContent).toBe('  "total": 42.5');
  expect(document.activeElement).toBe(step.getByRole('heading', { name: 'Step 1' }));
});

test('nothing is said about steps before they have loaded', () => {
  show(viewOf([], 2));
  expect(screen.queryByText('No step chosen')).toBeNull();
  expect(screen.getByText('Loading the step…')).toBeTruthy();
});

test('a step is opened in the editor as it was sent, with the environment of its secrets', async () => {
  preferences.set({ environments: {} });
  show(viewOf([passed, failed]));
  await userEvent.setup().click(within(await detail()).getByRole('button', { name: 'Edit and send again' }));
  expect((await screen.findByRole('status')).textContent).toBe('/api-testing/request');
  const handed = takeRequest('project-1')!;
  expect(handed.draft).toMatchObject({
    scriptName: 'Step 1',
    queryParams: [{ key: 'page', value: '2' }],
    headers: [{ key: 'Authorization', value: 'Bearer {{token}}' }],
  });
  expect(handed.response).toEqual(failed);
  expect(takeRequest('project-1')).toBeUndefined();
  expect(preferences.get().environments).toEqual({ 'project-1': 'environment-1' });
});

test('a viewer cannot edit and resend', async () => {
  show(viewOf([passed, failed]), { canWrite: false });
  const step = within(await detail());
  expect(step.queryByRole('button', { name: 'Edit and send again' })).toBeNull();
  expect(step.getByRole('link', { name: 'Edit script' })).toBeTruthy();
});

test('after a run has ended, no other step is shown before the failed one has loaded', async () => {
  const later = show(viewOf([passed], 2));
  expect(screen.queryByRole('region', { name: 'Step Step 0' })).toBeNull();
  expect(screen.getByText('Loading the step…')).toBeTruthy();
  later(viewOf([passed, failed]));
  expect(await detail()).toBeTruthy();
});

const shownStep = () => screen.getByRole('region', { name: /^Step / }).getAttribute('aria-label');
const live = (steps: StepDetail[]): RunView => ({
  ...viewOf(steps),
  completed: false,
  status: 'running',
  counts: { ...viewOf(steps).counts, failed: 0 },
});

test('J, then K, leads back although the step between has failed and moved to the top', async () => {
  const user = userEvent.setup();
  const steps = [0, 1, 2].map((index) => stepOf(index, { status: 'running' }));
  const later = show(live(steps));
  const seen: (string | null)[] = [];
  for (const key of ['j', 'j']) {
    await user.keyboard(key);
    seen.push(shownStep());
  }
  later(viewOf([passed, failed, stepOf(2, {})]));
  for (const key of ['k', 'j', 'j', 'k', 'k']) {
    await user.keyboard(key);
    seen.push(shownStep());
  }
  expect(seen).toEqual([0, 1, 0, 2, 2, 0, 1].map((index) => `Step Step ${index}`));
});
