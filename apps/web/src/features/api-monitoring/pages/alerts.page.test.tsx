import { screen, waitFor, within } from '@testing-library/react';
import type { AlertChannel, AlertDelivery, AlertPolicy } from '@touchstone/contracts/api-monitoring';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import { call, pageOf, serverFor, show } from '../testing/show-page.tsx';
import { AlertsPage } from './alerts.page.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const at = '2026-11-20T08:00:00.000Z';
const saved = { createdByName: 'Ana Lima', createdAt: at, updatedAt: at };
const channel: AlertChannel = {
  ...saved,
  channelId: id(70),
  projectId: id(1),
  name: 'Ops',
  kind: 'slack',
  settings: { kind: 'slack' },
  secrets: ['webhookUrl'],
  target: 'hooks.slack.com',
  policies: [],
  last: null,
} as AlertChannel;
const policy: AlertPolicy = {
  ...saved,
  policyId: id(71),
  projectId: id(1),
  name: 'Day and night',
  isEnabled: true,
  tellsDegraded: true,
  steps: [{ afterMinutes: 0, channelIds: [id(70)] }],
  groupSeconds: 0,
  reminderMinutes: null,
  tellsAcknowledged: true,
  tellsRecovery: true,
  tellsBurnRate: true,
  quietHours: [],
  collectionIds: [],
  monitorIds: [id(3), id(9)],
  tags: [],
};
const delivery: AlertDelivery = {
  deliveryId: id(72),
  projectId: id(1),
  channelId: id(70),
  channelName: 'Ops',
  channelKind: 'slack',
  policyName: 'Day and night',
  event: 'opened',
  step: 1,
  incidents: [{ incidentId: id(30), number: 7, monitorName: 'Orders', isCancelled: false }],
  objectives: [],
  state: 'FAILED',
  dueAt: at,
  doneAt: at,
  attempts: [
    { at, isDelivered: false, status: 500, message: 'It answered with status 500.', answer: 'Oops', durationMs: 12 },
  ],
  attemptCount: 1,
  createdAt: at,
} as AlertDelivery;

const sent: [call: string, body: unknown][] = [];
const keep =
  (name: string, answer: object, status = 200) =>
  async ({ request }: { request: Request }) => {
    sent.push([name, request.method === 'DELETE' ? null : await request.json().catch(() => null)]);
    return HttpResponse.json(answer, { status });
  };
const server = serverFor();
let channels: AlertChannel[] = [];
let policies: AlertPolicy[] = [];
beforeEach(() => {
  sent.length = 0;
  [channels, policies] = [[channel], [policy]];
  server.use(
    http.get(call('alert-channels'), () => HttpResponse.json(pageOf(...channels))),
    http.get(call('alert-policies'), () => HttpResponse.json(pageOf(...policies))),
    http.get(call('alert-deliveries'), () => HttpResponse.json(pageOf(delivery))),
  );
});
const open = (tab: string) => show(<AlertsPage />, `/api-monitoring/alerts?tab=${tab}`).user;
const actionsOf = async (user: ReturnType<typeof open>, name: string, item: string) => {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: item }));
};

test('each kind of channel asks for its own fields; a signing secret is shown once', async () => {
  channels = [];
  server.use(http.post(call('alert-channels'), keep('create', { ...channel, signingSecret: 'whsec_1' }, 201)));
  const user = open('channels');
  await user.click(await screen.findByRole('button', { name: 'Create channel' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('combobox', { name: 'Kind' }));
  await user.click(await screen.findByRole('option', { name: 'Webhook' }));
  await user.click(dialog.getByRole('button', { name: 'Create channel' }));
  dialog.getByText('Please enter a name.');
  dialog.getByText('Please fill in this field.');
  await user.type(dialog.getByLabelText('Name'), 'Hook');
  await user.type(dialog.getByLabelText('URL'), 'https://hooks.example.test/a');
  await user.click(dialog.getByRole('button', { name: 'Create channel' }));
  await screen.findByText('whsec_1');
  expect(sent).toEqual([
    [
      'create',
      expect.objectContaining({ name: 'Hook', settings: { kind: 'webhook', url: 'https://hooks.example.test/a' } }),
    ],
  ]);
  await user.click(screen.getByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByText('whsec_1')).toBeNull());
});

test('a saved secret stays if nothing is entered; a test message reports its result', async () => {
  server.use(
    http.put(call('alert-channels/:id'), keep('update', channel)),
    http.post(
      call('alert-channels/:id/test'),
      keep('test', { isDelivered: false, message: 'It answered with status 404.', answer: null }),
    ),
  );
  const user = open('channels');
  await actionsOf(user, 'Ops', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Ops' }));
  dialog.getByText('Saved. Enter a new value to replace it.');
  await user.click(dialog.getByRole('button', { name: 'Save channel' }));
  await waitFor(() => expect(sent).toEqual([['update', { name: 'Ops', settings: { kind: 'slack' } }]]));
  await actionsOf(user, 'Ops', 'Send test');
  await screen.findByText('It answered with status 404.');
});

test('a channel used by a policy is not deleted, and the reason is shown', async () => {
  const message = 'The alert policy "Day and night" uses this channel. Take it out of the policy first.';
  server.use(
    http.delete(call('alert-channels/:id'), () =>
      HttpResponse.json({ code: 'API_MONITORING_CHANNEL_USED', message }, { status: 409 }),
    ),
  );
  const user = open('channels');
  await actionsOf(user, 'Ops', 'Delete channel…');
  await user.click(await screen.findByRole('button', { name: 'Delete channel' }));
  await screen.findByText(message);
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
});

test('a policy is created in steps, with missing values reported at their fields', async () => {
  policies = [];
  server.use(http.post(call('alert-policies'), keep('create', policy, 201)));
  const user = open('policies');
  await user.click(await screen.findByRole('button', { name: 'Create policy' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Create policy' }));
  expect(sent).toEqual([]);
  expect(dialog.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  await user.type(dialog.getByLabelText('Name'), 'Night');
  await user.click(dialog.getByRole('combobox', { name: 'Channels of step 1' }));
  await user.click(await screen.findByRole('option', { name: 'Ops' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Hold messages during quiet hours' }));
  await user.click(dialog.getByRole('button', { name: 'Create policy' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toMatchObject({
    projectId: id(1),
    name: 'Night',
    steps: [{ afterMinutes: 0, channelIds: [id(70)] }],
    quietHours: [{ from: '22:00', to: '07:00', days: { length: 7 } }],
  });
});

test('a policy names its monitored APIs; a deleted one says so and can be removed', async () => {
  server.use(http.put(call('alert-policies/:id'), keep('update', policy)));
  const user = open('policies');
  await actionsOf(user, 'Day and night', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Day and night' }));
  await dialog.findByText('Orders');
  await dialog.findByText('Deleted monitored API');
  await user.type(dialog.getByRole('combobox', { name: 'Monitored APIs' }), '{Backspace}');
  await user.click(dialog.getByRole('button', { name: 'Save policy' }));
  await waitFor(() => expect(sent[0]?.[1]).toMatchObject({ monitorIds: [id(3)] }));
});

test('a message shows the response of its receiver, and is sent again', async () => {
  server.use(http.post(call('alert-deliveries/:id/send-again'), keep('again', delivery)));
  const user = open('deliveries');
  await user.click(await screen.findByText('#7 Orders'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Message to Ops' }));
  dialog.getByText('It answered with status 500.');
  dialog.getByText('Oops');
  await user.click(dialog.getByRole('button', { name: 'Send again' }));
  await screen.findByText('The message to Ops is being sent.');
});

test('all quiet hours of a policy are shown, edited, added and removed', async () => {
  const quiet = { days: ['SAT', 'SUN'], from: '00:00', to: '00:00', timezone: 'UTC', downGoesThrough: true } as const;
  policies = [{ ...policy, quietHours: [quiet, { ...quiet, days: ['MON'], from: '12:00', to: '13:00' }] as never }];
  server.use(http.put(call('alert-policies/:id'), keep('update', policy)));
  const user = open('policies');
  await screen.findByText('00:00 – 00:00 +1');
  await actionsOf(user, 'Day and night', 'Edit');
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Day and night' }));
  expect(dialog.getByLabelText('From 2')).toHaveProperty('value', '12:00');
  await user.click(dialog.getByRole('checkbox', { name: 'Alert about down at any time 2' }));
  await user.click(dialog.getByRole('button', { name: 'Add quiet hours' }));
  await user.click(dialog.getByRole('button', { name: 'Remove quiet hours 1' }));
  await user.click(dialog.getByRole('checkbox', { name: 'Alert when an error budget burns too fast' }));
  await user.click(dialog.getByRole('button', { name: 'Save policy' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.[1]).toMatchObject({
    tellsBurnRate: false,
    quietHours: [
      { days: ['MON'], from: '12:00', to: '13:00', downGoesThrough: false },
      { days: { length: 7 }, from: '22:00', to: '07:00', timezone: 'UTC' },
    ],
  });
});

test('burning error budgets are listed with their rates', async () => {
  const burn = {
    burnAlertId: id(80),
    projectId: id(1),
    subject: 'monitor',
    subjectId: id(3),
    name: 'Orders',
    urgency: 'page',
    sloPercent: 99.9,
    cause: 'Burn rate 20 × over 1 h and 40 × over 5 min, above 14.4 ×.',
    openedAt: at,
    closedAt: null,
  };
  const over = {
    ...burn,
    burnAlertId: id(81),
    name: 'Payments',
    subject: 'collection',
    urgency: 'ticket',
    closedAt: at,
  };
  server.use(http.get(call('burn-rate-alerts'), () => HttpResponse.json(pageOf<object>(burn, over))));
  open('budgets');
  const table = within(await screen.findByRole('table', { name: 'Burn-rate alerts' }));
  const row = (name: RegExp) => table.getByRole('row', { name }).textContent;
  await table.findByText('Payments');
  expect(row(/Orders/)).toMatch(/Burning.*Page.*99.9 %.*Burn rate 20 × over 1 h/);
  expect(row(/Payments/)).toMatch(/Over.*Ticket/);
  expect(table.getByRole('link', { name: 'Orders' }).getAttribute('href')).toContain(id(3));
});
