import { apiMonitoringRoutes, type MailedReport } from '@touchstone/contracts/api-monitoring';
import { readRows } from '@touchstone/engine-data';
import { newId, systemClock } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest';
import { platformErrors } from '../../../platform/errors.ts';
import { failureOf } from '../../api-testing/testing/builders.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { newMonitor, newMonitoring } from '../testing/monitor-builders.ts';

const calls = apiMonitoringRoutes;
let server: TestServer;
let admin: TestUser;
let place: { projectId: string; collectionId: string };
let now = new Date('2026-03-31T05:00:00Z');
beforeAll(async () => {
  server = await createTestServer({
    postgresUrl: inject('postgresUrl'),
    start: false,
    queue: true,
    clock: { ...systemClock, now: () => now },
  });
  admin = await server.createOrganization({ plan: 'ENTERPRISE' });
  place = await newMonitoring(admin.client);
  await seed();
}, 120_000);
afterAll(() => server.close());

const query = (text: string, values: unknown[] = []) => server.platform.database.pool.query(text, values);
const rollup = (monitorId: string, level: number, at: string, up: number, down: number) =>
  query(
    `insert into api_monitoring.rollup (monitor_id, region, level, at, up, degraded, down, unknown, retried, maintenance_up, maintenance_down,
       maintenance_unknown, count, sum_us, min_us, max_us, histogram) values ($1, '', $2, $3, $4, 0, $5, 0, 0, 0, 0, 0, 0, 0, 0, 0, '')`,
    [monitorId, level, at, up, down],
  );
/** Two monitors in March 2026, one with an incident, and one whose name looks like a formula. */
async function seed() {
  const make = async (name: string, sloPercent?: number) =>
    (
      await newMonitor(
        admin.client,
        place,
        { kind: 'http', url: 'http://127.0.0.1:9/' },
        { name, state: 'STOPPED', ...(sloPercent !== undefined && { sloPercent }) },
      )
    ).monitorId;
  const [shop, blog] = [await make('Shop', 99.9), await make('=1+1')];
  await rollup(shop, 1, '2026-03-10T00:00:00Z', 1430, 10);
  await rollup(shop, 0, '2026-02-28T23:00:00Z', 60, 0);
  await rollup(shop, 1, '2026-02-28T00:00:00Z', 1440, 0);
  await rollup(blog, 1, '2026-03-10T00:00:00Z', 1440, 0);
  await query(
    `insert into api_monitoring.incident (id, organization_id, project_id, monitor_id, number, state, severity, cause, regions, opened_at, closed_at)
     values ($1, $2, $3, $4, 1, 'CLOSED', 'DOWN', 'It answered with status 503.', '{}', '2026-03-10T08:00:00Z', '2026-03-10T08:10:00Z')`,
    [newId(), admin.organizationId, place.projectId, shop],
  );
}

const values = {
  title: 'Shop every month',
  period: 'MONTH' as const,
  timeOfDay: '07:30',
  timezone: 'Europe/Berlin',
  recipients: ['lead@example.test', 'boss@example.test'],
  formats: ['pdf' as const, 'excel' as const],
};
const create = (given: Partial<typeof values> = {}): Promise<MailedReport> =>
  admin.client.call(calls.createMailedReport, { body: { projectId: place.projectId, ...values, ...given } });
const list = async () =>
  (await admin.client.call(calls.listMailedReports, { query: { projectId: place.projectId } })).reports;
const mailsOf = async (subject: string) =>
  (await server.platform.mailer.list(100)).filter((mail) => mail.subject.startsWith(subject));
const bytesOf = async (fileId: string) => {
  const { stream, name } = await server.platform.files.open(admin.organizationId, fileId);
  const pieces: Buffer[] = [];
  for await (const piece of stream) pieces.push(piece as Buffer);
  return { name, bytes: Buffer.concat(pieces) };
};
async function* toPieces(bytes: Uint8Array) {
  yield bytes;
}
/** Moves the clock and signs in again. */
async function moveTo(at: string) {
  now = new Date(at);
  admin = await server.createUser(admin, { role: 'ROLE_ADMIN' });
}
const look = () => server.platform.jobs.send('api-monitoring.due-reports', {});

test("a monthly report is mailed to every recipient once at its time, with the month's figures, and scheduled for the next month", async () => {
  const made = await create();
  expect(made).toMatchObject({ isActive: true, nextAt: '2026-04-01T05:30:00.000Z', lastSentAt: null });
  await look();
  await moveTo('2026-04-01T05:30:00Z');
  await look();
  await look();
  await vi.waitFor(async () => expect(await mailsOf(values.title)).toHaveLength(2), { timeout: 30_000, interval: 100 });
  expect((await list())[0]).toMatchObject({
    nextAt: '2026-05-01T05:30:00.000Z',
    lastSentAt: now.toISOString(),
    lastProblem: null,
  });
  const [mail] = await mailsOf(values.title);
  expect(mail?.subject).toBe('Shop every month: 1 of 1 objective missed');
  expect(mail?.textBody).toContain(
    '1 Mar 2026, 00:00 to 1 Apr 2026, 00:00 (Europe/Berlin): uptime 99.659 %, 1 incident.',
  );
  expect(mail?.textBody).toContain('The lowest uptime had Shop with 99.333 %.');
  const [pdf, excel] = await Promise.all((mail?.attachments ?? []).map(bytesOf));
  expect(pdf?.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  expect([pdf?.name, excel?.name]).toEqual(['Shop-every-month-2026-03-01.pdf', 'Shop-every-month-2026-03-01.xlsx']);
  const rowsOf = (sheet: string) =>
    Array.fromAsync(readRows(toPieces(excel?.bytes as Uint8Array), { type: 'excel', sheet }));
  expect(await rowsOf('Monitored APIs')).toMatchObject([
    { 'Monitored API': '=1+1', Kind: 'http', 'Uptime (%)': '100', Up: '1440', Down: '0' },
    { 'Monitored API': 'Shop', 'Uptime (%)': '99.333333', 'Objective (%)': '99.9', 'Time down (s)': '600' },
  ]);
  expect(await rowsOf('Incidents')).toMatchObject([
    { Number: '1', Opened: '10 Mar 2026, 09:00', Length: '10m 0s', Cause: 'It answered with status 503.' },
  ]);
});

test('a paused report is not mailed; sent manually it covers the last complete period', async () => {
  const { reportId } = await create({ title: 'By hand', formats: ['excel'], recipients: ['one@example.test'] });
  const paused = await admin.client.call(calls.updateMailedReport, {
    params: { id: reportId },
    body: { isActive: false },
  });
  expect(paused.nextAt).toBeNull();
  await moveTo('2026-07-15T12:00:00Z');
  await admin.client.call(calls.sendMailedReport, { params: { id: reportId } });
  await vi.waitFor(async () => expect(await mailsOf('By hand')).toHaveLength(1), { timeout: 30_000, interval: 100 });
  expect((await mailsOf('By hand'))[0]?.textBody).toContain('1 Jun 2026, 00:00 to 1 Jul 2026, 00:00');
  expect((await mailsOf('By hand'))[0]?.textBody).toContain('Nothing was checked in this time.');
  const resumed = await admin.client.call(calls.updateMailedReport, {
    params: { id: reportId },
    body: { isActive: true, period: 'WEEK' },
  });
  expect(resumed.nextAt).toBe('2026-07-20T05:30:00.000Z');
  await admin.client.call(calls.deleteMailedReport, { params: { id: reportId } });
  expect((await list()).map(({ title }) => title)).not.toContain('By hand');
});

test.each([
  ['a failed statement', new Error('Failed query: select "secret"')],
  ['a storage that is away', new Error("EIO: i/o error, open '/data/files/secret'")],
])('a report that cannot be mailed for %s says so without its words', async (_, failure) => {
  const put = vi.spyOn(server.platform.files, 'put').mockRejectedValueOnce(failure);
  const { reportId } = await create({ title: 'Refused', recipients: ['one@example.test'] });
  await admin.client.call(calls.sendMailedReport, { params: { id: reportId } });
  const told = async () => (await list()).find((report) => report.reportId === reportId)?.lastProblem;
  await expect.poll(told).toBe(platformErrors.internal.message);
  put.mockRestore();
  await admin.client.call(calls.deleteMailedReport, { params: { id: reportId } });
});

test('a report is downloaded in the requested file format', async () => {
  const asked = {
    projectId: place.projectId,
    from: '2026-03-01T00:00:00Z',
    to: '2026-04-01T00:00:00Z',
    format: 'pdf' as const,
  };
  const response = await admin.client.raw(calls.downloadUptimeReport, { query: asked });
  expect(
    Buffer.from(await response.arrayBuffer())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  const wrong = failureOf(
    admin.client.call(calls.downloadUptimeReport, { query: { ...asked, timezone: 'Mars/Base' } }),
  );
  expect(await wrong).toMatchObject({ status: 400, details: [{ path: 'timezone' }] });
});

test.each([
  ['no recipient', { recipients: [] }, 'recipients'],
  ['a recipient that is none', { recipients: ['nobody'] }, 'recipients.0'],
  ['a time that is none', { timeOfDay: '25:00' }, 'timeOfDay'],
  ['no format', { formats: [] }, 'formats'],
  ['an unknown time zone', { timezone: 'Mars/Base' }, 'timezone'],
])('%s is refused in its place', async (_, given, path) => {
  const failure = await failureOf(create(given as Partial<typeof values>));
  expect(failure).toMatchObject({ status: 400, details: [{ path }] });
});

test("without edit rights reports can't be scheduled, and other organizations find none", async () => {
  const [{ reportId = '' } = {}] = await list();
  const stranger = await server.createOrganization({ plan: 'ENTERPRISE' });
  const send = (by: TestUser) => failureOf(by.client.call(calls.sendMailedReport, { params: { id: reportId } }));
  expect((await send(stranger)).status).toBe(404);
  const elsewhere = await newMonitoring(stranger.client);
  const { collectionId } = elsewhere;
  const wrong = failureOf(
    admin.client.call(calls.createMailedReport, { body: { projectId: place.projectId, ...values, collectionId } }),
  );
  expect((await wrong).status).toBe(404);
});

test('a report of a deactivated organization is mailed once it is active again', async () => {
  const setActive = await organizationSwitch(server);
  const { organizationId } = admin;
  await create({ title: 'Held back', recipients: ['one@example.test'] });
  await setActive(organizationId, false);
  const nextAt = async () =>
    (await query(`select next_at from api_monitoring.mailed_report where title = 'Held back'`)).rows[0].next_at;
  const due = await nextAt();
  now = new Date(due.getTime() + 86_400_000);
  const isDone = async () =>
    (await query(`select 1 from jobs.job where name = 'api-monitoring.due-reports' and state < 'completed'`)).rowCount;
  await look();
  await vi.waitFor(async () => expect(await isDone()).toBe(0), { timeout: 30_000, interval: 100 });
  expect(await nextAt()).toEqual(due);
  await (await organizationSwitch(server))(organizationId, true);
  await look();
  await vi.waitFor(async () => expect(await mailsOf('Held back')).toHaveLength(1), { timeout: 30_000, interval: 100 });
});
