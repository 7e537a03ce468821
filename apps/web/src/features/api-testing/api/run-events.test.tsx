import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import type { ExecutionSummary, StepSummary } from '@touchstone/contracts/api-testing';
import type { RunCounts, RunEvent } from '@touchstone/contracts/runs';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactNode } from 'react';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';

const runId = '01900000-0000-7000-8000-000000000001';
const server = setupServer();
const counts = (patch: Partial<RunCounts>): RunCounts => ({
  total: 2,
  queued: 0,
  running: 0,
  passed: 0,
  failed: 0,
  error: 0,
  skipped: 0,
  cancelled: 0,
  ...patch,
});
const run = {
  runId,
  status: 'queued',
  executionStatus: 'Run Initiated',
  message: null,
  durationMs: 0,
  total: 2,
  queued: 2,
  running: 0,
  passed: 0,
  failed: 0,
  errors: 0,
  skipped: 0,
  cancelled: 0,
} as ExecutionSummary;
const step = (index: number, status: StepSummary['status']): StepSummary => ({
  stepId: `s${index}`,
  index,
  name: `Step ${index}`,
  suiteId: null,
  suiteName: '',
  scriptId: null,
  method: 'GET',
  url: '/',
  status,
  statusCode: 200,
  durationMs: 1,
  assertionsPassed: 0,
  assertionsFailed: 0,
  message: null,
  attempt: 1,
});
const topic = `run:${runId}`;
const send = (event: RunEvent) => {
  const news = { kind: 'event', topic, id: event.seq, event: event.type, data: event };
  return `event: event\ndata: ${JSON.stringify(news)}\n\n`;
};
const events: RunEvent[] = [
  {
    type: 'status',
    seq: 1,
    runId,
    status: 'running',
    executionStatus: 'Running',
    message: null,
    counts: counts({ queued: 2 }),
    durationMs: 1,
  },
  { type: 'steps', seq: 2, runId, counts: counts({ queued: 1, passed: 1 }), durationMs: 5, steps: [step(0, 'passed')] },
  { type: 'steps', seq: 3, runId, counts: counts({ passed: 1, failed: 1 }), durationMs: 9, steps: [step(1, 'failed')] },
  {
    type: 'COMPLETED',
    seq: 4,
    runId,
    status: 'failed',
    executionStatus: 'Fail',
    message: null,
    counts: counts({ passed: 1, failed: 1 }),
    durationMs: 9,
  },
];

describe('a live run', () => {
  let Screen: () => ReactNode = () => null;
  beforeAll(async () => {
    server.listen({ onUnhandledRequest: 'error' });
    // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
    const plain = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
    const { signIn, signInHandlers } = await import('../../../shared/session/testing/signed-in.ts');
    server.use(...signInHandlers);
    await signIn();
    const { useLiveRun } = await import('./run-events.ts');
    Screen = () => {
      const { view, connection } = useLiveRun(run);
      const known = view.steps.filter(Boolean).length;
      return <p>{`${view.executionStatus} ${view.counts.passed}/${view.counts.failed} of ${known} ${connection}`}</p>;
    };
  });
  afterEach(() => server.resetHandlers());
  afterAll(() => {
    server.close();
    vi.unstubAllGlobals();
  });

  test('follows the events across a lost connection without losing one; COMPLETED shows a toast and closes the stream [notifications-1]', async () => {
    const asked: unknown[] = [];
    server.use(
      http.get('*/services/api-testing/api/execution-steps', () =>
        HttpResponse.json({ content: [step(0, 'queued'), step(1, 'queued')], totalElements: 2, page: 0, size: 1000 }),
      ),
      http.post('*/services/notifications/api/follow-topics', async ({ request }) => {
        const { topics } = (await request.json()) as { topics: { after: number }[] };
        asked.push(topics);
        const after = topics[0]?.after ?? 0;
        // The first connection breaks in the middle of the third event.
        const rest = events
          .filter((event) => event.seq > after)
          .map(send)
          .join('');
        const cut = send(events[0] as RunEvent).length + send(events[1] as RunEvent).length + 20;
        const text = after === 0 ? rest.slice(0, cut) : rest;
        return new HttpResponse(text, { headers: { 'content-type': 'text/event-stream' } });
      }),
    );
    render(
      <MantineProvider>
        <QueryClientProvider client={new QueryClient()}>
          <Screen />
          <Notifications />
        </QueryClientProvider>
      </MantineProvider>,
    );
    await waitFor(() => expect(screen.getByText('Fail 1/1 of 2 closed')).toBeTruthy(), { timeout: 4000 });
    expect(asked).toEqual([[{ topic, after: 0 }], [{ topic, after: 2 }]]);
    await waitFor(() => expect(screen.getByText('Execution has started')).toBeTruthy());
    expect(screen.getByText('Suite successfully executed')).toBeTruthy();
  });
});
