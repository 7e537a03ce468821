import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { usualRunSettings } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { preferences } from '../../../../shared/preferences.ts';
import { configurationOf, id, scriptOf } from '../../testing/mocks.ts';
import { call, sentCalls, serverFor, show } from '../../testing/show-page.tsx';
import { RunDialog } from './run-dialog.tsx';

const { sent, keep } = sentCalls();
const started = { runId: id(9), number: 7, executionStatus: 'Run Initiated', message: 'Run initiated' };
const server = serverFor(
  http.post(call('execute-test'), keep('run', started)),
  http.post(call('run-configurations'), keep('create', configurationOf())),
);
beforeEach(() => {
  sent.length = 0;
  preferences.set({ runConfigurations: {} });
});
const withNightly = () =>
  server.use(http.get(call('run-configurations'), () => HttpResponse.json({ runConfigurations: [configurationOf()] })));
const open = async () => {
  const shown = show(<RunDialog scripts={[scriptOf()]} onClose={() => undefined} />, '/web-testing/modules');
  return { ...shown, dialog: within(await screen.findByRole('dialog', { name: 'Run Buy a lamp' })) };
};

test('a run in several targets: sizes, devices and a custom size [web-execution-1]', async () => {
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Add target' }));
  await user.click(dialog.getByRole('combobox', { name: 'Screen 2' }));
  await user.clear(dialog.getByRole('combobox', { name: 'Screen 2' }));
  await user.type(dialog.getByRole('combobox', { name: 'Screen 2' }), 'pixel');
  await user.click(await screen.findByRole('option', { name: 'Pixel 7, 412 × 839' }));
  await user.click(dialog.getByRole('button', { name: 'Add target' }));
  await user.click(dialog.getByRole('combobox', { name: 'Screen 3' }));
  await user.click(await screen.findByRole('option', { name: 'Custom size' }));
  await user.clear(dialog.getByRole('textbox', { name: 'Width 3' }));
  expect(dialog.getByRole('alert').textContent).toBe('A page is at least 200 pixels wide');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Run Test' }).disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Width 3' }), '1000');
  const parallel = dialog.getByRole('textbox', { name: 'Scripts at once' });
  await user.clear(parallel);
  await user.type(parallel, '2');
  await user.click(dialog.getByRole('button', { name: 'Run Test' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual([
    'run',
    {
      ...usualRunSettings,
      scriptUUIDs: [id(3)],
      targets: [
        ...usualRunSettings.targets,
        { browser: 'chromium', device: 'Pixel 7' },
        { browser: 'chromium', viewport: { width: 1000, height: 1080 } },
      ],
      parallel: 2,
    },
  ]);
});

test('the selected run configuration is used, and is preselected the next time [web-execution-7]', async () => {
  withNightly();
  const first = await open();
  await first.user.click(await first.dialog.findByRole('combobox', { name: 'Run configuration' }));
  await first.user.click(await screen.findByRole('option', { name: 'Nightly' }));
  expect(first.dialog.getByText('Firefox · Pixel 7')).toBeTruthy();
  expect(first.dialog.queryByRole('combobox', { name: 'Screen 1' })).toBeNull();
  cleanup();
  const { user, dialog } = await open();
  expect(await dialog.findByText('4 scripts at once')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Run Test' }));
  await waitFor(() => expect(sent).toEqual([['run', { scriptUUIDs: [id(3)], configurationUUID: id(81) }]]));
});

test('if the selected configuration was deleted, the run has its own settings', async () => {
  preferences.set({ runConfigurations: { [id(1)]: id(99) } });
  withNightly();
  const { user, dialog } = await open();
  expect((await dialog.findByRole<HTMLInputElement>('combobox', { name: 'Run configuration' })).value).toBe(
    'Own settings',
  );
  await user.click(dialog.getByRole('button', { name: 'Run Test' }));
  await waitFor(() => expect(sent).toEqual([['run', { scriptUUIDs: [id(3)], ...usualRunSettings }]]));
});

test('own settings are saved as a run configuration, which is then selected [web-execution-7]', async () => {
  const { user, dialog } = await open();
  await user.click(dialog.getByRole('button', { name: 'Add target' }));
  await user.click(dialog.getByRole('button', { name: 'Save as run configuration…' }));
  const saving = within(await screen.findByRole('dialog', { name: 'Create run configuration' }));
  await user.type(saving.getByRole('textbox', { name: 'Name' }), 'Nightly');
  withNightly();
  await user.click(saving.getByRole('button', { name: 'Create run configuration' }));
  const again = within(await screen.findByRole('dialog', { name: 'Run Buy a lamp' }));
  await waitFor(() =>
    expect(again.getByRole<HTMLInputElement>('combobox', { name: 'Run configuration' }).value).toBe('Nightly'),
  );
  const targets = [...usualRunSettings.targets, { browser: 'chromium', viewport: { width: 1920, height: 1080 } }];
  expect(sent).toEqual([
    ['create', { projectUUID: id(1), name: 'Nightly', environmentUUID: null, ...usualRunSettings, targets }],
  ]);
});
