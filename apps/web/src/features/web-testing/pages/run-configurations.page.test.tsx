import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { configurationOf, projectOf } from '../testing/mocks.ts';
import { call, pageOf, sentCalls, serverFor, show } from '../testing/show-page.tsx';
import { RunConfigurationsPage } from './run-configurations.page.tsx';

const { sent, keep } = sentCalls();
const server = serverFor(
  http.get(call('run-configurations'), () => HttpResponse.json({ runConfigurations: [configurationOf()] })),
  http.post(call('run-configurations'), keep('create', configurationOf(), 201)),
  http.put(call('run-configurations'), keep('update', configurationOf())),
  http.delete(call('run-configurations'), keep('delete', { message: 'Deleted' })),
);
beforeEach(() => {
  sent.length = 0;
});
const open = () => show(<RunConfigurationsPage />, '/web-testing/run-configurations');
const { uuid, projectUUID, updatedBy: _by, updatedAt: _at, ...values } = configurationOf();
const choose = async (user: ReturnType<typeof open>['user'], entry: string) => {
  await user.click(await screen.findByRole('button', { name: 'Actions for Nightly' }));
  await user.click(await screen.findByRole('menuitem', { name: entry }));
};

test('run configurations are listed, edited, cloned and deleted [web-execution-7]', async () => {
  const { user } = open();
  expect(await screen.findByText('Chromium · 1280 × 720, Firefox · Pixel 7')).toBeTruthy();
  await choose(user, 'Edit run configuration…');
  const edit = within(await screen.findByRole('dialog', { name: 'Edit run configuration Nightly' }));
  await user.click(edit.getByRole('button', { name: 'Remove target 2' }));
  await user.click(edit.getByRole('button', { name: 'Save run configuration' }));
  const targets = values.targets.slice(0, 1);
  await waitFor(() => expect(sent).toEqual([['update', { ...values, uuid, targets }]]));
  await choose(user, 'Clone run configuration…');
  const clone = within(await screen.findByRole('dialog', { name: 'Create run configuration' }));
  await user.click(clone.getByRole('button', { name: 'Create run configuration' }));
  await waitFor(() => expect(sent[1]).toEqual(['create', { ...values, projectUUID, name: 'Nightly copy' }]));
  await choose(user, 'Delete run configuration…');
  const question = within(await screen.findByRole('dialog', { name: 'Delete run configuration Nightly?' }));
  await user.click(question.getByRole('button', { name: 'Delete run configuration' }));
  await waitFor(() => expect(sent[2]).toEqual([`delete?uuid=${uuid}`]));
});

test('the first one is created, and server-side errors are shown [web-execution-7]', async () => {
  server.use(
    http.get(call('run-configurations'), () => HttpResponse.json({ runConfigurations: [] })),
    http.post(call('run-configurations'), () =>
      HttpResponse.json({ code: 'X', message: 'This name is taken.' }, { status: 409 }),
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Create run configuration' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create run configuration' }));
  const create = dialog.getByRole<HTMLButtonElement>('button', { name: 'Create run configuration' });
  expect(create.disabled).toBe(true);
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Nightly');
  await user.click(create);
  expect((await dialog.findByRole('alert')).textContent).toBe('This name is taken.');
});

test('viewers see the run configurations but change nothing', async () => {
  const viewed = projectOf({ role: 'VIEWER' });
  server.use(http.get(call('get-projects-by-team'), () => HttpResponse.json(pageOf(viewed))));
  open();
  expect(await screen.findByText('Nightly')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Create|Actions/ })).toBeNull();
});
