import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { apiTestingRoutes, type StepDetail } from '@touchstone/contracts/api-testing';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../../../shared/api.ts';
import { PartExchange } from './part-exchange.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

const stepOf = (index: number, changes: Partial<StepDetail>) =>
  ({
    stepId: `step-${index}`,
    index,
    name: `Step ${index}`,
    status: 'passed',
    attempt: 1,
    exchange: null,
    assertions: [],
    extracted: [],
    unresolved: [],
    error: null,
    ...changes,
  }) as unknown as StepDetail;
const failed = stepOf(1, {
  status: 'failed',
  exchange: { request: { method: 'GET', url: 'https://a.test/orders', headers: [] }, redirects: [] },
  assertions: [
    {
      kind: 'status',
      operator: 'equals',
      expected: 200,
      actual: 500,
      status: 'failed',
      message: 'Status: expected 200, got 500.',
    },
  ] as unknown as StepDetail['assertions'],
  error: { code: 'TIMEOUT', message: 'No answer came within 30 s.' },
});

function show(steps: StepDetail[]) {
  vi.spyOn(api, 'call').mockImplementation((async (route: unknown, input: { query: { stepId?: string } }) =>
    route === apiTestingRoutes.listExecutionSteps
      ? { content: steps, page: 0, size: 100, totalElements: steps.length }
      : steps.find(({ stepId }) => stepId === input.query.stepId)) as never);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <PartExchange runId="run-1" />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('the first failed step explains the run: its error, assertions and request', async () => {
  show([stepOf(0, {}), failed, stepOf(2, {})]);
  expect(await screen.findByText('Step 1')).toBeTruthy();
  expect(screen.getByText(/No answer came within 30 s\./)).toBeTruthy();
  expect(screen.getByText('Status: expected 200, got 500.')).toBeTruthy();
  expect(screen.getByRole('tab', { name: /Request/ })).toBeTruthy();
});

test('a passed run shows its last step, and a run without steps says so', async () => {
  show([stepOf(0, {}), stepOf(1, {})]);
  expect(await screen.findByText('Step 1')).toBeTruthy();
  vi.restoreAllMocks();
  show([]);
  expect(await screen.findByText('No steps')).toBeTruthy();
});
