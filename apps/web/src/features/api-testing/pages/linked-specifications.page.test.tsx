import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ImportReview, LinkedSpecification, SourceWatch } from '@touchstone/contracts/api-testing';
import type { Project } from '@touchstone/contracts/workspaces';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import type { ComponentType } from 'react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const id = (last: number) => `01900000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const at = '2026-03-02T10:00:00.000Z';
const account = { role: 'ROLE_USER', email: 'ana@example.test', teams: [{ teamId: id(9), teamName: 'One' }] };
const page = <T,>(content: T[]) => HttpResponse.json({ content, totalElements: content.length, page: 0, size: 50 });
const watch = (given: Partial<SourceWatch> = {}): SourceWatch => ({
  everyMinutes: 60,
  isFollowed: true,
  checkedAt: at,
  nextCheckAt: at,
  changedAt: at,
  changes: null,
  problem: null,
  ...given,
});
const linked = (last: number, title: string, given: SourceWatch | null): LinkedSpecification => ({
  sourceId: id(last),
  suiteId: id(last + 100),
  suiteName: `Suite of ${title}`,
  format: 'openapi',
  title,
  name: `api.test/${title.toLowerCase()}.json`,
  isAddress: true,
  requestCount: 4,
  importedAt: at,
  watch: given,
});
const all = () => [
  linked(1, 'Pets', watch({ changes: { added: 3, changed: 1, removed: 1 } })),
  linked(2, 'Users', watch({ problem: 'The address answered with status 404: the document is no longer there.' })),
  linked(3, 'Orders', null),
];
const review: ImportReview = {
  sourceId: id(1),
  suiteId: id(101),
  reviewed: 'r',
  added: [{ id: id(50), scriptName: 'Add a pet', method: 'POST', url: 'https://pets.test/pets' }],
  changed: [],
  removed: [],
  conflicts: [],
  unchanged: 3,
  problems: [],
};

let role: Project['role'] = 'OWNER';
let rows = all();
const asked: URLSearchParams[] = [];
const sent: [path: string, body: unknown][] = [];
const taken =
  (path: string, answer: (body: { sourceId: string }) => unknown) =>
  async ({ request }: { request: Request }) => {
    const body = (await request.json()) as { sourceId: string };
    sent.push([path, body]);
    return HttpResponse.json(answer(body) as object);
  };
const find = ({ sourceId }: { sourceId: string }) => rows.find((one) => one.sourceId === sourceId);
const project = () => ({ projectId: id(1), projectName: 'Shop', workspaceType: 'SHARED', role }) as Project;
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/api/service-stores', () => HttpResponse.json([])),
  http.get('*/api/projects', () => page([project()])),
  http.get('*/api/project', () => HttpResponse.json(project())),
  http.get('*/api/import-sources', () => HttpResponse.json({ content: [] })),
  http.get('*/api/linked-specifications', ({ request }) => {
    const { searchParams } = new URL(request.url);
    asked.push(searchParams);
    const [state, only] = [searchParams.get('state'), searchParams.get('sourceId')];
    const isMeant = (one: LinkedSpecification) =>
      (!only || one.sourceId === only) && (state !== 'changed' || Boolean(one.watch?.changes));
    return page(rows.filter(isMeant));
  }),
  http.put('*/api/import-source-watch', taken('watch', find)),
  http.put('*/api/import-source-follow', taken('follow', find)),
  http.post('*/api/import-source-check', taken('check', find)),
  http.post(
    '*/api/import-source-refresh',
    taken('refresh', () => ({ importId: id(70), format: 'openapi', title: 'Pets', servers: [], requests: [] })),
  ),
  http.post(
    '*/api/import-review',
    taken('review', () => review),
  ),
);

let LinkedSpecificationsPage: ComponentType;
let ImportPage: ComponentType;
beforeAll(async () => {
  server.listen();
  // Node's fetch needs an absolute URL, and the client captures `fetch` when it is created.
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  ({ LinkedSpecificationsPage } = await import('./linked-specifications.page.tsx'));
  ({ ImportPage } = await import('./import.page.tsx'));
});
afterEach(() => {
  cleanup();
  role = 'OWNER';
  rows = all();
  asked.length = 0;
  sent.length = 0;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show(Component: ComponentType = LinkedSpecificationsPage, search = '') {
  const router = createMemoryRouter([{ path: '*', Component }], { initialEntries: [`/?project=${id(1)}${search}`] });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return router;
}
const rowOf = async (title: string) => {
  const row = (await screen.findByText(title)).closest('tr');
  if (!row) throw new Error(`There is no row of ${title}.`);
  return within(row);
};

test('the list shows what the last check found for each specification', async () => {
  show();
  (await rowOf('Pets')).getByText('The spec changed: 3 added, 1 changed, 1 removed');
  (await rowOf('Users')).getByText(/status 404: the document is no longer there/);
  const orders = await rowOf('Orders');
  expect(orders.getAllByText('Not watched').length).toBeGreaterThan(0);
  expect(orders.queryByRole('button', { name: /now$/ })).toBeNull();
  expect(orders.getByRole('link', { name: 'Suite of Orders' }).getAttribute('href')).toContain(id(103));
});

test('watching, notifications and an immediate check are sent to the server', async () => {
  show();
  await rowOf('Orders');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Check api.test/orders.json' }), 'Daily');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Check api.test/pets.json' }), 'Not watched');
  await userEvent.click(screen.getByRole('button', { name: 'Stop notifying me of changes: api.test/users.json' }));
  await userEvent.click(screen.getByRole('button', { name: 'Check api.test/users.json now' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['watch', { sourceId: id(3), everyMinutes: 1440 }],
      ['watch', { sourceId: id(1), everyMinutes: null }],
      ['follow', { sourceId: id(2), isFollowed: false }],
      ['check', { sourceId: id(2) }],
    ]),
  );
});

test('the button opens the review of what the address returns now', async () => {
  const router = show();
  await userEvent.click((await rowOf('Pets')).getByRole('button', { name: 'Review changes of Pets' }));
  await screen.findByText('Add a pet');
  expect(sent).toEqual([
    ['refresh', { sourceId: id(1) }],
    ['review', { importId: id(70), sourceId: id(1) }],
  ]);
  expect(router.state.location.search).toContain(`source=${id(1)}`);
});

test('the notification link opens the review, even of a specification that the filters hide', async () => {
  show(undefined, `&source=${id(1)}&state=failing`);
  await screen.findByText('Add a pet');
});

test('a viewer sees the states and may follow, but changes nothing', async () => {
  role = 'VIEWER';
  show(undefined, `&source=${id(1)}`);
  await rowOf('Pets');
  expect(screen.queryByRole('combobox', { name: /^Check / })).toBeNull();
  expect(screen.queryByRole('button', { name: /^(Review|Check)/ })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  screen.getByRole('button', { name: 'Stop notifying me of changes: api.test/pets.json' });
});

test('filters are sent to the server', async () => {
  show();
  await rowOf('Pets');
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Filter by state' }), 'Check failed');
  await waitFor(() => expect(asked.at(-1)?.get('state')).toBe('failing'));
});

test('the import page says which specification changed', async () => {
  show(ImportPage);
  await screen.findByText(/The spec of Pets changed: 3 added, 1 changed, 1 removed\./);
  expect(screen.getByRole('link', { name: 'Review changes' }).getAttribute('href')).toContain(`source=${id(1)}`);
});
