import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';
import type { PlaygroundPage } from './playground.page.tsx';

const account = { userId: 'u1', role: 'ROLE_ADMIN', plan: 'PRO', teams: [] };
const send = (sendId: string, url: string) => ({
  sendId,
  name: 'Request',
  method: 'GET',
  url,
  status: 'passed',
  statusCode: 200,
  durationMs: 12,
  sentAt: '2026-01-01T00:00:00.000Z',
});
let tabs: object[] = [];
let sends: ReturnType<typeof send>[] = [];
let kept: { tabId: string; url: unknown }[] = [];
let deleted: string[] = [];
const none = { content: [], totalElements: 0, page: 0, size: 200 };
const server = setupServer(
  http.post('*/services/identity/token', () => HttpResponse.json({ access_token: 'token', expires_in: 3600 })),
  http.get('*/services/identity/api/account', () => HttpResponse.json(account)),
  http.get('*/get-plan', () => new HttpResponse(null, { status: 404 })),
  http.get('*/api/service-stores', () => new HttpResponse(null, { status: 404 })),
  http.get('*/api/projects', () => HttpResponse.json(none)),
  http.get('*/api/playground/tabs', () => HttpResponse.json({ tabs })),
  http.put('*/api/playground/tabs/:tabId', async ({ params, request }) => {
    const { draft } = (await request.json()) as { draft: { url: unknown } };
    kept.push({ tabId: String(params.tabId), url: draft.url });
    return HttpResponse.json({ message: 'Kept' });
  }),
  http.get('*/api/playground/sends', ({ request }) => {
    const word = new URL(request.url).searchParams.get('searchTerm') ?? '';
    const content = sends.filter(({ url }) => url.includes(word));
    return HttpResponse.json({ content, totalElements: content.length, page: 0, size: 25 });
  }),
  http.delete('*/api/playground/sends', ({ request }) => {
    deleted = new URL(request.url).searchParams.getAll('sendIds');
    sends = sends.filter(({ sendId }) => !deleted.includes(sendId));
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
let Page: typeof PlaygroundPage;
beforeAll(async () => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  const { session } = await import('../../../shared/session/browser-session.ts');
  await session.exchange({ code: 'c', code_verifier: 'v', redirect_uri: '/callback' });
  Page = (await import('./playground.page.tsx')).PlaygroundPage;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});
beforeEach(() => {
  tabs = [];
  sends = [];
  kept = [];
  deleted = [];
});
function open() {
  const router = createMemoryRouter([{ path: '/', element: <Page /> }]);
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('without data a blank request is open, and typed text is stored on the server', async () => {
  open();
  const address = await screen.findByRole('textbox', { name: 'Address' });
  expect(await screen.findByText('No requests sent yet')).toBeTruthy();
  await userEvent.type(address, 'https://a.test');
  await waitFor(() => expect(kept.at(-1)?.url).toBe('https://a.test'));
  expect(new Set(kept.map(({ tabId }) => tabId)).size).toBe(1);
});

test('tabs are restored; the history is filtered, and selected sends are deleted after confirmation', async () => {
  tabs = [{ tabId: '01a20000-0000-7000-8000-000000000001', draft: { url: 'https://kept.test' }, updatedAt: '' }];
  sends = [send('s1', 'https://a.test/one'), send('s2', 'https://a.test/two')];
  open();
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Address' })).value).toBe('https://kept.test');
  const list = await screen.findByRole('list', { name: 'History' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Filter the history' }), 'two');
  await waitFor(() =>
    expect(within(screen.getByRole('list', { name: 'History' })).getAllByRole('listitem')).toHaveLength(1),
  );
  await user.click(screen.getByRole('checkbox', { name: 'Select GET https://a.test/two' }));
  await user.click(
    within(screen.getByRole('toolbar', { name: 'Selected requests' })).getByRole('button', { name: 'Delete' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Delete 1 request' }));
  await waitFor(() => expect(deleted).toEqual(['s2']));
  expect(await screen.findByText('No requests match. Try another word.')).toBeTruthy();
});
