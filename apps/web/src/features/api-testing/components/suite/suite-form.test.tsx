import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { Suite } from '@touchstone/contracts/api-testing';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { signIn, signInHandlers } from '../../../../shared/session/testing/signed-in.ts';
import { SuiteForm } from './suite-form.tsx';

const suite = { suiteId: 's1', suiteName: 'Orders', suiteDescription: '' } as Suite;
const sent: unknown[] = [];
const server = setupServer(
  ...signInHandlers,
  http.put('*/api/suites', async ({ request }) => {
    const body = (await request.json()) as { before: { suiteName: string } };
    sent.push(body);
    if (body.before.suiteName !== 'Orders') return HttpResponse.json(suite);
    const message = 'Someone else changed this suite meanwhile. Compare both versions, then save again.';
    const data = { suiteName: 'Their orders', suiteDescription: 'Of the shop' };
    const code = 'API_TESTING_SUITE_SAVED_MEANWHILE';
    return HttpResponse.json({ code, message, errorMessage: message, details: [], data }, { status: 409 });
  }),
);
beforeAll(async () => {
  server.listen({ onUnhandledRequest: 'error' });
  await signIn();
});
afterAll(() => server.close());

test('after a concurrent change both names are shown, the other field is merged, and the next save is based on that', async () => {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={new QueryClient()}>
        <SuiteForm suite={suite} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  const user = userEvent.setup();
  const name = screen.getByRole('textbox', { name: 'Name' });
  await user.clear(name);
  await user.type(name, 'My orders');
  await user.click(screen.getByRole('button', { name: 'Save suite' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Someone else changed this suite meanwhile');
  expect(screen.getByText('Their orders')).toBeTruthy();
  expect(screen.getByDisplayValue('My orders')).toBeTruthy();
  expect(screen.getByDisplayValue('Of the shop')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Use theirs' }));
  expect(screen.getByDisplayValue('Their orders')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Save suite' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent.at(-1)).toEqual({
    suiteId: 's1',
    suiteName: 'Their orders',
    suiteDescription: 'Of the shop',
    before: { suiteName: 'Their orders', suiteDescription: 'Of the shop' },
  });
});
