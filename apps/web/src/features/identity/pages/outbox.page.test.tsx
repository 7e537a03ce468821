import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { KeptMail, MailStateView } from '@touchstone/contracts/identity';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';

const inFiveHours = new Date(Date.now() + 5.2 * 3_600_000).toISOString();
const at = '2026-01-02T03:04:05.000Z';
const state = (values: Partial<MailStateView>): MailStateView => ({
  mailId: 'm1',
  to: 'ana@example.test',
  subject: 'Reset your password',
  status: 'queued',
  attempts: 3,
  error: '451 Try again later',
  nextAttemptAt: inFiveHours,
  createdAt: at,
  sentAt: null,
  ...values,
});
const failed = state({
  mailId: 'm2',
  to: 'bob@example.test',
  subject: 'Report',
  status: 'failed',
  attempts: 1,
  error: '550 No such user',
  nextAttemptAt: null,
});
const sent = state({ mailId: 'm3', subject: 'Welcome', status: 'sent', error: null, nextAttemptAt: null, sentAt: at });

let kept: { isKept: boolean; mails: KeptMail[] };
let states: MailStateView[] | undefined;
const asked: string[] = [];
const retried: unknown[] = [];
const server = setupServer(
  http.get('*/services/identity/api/outbox', () => HttpResponse.json(kept)),
  http.get('*/services/identity/api/mails', ({ request }) => {
    const { searchParams } = new URL(request.url);
    asked.push(String(searchParams));
    if (!states) return HttpResponse.json({ message: 'The database is not available.' }, { status: 503 });
    const status = searchParams.get('status');
    const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('size'))];
    const found = states.filter((mail) => !status || mail.status === status);
    const content = found.slice(page * size, (page + 1) * size);
    return HttpResponse.json({ content, totalElements: found.length, page, size });
  }),
  http.post('*/services/identity/api/mails/retry', async ({ request }) => {
    retried.push(await request.json());
    states = states?.map((mail) => ({ ...mail, status: 'sent', error: null, nextAttemptAt: null }));
    return HttpResponse.json({ message: 'Sending 1 mail again.' });
  }),
);
let Screen: () => React.JSX.Element;
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Screen = (await import('./outbox.page.tsx')).OutboxPage;
});
afterEach(() => {
  asked.length = 0;
  retried.length = 0;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

function show() {
  const router = createMemoryRouter([{ path: '*', Component: Screen }]);
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}
const rowOf = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

test('shows for each mail why it failed, when it is retried and how often it was tried', async () => {
  [kept, states] = [{ isKept: false, mails: [] }, [state({}), failed, sent]];
  show();
  const waiting = await rowOf('Reset your password');
  for (const text of ['ana@example.test', 'Waiting', '3', '451 Try again later', 'in 5 hours']) waiting.getByText(text);
  const given = await rowOf('Report');
  for (const text of ['Failed', '1', '550 No such user']) given.getByText(text);
  expect((await rowOf('Welcome')).queryByRole('button')).toBeNull();
});

test('retries one mail, and all with the selected status', async () => {
  [kept, states] = [{ isKept: false, mails: [] }, [state({}), failed, sent]];
  const user = show();
  await user.click(await screen.findByRole('button', { name: 'Retry mail to bob@example.test: Report' }));
  await screen.findByText('Sending 1 mail again.');
  await waitFor(() => expect(screen.queryByText('550 No such user')).toBeNull());
  expect(retried).toEqual([{ mailIds: ['m2'] }]);
  states = [state({}), failed];
  await user.click(screen.getByRole('radio', { name: 'Failed' }));
  await user.click(await screen.findByRole('button', { name: 'Retry all failed mails' }));
  await screen.findByText('No failed mails');
  expect(retried.at(-1)).toEqual({ status: 'failed' });
  await user.click(screen.getByRole('button', { name: 'Show all mails' }));
  await rowOf('Report');
});

test('pages the list of mails', async () => {
  states = Array.from({ length: 45 }, (_, index) => state({ mailId: `m${index}`, subject: `Mail ${index}` }));
  kept = { isKept: false, mails: [] };
  const user = show();
  await screen.findByText('Mail 0');
  screen.getByText('1–20 of 45 mails');
  await user.click(screen.getByRole('button', { name: 'Page 3' }));
  await screen.findByText('Mail 44');
  expect(asked.at(-1)).toBe('page=2&size=20');
});

test('says why the list did not load, and retries', async () => {
  [kept, states] = [{ isKept: false, mails: [] }, undefined];
  const user = show();
  await within(await screen.findByRole('alert')).findByText('The database is not available.');
  states = [];
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('No mails yet');
});

test('without a mail server the mails themselves are shown, with their links, and can be searched by recipient or subject', async () => {
  const mail = { mailId: 'm1', to: 'ana@example.test', subject: 'Reset your password', createdAt: at };
  kept = {
    isKept: true,
    mails: [
      { ...mail, text: 'Open https://example.test/reset?token=abc now.' },
      { ...mail, mailId: 'm2', to: 'bob@example.test', subject: 'Used', text: null },
    ],
  };
  const user = show();
  expect((await screen.findByRole('link')).getAttribute('href')).toBe('https://example.test/reset?token=abc');
  await user.click(screen.getByRole('button', { name: /^Used/ }));
  await screen.findByText('Text deleted: its link or code was used.');
  await user.keyboard('k');
  expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Reset your password/ }));
  await user.type(screen.getByRole('textbox', { name: 'Filter mails' }), 'RESET');
  await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
  expect(asked).toEqual([]);
});
