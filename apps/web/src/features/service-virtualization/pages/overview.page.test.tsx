import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { id, mockOf, projectOf, suiteOf, summaryOf } from '../testing/mocks.ts';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { OverviewPage } from './overview.page.tsx';

const inner = suiteOf({
  suiteId: id(4),
  parentId: id(2),
  name: 'Refunds',
  isEnabled: false,
  isActive: false,
  assetCount: 2,
});
const refund = summaryOf({
  assetId: id(5),
  suiteId: id(4),
  name: 'Refund',
  kind: 'dynamic',
  isActive: false,
  tags: [],
});
const asked: URL[] = [];
const sent: [call: string, body?: unknown][] = [];
const taking = (method: 'put' | 'post', path: string, answer: object = { message: 'Done' }) =>
  http[method](call(path), async ({ request, params }) => {
    sent.push([`${path.replace(':id', String(params.id ?? ''))}`, await request.json()]);
    return HttpResponse.json(answer);
  });
const server = serverFor(
  http.get(call('suites/all/:id'), () => HttpResponse.json({ suites: [suiteOf(), inner] })),
  http.get(call('assets/all/:id'), ({ request }) => {
    const url = new URL(request.url);
    asked.push(url);
    const q = url.searchParams.get('searchTerm') ?? '';
    return HttpResponse.json(pageOf(...[summaryOf(), refund].filter(({ name }) => name.toLowerCase().includes(q))));
  }),
  taking('put', 'assets/toggle'),
  taking('put', 'assets/move'),
  taking('put', 'assets/delete'),
  taking('post', 'assets/clone', { assets: [summaryOf()] }),
  taking('put', 'assets/:id/toggle', summaryOf({ isEnabled: false })),
  taking('put', 'suites/:id/toggle', suiteOf()),
  taking('put', 'suites/:id/move', suiteOf()),
  taking('post', 'suites', suiteOf({ suiteId: id(9), name: 'Billing' })),
  taking('put', 'mocks/:id/toggle', mockOf({ isEnabled: false })),
  http.delete(call('suites/:id'), ({ params }) => {
    sent.push(['delete suite', params.id]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
});
const open = (path = '/service-virtualization') => show(<OverviewPage />, path);
const rowOf = async (name: string) => within((await screen.findByRole('link', { name })).closest('tr')!);

test('assets are listed with request, response, kind and whether their suite is off', async () => {
  open();
  const row = await rowOf('List orders');
  expect(row.getByText('/orders')).toBeTruthy();
  expect(row.getByText('200')).toBeTruthy();
  expect(row.getByText('Static')).toBeTruthy();
  const other = await rowOf('Refund');
  await waitFor(() => expect(other.getByText(/Suite is off/)).toBeTruthy());
  expect(other.getByText('Dynamic')).toBeTruthy();
  expect(screen.getByText('https://touchstone.example/mock/shop')).toBeTruthy();
});

test('filters are sent to the server and kept in the address; a suite includes those below it', async () => {
  const { user, address } = open();
  await rowOf('List orders');
  await user.type(screen.getByLabelText('Filter assets'), 'refund');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'List orders' })).toBeNull());
  expect(address()).toContain('q=refund');
  await user.clear(screen.getByLabelText('Filter assets'));
  const suites = within(screen.getByRole('navigation', { name: 'Suites' }));
  await user.click(await suites.findByRole('button', { name: /^Orders/ }));
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('suiteId')).toBe(id(2)));
  expect(asked.at(-1)?.searchParams.get('isDeep')).toBe('true');
});

test('one asset, several, a suite and the mock are switched', async () => {
  const { user } = open();
  await rowOf('List orders');
  await user.click(screen.getByRole('switch', { name: 'List orders is on' }));
  await waitFor(() => expect(sent).toEqual([[`assets/${id(3)}/toggle`, { isEnabled: false }]]));
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(await screen.findByRole('button', { name: 'Switch off' }));
  await waitFor(() =>
    expect(sent[1]).toEqual(['assets/toggle', { projectId: id(1), assetIds: [id(3), id(5)], isEnabled: false }]),
  );
  await user.click(await screen.findByRole('switch', { name: 'Suite Refunds is on' }));
  await waitFor(() => expect(sent[2]).toEqual([`suites/${id(4)}/toggle`, { isEnabled: true }]));
  await user.click(await screen.findByRole('switch', { name: 'Mock is on' }));
  await waitFor(() => expect(sent[3]).toEqual([`mocks/${id(1)}/toggle`, { isEnabled: false }]));
});

test('selected assets are moved, cloned and deleted', async () => {
  const { user } = open();
  await rowOf('List orders');
  await user.click(screen.getByRole('checkbox', { name: 'Select List orders' }));
  await user.click(await screen.findByRole('button', { name: 'Move…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move List orders' }));
  await user.click(dialog.getByRole('combobox', { name: 'Suite' }));
  await user.click(await screen.findByRole('option', { name: 'Orders / Refunds' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toEqual([['assets/move', { projectId: id(1), assetIds: [id(3)], suiteId: id(4) }]]));
  await user.click(screen.getByRole('button', { name: 'Actions for Refund' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Clone asset' }));
  await waitFor(() => expect(sent[1]).toEqual(['assets/clone', { projectId: id(1), assetIds: [id(5)] }]));
  await user.click(screen.getByRole('button', { name: 'Actions for Refund' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete asset…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete Refund?' }));
  await user.click(question.getByRole('button', { name: 'Delete asset' }));
  await waitFor(() => expect(sent[2]).toEqual(['assets/delete', { projectId: id(1), assetIds: [id(5)] }]));
});

test('suites are created, moved only where allowed, and deleted with a count', async () => {
  const { user, address } = open();
  await rowOf('List orders');
  await user.click(screen.getByRole('button', { name: 'Create suite' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create suite' }));
  await user.click(dialog.getByRole('button', { name: 'Create suite' }));
  expect(await dialog.findByText('Please enter suite name.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Suite name' }), 'Billing');
  await user.click(dialog.getByRole('button', { name: 'Create suite' }));
  await waitFor(() => expect(address()).toContain(`suite=${id(9)}`));
  expect(sent).toEqual([['suites', { projectId: id(1), parentId: null, name: 'Billing', description: '' }]]);

  await user.click(screen.getByRole('button', { name: 'Actions for suite Orders' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move suite…' }));
  const move = within(await screen.findByRole('dialog', { name: 'Move suite Orders' }));
  await user.click(move.getByRole('combobox', { name: 'Into' }));
  expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(['Top level']);
  await user.keyboard('{Escape}');
  await user.click(move.getByRole('button', { name: 'Cancel' }));

  await user.click(screen.getByRole('button', { name: 'Actions for suite Orders' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete suite…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete suite Orders?' }));
  expect(question.getByText(/its 3 assets/)).toBeTruthy();
  await user.click(question.getByRole('button', { name: 'Delete suite' }));
  await waitFor(() => expect(sent.at(-1)).toEqual(['delete suite', id(2)]));
});

test('the plan limit is reported when reached; a viewer changes nothing', async () => {
  server.use(
    http.get(call('mocks/:id'), () => HttpResponse.json(mockOf({ limit: { used: 5, most: 5 } }))),
    http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))),
  );
  open();
  expect(await screen.findByText(/Active APIs: 5 of 5/)).toBeTruthy();
  expect(screen.queryByRole('link', { name: 'Create asset' })).toBeNull();
  expect((screen.getByRole('switch', { name: 'Mock is on' }) as HTMLInputElement).disabled).toBe(true);
});

test('the example call includes the key if the mock requires one', async () => {
  server.use(
    http.get(call('mocks/:id'), () => HttpResponse.json(mockOf({ settings: { ...mockOf().settings, access: 'key' } }))),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Example call (address)' }));
  expect(await screen.findByText(/X-Mock-Key: YOUR_KEY/)).toBeTruthy();
});

test('faults of runs are listed, and ended by hand', async () => {
  let faults = [
    {
      faultId: id(30),
      name: 'Payments down',
      runId: id(31),
      createdAt: '2026-11-20T08:00:00.000Z',
      endsAt: '2026-11-20T08:05:00.000Z',
    },
  ];
  server.use(
    http.get(call('mocks/:id/faults'), () => HttpResponse.json({ faults })),
    http.delete(call('mocks/:id/faults'), () => {
      faults = [];
      return HttpResponse.json({ message: '1 fault ended' });
    }),
  );
  const { user } = open();
  const notice = within(await screen.findByRole('region', { name: 'Faults' }));
  expect(notice.getByRole('link', { name: 'Payments down' }).getAttribute('href')).toBe(`/runs/${id(31)}`);
  await user.click(notice.getByRole('button', { name: 'End faults' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Faults' })).toBeNull());
});
