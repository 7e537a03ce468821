import { screen, waitFor, within } from '@testing-library/react';
import type { MailedReport } from '@touchstone/contracts/api-monitoring';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { call, latencyOf, serverFor, show } from '../testing/show-page.tsx';
import { ReportsPage } from './reports.page.tsx';

const id = (end: number) => `01900000-0000-7000-8000-${String(end).padStart(12, '0')}`;
const at = '2026-11-20T08:00:00.000Z';
const monitor = {
  monitorId: id(3),
  collectionId: id(2),
  name: 'Orders',
  kind: 'http',
  status: 'UP',
  counts: { up: 999, degraded: 0, down: 1, unknown: 0, maintenance: 0, retried: 0 },
  uptimePercent: 99.9,
  sloPercent: 99.5,
  errorBudgetLeft: 0.8,
  burnRate: 0.2,
  incidents: 1,
  downSeconds: 60,
  latency: latencyOf(),
};
const mailed: MailedReport = {
  reportId: id(60),
  projectId: id(1),
  title: 'Shop every week',
  collectionId: null,
  period: 'WEEK',
  timeOfDay: '07:30',
  timezone: 'Europe/Berlin',
  recipients: ['lead@example.test'],
  formats: ['pdf'],
  accounting: { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' },
  isActive: true,
  nextAt: at,
  lastSentAt: null,
  lastProblem: null,
  createdByName: 'Ana Lima',
  createdAt: at,
  updatedAt: at,
};
const accounting = { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' };
let collections: object[] = [];
const server = serverFor(
  http.get(call('test-execution-reportstatus'), () =>
    HttpResponse.json({
      from: at,
      to: at,
      accounting,
      uptimePercent: 99.9,
      counts: monitor.counts,
      monitors: [monitor],
      collections,
    }),
  ),
  http.get(call('functional-graph'), () =>
    HttpResponse.json({ from: at, to: at, stepSeconds: 3600, points: [], collections: [] }),
  ),
  http.get('*/services/scheduler/api/timezones', () =>
    HttpResponse.json({ content: [{ timezone: 'Europe/Berlin', offset: '+01:00' }] }),
  ),
);
let reports: MailedReport[] = [];
beforeEach(() => {
  reports = [];
  collections = [];
  server.use(http.get(call('mailed-reports'), () => HttpResponse.json({ reports })));
});
afterEach(() => vi.restoreAllMocks());
const open = () => show(<ReportsPage />, '/api-monitoring/reports');

test('the report is downloaded with the accounting shown on screen', async () => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get(call('uptime-report-file'), ({ request }) => {
      asked.push(new URL(request.url).searchParams);
      return new HttpResponse('%PDF-', { headers: { 'content-disposition': 'attachment; filename="uptime.pdf"' } });
    }),
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:report', revokeObjectURL: () => undefined }));
  const { user } = open();
  await screen.findByRole('link', { name: 'Orders' });
  await user.click(screen.getByRole('combobox', { name: 'Retries' }));
  await user.click(await screen.findByRole('option', { name: 'Failed, then well: down' }));
  await user.click(screen.getByRole('button', { name: 'Download' }));
  await user.click(await screen.findByRole('menuitem', { name: 'PDF' }));
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({ format: 'pdf', retries: 'counted', projectId: id(1) });
});

test('a report is mailed to people; missing values and server-side errors are shown in place', async () => {
  const sent: unknown[] = [];
  server.use(
    http.post(call('mailed-reports'), async ({ request }) => {
      sent.push(await request.json());
      if (sent.length === 1)
        return HttpResponse.json(
          { code: 'BAD', message: 'No.', details: [{ path: 'recipients.0', message: 'Must be an e-mail address.' }] },
          { status: 400 },
        );
      reports = [mailed];
      return HttpResponse.json(mailed, { status: 201 });
    }),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Mail a report' }));
  const dialog = within(await screen.findByRole('dialog'));
  await user.click(dialog.getByRole('button', { name: 'Mail report' }));
  dialog.getByText('Please enter title.');
  await user.type(dialog.getByLabelText('Title'), 'Shop every week');
  await user.type(dialog.getByRole('combobox', { name: 'To' }), 'lead@example.test{Enter}');
  await user.click(dialog.getByRole('radio', { name: 'Monthly' }));
  dialog.getByText('Sent on the first day, about the month before.');
  await user.click(dialog.getByRole('checkbox', { name: 'Excel' }));
  await user.click(dialog.getByRole('button', { name: 'Mail report' }));
  await dialog.findByText('Must be an e-mail address.');
  await user.click(dialog.getByRole('radio', { name: 'Weekly' }));
  await user.click(dialog.getByRole('button', { name: 'Mail report' }));
  await screen.findByText('Every Monday at 07:30 (Europe/Berlin)');
  expect(sent[1]).toMatchObject({
    projectId: id(1),
    title: 'Shop every week',
    period: 'WEEK',
    formats: ['pdf', 'excel'],
    collectionId: null,
    recipients: expect.arrayContaining(['lead@example.test']),
  });
});

test('a mailed report is sent immediately, paused and deleted; one that failed says so', async () => {
  reports = [{ ...mailed, lastProblem: 'The file store is full.' }];
  const done: unknown[] = [];
  server.use(
    http.post(call('mailed-reports/:id/send'), () => {
      done.push('sent');
      return HttpResponse.json({ message: 'The report is on its way.' }, { status: 202 });
    }),
    http.put(call('mailed-reports/:id'), async ({ request }) => {
      done.push(await request.json());
      reports = [{ ...mailed, isActive: false, nextAt: null }];
      return HttpResponse.json(reports[0]);
    }),
    http.delete(call('mailed-reports/:id'), () => {
      done.push('deleted');
      reports = [];
      return HttpResponse.json({ message: 'Mailed report deleted.' });
    }),
  );
  const { user } = open();
  const choose = async (item: string) => {
    await user.click(await screen.findByRole('button', { name: 'Actions for Shop every week' }));
    await user.click(await screen.findByRole('menuitem', { name: item }));
  };
  await screen.findByText('Could not be made');
  await choose('Send now');
  await screen.findByText('The report is on its way.');
  await choose('Pause');
  await screen.findByText('Paused');
  await choose('Delete mailed report…');
  await user.click(await screen.findByRole('button', { name: 'Delete mailed report' }));
  await screen.findByText('No mailed reports');
  expect(done).toEqual(['sent', { isActive: false }, 'deleted']);
});

test('the objective of a collection is shown with its budget, and links to its monitored APIs', async () => {
  collections = [
    {
      collectionId: id(2),
      name: 'Payments',
      monitors: 3,
      counts: monitor.counts,
      uptimePercent: 99.5,
      sloPercent: 99.9,
      errorBudgetLeft: -4,
      burnRate: 5,
    },
  ];
  const { user, address } = open();
  const row = within(await screen.findByRole('table', { name: 'Objectives of collections' })).getByRole('row', {
    name: /Payments/,
  });
  for (const text of ['3', '99.5 %', '99.9 %', '-400 %', '5 ×']) expect(row.textContent).toContain(text);
  await user.click(within(row).getByText('Payments'));
  await waitFor(() => expect(address()).toContain(`collection=${id(2)}`));
});
