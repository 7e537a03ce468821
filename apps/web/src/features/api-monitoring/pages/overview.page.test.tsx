import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { collectionOf, projectOf, summaryOf } from '../testing/monitors.ts';
import { call, pageOf, serverFor, show, teamId } from '../testing/show-page.tsx';
import { OverviewPage } from './overview.page.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const down = summaryOf({
  monitorId: id(9),
  name: 'Payments',
  status: 'DOWN',
  statusText: 'Status 500',
  state: 'STARTED',
  tags: [],
});
const asked: URL[] = [];
const sent: [call: string, body?: unknown][] = [];
const server = serverFor(
  http.get(call('monitored-apis/all/:id'), ({ request }) => {
    const url = new URL(request.url);
    asked.push(url);
    const { searchParams } = url;
    const all = [down, summaryOf()];
    return HttpResponse.json(
      pageOf(
        ...all.filter(
          ({ name, status, tags }) =>
            name.toLowerCase().includes(searchParams.get('searchTerm') ?? '') &&
            (!searchParams.has('status') || searchParams.get('status') === status) &&
            (!searchParams.has('tag') || tags.includes(searchParams.get('tag') ?? '')),
        ),
      ),
    );
  }),
  ...(['start', 'stop'] as const).map((word) =>
    http.get(call(`monitored-apis/${word}/:id`), ({ params }) => {
      sent.push([word, params.id]);
      return HttpResponse.json({});
    }),
  ),
  http.delete(call('monitored-apis/:id'), ({ params }) => {
    sent.push(['delete', params.id]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
  http.put(call('monitored-apis'), async ({ request }) => {
    sent.push(['update', await request.json()]);
    return HttpResponse.json({});
  }),
  http.post(call('collections'), async ({ request }) => {
    sent.push(['collection', await request.json()]);
    return HttpResponse.json(collectionOf({ collectionId: id(5), name: 'Billing' }), { status: 201 });
  }),
  http.delete(call('collections/:id'), ({ params }) => {
    sent.push(['delete collection', params.id]);
    return HttpResponse.json({ message: 'Deleted' });
  }),
);
beforeEach(() => {
  asked.length = 0;
  sent.length = 0;
});
const open = (path = '/api-monitoring') => show(<OverviewPage />, path);
const rowOf = async (name: string) => (await screen.findByRole('link', { name })).closest('tr')!;

test('monitored APIs are listed with status in words, uptime, response time and latest checks', async () => {
  open();
  const row = within(await rowOf('Payments'));
  expect(row.getByText('Down')).toBeTruthy();
  const other = within(await rowOf('Orders'));
  expect(other.getByText('Up')).toBeTruthy();
  expect(other.getByText('99.5 %')).toBeTruthy();
  expect(other.getByText('120 ms')).toBeTruthy();
  const strip = other.getByRole('listbox', { name: 'Latest checks of Orders: 2 up, 1 down' });
  expect(within(strip).getAllByRole('option')).toHaveLength(3);
  expect(await screen.findByText('Open incidents')).toBeTruthy();
});

test('filters narrow the list and are kept in the address', async () => {
  const { user, address } = open();
  await rowOf('Payments');
  await user.type(screen.getByLabelText('Filter monitored APIs'), 'pay');
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull());
  expect(address()).toContain('q=pay');
  await user.clear(screen.getByLabelText('Filter monitored APIs'));
  await user.click(within(await rowOf('Orders')).getByRole('button', { name: 'shop' }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Payments' })).toBeNull());
  expect(address()).toContain('tag=shop');
});

test('a count filters by what it counts', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: /Down: show them/ }));
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Orders' })).toBeNull());
  expect(address()).toContain('status=DOWN');
});

test('a switch stops the checks of one, the bar stops several', async () => {
  const { user } = open();
  await rowOf('Payments');
  await user.click(screen.getByRole('switch', { name: 'Orders is started' }));
  await waitFor(() => expect(sent).toEqual([['stop', id(3)]]));
  await user.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
  await user.click(await screen.findByRole('button', { name: 'Stop' }));
  await waitFor(() =>
    expect(sent.slice(1)).toEqual([
      ['stop', id(9)],
      ['stop', id(3)],
    ]),
  );
});

test('selected ones are deleted after a confirmation that names them', async () => {
  const { user } = open();
  await rowOf('Payments');
  await user.click(screen.getByRole('checkbox', { name: 'Select Payments' }));
  await user.click(await screen.findByRole('button', { name: 'Delete…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Delete Payments?' }));
  await user.click(dialog.getByRole('button', { name: 'Delete monitored API' }));
  await waitFor(() => expect(sent).toEqual([['delete', id(9)]]));
});

test('one is moved to another collection', async () => {
  const billing = collectionOf({ collectionId: id(5), name: 'Billing' });
  server.use(http.get(call('collections/all/:id'), () => HttpResponse.json(pageOf(collectionOf(), billing))));
  const { user } = open();
  await rowOf('Orders');
  await user.click(screen.getByRole('button', { name: 'Actions for Orders' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move to collection…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Move Orders' }));
  await user.click(dialog.getByRole('combobox', { name: 'Collection' }));
  await user.click(await screen.findByRole('option', { name: 'Billing' }));
  await user.click(dialog.getByRole('button', { name: 'Move' }));
  await waitFor(() => expect(sent).toEqual([['update', { monitorId: id(3), collectionId: id(5) }]]));
});

test('collections are created, selected and deleted', async () => {
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Create collection' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create collection' }));
  await user.click(dialog.getByRole('button', { name: 'Create collection' }));
  expect(await dialog.findByText('Please enter collection name.')).toBeTruthy();
  await user.type(dialog.getByRole('textbox', { name: 'Collection name' }), 'Billing');
  const objective = dialog.getByRole('textbox', { name: 'Availability objective (optional)' });
  await user.type(objective, '100');
  await user.click(dialog.getByRole('button', { name: 'Create collection' }));
  expect(await dialog.findByText('An objective lies between 50 and 99.999 %.')).toBeTruthy();
  expect(sent).toEqual([]);
  await user.clear(objective);
  await user.type(objective, '99.9');
  await user.click(dialog.getByRole('button', { name: 'Create collection' }));
  await waitFor(() => expect(address()).toContain(`collection=${id(5)}`));
  expect(sent).toEqual([['collection', { projectId: id(1), name: 'Billing', description: '', sloPercent: 99.9 }]]);
  await waitFor(() => expect(asked.at(-1)?.searchParams.get('collectionId')).toBe(id(5)));
  await user.click(screen.getByRole('button', { name: 'Actions for collection Checkout' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete collection…' }));
  const question = within(await screen.findByRole('dialog', { name: 'Delete collection Checkout?' }));
  await user.click(question.getByRole('button', { name: 'Delete collection' }));
  await waitFor(() => expect(sent.at(-1)).toEqual(['delete collection', id(2)]));
});

test('a viewer sees no buttons', async () => {
  server.use(http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf(projectOf({ role: 'VIEWER' })))));
  open();
  await rowOf('Orders');
  expect(screen.queryByRole('button', { name: 'Create monitored API' })).toBeNull();
  expect(screen.queryByRole('button', { name: 'Actions for Orders' })).toBeNull();
  expect(screen.queryByRole('checkbox', { name: 'Select Orders' })).toBeNull();
  expect(screen.getByRole<HTMLInputElement>('switch', { name: 'Orders is started' }).disabled).toBe(true);
});

test('without a project the page explains what one is for, and creates it', async () => {
  server.use(
    http.get(call('projects/all/:id'), () => HttpResponse.json(pageOf())),
    http.post(call('projects'), async ({ request }) => {
      sent.push(['project', await request.json()]);
      return HttpResponse.json(projectOf(), { status: 201 });
    }),
  );
  const { user, address } = open();
  await user.click(await screen.findByRole('button', { name: 'Create project' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Create project' }));
  await user.type(dialog.getByRole('textbox', { name: 'Project name' }), 'Shop');
  await user.click(dialog.getByRole('button', { name: 'Create project' }));
  await waitFor(() => expect(address()).toBe(`/api-monitoring?project=${id(1)}`));
  expect(sent).toEqual([['project', { projectName: 'Shop', projectDescription: '', workspaceType: 'SHARED', teamId }]]);
});
