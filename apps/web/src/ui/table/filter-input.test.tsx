import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { FilterInput } from './filter-input.tsx';

const onChange = vi.fn();
const filter = (value: string) => (
  <MantineProvider env="test">
    <FilterInput label="Filter" value={value} onChange={onChange} />
  </MantineProvider>
);

test('letters typed before the list has caught up stay; a value from elsewhere replaces them', async () => {
  const user = userEvent.setup();
  const { rerender } = render(filter(''));
  const input = screen.getByRole<HTMLInputElement>('textbox', { name: 'Filter' });
  await user.type(input, 'go');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('go'));
  await user.type(input, ' s');
  rerender(filter('go'));
  expect(input.value).toBe('go s');
  await waitFor(() => expect(onChange).toHaveBeenLastCalledWith('go s'));
  rerender(filter('go s'));
  rerender(filter(''));
  expect(input.value).toBe('');
});
