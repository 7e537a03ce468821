import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { FlowNode } from '@touchstone/engine-flow/core';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../shared/session/testing/signed-in.ts';
import { reconcileLooks } from '../model/flow-looks.ts';
import { ReconciliationSettings } from './reconciliation-settings.tsx';

const id = (last: number) => `01900000-0000-7000-8000-00000000000${last}`;
const pageOf = <T,>(...content: T[]) => ({ content, totalElements: content.length, page: 0, size: 50 });
const item = (last: number, projectId: string, name: string) => ({ reconciliationId: id(last), projectId, name });
const server = setupServer(
  ...signInHandlers,
  http.get('*/services/api-testing/api/projects', () =>
    HttpResponse.json(pageOf({ projectId: id(1), projectName: 'Shop' }, { projectId: id(2), projectName: 'Bank' })),
  ),
  http.get('*/services/api-testing/api/reconciliations', ({ request }) => {
    const isShop = new URL(request.url).searchParams.get('projectId') === id(1);
    return HttpResponse.json(pageOf(isShop ? item(3, id(1), 'Orders') : item(4, id(2), 'Accounts')));
  }),
  http.get('*/services/api-testing/api/project', () => HttpResponse.json({ projectId: id(2), projectName: 'Bank' })),
  http.get('*/services/api-testing/api/reconciliations/:id', ({ params }) =>
    params.id === id(7)
      ? HttpResponse.json({ message: 'Gone' }, { status: 404 })
      : HttpResponse.json(item(3, id(1), 'Orders')),
  ),
);
beforeAll(() => {
  // The list of choices renders what fits.
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(300);
  server.listen({ onUnhandledRequest: 'error' });
});
beforeEach(signIn);
afterEach(() => server.resetHandlers());
afterAll(() => {
  server.close();
  vi.restoreAllMocks();
});

/** Shows the form in a workflow; `settings` holds what it last wrote. */
function edit(reachesOthers: boolean, given: FlowNode['settings'] = {}) {
  const written = { settings: given };
  function Shown() {
    const [settings, setSettings] = useState(given);
    written.settings = settings;
    const node = { id: 'n', kind: 'reconcile', name: 'N', inputs: [], outputs: [], settings } as unknown as FlowNode;
    return (
      <ReconciliationSettings
        node={node}
        projectId={id(1)}
        reachesOthers={reachesOthers}
        isReadOnly={false}
        onDatabase={() => undefined}
        onChange={(patch) =>
          setSettings((before) => JSON.parse(JSON.stringify({ ...before, ...patch })) as FlowNode['settings'])
        }
      />
    );
  }
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Shown />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), written };
}

test('a workflow of API testing selects among the reconciliations of its workspace', async () => {
  const { user, written } = edit(false);
  await user.click(await screen.findByRole('combobox', { name: 'Reconciliation' }));
  await user.click(await screen.findByRole('option', { name: 'Orders' }));
  expect(written.settings).toEqual({ reconciliationId: id(3) });
  expect(screen.queryByRole('combobox', { name: 'Workspace' })).toBeNull();
});

test('a workflow of another service selects the workspace first', async () => {
  const { user, written } = edit(true);
  await user.click(await screen.findByRole('combobox', { name: 'Workspace' }));
  await user.click(await screen.findByRole('option', { name: 'Bank' }));
  await user.click(await screen.findByRole('combobox', { name: 'Reconciliation' }));
  await user.click(await screen.findByRole('option', { name: 'Accounts' }));
  expect(written.settings).toEqual({ projectId: id(2), reconciliationId: id(4) });
  const [look] = reconcileLooks;
  const node = { settings: written.settings } as FlowNode;
  expect(look?.originOf?.(node, { projectId: id(9), flowPath: String })).toBe(
    `/api-testing/reconciliations/${id(4)}?project=${id(2)}`,
  );
});

test('a deleted reconciliation is shown as deleted', async () => {
  edit(false, { reconciliationId: id(7) });
  expect(await screen.findByDisplayValue('Deleted reconciliation')).toBeTruthy();
});
