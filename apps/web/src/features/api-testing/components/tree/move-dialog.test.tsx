import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { MoveDialog } from './move-dialog.tsx';

function open(folders: string[], onMove: (folder: string) => Promise<unknown> = async () => undefined) {
  const spies = { onClose: vi.fn(), onNewFolder: vi.fn(), onMove: vi.fn(onMove) };
  render(
    <MantineProvider env="test">
      <MoveDialog title="Move script List" folders={folders} current="" {...spies} />
    </MantineProvider>,
  );
  return { ...spies, user: userEvent.setup() };
}

test('a folder is selected, the move is sent, and the dialog closes', async () => {
  const { user, onMove, onClose } = open(['', 'Orders']);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Move' }).disabled).toBe(true);
  await user.selectOptions(screen.getByRole('combobox', { name: 'Folder' }), 'Orders');
  await user.click(screen.getByRole('button', { name: 'Move' }));
  expect(onMove).toHaveBeenCalledWith('Orders');
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('a refused move is reported at the field and the dialog stays open', async () => {
  const { user, onClose } = open(['', 'Orders'], () => Promise.reject(new Error('The name is taken.')));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Folder' }), 'Orders');
  await user.click(screen.getByRole('button', { name: 'Move' }));
  await screen.findByText('The name is taken.');
  expect(onClose).not.toHaveBeenCalled();
});

test('without another folder the dialog offers to create one', async () => {
  const { user, onNewFolder } = open(['']);
  expect(screen.getByText('No other folder yet. Create one first.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'New folder' }));
  expect(onNewFolder).toHaveBeenCalledOnce();
});
