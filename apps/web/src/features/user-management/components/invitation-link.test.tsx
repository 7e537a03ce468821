import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { InviteDialog } from './invite-dialog.tsx';

const url = 'https://tests.example.test/email-verified?token=secret';
let failed: { login: string; message: string }[];
let keepsMails: boolean;
let asked: unknown[];
const server = setupServer(
  http.get('*/identity/sign-in-settings', () => HttpResponse.json({ keepsMails })),
  http.get('*/user-management/*', () => HttpResponse.json({ content: [], totalElements: 0, page: 0, size: 10 })),
  http.post('*/user-management/api/add-users', async ({ request }) => {
    const { logins } = (await request.json()) as { logins: string[] };
    return HttpResponse.json({ invited: logins.filter((login) => !failed.some((it) => it.login === login)), failed });
  }),
  http.post('*/user-management/api/invitation-link', async ({ request }) => {
    asked.push(await request.json());
    return HttpResponse.json({ url, expiresAt: '2030-01-02T03:04:05.000Z' }, { status: 201 });
  }),
);
let Dialog: typeof InviteDialog;
beforeAll(async () => {
  server.listen();
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (to: string, init?: RequestInit) => plain(new URL(to, 'http://localhost:3000'), init));
  Dialog = (await import('./invite-dialog.tsx')).InviteDialog;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});
const onClose = vi.fn();
beforeEach(() => {
  failed = [];
  keepsMails = true;
  asked = [];
  onClose.mockClear();
});
async function invite(text: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  client.setQueryData(['identity', 'sign-in-settings'], { keepsMails });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <Dialog onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('E-mail addresses'), text);
  await user.click(screen.getByRole('button', { name: 'Send invitations' }));
  return user;
}

test('without a mail server each invited person has a link, which one click creates and copies', async () => {
  const user = await invite('ana@a.test, bob@a.test');
  const dialog = await screen.findByRole('dialog', { name: 'Invitation links' });
  expect(asked).toEqual([]);
  const [first] = within(dialog).getAllByRole('button', { name: 'Copy invitation link' });
  await user.click(first!);
  expect((await within(dialog).findByLabelText<HTMLInputElement>('Invitation link for ana@a.test')).value).toBe(url);
  expect(await within(dialog).findByRole('button', { name: 'Copied' })).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(url);
  expect(asked).toEqual([{ login: 'ana@a.test' }]);
});

test('the links of invited people are shown after the failed addresses', async () => {
  failed = [{ login: 'bob@a.test', message: 'There is already an account.' }];
  const user = await invite('ana@a.test, bob@a.test');
  expect((await screen.findByRole('alert')).textContent).toContain('bob@a.test: There is already an account.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  const dialog = await screen.findByRole('dialog', { name: 'Invitation link' });
  expect(within(dialog).getByText('ana@a.test')).toBeDefined();
  expect(onClose).not.toHaveBeenCalled();
});

test('with a mail server the dialog closes', async () => {
  keepsMails = false;
  await invite('ana@a.test');
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});
