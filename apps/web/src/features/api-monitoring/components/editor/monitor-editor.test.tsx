import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { withTest } from '../../model/definition-draft.ts';
import { monitorOf, projectOf } from '../../testing/monitors.ts';
import { call, serverFor, show } from '../../testing/show-page.tsx';
import { MonitorEditor } from './monitor-editor.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const sent: [call: string, body: Record<string, unknown>][] = [];
const keep =
  (name: string, answer: object, status = 200) =>
  async ({ request }: { request: Request }) => {
    sent.push([name, (await request.json()) as Record<string, unknown>]);
    return HttpResponse.json(answer, { status });
  };
const server = serverFor(
  http.post(call('monitored-apis'), keep('create', monitorOf(), 201)),
  http.put(call('monitored-apis'), keep('update', monitorOf())),
  http.post(
    call('try-check'),
    keep('try', {
      verdict: 'DOWN',
      message: 'Status is 500, expected below 400.',
      code: 'STATUS',
      durationMs: 12,
      phases: { dnsMs: 1, connectMs: 2, firstByteMs: 9 },
      findings: [{ name: 'Status equals 200', passed: false, message: 'It is 500.' }],
      exchange: {
        request: { method: 'GET', url: 'https://api.example.com/', headers: [], body: null },
        response: { status: 500, headers: [['content-type', 'text/plain']], body: 'Oops', sizeBytes: 4, isCut: false },
      },
      certificate: null,
      values: [],
    }),
  ),
);
const onClose = vi.fn();
beforeEach(() => {
  sent.length = 0;
  onClose.mockClear();
});
const open = (given: object = {}) => show(<MonitorEditor project={projectOf()} onClose={onClose} {...given} />).user;
const choose = async (user: ReturnType<typeof open>, kind: RegExp) =>
  await user.click(await screen.findByRole('button', { name: kind }));
/** Role queries are slow in a form of this size, so fields are found by label; typing letter by letter is slow too. */
const fill = async (user: ReturnType<typeof open>, field: HTMLElement, text: string) => {
  await user.click(field);
  await user.paste(text);
};
const dialogOf = async () => within(await screen.findByRole('dialog'));

test('a request is monitored: missing values are reported at their fields, then it is created', async () => {
  const user = open();
  await choose(user, /^HTTP/);
  const dialog = await dialogOf();
  await user.click(await dialog.findByText('Create monitored API', { selector: 'button *' }));
  expect(await dialog.findByText('Please provide API Name.')).toBeTruthy();
  expect(dialog.getByText('API Endpoint is required.')).toBeTruthy();
  expect(sent).toEqual([]);
  await fill(user, dialog.getByLabelText<HTMLInputElement>('Name'), 'Orders');
  await fill(user, dialog.getByLabelText<HTMLInputElement>('URL'), 'https://api.example.com/orders');
  await user.click(dialog.getByRole('combobox', { name: 'Interval' }));
  await user.click(await screen.findByRole('option', { name: 'Every 10 seconds' }));
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>('Collection', { selector: 'input' }).value).toBe('Checkout'),
  );
  await user.click(dialog.getByText('Create monitored API', { selector: 'button *' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    [
      'create',
      expect.objectContaining({
        projectId: id(1),
        collectionId: id(2),
        name: 'Orders',
        state: 'STARTED',
        schedule: { type: 'interval', everySeconds: 10 },
        definition: expect.objectContaining({ kind: 'http', method: 'GET', url: 'https://api.example.com/orders' }),
      }),
    ],
  ]);
});

test('a check is tried before saving, and shows its result', async () => {
  const user = open();
  await choose(user, /^HTTP/);
  const dialog = await dialogOf();
  await fill(user, await dialog.findByLabelText<HTMLInputElement>('URL'), 'https://api.example.com/');
  await user.click(dialog.getByText('Check now', { selector: 'button *' }));
  const answer = within(await dialog.findByRole('region', { name: 'Result of the check' }));
  expect(answer.getByText('Status is 500, expected below 400.')).toBeTruthy();
  expect(answer.getByText('Oops')).toBeTruthy();
  expect(answer.getByText('It is 500.')).toBeTruthy();
  expect(sent[0]?.[1]).toMatchObject({ projectId: id(1), timeoutMs: 30_000, definition: { kind: 'http' } });
});

test('the limit of monitored APIs is reported in place, and typed input is kept', async () => {
  const message = 'Your plan monitors up to 5 APIs at once. Stop one, or upgrade your plan.';
  server.use(
    http.post(call('monitored-apis'), () =>
      HttpResponse.json({ code: 'API_MONITORING_LIMIT_REACHED', message, details: [] }, { status: 403 }),
    ),
  );
  const user = open();
  await choose(user, /^TCP port/);
  const dialog = await dialogOf();
  await fill(user, await dialog.findByLabelText<HTMLInputElement>('Name'), 'Queue');
  await fill(user, dialog.getByLabelText<HTMLInputElement>('Host'), 'queue.example.com');
  await fill(user, dialog.getByLabelText<HTMLInputElement>('Port'), '5672');
  await user.click(dialog.getByText('Create monitored API', { selector: 'button *' }));
  expect((await dialog.findByText(message)).getAttribute('role')).toBe('alert');
  expect(dialog.getByLabelText<HTMLInputElement>('Host').value).toBe('queue.example.com');
  expect(onClose).not.toHaveBeenCalled();
});

test('a heartbeat shows its address once, with how a job calls it', async () => {
  const heartbeatUrl = 'https://touchstone.example/services/api-monitoring/api/heartbeat/abc';
  server.use(
    http.post(call('monitored-apis'), () =>
      HttpResponse.json(monitorOf({ kind: 'heartbeat', heartbeatUrl }), { status: 201 }),
    ),
  );
  const user = open();
  await choose(user, /^Heartbeat/);
  const dialog = await dialogOf();
  await fill(user, await dialog.findByLabelText<HTMLInputElement>('Name'), 'Backup');
  expect(dialog.queryByRole('button', { name: 'Check now' })).toBeNull();
  await user.click(dialog.getByText('Create monitored API', { selector: 'button *' }));
  expect(await screen.findByRole('dialog', { name: 'Heartbeat address' })).toBeTruthy();
  expect(screen.getByText(heartbeatUrl)).toBeTruthy();
  expect(screen.getByText(`curl -fsS -m 10 --retry 3 "${heartbeatUrl}"`)).toBeTruthy();
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Done' }));
  expect(onClose).toHaveBeenCalledOnce();
});

test('a saved one is edited: rules and regions, with an unchangeable kind', async () => {
  const user = open({ monitor: monitorOf() });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Orders' }));
  expect(dialog.queryByRole('button', { name: 'Back to kinds' })).toBeNull();
  await fill(user, dialog.getByLabelText<HTMLInputElement>('Degraded above (optional)'), '800');
  await user.click(dialog.getByLabelText<HTMLInputElement>('Regions', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'eu' }));
  await user.click(dialog.getByText('Save monitored API', { selector: 'button *' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent[0]?.[1]).toMatchObject({ monitorId: id(3), degradedAboveMs: 800, regions: ['eu'], name: 'Orders' });
  expect(sent[0]?.[1]).not.toHaveProperty('state');
});

test('a script is monitored from its own page, with a prefilled form', async () => {
  server.use(http.get('*/api/project', () => HttpResponse.json({ projectId: id(7), projectName: 'Web shop' })));
  const user = open({
    initial: { name: 'Right', definition: withTest('api-script', id(7), id(8)) },
    testName: 'Right',
  });
  const dialog = await dialogOf();
  await waitFor(() =>
    expect(dialog.getByLabelText<HTMLInputElement>('Collection', { selector: 'input' }).value).toBe('Checkout'),
  );
  await user.click(dialog.getByText('Create monitored API', { selector: 'button *' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent[0]?.[1]).toMatchObject({
    name: 'Right',
    definition: { kind: 'api-script', projectId: id(7), scriptId: id(8) },
    schedule: { type: 'interval', everySeconds: 300 },
  });
});

test('the creator of the first monitored API of a project is mailed about it, by a policy created with it', async () => {
  server.use(
    http.post(call('alert-channels'), keep('channel', { channelId: id(70) }, 201)),
    http.post(call('alert-policies'), keep('policy', { policyId: id(71) }, 201)),
  );
  const user = open();
  await choose(user, /^TCP port/);
  const dialog = await dialogOf();
  await fill(user, await dialog.findByLabelText<HTMLInputElement>('Name'), 'Queue');
  await fill(user, dialog.getByLabelText<HTMLInputElement>('Host'), 'queue.example.com');
  await fill(user, dialog.getByLabelText<HTMLInputElement>('Port'), '5672');
  await user.click(await dialog.findByLabelText(/^E-mail .*@.* about incidents$/));
  await user.click(dialog.getByText('Create monitored API', { selector: 'button *' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.map(([name]) => name)).toEqual(['create', 'channel', 'policy']);
  expect(sent[1]?.[1]).toMatchObject({ settings: { kind: 'email', addresses: [expect.stringContaining('@')] } });
  expect(sent[2]?.[1]).toMatchObject({ steps: [{ afterMinutes: 0, channelIds: [id(70)] }] });
});

test('a saved one says which policies cover it, and is added to another', async () => {
  const policy = { isEnabled: true, collectionIds: [], monitorIds: [], tags: [] };
  const policies = [
    { ...policy, policyId: id(71), name: 'Everything' },
    { ...policy, policyId: id(72), name: 'Night', monitorIds: [id(4)] },
  ];
  server.use(
    http.get(call('alert-policies'), () =>
      HttpResponse.json({ content: policies, totalElements: 2, page: 0, size: 200 }),
    ),
    http.put(call('alert-policies/:id'), keep('policy', {})),
  );
  const user = open({ monitor: monitorOf() });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Orders' }));
  await dialog.findByText(/Alerted by Everything \(whole project\)\./);
  await user.click(dialog.getByLabelText<HTMLInputElement>('Also alert by (optional)', { selector: 'input' }));
  await user.click(await screen.findByRole('option', { name: 'Night' }));
  await user.click(dialog.getByText('Save monitored API', { selector: 'button *' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent.at(-1)).toEqual(['policy', { monitorIds: [id(4), id(3)] }]);
});
