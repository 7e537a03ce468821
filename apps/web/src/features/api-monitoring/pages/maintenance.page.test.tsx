import { screen, waitFor, within } from '@testing-library/react';
import type { MaintenanceWindow } from '@touchstone/contracts/api-monitoring';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { MaintenancePage } from './maintenance.page.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const at = '2026-11-20T08:00:00.000Z';
const window: MaintenanceWindow = {
  windowId: id(80),
  projectId: id(1),
  title: 'Nightly',
  description: '',
  time: { type: 'recurring', cron: '30 1 * * *', timezone: 'UTC', durationMinutes: 60, startsAt: null, endsAt: null },
  collectionIds: [],
  monitorIds: [id(3)],
  isActive: true,
  currentEndsAt: at,
  nextStartsAt: null,
  createdByName: 'Ana Lima',
  createdAt: at,
  updatedAt: at,
};
const sent: [call: string, body: unknown][] = [];
let windows: MaintenanceWindow[] = [];
const server = serverFor(
  http.get('*/services/scheduler/api/timezones', () =>
    HttpResponse.json({ content: [{ timezone: 'UTC', offset: '+00:00' }] }),
  ),
);
beforeEach(() => {
  sent.length = 0;
  windows = [window];
  server.use(http.get(call('maintenance-windows'), () => HttpResponse.json(pageOf(...windows))));
});
const open = () => show(<MaintenancePage />, '/api-monitoring/maintenance').user;

test('maintenance is planned for the whole project; problems are reported at their fields', async () => {
  windows = [];
  server.use(
    http.post(call('maintenance-windows'), async ({ request }) => {
      sent.push(['create', await request.json()]);
      return HttpResponse.json(window, { status: 201 });
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Plan maintenance' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: 'Weekly' }));
  await user.click(dialog.getByRole('button', { name: 'Plan maintenance' }));
  expect(dialog.getByLabelText('Title').getAttribute('aria-invalid')).toBe('true');
  expect(sent).toEqual([]);
  await user.type(dialog.getByLabelText('Title'), 'Nightly');
  await user.click(dialog.getByRole('radio', { name: 'Daily' }));
  await user.click(dialog.getByRole('button', { name: 'Plan maintenance' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toMatchObject({
    projectId: id(1),
    title: 'Nightly',
    time: { type: 'recurring', cron: expect.stringMatching(/^\d+ \d+ \* \* \*$/) },
    collectionIds: [],
    monitorIds: [],
  });
});

test('a window shows the names of its monitored APIs when edited', async () => {
  server.use(
    http.put(call('maintenance-windows/:id'), async ({ request }) => {
      sent.push(['update', await request.json()]);
      return HttpResponse.json(window);
    }),
  );
  const user = open();
  await screen.findByText('1 monitored API');
  await user.click(screen.getByRole('button', { name: 'Actions for Nightly' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Edit' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Nightly' }));
  await dialog.findByText('Orders');
  await user.click(dialog.getByRole('button', { name: 'Save maintenance' }));
  await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ monitorIds: [id(3)], time: { cron: '30 1 * * *' } }));
});

test('the current window is ended early', async () => {
  server.use(
    http.post(call('maintenance-windows/:id/end'), () => {
      windows = [{ ...window, isActive: false, currentEndsAt: null }];
      return HttpResponse.json(windows[0]);
    }),
  );
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for Nightly' }));
  await user.click(await screen.findByRole('menuitem', { name: 'End now' }));
  await screen.findByText('Over');
});
