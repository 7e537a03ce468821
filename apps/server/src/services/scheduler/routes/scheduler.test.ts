import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newSuite } from '../../api-testing/testing/builders.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { daily, newJob } from '../testing/builders.ts';

const timeout = 120_000;
let server: TestServer;
let admin: TestUser;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  const clock = new FakeClock('2026-06-01T12:00:00Z');
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ admin } = server);
  projectId = await newProject(admin.client);
  suiteId = await newSuite(admin.client, projectId, 'Orders');
}, timeout);
afterAll(() => server.close());

test('[schedulers-1] a job is created with project, schedule type, days, dates and a time zone from the list', async () => {
  const { client } = admin;
  const { content: zones } = await client.call(schedulerRoutes.listTimezones, {});
  expect(zones.length).toBeGreaterThan(400);
  expect(zones[0]).toEqual({ timezone: 'UTC', offset: '+00:00', offsetMinutes: 0 });
  const { timezone } = zones.find((zone) => zone.timezone === 'America/New_York') ?? { timezone: '' };
  const { content: kinds } = await client.call(schedulerRoutes.listTargetKinds, { query: { projectId } });
  expect(kinds.map(({ kind }) => kind).toSorted()).toEqual([
    'api-performance',
    'api-reconcile',
    'api-suite',
    'workflow',
  ]);
  const targets = await client.call(schedulerRoutes.listTargets, { query: { projectId, kind: 'api-suite' } });
  expect(targets.content).toEqual([{ id: suiteId, title: 'Orders' }]);
  const job = await newJob(client, projectId, {
    title: 'Weekly check',
    target: { kind: 'api-suite', id: suiteId },
    scheduleType: 'WEEKLY',
    timezone,
    startDate: '2026-06-02',
    endDate: '2026-06-30',
    daysOfWeek: ['TUESDAY', 'FRIDAY'],
    time: '09:30',
  });
  expect(job).toMatchObject({
    projectId,
    title: 'Weekly check',
    isPaused: false,
    problem: null,
    nextDueAt: '2026-06-02T13:30:00.000Z',
    target: {
      title: 'Orders',
      kindTitle: 'API suite',
      link: `/api-testing/api-test-suite/${suiteId}?project=${projectId}`,
    },
  });
  expect(await client.call(schedulerRoutes.getJob, { query: { jobId: job.jobId } })).toEqual(job);
});

const refused = [
  [
    'a time in the past',
    { scheduleType: 'ONCE', startDate: '2026-06-01', time: '13:59', timezone: 'Europe/Berlin' },
    ['time', 'Selected time must be greater than current time.'],
  ],
  [
    'several days for one date',
    { scheduleType: 'WEEKLY', startDate: '2026-06-05', endDate: '2026-06-05', daysOfWeek: ['THURSDAY', 'FRIDAY'] },
    ['daysOfWeek', 'Cannot select multiple days for the same start and end date.'],
  ],
  [
    'days outside the dates',
    { scheduleType: 'WEEKLY', startDate: '2026-06-02', endDate: '2026-06-04', daysOfWeek: ['MONDAY'] },
    ['daysOfWeek', 'Please select the corresponding days for the selected dates.'],
  ],
  [
    'no day at all',
    { scheduleType: 'WEEKLY', daysOfWeek: [] },
    ['daysOfWeek', 'Please select the corresponding days for the selected dates.'],
  ],
] as const;
test.each(refused)('[schedulers-2] %s shows the documented message', async (_, given, [path, message]) => {
  const body = daily(suiteId, given as object);
  const error = await failureOf(newJob(admin.client, projectId, body));
  expect([error.status, error.message, error.details]).toEqual([400, message, [{ path, message }]]);
  const { title: _title, target: _target, ...schedule } = body;
  const preview = admin.client.call(schedulerRoutes.previewSchedule, { body: { projectId, schedule } });
  expect((await failureOf(preview)).message).toBe(message);
});

test('a preview returns the next five times', async () => {
  const { title: _title, target: _target, ...schedule } = daily(suiteId);
  const { dueAt } = await admin.client.call(schedulerRoutes.previewSchedule, { body: { projectId, schedule } });
  expect(dueAt).toEqual(['02', '03', '04', '05', '06'].map((day) => `2026-06-${day}T01:00:00.000Z`));
});

test('a job refers to a test of its workspace and passes what it accepts', async () => {
  const { client } = admin;
  const failure = async (target: object) =>
    failureOf(newJob(client, projectId, daily(suiteId, { target: target as never }))).then(({ code, message }) => [
      code,
      message,
    ]);
  expect(await failure({ kind: 'api-suite', id: newId() })).toEqual(['SCHEDULER_TARGET_MISSING', expect.any(String)]);
  expect(await failure({ kind: 'nothing', id: suiteId })).toEqual(['SCHEDULER_UNKNOWN_TARGET', expect.any(String)]);
  expect(await failure({ kind: 'api-performance', id: suiteId })).toEqual([
    'SCHEDULER_INVALID_TARGET',
    expect.any(String),
  ]);
  const elsewhere = await newSuite(client, await newProject(client));
  expect((await failure({ kind: 'api-suite', id: elsewhere }))[0]).toBe('SCHEDULER_TARGET_MISSING');
  const load = { type: 'shared-iterations' as const, vus: 1, iterations: 1 };
  const performance = { kind: 'api-performance', id: suiteId, options: { performance: { load } } };
  expect((await newJob(client, projectId, daily(suiteId, { target: performance }))).target.kindTitle).toBe(
    'Performance run',
  );
  const flowId = await newFlow(client, projectId, { nodes: [start], links: [] });
  const { target } = await newJob(client, projectId, daily(suiteId, { target: { kind: 'workflow', id: flowId } }));
  expect(target.link).toBe(`/api-testing/process?project=${projectId}&workflow=${flowId}`);
});

test('[schedulers-3] jobs are listed by project and schedule type, counted, and deleted', async () => {
  const { client } = admin;
  const other = await newProject(client);
  const suite = await newSuite(client, other);
  const nightly = await newJob(client, other, daily(suite));
  const once = { scheduleType: 'ONCE', startDate: '2026-06-01', time: '20:00' } as const;
  const tonight = await newJob(client, other, daily(suite, { ...once, title: 'Tonight' }));
  const upcoming = async (query: object = {}) =>
    (await client.call(schedulerRoutes.listUpcomingJobs, { query: { projectId: other, ...query } })).content.map(
      ({ title }) => title,
    );
  expect(await upcoming()).toEqual(['Tonight', 'Nightly']);
  expect(await upcoming({ scheduleType: 'DAILY' })).toEqual(['Nightly']);
  expect(await upcoming({ searchTerm: 'TONI' })).toEqual(['Tonight']);
  expect([await upcoming({ targetId: suite }), await upcoming({ targetId: suiteId })]).toEqual([
    ['Tonight', 'Nightly'],
    [],
  ]);
  const count = () => client.call(schedulerRoutes.countJobs, { query: { projectId: other } });
  expect(await count()).toEqual({ total: 2, upcoming: 2, completed: 0, paused: 0 });
  const remove = (jobIds: string) => client.call(schedulerRoutes.deleteJobs, { query: { projectId: other, jobIds } });
  expect((await failureOf(remove(`${tonight.jobId},${newId()}`))).code).toBe('SCHEDULER_JOB_NOT_FOUND');
  await remove(`${tonight.jobId},${nightly.jobId}`);
  expect([await upcoming(), (await count()).total]).toEqual([[], 0]);
});

test('[schedulers-5] scheduled tests are a PRO feature', async () => {
  const free = await server.createOrganization({ plan: 'FREE' });
  const project = await newProject(free.client);
  const suite = await newSuite(free.client, project);
  const error = await failureOf(newJob(free.client, project, daily(suite)));
  expect([error.status, error.message]).toEqual([403, 'Scheduled tests are a Pro feature.']);
  expect((await free.client.call(schedulerRoutes.countJobs, { query: { projectId: project } })).total).toBe(0);
});

test('a webhook is only shown to editors, and stays unchanged if another user saves the job', async () => {
  const { client } = admin;
  const notify = { when: 'ALWAYS', webhookUrl: 'https://hooks.example.test/T1/secret' } as const;
  const job = await newJob(client, projectId, daily(suiteId, { notify }));
  expect(job.notify.webhookUrl).toBe(notify.webhookUrl);
  const guest = await server.createUser(admin, { role: 'ROLE_GUEST' });
  const seen = await guest.client.call(schedulerRoutes.getJob, { query: { jobId: job.jobId } });
  expect(seen.notify.webhookUrl).toBe('https://hooks.example.test/…');
  const { rows } = await server.platform.database.pool.query('select notify_webhook from scheduler.job where id = $1', [
    job.jobId,
  ]);
  expect(rows[0].notify_webhook).not.toContain('secret');
});

test('the history of a job is only available in its own workspace', async () => {
  const job = await newJob(admin.client, projectId, daily(suiteId));
  const elsewhere = await newProject(admin.client);
  const query = { projectId: elsewhere, jobId: job.jobId };
  for (const route of [schedulerRoutes.listExecutions, schedulerRoutes.deleteExecutions])
    expect((await failureOf(admin.client.call(route, { query }))).code).toBe('SCHEDULER_JOB_NOT_FOUND');
});

test("a workspace's jobs are deleted with it", async () => {
  const deletedProjectId = await newProject(admin.client, 'Gone');
  const job = await newJob(admin.client, deletedProjectId, daily(await newSuite(admin.client, deletedProjectId)));
  await admin.client.call(workspaceRoutes.deleteProject, {
    query: { projectId: deletedProjectId, projectName: 'Gone' },
  });
  const error = await failureOf(admin.client.call(schedulerRoutes.getJob, { query: { jobId: job.jobId } }));
  expect(error.status).toBe(404);
});
