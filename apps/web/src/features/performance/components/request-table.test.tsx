import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { type RequestRow, RequestTable } from './request-table.tsx';

const rowOf = (name: string, count: number): RequestRow => ({
  key: name,
  method: 'GET',
  name,
  count,
  rate: 1,
  failed: 0,
  mean: 1,
  p50: 1,
  p95: 1,
  p99: 1,
  max: 1,
  bytesReceived: 1,
});
const focusedRow = () => document.activeElement?.querySelector('th')?.textContent;

test('J and K move through the requests in sort order', async () => {
  render(
    <MantineProvider env="test">
      <RequestTable rows={[rowOf('orders', 5), rowOf('pets', 7)]} />
    </MantineProvider>,
  );
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Sort by requests' }));
  const seen: unknown[] = [];
  for (const key of ['j', 'j', 'k']) {
    await user.keyboard(key);
    seen.push(focusedRow());
  }
  expect(seen).toEqual(['GET pets', 'GET orders', 'GET pets']);
});
