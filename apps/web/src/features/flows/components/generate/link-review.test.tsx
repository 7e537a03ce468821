import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { LinkReview } from './link-review.tsx';

const requests = [
  { request: 'create', index: 1, name: 'Create order', method: 'POST', url: '/orders' },
  { request: 'read', index: 0, name: 'Read order', method: 'GET', url: '/orders/{id}' },
  { request: 'pay', index: 2, name: 'Pay order', method: 'POST', url: '/payments' },
];
const links = [
  {
    from: { request: 'create', path: '$.id' },
    to: { request: 'read', in: 'path' as const, name: 'id' },
    variable: 'orderId',
    confidence: 0.93,
    reason: 'Create order answers the id of an order.',
  },
  {
    from: { request: 'create', path: '$.id' },
    to: { request: 'pay', in: 'body' as const, name: '$.order' },
    variable: 'orderId',
    confidence: 0.61,
    reason: 'Same name.',
  },
];

function show() {
  const onCreate = vi.fn();
  render(
    <MantineProvider env="test">
      <LinkReview
        proposal={{ title: 'Shop', requests, links, importId: 'i' }}
        isBusy={false}
        error={null}
        onCreate={onCreate}
        onBack={vi.fn()}
      />
    </MantineProvider>,
  );
  return { onCreate, user: userEvent.setup() };
}

test('each link says where its value comes from, how certain that is and why; rejected ones are not sent', async () => {
  const { onCreate, user } = show();
  const [, first, second] = screen.getAllByRole('row');
  if (!first || !second) throw new Error('There are no links.');
  for (const text of ['Read order', 'path parameter id', 'Create order', '$.id', 'orderId', '93 %', /answers the id/])
    expect(within(first).getByText(text)).toBeTruthy();
  await user.click(within(second).getByRole('checkbox'));
  await user.click(screen.getByRole('button', { name: 'Create workflow' }));
  expect(onCreate).toHaveBeenCalledExactlyOnceWith([links[0]]);
});

test('a link is edited, and an invalid one is refused with the reason', async () => {
  const { onCreate, user } = show();
  await user.click(screen.getByText('Same name.'));
  const dialog = await screen.findByRole('dialog', { name: 'Value for body $.order' });
  const path = within(dialog).getByLabelText('JSONPath in the response');
  await user.clear(path);
  expect(within(dialog).getByText(/such as \$\.id/)).toBeTruthy();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save link' }).disabled).toBe(true);
  await user.type(path, '$.number');
  await user.click(within(dialog).getByRole('button', { name: 'Save link' }));
  await user.click(screen.getByRole('button', { name: 'Create workflow' }));
  expect(onCreate.mock.calls[0]?.[0][1]).toEqual({
    from: { request: 'create', path: '$.number' },
    to: { request: 'pay', in: 'body', name: '$.order' },
    variable: 'orderId',
    reason: 'Changed by you.',
  });
});
