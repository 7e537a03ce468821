import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { MailReportDialog } from './mail-report-dialog.tsx';

const sent: unknown[] = [];
let refusal: string | undefined;
const server = setupServer(
  ...signInHandlers,
  http.post('*/api/runs/r1/mail', async ({ request }) => {
    sent.push(await request.json());
    if (refusal)
      return HttpResponse.json({ code: 'X', message: refusal, errorMessage: refusal, details: [] }, { status: 409 });
    return HttpResponse.json({ message: 'Sent' });
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await signIn();
});
afterAll(() => server.close());
beforeEach(() => {
  sent.length = 0;
  refusal = undefined;
});

function show() {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <MailReportDialog runId="r1" name="Nightly #7" onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { user: userEvent.setup(), onClose };
}

test('a report is mailed to an address in a selected format', async () => {
  const { user, onClose } = show();
  const send = await screen.findByRole('button', { name: 'Send report' });
  await user.type(screen.getByLabelText('Email'), 'nobody');
  await user.click(send);
  expect(screen.getByText('Please enter valid email id')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.type(screen.getByLabelText('Email'), '@example.test');
  await user.click(screen.getByRole('combobox', { name: 'Format' }));
  await user.click(screen.getByRole('option', { name: /PDF/ }));
  await user.click(send);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([{ email: 'nobody@example.test', type: 'pdf' }]);
});

test('a refusal is shown in the dialog and keeps the input', async () => {
  refusal = 'The run has not ended.';
  const { user, onClose } = show();
  await user.type(await screen.findByLabelText('Email'), 'lead@example.test');
  await user.click(screen.getByRole('button', { name: 'Send report' }));
  expect(await screen.findByText('The run has not ended.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  expect(screen.getByLabelText('Email')).toHaveProperty('value', 'lead@example.test');
});
