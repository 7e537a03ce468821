import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import type { CodeEditorProps } from '../../../ui/code-editor/code-editor-view.tsx';
import { id } from '../testing/mocks.ts';
import { call, serverFor, show } from '../testing/show-page.tsx';
import { StatePage } from './state.page.tsx';

vi.mock('../../../ui/code-editor/code-editor-view.tsx', () => ({
  default: ({ label, value, onChange }: CodeEditorProps) => (
    <textarea aria-label={label} value={value} onChange={(event) => onChange?.(event.currentTarget.value)} />
  ),
}));

const state = {
  scenarios: [
    {
      name: 'Cart',
      state: 'Started',
      states: ['Started', 'Filled'],
      steps: [
        { assetId: id(3), assetName: 'Add', from: 'Started', to: 'Filled' },
        { assetId: id(4), assetName: 'Clear', from: null, to: 'Started' },
      ],
      callers: [{ scope: 'ana', state: 'Filled' }],
      callerCount: 3,
    },
  ],
  values: [{ scope: 'ana', key: 'total', value: 42 }],
  valueCount: 1,
  resources: [{ assetId: id(5), name: 'pets', path: '/pets', idKey: 'id', count: 1 }],
};
const sent: [call: string, body?: unknown][] = [];
const taking = (path: string) =>
  http.put(call(`state/:id/${path}`), async ({ request }) => {
    sent.push([path, await request.json()]);
    return HttpResponse.json({ message: 'Done', record: {} });
  });
serverFor(
  http.get(call('state/:id'), () => HttpResponse.json(state)),
  http.get(call('state/:id/records'), () =>
    HttpResponse.json({ content: [{ id: 7, name: 'Rex' }], totalElements: 1, page: 0, size: 25 }),
  ),
  taking('scenarios'),
  taking('values'),
  taking('records'),
  http.delete(call('state/:id/records'), ({ request }) => {
    sent.push(['delete', new URL(request.url).search]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
beforeEach(() => {
  sent.length = 0;
});
const open = (tab = '') => show(<StatePage />, `/service-virtualization/state${tab && `?tab=${tab}`}`);

test('a scenario is drawn with the states of callers; one caller is set and reset without the others', async () => {
  const { user } = open();
  expect(
    await screen.findByRole('img', { name: 'States: Started, all other callers; Filled, 1 callers' }),
  ).toBeTruthy();
  const callers = within(screen.getByRole('list', { name: 'Callers of Cart' }));
  expect(callers.getByText('ana')).toBeTruthy();
  expect(screen.getByText('2 more callers')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Clear' })).toBeTruthy();
  await user.click(callers.getByRole('combobox', { name: 'State of ana' }));
  await user.click(await screen.findByRole('option', { name: 'Started' }));
  await user.click(callers.getByRole('button', { name: 'Reset ana' }));
  await user.click(screen.getByRole('button', { name: 'Set state of a caller' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set state of Cart' }));
  await user.click(dialog.getByRole('button', { name: 'Set state' }));
  expect(await dialog.findByText('Enter the caller.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Caller' }), 'ben');
  await user.click(dialog.getByRole('combobox', { name: 'State' }));
  await user.click(await screen.findByRole('option', { name: 'Filled' }));
  await user.click(dialog.getByRole('button', { name: 'Set state' }));
  await waitFor(() => expect(sent).toHaveLength(3));
  expect(sent).toEqual([
    ['scenarios', { name: 'Cart', scope: 'ana', state: 'Started' }],
    ['scenarios', { name: 'Cart', scope: 'ana', state: null }],
    ['scenarios', { name: 'Cart', scope: 'ben', state: 'Filled' }],
  ]);
});

test('values are set as JSON, and removed', async () => {
  const { user } = open('values');
  expect(await screen.findByText('42')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Set value' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Set value' }));
  await user.type(dialog.getByRole('textbox', { name: 'Key' }), 'name');
  const value = await dialog.findByRole('textbox', { name: 'Value (JSON)' });
  await user.clear(value);
  await user.type(value, 'Rex');
  await user.click(dialog.getByRole('button', { name: 'Set value' }));
  expect(await dialog.findByText(/^Write JSON/)).toBeTruthy();
  await user.clear(value);
  await user.type(value, '"Rex"');
  await user.click(dialog.getByRole('button', { name: 'Set value' }));
  await waitFor(() => expect(sent).toEqual([['values', { scope: '', key: 'name', value: 'Rex' }]]));
  await user.click(screen.getByRole('button', { name: 'Actions for total' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Remove value' }));
  await waitFor(() => expect(sent[1]).toEqual(['values', { scope: 'ana', key: 'total', value: null }]));
});

test('records are created, changed and deleted', async () => {
  const { user } = open('records');
  await user.click(await screen.findByRole('button', { name: 'Create record' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create record of pets' }));
  const record = await dialog.findByRole('textbox', { name: 'Record' });
  await user.clear(record);
  await user.click(record);
  await user.paste('{"name":"Mia"}');
  await user.click(dialog.getByRole('button', { name: 'Create record' }));
  await waitFor(() => expect(sent).toEqual([['records', { resource: 'pets', record: { name: 'Mia' } }]]));
  await user.click(screen.getByRole('button', { name: 'Actions for record 7' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete record…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete record 7?' }));
  await user.click(question.getByRole('button', { name: 'Delete record' }));
  await waitFor(() => expect(sent[1]).toEqual(['delete', '?resource=pets&recordId=7']));
});
