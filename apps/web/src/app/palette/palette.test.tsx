import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { preferences } from '../../shared/preferences.ts';
import { session } from '../../shared/session/browser-session.ts';
import Palette from './palette.tsx';

const projectId = '018f0000-0000-7000-8000-000000000001';
const asked: string[] = [];
const listOf = (content: object[]) => HttpResponse.json({ content, totalElements: content.length, page: 0, size: 8 });
const server = setupServer(
  http.get('*/services/runs/api/runs', ({ request }) => {
    asked.push(`runs ${new URL(request.url).searchParams.get('searchTerm')}`);
    const run = { runId: 'r1', name: 'Checkout', number: 128, kindTitle: 'Functional test', executionStatus: 'Fail' };
    return listOf([{ ...run, status: 'failed', link: '/runs/r1' }]);
  }),
  http.get('*/services/user-management/api/display-normal-users', ({ request }) => {
    asked.push(`people ${new URL(request.url).searchParams.get('searchTerm')}`);
    return listOf([{ userId: 'u1', login: 'checka@example.test', name: 'Checka Moreno' }]);
  }),
  // Every other source is refused: a failing source must not keep the others from answering.
  http.all('*/services/*', () => HttpResponse.json({ code: 'X', message: 'No.' }, { status: 403 })),
);

beforeAll(() => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
});
afterEach(() => {
  // The components need the account until they are unmounted.
  cleanup();
  vi.restoreAllMocks();
  preferences.set({ projectId: null });
  asked.length = 0;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

async function search(text: string, role = 'ROLE_ADMIN') {
  const account = { role, userId: 'u9', email: 'ana@example.test', teams: [] };
  const state = { status: 'signedIn' as const, account };
  vi.spyOn(session, 'getState').mockReturnValue(state as never);
  vi.spyOn(session, 'ensure').mockResolvedValue('token' as never);
  preferences.set({ projectId });
  const router = createMemoryRouter([
    { path: '/', element: <Palette openedAt={1} text="" onHelp={() => undefined} /> },
    { path: '*', element: <p>another page</p> },
  ]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Search or jump to' }), text);
  return { user, router };
}

test('finds runs by title and opens the report', async () => {
  const { user, router } = await search('Check');
  await vi.waitFor(() => expect(asked).toContain('runs Check'), 10_000);
  await user.click(await screen.findByText('Checkout #128'));
  expect(router.state.location.pathname).toBe('/runs/r1');
});

test('finds people and opens the list filtered by login', async () => {
  const { user, router } = await search('Check');
  await user.click(await screen.findByText('Checka Moreno'));
  const { pathname, search: query } = router.state.location;
  expect(pathname + query).toContain('q=checka%40example.test');
});

test('does not search people for a user who does not administer them', async () => {
  await search('Check', 'ROLE_USER');
  await screen.findByText('Checkout #128');
  expect(asked).not.toContain('people Check');
  expect(screen.queryByText('Checka Moreno')).toBeNull();
});

test.each([
  ['Security', '/security'],
  ['secrity', '/security'],
])('finds settings pages, also with typos: %s', async (text, path) => {
  const { user, router } = await search(text);
  const [first] = await screen.findAllByText('Security');
  await user.click(first!);
  expect(router.state.location.pathname).toContain(path);
});

test('says so if nothing matches', async () => {
  server.use(http.get('*/services/runs/api/runs', () => listOf([])));
  server.use(http.get('*/services/user-management/api/display-normal-users', () => listOf([])));
  await search('zzzzqqq');
  await screen.findByText('No results. Try another word.');
});
