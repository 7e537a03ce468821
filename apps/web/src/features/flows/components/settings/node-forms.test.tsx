import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ReactElement } from 'react';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { newNode } from '../../model/document/flow-document.ts';
import { ApprovalAnswer } from './approval-answer.tsx';
import { CsvDataSettings } from './csv-data-settings.tsx';
import { ForEachSettings } from './for-each-settings.tsx';
import { SqlQuerySettings } from './sql-query-settings.tsx';
import { SubWorkflowSettings } from './sub-workflow-settings.tsx';
import { WebhookAnswer } from './webhook-answer.tsx';

const flow = (flowId: string, name: string) => ({
  flowId,
  name,
  projectId: 'p1',
  revision: 1,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});
const workflows = [flow('f1', 'Order to cash'), flow('f2', 'Returns')];
const signals: unknown[] = [];
const searches: (string | null)[] = [];
const server = setupServer(
  ...signInHandlers,
  http.post('*/services/workflow/api/flow-runs/:runId/signal', async ({ params, request }) => {
    signals.push({ runId: params.runId, ...((await request.json()) as object) });
    return HttpResponse.json({});
  }),
  http.get('*/services/workflow/api/flows', ({ request }) => {
    const term = new URL(request.url).searchParams.get('searchTerm');
    searches.push(term);
    const content = workflows.filter(({ name }) => name.toLowerCase().includes((term ?? '').toLowerCase()));
    return HttpResponse.json({ content, page: 0, size: 50, totalElements: content.length, totalPages: 1 });
  }),
  http.get('*/services/api-testing/api/database-configurations', () =>
    HttpResponse.json({
      databaseConfigurations: [{ databaseConfigurationId: 'd1', name: 'Shop', kind: 'postgresql' }],
    }),
  ),
  http.post('*/services/api-testing/api/data-file', () =>
    HttpResponse.json(
      { fileId: 'file-1', fileName: 'orders.csv', rowCount: 2, columns: [{ name: 'id', isUsed: false }] },
      { status: 201 },
    ),
  ),
  http.get('*/services/workflow/api/flows/:flowId', () =>
    HttpResponse.json({ code: 'GONE', message: 'Gone' }, { status: 404 }),
  ),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  await signIn();
});
afterEach(() => {
  signals.length = 0;
  searches.length = 0;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show(element: ReactElement) {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        {element}
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const nodeOf = (id: string, kind: string, settings: FlowNode['settings']) => newNode(id, kind, id, { settings });
const approval = (...to: string[]) => nodeOf('ask', 'approval', { to });

test('an approver rejects with a comment', async () => {
  const user = show(<ApprovalAnswer node={approval('ADA@acme.test')} runId="r1" detail={null} />);
  await user.type(screen.getByLabelText('Comment (optional)'), 'Prices are wrong');
  await user.click(screen.getByRole('button', { name: 'Reject' }));
  await vi.waitFor(() =>
    expect(signals).toEqual([{ runId: 'r1', node: 'ask', outcome: 'rejected', comment: 'Prices are wrong' }]),
  );
});

test('others see who is asked', () => {
  show(<ApprovalAnswer node={approval('ben@acme.test', 'cy@acme.test')} runId="r1" detail={null} />);
  expect(screen.getByText('Waiting for the approval of ben@acme.test or cy@acme.test.')).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

const subWorkflow = (settings: Record<string, string>) => nodeOf('s', 'sub-workflow', settings);

test('the workflow of a block is searched by name', async () => {
  const onChange = vi.fn();
  const user = show(
    <SubWorkflowSettings
      node={subWorkflow({})}
      projectId="p1"
      isReadOnly={false}
      onChange={onChange}
      onDatabase={vi.fn()}
    />,
  );
  await user.type(screen.getByRole('combobox', { name: 'Workflow' }), 'ret');
  await vi.waitFor(() => expect(searches).toContain('ret'));
  await user.click(await screen.findByRole('option', { name: 'Returns', hidden: true }));
  expect(onChange).toHaveBeenCalledWith({ workflowId: 'f2' });
});

test('a deleted workflow is shown as deleted', async () => {
  const node = subWorkflow({ workflowId: 'gone' });
  show(<SubWorkflowSettings node={node} projectId="p1" isReadOnly={false} onChange={vi.fn()} onDatabase={vi.fn()} />);
  await vi.waitFor(() =>
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Workflow' }).value).toBe('Deleted workflow'),
  );
});

/** Props of a form besides its node. */
const form = () => ({ projectId: 'p1', isReadOnly: false, onChange: vi.fn(), onDatabase: vi.fn() });

test('a file is uploaded, and the block shows its contents', async () => {
  const given = form();
  const user = show(
    <CsvDataSettings node={nodeOf('rows', 'csv-data', { source: 'file', fileName: 'old.csv' })} {...given} />,
  );
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await user.upload(input, new File(['id\n7\n8\n'], 'orders.csv', { type: 'text/csv' }));
  await vi.waitFor(() => expect(given.onChange).toHaveBeenCalledWith({ fileId: 'file-1', fileName: 'orders.csv' }));
  expect(await screen.findByText(/2 rows · id/)).toBeTruthy();
  await user.click(screen.getByRole('radio', { name: 'Pasted text' }));
  expect(given.onChange).toHaveBeenLastCalledWith({ source: 'text' });
});

test('a query has its database and its limits', async () => {
  const given = form();
  const user = show(<SqlQuerySettings node={nodeOf('ask', 'sql-query', { query: 'select 1' })} {...given} />);
  await user.click(screen.getByRole('combobox', { name: 'Database' }));
  await user.click(await screen.findByRole('option', { name: 'Shop', hidden: true }));
  expect(given.onDatabase).toHaveBeenCalledWith('d1');
  await user.type(screen.getByLabelText('Row limit'), '5');
  expect(given.onChange).toHaveBeenLastCalledWith({ maxRows: 5 });
});

test('a block that runs for each row edits the parallelism and the effect of a failed row', async () => {
  const given = form();
  const user = show(<ForEachSettings node={nodeOf('each', 'for-each', { parallel: 1 })} {...given} />);
  await user.type(screen.getByLabelText('Rows at once'), '2');
  expect(given.onChange).toHaveBeenLastCalledWith({ parallel: 12 });
  await user.click(screen.getByRole('combobox', { name: 'If a row fails' }));
  await user.click(await screen.findByRole('option', { name: 'Run the other rows, then fail', hidden: true }));
  expect(given.onChange).toHaveBeenLastCalledWith({ whenFailed: 'continue' });
});

test('the address being waited for is shown to users who may call it', () => {
  const node = nodeOf('call', 'webhook-wait', {});
  show(<WebhookAnswer node={node} runId="r1" detail={{ address: 'https://acme.test/hook' }} />);
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('https://acme.test/hook');
});
