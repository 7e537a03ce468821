import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReportLink } from '@touchstone/contracts/report-links';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { ShareDialog } from './share-dialog.tsx';

const at = '2026-11-20T08:00:00.000Z';
const linkOf = (given: Partial<ReportLink> = {}): ReportLink => ({
  linkId: 'l1',
  runId: 'r1',
  createdByName: 'Ada Admin',
  createdAt: at,
  expiresAt: '2026-11-27T08:00:00.000Z',
  lastOpenedAt: null,
  ...given,
});
const address = 'https://touchstone.example.test/services/runs/api/public-reports/secret';
let links: ReportLink[] = [];
let allowed = true;
const sent: unknown[] = [];
const server = setupServer(
  ...signInHandlers,
  http.get('*/api/runs/r1/links', () => HttpResponse.json({ allowed, content: links })),
  http.post('*/api/runs/r1/links', async ({ request }) => {
    sent.push(await request.json());
    const made = linkOf({ linkId: 'l2' });
    links = [made, ...links];
    return HttpResponse.json({ ...made, address }, { status: 201 });
  }),
  http.delete('*/api/runs/r1/links/:linkId', ({ params }) => {
    links = links.filter(({ linkId }) => linkId !== params.linkId);
    return HttpResponse.json({ message: 'Revoked' });
  }),
  http.put('*/api/report-link-policy', async ({ request }) => {
    ({ allowed } = (await request.json()) as { allowed: boolean });
    return HttpResponse.json({ allowed });
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await signIn();
});
afterAll(() => server.close());
beforeEach(() => {
  links = [];
  allowed = true;
  sent.length = 0;
});

function show() {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <ShareDialog runId="r1" name="Nightly #7" onClose={vi.fn()} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return userEvent.setup();
}

test('a link is created for a selected time, shown once, and revoked', async () => {
  const user = show();
  await user.click(await screen.findByRole('combobox', { name: 'Expires in' }));
  await user.click(screen.getByRole('option', { name: '30 days' }));
  await user.click(screen.getByRole('button', { name: 'Create link' }));
  const made = await screen.findByRole('region', { name: 'New link' });
  expect(within(made).getByText(address)).toBeTruthy();
  expect(sent).toEqual([{ days: 30 }]);
  const list = screen.getByRole('list', { name: 'Public links' });
  expect(within(list).getByText(/Created by Ada Admin · never opened/)).toBeTruthy();
  await user.click(within(list).getByRole('button', { name: /^Revoke the link that expires/ }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Public links' })).toBeNull());
  expect(screen.queryByText(address)).toBeNull();
});

test('an administrator forbids links for the organization, and allows them again', async () => {
  links = [linkOf()];
  const user = show();
  await user.click(await screen.findByRole('switch', { name: /^Allow public links/ }));
  expect(await screen.findByText("Your organization doesn't allow public links. No link works.")).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
  expect(screen.getByRole('list', { name: 'Public links' })).toBeTruthy();
  await user.click(screen.getByRole('switch', { name: /^Allow public links/ }));
  expect(await screen.findByRole('button', { name: 'Create link' })).toBeTruthy();
});
