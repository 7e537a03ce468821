import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { waitsForCode } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { expect, test } from 'vitest';
import { progressQuery } from '../../../runs/index.ts';
import { id } from '../../testing/mocks.ts';
import { call, serverFor } from '../../testing/show-page.tsx';
import { OneTimeCode } from './one-time-code.tsx';

let sent: unknown;
const server = serverFor(
  http.post(call('update-otp-value'), async ({ request }) => {
    sent = await request.json();
    return HttpResponse.json({ message: 'Sent' });
  }),
);

function open(message: string) {
  const client = new QueryClient();
  client.setQueryData(progressQuery(id(9)).queryKey, { 'step-1': message });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={client}>
        <OneTimeCode runId={id(9)} />
      </QueryClientProvider>
    </MantineProvider>,
  );
}

test('while a step waits for a code, it is requested and sent', async () => {
  open(waitsForCode);
  const user = userEvent.setup();
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'One-time code' });
  await user.type(field, '123456');
  await user.click(screen.getByRole('button', { name: 'Send code' }));
  await waitFor(() => expect(sent).toEqual({ runId: id(9), otpValue: '123456' }));
  await waitFor(() => expect(field.value).toBe(''));
});

test('the reason for refusing a code is shown at its field, and the code stays', async () => {
  server.use(
    http.post(call('update-otp-value'), () =>
      HttpResponse.json({ code: 'X', message: 'This run has ended.' }, { status: 409 }),
    ),
  );
  open(waitsForCode);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'One-time code' }), '1{Enter}');
  expect(await screen.findByText('This run has ended.')).toBeTruthy();
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'One-time code' }).value).toBe('1');
});

test('nothing is requested while no step waits', () => {
  open('3 of 9 elements');
  expect(screen.queryByRole('textbox')).toBeNull();
});
