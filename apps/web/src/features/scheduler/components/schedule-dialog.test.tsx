import { screen, waitFor, within } from '@testing-library/react';
import { type SchedulerJobInput, scheduleMessages } from '@touchstone/contracts/scheduler';
import { HttpResponse, http } from 'msw';
import { beforeEach, expect, test, vi } from 'vitest';
import { jobOf } from '../testing/jobs.ts';
import { serverFor, show } from '../testing/show-page.tsx';
import { ScheduleDialog } from './schedule-dialog.tsx';

const sent: SchedulerJobInput[] = [];
const server = serverFor(
  http.post('*/api/scheduler-jobs', async ({ request }) => {
    sent.push((await request.json()) as SchedulerJobInput);
    return HttpResponse.json(jobOf(), { status: 201 });
  }),
  http.put('*/api/scheduler-jobs/:jobId', async ({ request }) => {
    sent.push((await request.json()) as SchedulerJobInput);
    return HttpResponse.json(jobOf());
  }),
);
const onClose = vi.fn();
beforeEach(() => {
  sent.length = 0;
  onClose.mockClear();
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(200);
});
const open = (given: Partial<Parameters<typeof ScheduleDialog>[0]> = {}) =>
  show(<ScheduleDialog projectId="p1" onClose={onClose} {...given} />).user;
const refuse = (path: string, message: string) =>
  http.post('*/api/scheduler-preview', () =>
    HttpResponse.json({ code: 'SCHEDULER_X', message, details: [{ path, message }] }, { status: 400 }),
  );

test('a suite is scheduled on selected days in a selected time zone, named after the suite', async () => {
  const user = open();
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule a test' }));
  await user.click(await dialog.findByRole('combobox', { name: 'Name' }));
  await user.click(await screen.findByRole('option', { name: 'Orders' }));
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Orders');
  await user.click(dialog.getByRole('button', { name: 'Friday' }));
  await user.click(dialog.getByRole('button', { name: 'Sunday' }));
  await user.click(dialog.getByRole('combobox', { name: 'Time zone' }));
  await user.clear(dialog.getByRole('combobox', { name: 'Time zone' }));
  await user.type(dialog.getByRole('combobox', { name: 'Time zone' }), 'new y');
  await user.click(await screen.findByRole('option', { name: 'America/New York (UTC-05:00)' }));
  expect(await dialog.findByText('Mon, Nov 24, 2036, 03:00 UTC-5')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Schedule test' }));
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  expect(sent).toEqual([
    expect.objectContaining({
      title: 'Orders',
      target: expect.objectContaining({ kind: 'api-suite', id: '01900000-0000-7000-8000-000000000002' }),
      scheduleType: 'WEEKLY',
      timezone: 'America/New_York',
      daysOfWeek: ['MONDAY', 'TUESDAY', 'WEDNESDAY', 'THURSDAY', 'SUNDAY'],
      missedPolicy: 'RUN_ONCE',
    }),
  ]);
});

test.each([
  ['time', scheduleMessages.timeInPast],
  ['daysOfWeek', scheduleMessages.severalDays],
  ['daysOfWeek', scheduleMessages.daysOutside],
])('an invalid schedule says why at its field: %s, %s [schedulers-2]', async (path, message) => {
  server.use(refuse(path, message));
  open();
  expect(await screen.findByText(message)).toBeTruthy();
  expect(await screen.findByText('Correct the fields above.')).toBeTruthy();
});

test('missing values are reported at their fields once the user tries to schedule', async () => {
  const user = open();
  await user.click(await screen.findByRole('button', { name: 'Schedule test' }));
  expect(await screen.findByText('Choose a test.')).toBeTruthy();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Name' })));
  await user.click(screen.getByRole('combobox', { name: 'Notify' }));
  await user.click(await screen.findByRole('option', { name: 'When a run fails' }));
  // The signed-in user's own address is prefilled.
  await user.type(screen.getByRole('combobox', { name: 'E-mail addresses' }), '{Backspace}');
  await user.click(screen.getByRole('combobox', { name: 'Name' }));
  await user.click(await screen.findByRole('option', { name: 'Orders' }));
  expect(await screen.findByText('Enter an e-mail address or a webhook.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Schedule test' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'E-mail addresses' })));
  await user.type(screen.getByRole('combobox', { name: 'E-mail addresses' }), 'ana@example.test{Enter}');
  await user.click(screen.getByRole('button', { name: 'Schedule test' }));
  await waitFor(() =>
    expect(sent[0]?.notify).toEqual({ when: 'FAILURE', emails: ['ana@example.test'], webhookUrl: null }),
  );
});

test('a server error is shown in place, and typed input is kept', async () => {
  server.use(http.post('*/api/scheduler-jobs', () => HttpResponse.json({ message: 'Oops' }, { status: 500 })));
  const user = open({ target: { kind: 'api-suite', id: '01900000-0000-7000-8000-000000000002', name: 'Orders' } });
  const dialog = within(await screen.findByRole('dialog', { name: 'Schedule Orders' }));
  expect(dialog.queryByRole('combobox', { name: 'Type' })).toBeNull();
  await user.type(dialog.getByRole('textbox', { name: 'Title' }), ' at night');
  await user.click(dialog.getByRole('button', { name: 'Schedule test' }));
  expect((await dialog.findByRole('alert')).textContent).toBe('Failed to schedule task. Please try again.');
  expect(dialog.getByRole<HTMLInputElement>('textbox', { name: 'Title' }).value).toBe('Orders at night');
  expect(onClose).not.toHaveBeenCalled();
});

test('a failure to load the time zones is shown at their field', async () => {
  server.use(http.get('*/api/timezones', () => HttpResponse.json({ message: 'Oops' }, { status: 500 })));
  open();
  expect(await screen.findByText('An error occurred while fetching the time zone.')).toBeTruthy();
});

test('a job is edited: days of the month including the last one, retries, and the handling of missed runs', async () => {
  const user = open({ job: jobOf() });
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Nightly orders' }));
  await user.click(dialog.getByRole('radio', { name: 'Monthly' }));
  await user.click(dialog.getByRole('button', { name: 'Last day' }));
  await user.click(dialog.getByRole('combobox', { name: 'If runs were missed' }));
  await user.click(await screen.findByRole('option', { name: 'Skip missed runs' }));
  await user.click(dialog.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() =>
    expect(sent).toEqual([
      expect.objectContaining({
        title: 'Nightly orders',
        scheduleType: 'MONTHLY',
        daysOfWeek: [],
        daysOfMonth: [1, 'LAST'],
        missedPolicy: 'SKIP',
        retry: { attempts: 1, delaySeconds: 60 },
      }),
    ]),
  );
});

test('variables of a schedule: added, secret, and an unchanged stored secret', async () => {
  const target = { kind: 'api-suite', id: '01900000-0000-7000-8000-000000000002', name: 'Orders' };
  const user = open({ target });
  await user.click(await screen.findByRole('button', { name: 'Add variable' }));
  await user.click(screen.getByRole('button', { name: 'Schedule test' }));
  expect(await screen.findByText('Enter a name.')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: 'Name of variable 1' }), 'tenant');
  await user.type(screen.getByRole('textbox', { name: 'Value of tenant' }), 'acme');
  await user.click(screen.getByRole('button', { name: 'Add variable' }));
  await user.type(screen.getByRole('textbox', { name: 'Name of variable 2' }), 'token');
  await user.click(screen.getByRole('checkbox', { name: 'token is a secret' }));
  await user.type(screen.getByLabelText('Value of token'), 's3cret');
  await user.click(screen.getByRole('button', { name: 'Schedule test' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.target.variables).toEqual([
    { name: 'tenant', value: 'acme', isSecret: false },
    { name: 'token', value: 's3cret', isSecret: true },
  ]);
});

test('a stored secret is kept unless it gets a new value, and is removed with its row', async () => {
  const job = jobOf();
  const variables = [
    { name: 'token', value: null, isSecret: true },
    { name: 'old', value: 'x', isSecret: false },
  ];
  const user = open({ job: { ...job, target: { ...job.target, variables } } });
  await user.click(await screen.findByRole('button', { name: 'Remove old' }));
  expect(screen.getByLabelText<HTMLInputElement>('Value of token').placeholder).toBe('Stored value');
  await user.click(screen.getByRole('button', { name: 'Save schedule' }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.target.variables).toEqual([{ name: 'token', value: null, isSecret: true }]);
});
