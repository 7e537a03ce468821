import { apiMonitoringRoutes, type MailedReport } from '@touchstone/contracts/api-monitoring';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest';
import { failureOf } from '../../../api-testing/testing/builders.ts';
import { auditsOf } from '../../testing/audits.ts';
import { newMonitor, newMonitoring } from '../../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
const dayMs = 86_400_000;
// A Wednesday.
const clock = new FakeClock(new Date('2026-03-11T05:00:00Z'));
const at = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
const waiting = { timeout: 20_000, interval: 50 };
let server: TestServer;
let admin: TestUser;
let place: { projectId: string; collectionId: string };
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, queue: true, clock });
  admin = await server.createOrganization({ plan: 'ENTERPRISE' });
}, 120_000);
beforeEach(async () => {
  place = await newMonitoring(admin.client);
});
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
const codeOf = async (call: Promise<unknown>) => {
  const { status, code, message } = await failureOf(call);
  return `${status} ${code}: ${message}`;
};
const values = {
  title: 'Daily',
  period: 'DAY' as const,
  timeOfDay: '07:30',
  timezone: 'Europe/Berlin',
  recipients: ['lead@mailing.test'],
};
const create = (given: object = {}): Promise<MailedReport> =>
  admin.client.call(calls.createMailedReport, { body: { projectId: place.projectId, ...values, ...given } });
const change = (id: string, body: object) => admin.client.call(calls.updateMailedReport, { params: { id }, body });
const list = async () =>
  (await admin.client.call(calls.listMailedReports, { query: { projectId: place.projectId } })).reports;
const mailsTo = async (address: string) =>
  (await server.platform.mailer.list(100)).filter(({ recipient }) => recipient === address);
const sendDueReports = () => server.platform.jobs.send('api-monitoring.due-reports', {});
const projectNameOf = async () =>
  (await admin.client.call(calls.getMonitoringProject, { params: { id: place.projectId } })).projectName;

test('a report is returned with all fields when created, listed and changed', async () => {
  const made = await create();
  const { reportId } = made;
  const full = {
    reportId: expect.any(String),
    projectId: place.projectId,
    ...values,
    collectionId: null,
    formats: ['pdf'],
    accounting: { retries: 'ignored', maintenance: 'excluded', unknown: 'excluded' },
    isActive: true,
    nextAt: '2026-03-11T06:30:00.000Z',
    lastSentAt: null,
    lastProblem: null,
    createdByName: 'Ada Admin',
    createdAt: at,
    updatedAt: at,
  };
  expect(made).toEqual(full);
  expect(await list()).toEqual([made]);
  const now = clock.now().toISOString();
  expect(await change(reportId, {})).toEqual({ ...full, updatedAt: now });
  const other = {
    title: 'Weekly',
    period: 'WEEK',
    timeOfDay: '06:00',
    timezone: 'UTC',
    collectionId: place.collectionId,
    recipients: ['a@b.test'],
    formats: ['excel', 'pdf'],
    accounting: { retries: 'counted', maintenance: 'counted', unknown: 'down' },
  };
  const changed = { ...full, ...other, nextAt: '2026-03-16T06:00:00.000Z', updatedAt: now };
  expect(await change(reportId, other)).toEqual(changed);
  expect(await change(reportId, { isActive: false })).toEqual({ ...changed, isActive: false, nextAt: null });
  expect(await change(reportId, { collectionId: null, isActive: true })).toEqual({ ...changed, collectionId: null });
  const params = { id: reportId };
  await admin.client.call(calls.sendMailedReport, { params });
  await admin.client.call(calls.deleteMailedReport, { params });
  expect(await list()).toEqual([]);
  const entry = (action: string, detail: object) => ({ action: `mailed-report.${action}`, target: reportId, detail });
  expect(await auditsOf(server, [reportId])).toEqual([
    entry('created', { title: 'Daily', recipients: ['lead@mailing.test'] }),
    entry('updated', { title: 'Daily' }),
    ...Array(3).fill(entry('updated', { title: 'Weekly' })),
    entry('sent', { title: 'Weekly' }),
    entry('deleted', { title: 'Weekly' }),
  ]);
  expect(await codeOf(change(reportId, {}))).toBe(
    '404 API_MONITORING_MAILED_REPORT_NOT_FOUND: No such mailed report, or you have no access to it.',
  );
});

test('the time zone and collection of a report must exist; a project has at most 50 reports, even if created at the same time', async () => {
  const { reportId } = await create();
  const elsewhere = await newMonitoring(admin.client);
  const { collectionId } = elsewhere;
  const unknown = await failureOf(change(reportId, { timezone: 'Mars/Base' }));
  expect([unknown.status, unknown.code, unknown.details]).toEqual([
    400,
    'API_MONITORING_INVALID_REPORT',
    [{ path: 'timezone', message: 'Unknown time zone: Mars/Base. Choose one.' }],
  ]);
  const foreign = '404 API_MONITORING_COLLECTION_NOT_FOUND: No such collection, or you have no access to it.';
  expect([await codeOf(create({ collectionId })), await codeOf(change(reportId, { collectionId }))]).toEqual([
    foreign,
    foreign,
  ]);
  await query(
    `insert into api_monitoring.mailed_report select (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'next_at', null))).*
     from api_monitoring.mailed_report t, generate_series(1, 48) n where t.id = $1`,
    [reportId],
  );
  const refused = await race(server, 'api_monitoring.mailed_report', [() => create(), () => create()]);
  expect(refused).toEqual([expect.objectContaining({ code: 'API_MONITORING_TOO_MANY_MAILED_REPORTS' })]);
  expect(await codeOf(create())).toBe(
    '409 API_MONITORING_TOO_MANY_MAILED_REPORTS: A project mails at most 50 reports. Delete one, or add recipients to another.',
  );
  await query('delete from api_monitoring.mailed_report where project_id = $1', [place.projectId]);
});

test('a daily report is sent at its time, covers the previous day, and is due again a day later', async () => {
  const address = 'due@mailing.test';
  const { monitorId } = await newMonitor(
    admin.client,
    place,
    { kind: 'http', url: 'http://a.test/' },
    { name: 'Shop', state: 'STOPPED' },
  );
  const rollup = (from: string, up: number, down: number) =>
    query(
      `insert into api_monitoring.rollup (monitor_id, region, level, at, up, degraded, down, unknown, retried, maintenance_up, maintenance_down,
         maintenance_unknown, count, sum_us, min_us, max_us, histogram) values ($1, '', 0, $2, $3, 0, $4, 0, 0, 0, 0, 0, 0, 0, 0, 0, '')`,
      [monitorId, from, up, down],
    );
  await rollup('2026-03-09T22:00:00Z', 0, 1000);
  await rollup('2026-03-09T23:00:00Z', 3, 1);
  await rollup('2026-03-10T23:00:00Z', 0, 1000);
  const { reportId } = await create({ recipients: [address], title: 'Due' });
  clock.advance(90 * 60_000 - 1);
  await sendDueReports();
  clock.advance(1);
  await sendDueReports();
  await vi.waitFor(async () => expect(await mailsTo(address)).toHaveLength(1), waiting);
  const sentAt = clock.now().toISOString();
  expect(await list()).toMatchObject([
    { reportId, nextAt: '2026-03-12T06:30:00.000Z', lastSentAt: sentAt, lastProblem: null },
  ]);
  const [mail] = await mailsTo(address);
  expect(mail?.textBody).toBe(
    [
      `Hello ${address},`,
      `${await projectNameOf()}, 10 Mar 2026, 00:00 to 11 Mar 2026, 00:00 (Europe/Berlin): uptime 75 %, 0 incidents. The lowest uptime had Shop with 75 %. The whole report is attached.`,
      `${server.url}/api-monitoring/reports`,
      'Ada Admin has this report mailed to you from Touchstone.\n',
    ].join('\n\n'),
  );
  expect(mail?.htmlBody).toContain('>Open the reports</a>');
  expect(mail?.subject).toMatch(/^Due/);
  const { rows } = await query('select name from platform.file where owner = $1', [`uptime-report:${reportId}`]);
  expect(rows).toEqual([{ name: 'Due-2026-03-10.pdf' }]);
  await query('delete from api_monitoring.mailed_report where id = $1', [reportId]);
});

test('a report of a collection has only its figures, by its accounting', async () => {
  const { projectId } = place;
  const own = await admin.client.call(calls.createCollection, { body: { projectId, name: 'Own' } });
  const make = async (collectionId: string, name: string, up: number, down: number) => {
    const target = { kind: 'tcp', host: 'x', port: 1 } as const;
    const { monitorId } = await newMonitor(admin.client, { projectId, collectionId }, target, {
      name,
      state: 'STOPPED',
    });
    await query(
      `insert into api_monitoring.rollup (monitor_id, region, level, at, up, degraded, down, unknown, retried, maintenance_up, maintenance_down,
         maintenance_unknown, count, sum_us, min_us, max_us, histogram) values ($1, '', 0, $2, $3, 0, $4, 1, 1, 0, 0, 0, 0, 0, 0, 0, '')`,
      [monitorId, new Date(clock.now().getTime() - dayMs), up, down],
    );
  };
  await make(own.collectionId, 'Mine', 8, 0);
  await make(place.collectionId, 'Theirs', 0, 8);
  const accounting = { retries: 'counted', maintenance: 'excluded', unknown: 'down' };
  const of = { collectionId: own.collectionId, recipients: ['own@mailing.test'], accounting };
  const { reportId } = await create(of);
  await admin.client.call(calls.sendMailedReport, { params: { id: reportId } });
  await vi.waitFor(async () => expect(await mailsTo('own@mailing.test')).toHaveLength(1), waiting);
  const [mail] = await mailsTo('own@mailing.test');
  expect(mail?.textBody).toContain('uptime 80 %');
  expect(mail?.textBody).toContain('The lowest uptime had Mine with 80 %.');
  expect((await list())[0]?.nextAt).not.toBeNull();
});

test('a problem with a report is shown until the report is mailed', async () => {
  const { reportId } = await create({ recipients: ['later@mailing.test'] });
  await query(`update api_monitoring.mailed_report set last_problem = 'Before.' where id = $1`, [reportId]);
  await admin.client.call(calls.sendMailedReport, { params: { id: reportId } });
  await vi.waitFor(async () => expect((await list())[0]?.lastSentAt).not.toBeNull(), waiting);
  expect((await list())[0]?.lastProblem).toBeNull();
  // A report deleted in the meantime isn't mailed.
  await server.platform.jobs.send('api-monitoring.send-report', { reportId: newId(), from: '', to: '' });
});

test('mailed files are kept for seven days', async () => {
  const { reportId } = await create({ recipients: ['files@mailing.test'] });
  await admin.client.call(calls.sendMailedReport, { params: { id: reportId } });
  await vi.waitFor(async () => expect(await mailsTo('files@mailing.test')).toHaveLength(1), waiting);
  const [fileId = ''] = (await mailsTo('files@mailing.test'))[0]?.attachments ?? [];
  const kept = async () =>
    (await query('select 1 from api_monitoring.report_file where file_id = $1', [fileId])).rowCount;
  const fileExists = () =>
    server.platform.files.open(admin.organizationId, fileId).then(
      ({ stream }) => {
        stream.destroy();
        return true;
      },
      () => false,
    );
  const purge = async (ageMs: number) => {
    await query('update api_monitoring.report_file set created_at = $2 where file_id = $1', [
      fileId,
      new Date(clock.now().getTime() - ageMs),
    ]);
    const staleId = newId();
    await query('insert into api_monitoring.report_file (file_id, organization_id, created_at) values ($1, $2, $3)', [
      staleId,
      admin.organizationId,
      new Date(0),
    ]);
    await server.platform.jobs.send('api-monitoring.report-files', {});
    const isForgotten = async () =>
      (await query('select 1 from api_monitoring.report_file where file_id = $1', [staleId])).rowCount === 0;
    await vi.waitFor(async () => expect(await isForgotten()).toBe(true), waiting);
  };
  await purge(7 * dayMs);
  expect([await kept(), await fileExists()]).toEqual([1, true]);
  await purge(7 * dayMs + 1);
  expect([await kept(), await fileExists()]).toEqual([0, false]);
});

test('a downloaded report is named after its project and its first day in the time zone', async () => {
  const { projectId } = place;
  const projectName = await projectNameOf();
  const span = { from: '2026-03-01T23:30:00Z', to: '2026-03-03T00:00:00Z' };
  const nameOf = async (given: object) => {
    const response = await admin.client.raw(calls.downloadUptimeReport, {
      query: { projectId, ...span, ...given } as never,
    });
    await response.arrayBuffer();
    return response.headers.get('content-disposition');
  };
  const name = `Uptime-of-${projectName.replaceAll(' ', '-')}`;
  expect(await nameOf({ format: 'pdf' })).toContain(`${name}-2026-03-01.pdf`);
  expect(await nameOf({ format: 'excel', timezone: 'Europe/Berlin' })).toContain(`${name}-2026-03-02.xlsx`);
  const unknown = await failureOf(nameOf({ format: 'pdf', timezone: 'Mars/Base' }));
  expect([unknown.code, unknown.details]).toEqual([
    'API_MONITORING_INVALID_REPORT',
    [{ path: 'timezone', message: 'Unknown time zone: Mars/Base. Choose one.' }],
  ]);
});
