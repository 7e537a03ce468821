import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id } from '../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { FilesPage } from './files.page.tsx';
import { VariablesPage } from './variables.page.tsx';

const file = {
  fileId: id(40),
  projectId: id(1),
  fileName: 'logo.png',
  contentType: 'image/png',
  sizeBytes: 2048,
  assetCount: 2,
  createdAt: '2026-11-20T08:00:00.000Z',
  createdByName: 'Ana Lima',
};
const variable = {
  variableId: id(50),
  projectId: id(1),
  environmentId: null,
  suiteId: id(1),
  name: 'host',
  value: 'a.example',
  isSecret: false,
  enabled: true,
  createdAt: file.createdAt,
  updatedAt: file.createdAt,
};
const sent: [call: string, body?: unknown][] = [];
serverFor(
  http.get(call('files/all/:id'), () => HttpResponse.json(pageOf(file))),
  http.post(call('files/presign'), async ({ request }) => {
    const body = (await request.json()) as { fileName: string };
    sent.push(['presign', body]);
    if (body.fileName === 'big.bin')
      return HttpResponse.json({ code: 'TOO_LARGE', message: 'The file is larger than 10 MB.' }, { status: 413 });
    const uploadUrl = 'https://files.example/upload?ticket=1';
    const headers = { 'X-Ticket': 'yes' };
    return HttpResponse.json(
      { fileId: id(41), uploadUrl, method: 'PUT', headers, expiresAt: file.createdAt },
      { status: 201 },
    );
  }),
  http.put('https://files.example/upload', async ({ request }) => {
    sent.push(['upload', [request.headers.get('x-ticket'), await request.text()]]);
    return HttpResponse.json(file, { status: 201 });
  }),
  http.delete(call('files/:id'), ({ params }) => {
    sent.push(['delete', params.id]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
  http.get(call('variables'), () => HttpResponse.json({ variables: [variable] })),
  http.post(call('variables'), async ({ request }) => {
    sent.push(['create', await request.json()]);
    return HttpResponse.json({ variables: [variable] }, { status: 201 });
  }),
  http.put(call('variables'), async ({ request }) => {
    sent.push(['update', await request.json()]);
    return HttpResponse.json(variable);
  }),
);
beforeEach(() => {
  sent.length = 0;
});

test('files are uploaded to a presigned address, and refused ones are reported by name', async () => {
  const { user } = show(<FilesPage />, '/service-virtualization/files');
  await screen.findByText('logo.png');
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!;
  await user.upload(input, [new File(['hello'], 'a.txt', { type: 'text/plain' }), new File(['x'], 'big.bin')]);
  expect(await screen.findByText('big.bin: The file is larger than 10 MB.')).toBeTruthy();
  expect(sent).toEqual([
    ['presign', { projectId: id(1), fileName: 'a.txt', contentType: 'text/plain', sizeBytes: 5 }],
    ['upload', ['yes', 'hello']],
    ['presign', { projectId: id(1), fileName: 'big.bin', contentType: 'application/octet-stream', sizeBytes: 1 }],
  ]);
});

test('a file used by assets is deleted after a confirmation that says so', async () => {
  const { user } = show(<FilesPage />, '/service-virtualization/files');
  await user.click(await screen.findByRole('button', { name: 'Actions for logo.png' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete file…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete logo.png?' }));
  expect(question.getByText(/Assets that answer with it: 2/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete file' }));
  await waitFor(() => expect(sent).toEqual([['delete', id(40)]]));
});

test('variables are changed and added together', async () => {
  const { user } = show(<VariablesPage />, '/service-virtualization/variables');
  const value = await screen.findByRole('textbox', { name: 'Value of variable host' });
  await user.clear(value);
  await user.type(value, 'b.example');
  await user.type(screen.getByRole('textbox', { name: 'Name of variable 2' }), 'k');
  await user.type(screen.getByRole('textbox', { name: 'Value of variable k' }), 'v');
  await user.click(screen.getByRole('button', { name: 'Save variables' }));
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toEqual([
    ['update', { variableId: id(50), value: 'b.example' }],
    ['create', { projectId: id(1), variables: [{ name: 'k', value: 'v', isSecret: false, enabled: true }] }],
  ]);
});
