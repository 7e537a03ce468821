import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Organization } from '@touchstone/contracts/user-management';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ConfirmHost } from '../../../ui/dialog/confirm-dialog.tsx';
import type { PlanDialog } from './plan-dialog.tsx';

const organization = {
  organizationId: 'o1',
  organizationName: 'Acme',
  login: 'ada@acme.test',
  subscribedPlan: 'PRO',
  planExpiryDate: null,
} as Organization;
const fewer = 'The organization would have 5 licences of API Testing instead of 25. Confirm this to go on.';
const held = '7 licences of API Testing are assigned, but the plan includes only 5. Unassign 2 first.';

let refusal: { code: string; message: string } | undefined;
const asked: Record<string, string>[] = [];
const server = setupServer(
  http.all('*/services/user-management/api/*', ({ request }) => {
    const query = Object.fromEntries(new URL(request.url).searchParams);
    asked.push(query);
    if (refusal?.code === 'SUBSCRIPTION_FEWER_SEATS' && query.confirmFewerSeats === 'true')
      return HttpResponse.json(organization);
    return refusal ? HttpResponse.json(refusal, { status: 409 }) : HttpResponse.json(organization);
  }),
);
let Dialog: typeof PlanDialog;
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  const plain = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => plain(new URL(url, 'http://localhost:3000'), init));
  Dialog = (await import('./plan-dialog.tsx')).PlanDialog;
});
beforeEach(() => {
  asked.length = 0;
  refusal = undefined;
});
afterAll(() => {
  server.close();
  vi.unstubAllGlobals();
});

const onClose = vi.fn();
async function chooseFree() {
  onClose.mockClear();
  render(
    <MantineProvider env="test">
      <Notifications />
      <QueryClientProvider client={new QueryClient()}>
        <Dialog organization={organization} kind="upgrade" onClose={onClose} />
        <ConfirmHost />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('combobox', { name: 'Plan' }));
  await user.click(await screen.findByRole('option', { name: /FREE/ }));
  await user.click(screen.getByRole('button', { name: 'Change plan' }));
  return user;
}

test('a reduction of licences is stated and confirmed before the plan changes', async () => {
  refusal = { code: 'SUBSCRIPTION_FEWER_SEATS', message: fewer };
  const user = await chooseFree();
  const question = within(await screen.findByRole('dialog', { name: 'Reduce the licences?' }));
  question.getByText(fewer);
  expect(onClose).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Reduce licences' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(asked.map(({ planType, confirmFewerSeats }) => [planType, confirmFewerSeats])).toEqual([
    ['FREE', undefined],
    ['FREE', 'true'],
  ]);
});

test('cancelling the question changes nothing', async () => {
  refusal = { code: 'SUBSCRIPTION_FEWER_SEATS', message: fewer };
  const user = await chooseFree();
  const question = within(await screen.findByRole('dialog', { name: 'Reduce the licences?' }));
  await user.click(question.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByText(fewer)).toBeNull());
  expect([asked.length, onClose.mock.calls.length]).toEqual([1, 0]);
});

test('licences in use block the change and are counted', async () => {
  refusal = { code: 'SUBSCRIPTION_SEATS_HELD', message: held };
  await chooseFree();
  await screen.findByText(held);
  expect(screen.queryByRole('dialog', { name: 'Reduce the licences?' })).toBeNull();
  expect(onClose).not.toHaveBeenCalled();
});

test('a change that keeps the licences asks nothing', async () => {
  await chooseFree();
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  await screen.findByText('The plan of Acme is changed.');
});
