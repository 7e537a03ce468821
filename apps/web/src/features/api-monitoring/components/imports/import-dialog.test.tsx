import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { projectOf } from '../../testing/monitors.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { ImportDialog } from './import-dialog.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const entry = (index: number, name: string, isSafe = true) => ({
  index,
  name,
  kind: 'http',
  target: `https://api.example.test/${name}`,
  folder: '',
  isSafe,
});
const found = {
  importId: id(90),
  format: 'openapi',
  title: 'Shop API',
  entries: [entry(0, 'List orders'), entry(1, 'Delete order', false), entry(2, 'List items')],
  problems: [{ place: 'paths./odd', reason: 'It is no object.' }],
};
const server = serverFor();
const [onDone, onClose] = [vi.fn(), vi.fn()];
beforeEach(() => {
  onDone.mockClear();
  onClose.mockClear();
});
const open = () => show(<ImportDialog project={projectOf()} onDone={onDone} onClose={onClose} />).user;

test('a document is read from its address, and only safe requests are preselected', async () => {
  const sent: unknown[] = [];
  server.use(
    http.get(call('import-swagger-url'), () => HttpResponse.json(found)),
    http.post(call('import-selected'), async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.json({
        collectionId: id(2),
        imported: 1,
        problems: [{ place: 'List items', reason: 'No.' }],
      });
    }),
  );
  const user = open();
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByRole('textbox', { name: 'URL' }), 'example.test');
  await user.click(dialog.getByRole('button', { name: 'Preview import' }));
  dialog.getByText('Invalid url');
  await user.clear(dialog.getByRole('textbox', { name: 'URL' }));
  await user.type(dialog.getByRole('textbox', { name: 'URL' }), 'https://example.test/openapi.json');
  await user.click(dialog.getByRole('button', { name: 'Preview import' }));
  await dialog.findByText('2 chosen');
  dialog.getByText('paths./odd: It is no object.');
  await user.click(dialog.getByRole('checkbox', { name: /List items/ }));
  await user.type(dialog.getByRole('textbox', { name: 'Filter entries' }), 'delete');
  const entries = within(dialog.getByRole('list', { name: 'Entries' }));
  await waitFor(() => expect(entries.getAllByRole('listitem')).toHaveLength(1));
  await user.click(dialog.getByRole('button', { name: /^Import/ }));
  await screen.findByText('Imported 1 monitored API. 1 could not be imported.');
  expect(sent).toEqual([{ projectId: id(1), importId: id(90), indexes: [0], start: true, collectionName: 'Shop API' }]);
  expect(onDone).toHaveBeenCalledWith(id(2));
});

test('an empty selection is refused, and an unsupported file is reported in place', async () => {
  const message = 'This is no Postman collection. Choose another file or address.';
  server.use(
    http.post(call('import-postman-file'), () =>
      HttpResponse.json({ code: 'API_MONITORING_OTHER_FORMAT', message }, { status: 400 }),
    ),
    http.post(call('import-uptime-kuma-file'), () => HttpResponse.json({ ...found, format: 'uptime-kuma' })),
  );
  const user = open();
  const dialog = within(await screen.findByRole('dialog'));
  const choose = async (format: string) => {
    await user.click(dialog.getByRole('combobox', { name: 'Format' }));
    await user.click(await screen.findByRole('option', { name: format }));
  };
  const drop = async () =>
    user.upload(
      document.querySelector('input[type=file]') as HTMLInputElement,
      new File(['{}'], 'a.json', { type: 'application/json' }),
    );
  await choose('Postman collection');
  await user.click(dialog.getByRole('radio', { name: 'File' }));
  await drop();
  await dialog.findByText(message);
  await choose('Uptime Kuma backup');
  await drop();
  await user.click(await dialog.findByRole('checkbox', { name: '2 chosen' }));
  await user.click(dialog.getByRole('checkbox', { name: '3 chosen' }));
  await user.click(dialog.getByRole('button', { name: /^Import/ }));
  await dialog.findByText('Please Select API.');
  await user.click(dialog.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(dialog.queryByText('Please Select API.')).toBeNull());
});
