import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { ImportFlowDialog } from './import-flow-dialog.tsx';

const content = {
  format: 'touchstone-workflow',
  version: 1,
  name: 'Order to cash',
  description: '',
  document: { flow: { version: 1, nodes: [{ id: 'start', kind: 'start', name: 'Start' }] }, layout: {} },
  references: [],
};

function show(onImport = vi.fn(async () => ({ missing: [] }))) {
  const onClose = vi.fn();
  render(
    <MantineProvider env="test">
      <Notifications />
      <ImportFlowDialog onImport={onImport} onClose={onClose} />
    </MantineProvider>,
  );
  const choose = async (text: string) => {
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('There is no place for a file.');
    await userEvent.upload(input, new File([text], 'order.workflow.json', { type: 'application/json' }));
  };
  return {
    onImport,
    onClose,
    choose,
    button: () => screen.getByRole<HTMLButtonElement>('button', { name: 'Import workflow' }),
  };
}

test('a workflow file is shown by its name and imported', async () => {
  const { onImport, onClose, choose, button } = show();
  expect(button().disabled).toBe(true);
  await choose(JSON.stringify(content));
  expect(await screen.findByText('Order to cash')).toBeTruthy();
  expect(screen.getByText('1 block')).toBeTruthy();
  await userEvent.click(button());
  expect(onImport).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'Order to cash' }));
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
});

test('what was not found, and what several have the name of, is listed', async () => {
  const missing = [
    { kind: 'api-script', id: 'a', names: ['Shop', 'Pay'] },
    { kind: 'sub-workflow', id: 'b', names: ['Part'], isAmbiguous: true },
  ];
  const { choose, button } = show(vi.fn(async () => ({ missing })) as never);
  await choose(JSON.stringify(content));
  await screen.findByText('Order to cash');
  await userEvent.click(button());
  const text = 'Not found here: Pay. Several have this name: Part. See Problems.';
  expect(await screen.findByText(text)).toBeTruthy();
});

test.each([
  ['no JSON', '<xml/>'],
  ['another document', '{"openapi":"3.1.0"}'],
])('%s is refused with what to do, and a taken name is reported', async (_name, text) => {
  const { choose, button, onClose } = show(vi.fn(() => Promise.reject(new Error('That name is taken.'))));
  await choose(text);
  expect(await screen.findByText(/is not a workflow file\. Choose one that was exported here\./)).toBeTruthy();
  expect(button().disabled).toBe(true);
  await choose(JSON.stringify(content));
  await screen.findByText('Order to cash');
  await userEvent.click(button());
  expect(await screen.findByText('That name is taken.')).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
});
