import { MantineProvider } from '@mantine/core';
import { Notifications, notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { DeletedItem } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';
import { offerUndo, offerVariablesUndo } from '../api/offer-undo.ts';
import { TrashPage } from './trash.page.tsx';

const project = { projectId: 'p1', projectName: 'Shop', role: 'OWNER' } as Project;
const item = (given: Partial<DeletedItem>): DeletedItem => ({
  itemId: 'i1',
  kind: 'script',
  name: 'List orders',
  suiteName: 'Orders',
  scriptCount: 1,
  deletedByName: 'Ana Ruiz',
  deletedAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
  ...given,
});
const keptVariable = {
  scope: 'environment',
  deletedByName: 'Ana Ruiz',
  deletedAt: '2026-11-01T10:00:00.000Z',
  expiresAt: '2026-12-01T10:00:00.000Z',
};
let role: Project['role'] = 'OWNER';
let there: DeletedItem[] = [];
const sent: unknown[] = [];
const server = setupServer(
  ...signInHandlers,
  http.get('*/services/subscription/get-plan', () => HttpResponse.json({})),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/api/projects', () => HttpResponse.json({ content: [{ ...project, role }], totalElements: 1 })),
  http.get('*/api/deleted', () =>
    HttpResponse.json({ content: there, totalElements: there.length, page: 0, size: 50 }),
  ),
  http.get('*/api/deleted-variables', () =>
    HttpResponse.json({
      content: [
        {
          ...keptVariable,
          itemId: 'v1',
          kind: 'environment',
          name: 'Staging',
          environmentName: null,
          variableCount: 3,
        },
        {
          ...keptVariable,
          itemId: 'v2',
          kind: 'variable',
          name: 'baseUrl',
          environmentName: 'Staging',
          variableCount: 1,
        },
      ],
      totalElements: 2,
      page: 0,
      size: 20,
    }),
  ),
  http.put('*/api/restore-deleted-variables', async ({ request }) => {
    sent.push(await request.json());
    return HttpResponse.json({ restored: [{ itemId: 'v2', kind: 'variable', name: 'baseUrl_2' }] });
  }),
  http.put('*/api/restore-deleted', async ({ request }) => {
    sent.push(await request.json());
    there = [];
    const at = { itemId: 'i1', kind: 'script', name: 'List orders', suiteId: 's2', suiteName: 'Orders (2)' };
    return HttpResponse.json({ restored: [{ ...at, isInNewSuite: true }] });
  }),
  http.delete('*/api/deleted', ({ request }) => {
    sent.push(new URL(request.url).searchParams.getAll('itemIds'));
    there = [];
    return HttpResponse.json({ message: 'Deleted for good' });
  }),
);
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
beforeEach(async () => {
  role = 'OWNER';
  there = [item({}), item({ itemId: 'i2', kind: 'suite', name: 'Payments', scriptCount: 12 })];
  sent.length = 0;
  await signIn();
});
afterEach(() => {
  server.resetHandlers();
  notifications.clean();
});
afterAll(() => server.close());

function show(client = new QueryClient({ defaultOptions: { queries: { retry: false } } })) {
  const router = createMemoryRouter([{ path: '*', element: <TrashPage /> }], { initialEntries: ['/?project=p1'] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Notifications />
        <ConfirmHost />
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

test('deleted items are listed with who and until when; a restored script says where it is', async () => {
  const user = show();
  const table = await screen.findByRole('table', { name: 'Recently deleted' });
  expect(await within(table).findByText('Payments')).toBeTruthy();
  expect(within(table).getAllByText('by Ana Ruiz')).toHaveLength(2);
  await user.click(within(table).getByRole('button', { name: 'Restore List orders' }));
  expect(
    await screen.findByText('List orders restored. Its suite was gone, so there is a new suite Orders (2).'),
  ).toBeTruthy();
  expect(sent).toEqual([{ projectId: 'p1', itemIds: ['i1'] }]);
  expect(await screen.findByText('Nothing was deleted')).toBeTruthy();
});

test('permanent deletion is confirmed first', async () => {
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Delete Payments for good' }));
  expect(await screen.findByText('Delete Payments for good?')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Delete for good' }));
  await waitFor(() => expect(sent).toEqual([['i2']]));
});

test('environments and variables are restored from their own list, or by Undo', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const user = show(client);
  await user.click(await screen.findByRole('button', { name: 'Environments and variables' }));
  const table = await screen.findByRole('table', { name: 'Deleted environments and variables' });
  expect(await within(table).findByText('Environment, 3 variables')).toBeTruthy();
  expect(within(table).getByText('Variable of Staging')).toBeTruthy();
  await user.click(within(table).getByRole('button', { name: 'Restore baseUrl' }));
  expect(await screen.findByText('baseUrl_2 restored')).toBeTruthy();
  await offerVariablesUndo(client, { message: 'Staging deleted', projectId: 'p1', trashId: 't1' });
  await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  await waitFor(() =>
    expect(sent).toEqual([
      { projectId: 'p1', itemIds: ['v2'] },
      { projectId: 'p1', trashId: 't1' },
    ]),
  );
});

test('a viewer sees the list without actions', async () => {
  role = 'VIEWER';
  show();
  const table = await screen.findByRole('table', { name: 'Recently deleted' });
  expect(await within(table).findByText('Payments')).toBeTruthy();
  expect(within(table).queryByRole('button')).toBeNull();
});

test('Undo restores everything that one click deleted, once', async () => {
  const client = new QueryClient();
  const user = show(client);
  await screen.findByRole('table', { name: 'Recently deleted' });
  await offerUndo(client, { message: 'List orders deleted', projectId: 'p1', trashId: 't1' });
  expect(await screen.findByText('List orders deleted')).toBeTruthy();
  await user.dblClick(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(sent).toEqual([{ projectId: 'p1', trashId: 't1' }]));
  expect(await screen.findByText(/^List orders restored/)).toBeTruthy();
});
