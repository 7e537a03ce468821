import { screen, waitFor, within } from '@testing-library/react';
import type { RepositoryFunction } from '@touchstone/contracts/web-testing';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, stepOf } from '../testing/mocks.ts';
import { call, drawnInFull, sentCalls, serverFor, show } from '../testing/show-page.tsx';
import { DataTablesPage } from './data-tables.page.tsx';
import { FilesPage } from './files.page.tsx';
import { FunctionsPage } from './functions.page.tsx';

const at = '2026-11-20T10:00:00.000Z';
const signIn: RepositoryFunction = {
  uuid: id(31),
  functionName: 'Sign in',
  description: '',
  projectUUID: id(1),
  inputs: [{ name: 'email', description: 'Of the customer' }],
  outputs: [],
  steps: [stepOf('f', 'reload')],
  problems: [],
  revision: 3,
  calledBy: [{ uuid: id(3), testScriptName: 'Buy a lamp' }],
  createdBy: 'Ada',
  createdDate: at,
  modifiedBy: 'Ada',
  modifiedDate: at,
};
const table = {
  uuid: id(41),
  tableName: 'Customers',
  projectUUID: id(1),
  environmentUUID: null,
  columns: ['email', 'password'],
  rowCount: 2,
  updatedAt: at,
};
const rows = [
  ['alice@example.com', 'one'],
  ['bob@example.com', 'two'],
];
const { sent, keep } = sentCalls();
drawnInFull();
serverFor(
  http.get(call('project-files'), () =>
    HttpResponse.json({
      files: [
        {
          uuid: id(51),
          projectUUID: id(1),
          fileName: 'me.png',
          contentType: 'image/png',
          sizeBytes: 2048,
          createdBy: 'Ada',
          createdDate: at,
        },
      ],
    }),
  ),
  http.post(call('project-files'), keep('save file', {}, 201)),
  http.delete(call('project-files/:id'), keep('delete file', { message: 'Deleted' })),
  http.get(call('all-function'), () => HttpResponse.json({ functions: [signIn] })),
  http.put(call('update-function'), keep('update', signIn)),
  http.post(call('create-function'), keep('create', { ...signIn, uuid: id(32) }, 201)),
  http.delete(call('delete-function'), keep('delete', { message: 'Deleted' })),
  http.get(call('parameterized-data-tables'), () => HttpResponse.json({ tables: [table] })),
  http.get(call('parameterized-data-tables/:id'), () => HttpResponse.json({ ...table, rows })),
  http.get(call('data-table-template'), () => HttpResponse.text('email,password\na,b\n')),
  http.post(call('data-table-template'), keep('upload', { ...table, rows })),
  http.delete(call('parameterized-data-tables'), keep('delete table', { message: 'Deleted' })),
);
beforeEach(() => {
  sent.length = 0;
});

test('a function is edited: its name, inputs and steps', async () => {
  const { user } = show(<FunctionsPage />, '/web-testing/functions');
  const inputs = await screen.findByRole('textbox', { name: 'Inputs' });
  expect((inputs as HTMLTextAreaElement).value).toBe('email: Of the customer');
  expect(screen.getByText('Called by Buy a lamp.')).toBeTruthy();
  await user.type(inputs, '\n2nd');
  expect(await screen.findByText(/2nd: Begin with a letter/)).toBeTruthy();
  await user.type(inputs, '{Backspace}{Backspace}{Backspace}password');
  await user.click(screen.getByRole('button', { name: 'Save function' }));
  await waitFor(() =>
    expect(sent[0]).toMatchObject([
      'update',
      { uuid: id(31), revision: 3, inputs: [{ name: 'email' }, { name: 'password' }], steps: [{ id: 'f' }] },
    ]),
  );
});

test('a function is created and opened', async () => {
  const { user, address } = show(<FunctionsPage />, '/web-testing/functions');
  await user.click(await screen.findByRole('button', { name: 'Create function' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create function' }));
  await user.type(dialog.getByRole('textbox', { name: 'Function name' }), 'Sign out');
  await user.click(dialog.getByRole('button', { name: 'Create function' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/functions?function=${id(32)}`));
  expect(sent[0]).toMatchObject(['create', { functionName: 'Sign out', projectUUID: id(1), steps: [] }]);
});

test('before a function is deleted, the scripts that call it are named', async () => {
  const { user } = show(<FunctionsPage />, '/web-testing/functions');
  await user.click(await screen.findByRole('button', { name: 'Actions for Sign in' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete function…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete function Sign in?' }));
  expect(question.getByText(/These scripts call it.*Buy a lamp/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete function' }));
  await waitFor(() => expect(sent).toEqual([[`delete?functionUUID=${id(31)}&force=true`]]));
});

test('the rows of a data table are shown, and edited as CSV', async () => {
  const { user } = show(<DataTablesPage />, '/web-testing/data-tables');
  expect(await screen.findByText('bob@example.com')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit data table Customers' }));
  await user.type(dialog.getByRole('textbox', { name: 'Rows as CSV' }), 'c,d');
  await user.click(dialog.getByRole('button', { name: 'Save data table' }));
  await waitFor(() =>
    expect(sent).toEqual([['upload', { projectUUID: id(1), uuid: id(41), text: 'email,password\na,b\nc,d' }]]),
  );
});

test('a data table is created from a file, which names it, and one is deleted', async () => {
  const { user, address } = show(<DataTablesPage />, '/web-testing/data-tables');
  await user.click(await screen.findByRole('button', { name: 'Create data table' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create data table' }));
  const file = new File(['name\nLamp\n'], 'products.csv', { type: 'text/csv' });
  await user.upload(document.querySelector<HTMLInputElement>('input[type="file"]')!, file);
  await waitFor(() =>
    expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Data table name' }).value).toBe('products'),
  );
  await user.click(dialog.getByRole('button', { name: 'Create data table' }));
  await waitFor(() => expect(address()).toBe(`/web-testing/data-tables?table=${id(41)}`));
  expect(sent[0]).toEqual(['upload', { projectUUID: id(1), tableName: 'products', text: 'name\nLamp\n' }]);
  await user.click(await screen.findByRole('button', { name: 'Actions for Customers' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete data table…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete data table Customers?' }));
  await user.click(question.getByRole('button', { name: 'Delete data table' }));
  await waitFor(() => expect(sent[1]).toEqual([`delete table?uuid=${id(41)}`]));
});

test('files are stored by name, and deleted after confirmation', async () => {
  const { user } = show(<FilesPage />, '/web-testing/files');
  expect(await screen.findByText('me.png')).toBeTruthy();
  const field = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await user.upload(field, new File(['hello'], 'note.txt', { type: 'text/plain' }));
  await waitFor(() =>
    expect(sent).toEqual([
      ['save file', { projectUUID: id(1), fileName: 'note.txt', contentType: 'text/plain', content: btoa('hello') }],
    ]),
  );
  await user.upload(field, new File([new Uint8Array(5 * 1024 * 1024 + 1)], 'film.mp4', { type: 'video/mp4' }));
  expect(await screen.findByText('film.mp4 is too large. A file has at most 5 MB.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Actions for me.png' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete file…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete file me.png?' }));
  await user.click(question.getByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(sent[1]).toEqual(['delete file']));
});
