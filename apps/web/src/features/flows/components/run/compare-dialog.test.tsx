import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlowComparison } from '@touchstone/contracts/flows';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { CompareDialog } from './compare-dialog.tsx';

const facts = { number: 3, revision: 1, status: 'passed' as const, createdAt: '2026-01-01T00:00:00Z', durationMs: 900 };
const side = { name: 'Pay', status: 'passed' as const, attempt: 1, message: null, durationMs: 120 };
const comparison: FlowComparison = {
  before: { ...facts, runId: 'before' },
  after: { ...facts, runId: 'after', number: 4, revision: 2, status: 'failed' },
  nodes: [
    {
      node: 'start',
      kind: 'start',
      change: 'same',
      before: { ...side, name: 'Start' },
      after: { ...side, name: 'Start' },
      differences: [],
      isCut: false,
    },
    {
      node: 'pay',
      kind: 'http',
      change: 'changed',
      before: side,
      after: { ...side, status: 'failed', attempt: 2, message: 'The response has status 500.' },
      differences: [
        { path: 'outputs.statusCode', before: 200, after: 500 },
        { path: 'outputs.id', before: 'o-1' },
      ],
      isCut: false,
    },
    {
      node: 'new',
      kind: 'http',
      change: 'added',
      before: null,
      after: { ...side, name: 'Ship' },
      differences: [],
      isCut: false,
    },
  ],
};
const asked: (string | null)[] = [];
const server = setupServer(
  ...signInHandlers,
  http.get('*/api/flow-runs', () =>
    HttpResponse.json({
      content: [
        { runId: 'r2', flowId: 'f', number: 2, executionStatus: 'Fail', createdAt: '2026-01-01T00:00:00Z' },
        { runId: 'r9', flowId: 'another', number: 9, executionStatus: 'Pass', createdAt: '2026-01-01T00:00:00Z' },
      ],
    }),
  ),
  http.get('*/api/flow-runs/:runId/compare', ({ request }) => {
    const wanted = new URL(request.url).searchParams.get('with');
    asked.push(wanted);
    if (wanted === null) return HttpResponse.json(comparison);
    return HttpResponse.json({ ...comparison, nodes: comparison.nodes.slice(0, 1) });
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  await signIn();
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

test('differences are shown block by block, with both values; another run can be selected', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <CompareDialog run={{ runId: 'after', flowId: 'f', flowName: 'Orders' }} projectId="p" onClose={vi.fn()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const list = await screen.findByRole('list', { name: 'Blocks' });
  expect(within(list).queryByText('Start')).toBeNull();
  const [pay, ship] = within(list).getAllByRole('listitem');
  if (!pay || !ship) throw new Error('Two blocks differ.');
  for (const text of ['Pay', 'Changed', 'Passed', 'Failed', 'outputs.statusCode', '200', '500', 'o-1', '–'])
    expect(within(pay).getByText(text)).toBeTruthy();
  expect(within(pay).getByText('The response has status 500.')).toBeTruthy();
  expect(within(ship).getByText('Was not there')).toBeTruthy();
  expect(screen.getByText(/The workflow was changed in between/)).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: 'Only what differs' }));
  expect(within(list).getByText('Start')).toBeTruthy();

  await user.click(screen.getByRole('combobox', { name: 'Compare with' }));
  expect(screen.queryByRole('option', { name: /#9/, hidden: true })).toBeNull();
  await user.click(await screen.findByRole('option', { name: /#2 · Fail/, hidden: true }));
  await vi.waitFor(() => expect(asked).toContain('r2'));
  await user.click(screen.getByRole('switch', { name: 'Only what differs' }));
  expect(await screen.findByText('Nothing differs in the one block.')).toBeTruthy();
});
