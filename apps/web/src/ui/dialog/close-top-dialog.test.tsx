import { MantineProvider, Modal } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, expect, test } from 'vitest';
import { theme } from '../theme.ts';
import { closeTopDialogOnEscape } from './close-top-dialog.ts';

afterAll(closeTopDialogOnEscape());

function Dialogs() {
  const [open, setOpen] = useState(['First', 'Second']);
  return open.map((title) => (
    <Modal key={title} opened title={title} onClose={() => setOpen((before) => before.filter((one) => one !== title))}>
      <input aria-label={`Name in ${title}`} />
    </Modal>
  ));
}

test('Escape closes only the topmost dialog, then the one below', async () => {
  const user = userEvent.setup();
  render(
    <MantineProvider theme={theme} env="test">
      <Dialogs />
    </MantineProvider>,
  );
  await user.click(screen.getByLabelText('Name in Second'));
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog', { name: 'Second' })).toBeNull();
  expect(screen.getByRole('dialog', { name: 'First' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).toBeNull();
});
