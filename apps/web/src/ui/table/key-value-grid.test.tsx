import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { KeyValueGrid } from './key-value-grid.tsx';
import type { KeyValueRow } from './key-value-text.ts';

let rows: KeyValueRow[] = [];
function Screen({ start }: { start: KeyValueRow[] }) {
  const [state, setState] = useState(start);
  rows = state;
  return (
    <MantineProvider>
      <KeyValueGrid
        noun="header"
        rows={state}
        onChange={setState}
        make={(row) => row}
        errors={{ '0.key': 'Invalid Character.' }}
      />
    </MantineProvider>
  );
}

test('typing into the last row adds one, and unticking keeps it from being sent', async () => {
  render(<Screen start={[{ key: 'Accept', value: '*/*', enabled: true }]} />);
  const user = userEvent.setup();
  await user.type(screen.getByRole('textbox', { name: 'Key of header 2' }), 'X-Id');
  await user.type(screen.getByRole('textbox', { name: 'Value of header 2' }), '7');
  await user.click(screen.getByRole('checkbox', { name: 'Use header X-Id' }));
  expect(rows[1]).toEqual({ key: 'X-Id', value: '7', enabled: false });
  await user.click(screen.getByRole('button', { name: 'Remove header Accept' }));
  expect(rows.map((row) => row.key)).toEqual(['X-Id']);
});

test('marks an invalid cell and shows why', () => {
  render(<Screen start={[{ key: 'Bad Name', value: '', enabled: true }]} />);
  expect(screen.getByRole('textbox', { name: 'Key of header 1' }).getAttribute('aria-invalid')).toBe('true');
  expect(screen.getByText('Invalid Character.')).toBeTruthy();
});

test('bulk edit shows the rows as text and reads them back', async () => {
  render(<Screen start={[{ id: 'i1', key: 'Accept', value: '*/*', enabled: true }]} />);
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Bulk edit' }));
  await user.type(screen.getByRole('textbox'), '{Enter}# X-Id: 7');
  await user.click(screen.getByRole('button', { name: 'Back to rows' }));
  expect(rows).toEqual([
    { id: 'i1', key: 'Accept', value: '*/*', enabled: true },
    { key: 'X-Id', value: '7', enabled: false },
  ]);
});
