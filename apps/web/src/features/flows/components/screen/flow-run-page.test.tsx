import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlowNodeState, FlowRunState } from '@touchstone/contracts/flows';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter, useLocation } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { blockKinds } from '../../testing/offered-kinds.ts';
import { shopDocument } from '../../testing/shop-document.ts';
import { baseLooks } from '../settings/base-looks.ts';
import type { FlowRunPage as FlowRunPageComponent } from './flow-run-page.tsx';

const sent: unknown[] = [];
const server = setupServer(
  http.post('*/api/flow-runs/:runId/rerun', async ({ request, params }) => {
    sent.push([params.runId, await request.json()]);
    return HttpResponse.json({ runId: 'r2' }, { status: 201 });
  }),
);
let FlowRunPage: typeof FlowRunPageComponent;
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  // The client captures `fetch` when its module loads.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  ({ FlowRunPage } = await import('./flow-run-page.tsx'));
  // jsdom has no layout, and the canvas reads its size.
  for (const side of ['offsetWidth', 'offsetHeight', 'clientWidth', 'clientHeight'])
    vi.spyOn(HTMLElement.prototype, side as 'offsetWidth', 'get').mockReturnValue(1000);
  vi.stubGlobal(
    'DOMMatrixReadOnly',
    class {
      m22 = 1;
    },
  );
  Object.assign(SVGElement.prototype, { getBBox: () => ({ x: 0, y: 0, width: 10, height: 10 }) });
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
});
afterAll(() => {
  server.close();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  sent.length = 0;
});

const node = (id: string, status: FlowNodeState['status']): FlowNodeState => ({
  node: id,
  status,
  attempt: 1,
  message: null,
  startedAt: null,
  finishedAt: null,
  dueAt: null,
  inputs: {},
  outputs: {},
  detail: null,
  stepId: null,
  childRunId: null,
  childLink: null,
  items: null,
});

function show(status: FlowRunState['status'], nodes: FlowNodeState[], canWrite = true) {
  const at = '2026-11-20T08:00:00.000Z';
  const counts = { total: 2, queued: 0, running: 0, passed: 1, failed: 1, error: 0, skipped: 0, cancelled: 0 };
  const run = {
    runId: 'r1',
    flowId: 'f1',
    flowName: 'Checkout',
    revision: 1,
    status,
    executionStatus: status,
    message: null,
    counts,
    createdAt: at,
    startedAt: at,
    finishedAt: at,
    durationMs: 1200,
    configuration: { name: null, environmentId: null, environmentName: null, variables: {}, parallel: null },
    document: shopDocument,
    nodes,
  };
  const home = {
    project: { projectId: 'p1', projectName: 'Shop' },
    canWrite,
    back: { label: 'All workflows', path: '/flows' },
    flowPath: (flowId: string, runId?: string) => `/flows/${flowId}${runId ? `?run=${runId}` : ''}`,
    reportPath: (runId: string) => `/reports/${runId}`,
    library: () => null,
  };
  function Address() {
    const { pathname, search } = useLocation();
    return <output aria-label="Address">{pathname + search}</output>;
  }
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={['/flows/f1?run=r1']}>
          <FlowRunPage run={run} answeredAt={Date.now()} kinds={blockKinds(baseLooks)} home={home} />
          <Address />
          <Notifications />
        </MemoryRouter>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), address: () => screen.getByLabelText('Address').textContent };
}
const again = { name: 'Run again from here' };

test('a finished run is rerun from the displayed block, and the new run opens', async () => {
  const { user, address } = show('failed', [node('order', 'passed'), node('pay', 'failed')]);
  await user.click(await screen.findByRole('button', again));
  await waitFor(() => expect(address()).toBe('/flows/f1?run=r2'));
  expect(sent).toEqual([['r1', { fromNode: 'pay' }]]);
});

test('the reason why it cannot be rerun is shown', async () => {
  server.use(
    http.post('*/api/flow-runs/:runId/rerun', () =>
      HttpResponse.json({ code: 'FLOWS_RUN_NOT_ENDED', message: 'The run has not ended.' }, { status: 409 }),
    ),
  );
  const { user, address } = show('failed', [node('pay', 'failed')]);
  await user.click(await screen.findByRole('button', again));
  expect(await screen.findByText('The run has not ended.')).toBeTruthy();
  expect(address()).toBe('/flows/f1?run=r1');
  server.resetHandlers();
});

test.each([
  ['the run goes on', 'running', 'failed', true],
  ['the reader may not change the workspace', 'failed', 'failed', false],
] as const)('the button is missing while %s', async (_why, status, nodeStatus, canWrite) => {
  show(status, [node('pay', nodeStatus)], canWrite);
  expect(await screen.findByText('Failed', { selector: 'section[aria-label="Block"] *' })).toBeTruthy();
  expect(screen.queryByRole('button', again)).toBeNull();
});

test('a block that was not reached has no such button', async () => {
  const { user } = show('failed', [node('order', 'failed'), node('pay', 'skipped')]);
  expect(await screen.findByRole('button', again)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: /^Blocks/ }));
  await user.click(await screen.findByRole('button', { name: /^Pay/ }));
  expect(await screen.findByText('Skipped', { selector: 'section[aria-label="Block"] *' })).toBeTruthy();
  expect(screen.queryByRole('button', again)).toBeNull();
});
