import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { orchestrationRoutes } from '@touchstone/contracts/orchestration';
import {
  orchestrationScheduleRoutes,
  type SchedulerJob,
  type SchedulerJobInput,
  schedulerRoutes,
} from '@touchstone/contracts/scheduler';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { FakeClock, newId } from '@touchstone/kernel';
import { auditEntries, createTestServer, race, type TestServer, type TestUser } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newSuite } from '../../api-testing/testing/builders.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { jobsStore } from '../store/jobs.store.ts';
import { daily, newJob } from '../testing/builders.ts';
import { newExecution } from '../testing/toy-jobs.ts';

const calls = schedulerRoutes;
const clock = new FakeClock('2026-06-01T12:00:00Z');
const dayMs = 86_400_000;
let server: TestServer;
let client: Client;
let colleague: TestUser;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  ({ client } = server.admin);
  colleague = await server.createUser(server.admin, { role: 'ROLE_ADMIN', firstName: 'Bo', lastName: 'Baker' });
}, 120_000);
afterAll(() => server.close());

async function newPlace(): Promise<{ projectId: string; suiteId: string }> {
  const projectId = await newProject(client);
  return { projectId, suiteId: await newSuite(client, projectId, 'Orders') };
}
const get = (jobId: string, by = client) => by.call(calls.getJob, { query: { jobId } });
const save = (jobId: string, body: SchedulerJobInput, by = client) =>
  by.call(calls.updateJob, { params: { jobId }, body });
const pause = ({ jobId, projectId }: SchedulerJob, isPaused: boolean, by = client) =>
  by.call(calls.pauseJob, { body: { jobId, projectId, isPaused } });
const runNow = (jobId: string, by = client) => by.call(calls.runJobNow, { params: { jobId } });
const remove = (projectId: string, ...jobIds: string[]) =>
  client.call(calls.deleteJobs, { query: { projectId, jobIds } });
const history = async (query: { projectId: string; jobId?: string; status?: 'PASSED'; page?: number; size?: number }) =>
  (await client.call(calls.listExecutions, { query })).content;
const rowOf = async ({ jobId }: SchedulerJob) => {
  const row = await jobsStore.get(server.platform.database.sql, jobId);
  if (!row) throw new Error('The job is not stored.');
  return row;
};
const actionsOn = async (target: string) =>
  (await auditEntries(server, { targets: [target] })).map(({ action, userId, detail }) => ({ action, userId, detail }));

test('a job is shown as it was saved, and each change is audited', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId));
  expect(job).toMatchObject({
    createdBy: server.admin.userId,
    createdByName: 'Ada Admin',
    isPaused: false,
    problem: null,
    missedPolicy: 'RUN_ONCE',
    retry: { attempts: 0, delaySeconds: 60 },
    notify: { when: 'NEVER', emails: [], webhookUrl: null },
    lastExecution: null,
    nextDueAt: '2026-06-02T01:00:00.000Z',
  });
  const changed = await save(
    job.jobId,
    daily(suiteId, {
      title: 'Weekly',
      time: '04:00',
      isPaused: true,
      missedPolicy: 'SKIP',
      retry: { attempts: 2, delaySeconds: 5 },
      notify: { when: 'CHANGE', emails: ['a@example.test', 'b@example.test', 'a@example.test'] },
    }),
    colleague.client,
  );
  expect(changed).toMatchObject({
    title: 'Weekly',
    isPaused: true,
    missedPolicy: 'SKIP',
    retry: { attempts: 2, delaySeconds: 5 },
    notify: { when: 'CHANGE', emails: ['a@example.test', 'b@example.test'], webhookUrl: null },
    createdBy: colleague.userId,
    createdByName: 'Bo Baker',
    nextDueAt: '2026-06-02T02:00:00.000Z',
  });
  expect(await get(job.jobId)).toEqual(changed);
  expect((await save(job.jobId, daily(suiteId))).isPaused).toBe(true);
  expect((await save(job.jobId, daily(suiteId, { isPaused: false }))).isPaused).toBe(false);
  await remove(projectId, job.jobId);
  expect(await failureOf(get(job.jobId))).toMatchObject({ status: 404, code: 'SCHEDULER_JOB_NOT_FOUND' });
  expect((await actionsOn(job.jobId)).filter((_, index) => index !== 2)).toEqual([
    { action: 'job.created', userId: server.admin.userId, detail: { title: 'Nightly', projectId } },
    { action: 'job.changed', userId: colleague.userId, detail: { title: 'Weekly' } },
    { action: 'job.changed', userId: server.admin.userId, detail: { title: 'Nightly' } },
    { action: 'job.deleted', userId: server.admin.userId, detail: { title: 'Nightly' } },
  ]);
});

test('a resumed job is due again from now; pausing twice is audited once', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId, { isPaused: true }));
  const state = { problem: 'Paused, because it could not start.', refusals: 3, nextDueAt: new Date('2026-05-01') };
  await jobsStore.setState(server.platform.database.sql, job.jobId, state);
  await pause(job, true);
  expect((await get(job.jobId)).problem).toBe('Paused, because it could not start.');
  const resumed = await pause(job, false);
  expect(resumed).toMatchObject({ isPaused: false, problem: null, nextDueAt: '2026-06-02T01:00:00.000Z' });
  expect((await rowOf(job)).refusals).toBe(0);
  await pause(job, false);
  expect(await pause(job, true)).toMatchObject({ isPaused: true, nextDueAt: '2026-06-02T01:00:00.000Z' });
  await pause(job, true);
  expect((await actionsOn(job.jobId)).map(({ action }) => action)).toEqual([
    'job.created',
    'job.resumed',
    'job.paused',
  ]);
  const elsewhere = { ...job, projectId: (await newPlace()).projectId };
  expect(await failureOf(pause(elsewhere, false))).toMatchObject({ status: 404, code: 'SCHEDULER_JOB_NOT_FOUND' });
  expect((await get(job.jobId)).isPaused).toBe(true);
});

test('a resumed job whose dates have passed is completed', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId, { isPaused: true }));
  await server.platform.database.pool.query(
    `update scheduler.job set schedule = schedule || '{"endDate": "2026-05-31"}' where id = $1`,
    [job.jobId],
  );
  expect((await pause(job, false)).nextDueAt).toBeNull();
});

test('running a job now adds an execution, which is its last one', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId));
  const { executionId } = await runNow(job.jobId);
  const now = clock.now().toISOString();
  const [execution] = await history({ projectId, jobId: job.jobId });
  expect(execution).toEqual({
    executionId,
    jobId: job.jobId,
    projectId,
    title: 'Nightly',
    dueAt: now,
    startedAt: null,
    finishedAt: null,
    durationMs: null,
    status: 'WAITING',
    message: null,
    tellProblem: null,
    toldAt: null,
    missed: 0,
    attempt: 1,
    attempts: [],
  });
  const lastExecution = { executionId, dueAt: now, status: 'WAITING', message: null, link: null };
  expect(await get(job.jobId)).toMatchObject({ nextDueAt: job.nextDueAt, lastExecution });
  expect((await actionsOn(job.jobId)).at(-1)).toEqual({
    action: 'job.run',
    userId: server.admin.userId,
    detail: { title: 'Nightly' },
  });
  await pause(job, true);
  expect(await failureOf(runNow(job.jobId))).toMatchObject({ status: 409, code: 'SCHEDULER_JOB_PAUSED' });
  expect(await history({ projectId })).toHaveLength(1);
});

test('a job that is started twice in the same millisecond runs twice', async () => {
  const { projectId, suiteId } = await newPlace();
  const { jobId } = await newJob(client, projectId, daily(suiteId));
  const started = await Promise.all([runNow(jobId), runNow(jobId, colleague.client)]);
  const executions = await history({ projectId, jobId });
  expect(new Set(executions.map(({ executionId }) => executionId))).toEqual(
    new Set(started.map(({ executionId }) => executionId)),
  );
  expect(executions.map(({ dueAt }) => new Date(dueAt).getTime() - clock.now().getTime())).toEqual([1, 0]);
});

test('the history is listed newest first, filtered, and deleted as far as it has ended', async () => {
  const { projectId, suiteId } = await newPlace();
  const [job, other] = [
    await newJob(client, projectId, daily(suiteId)),
    await newJob(client, projectId, daily(suiteId)),
  ];
  const row = await rowOf(job);
  const at = (minutes: number) => new Date(Date.UTC(2026, 4, 1, 12, minutes));
  const done = (minutes: number, status: 'PASSED' | 'FAILED') => ({
    status,
    dueAt: at(minutes),
    startAt: null,
    startedAt: at(minutes),
    finishedAt: at(minutes + 3),
  });
  const deletedRun = newId();
  const runs = [{ attempt: 1, runId: deletedRun, status: 'failed' as const }];
  const first = await newExecution(server, row, { ...done(1, 'FAILED'), runs, message: 'Broken', missed: 2 });
  const second = await newExecution(server, row, { ...done(2, 'PASSED'), toldAt: at(5), tellProblem: 'Told late' });
  const open = await newExecution(server, row, { status: 'RUNNING', dueAt: at(3), startAt: null });
  const ofOther = await newExecution(server, await rowOf(other), done(4, 'PASSED'));
  await jobsStore.setLast(server.platform.database.sql, [job.jobId, other.jobId]);
  const ids = async (query: object = {}) => (await history({ projectId, ...query })).map((one) => one.executionId);
  expect(await ids()).toEqual([ofOther.id, open.id, second.id, first.id]);
  expect(await ids({ jobId: job.jobId })).toEqual([open.id, second.id, first.id]);
  expect(await ids({ status: 'PASSED' })).toEqual([ofOther.id, second.id]);
  expect(await ids({ page: 1, size: 3 })).toEqual([first.id]);
  expect((await client.call(calls.listExecutions, { query: { projectId, size: 1 } })).totalElements).toBe(4);
  const ofUnknown = failureOf(history({ projectId, jobId: newId() }));
  expect(await ofUnknown).toMatchObject({ status: 404, code: 'SCHEDULER_JOB_NOT_FOUND' });
  expect((await history({ projectId })).slice(2)).toMatchObject([
    { toldAt: at(5).toISOString(), tellProblem: 'Told late', durationMs: 180_000, attempts: [] },
    {
      message: 'Broken',
      missed: 2,
      startedAt: at(1).toISOString(),
      finishedAt: at(4).toISOString(),
      attempts: [{ attempt: 1, runId: deletedRun, status: 'failed', link: null }],
    },
  ]);

  const clear = (query: { jobId?: string; executionIds?: string[] } = {}) =>
    client.call(calls.deleteExecutions, { query: { projectId, ...query } });
  expect(await clear({ executionIds: [first.id, newId()] })).toMatchObject({ deleted: 1 });
  expect(await ids()).toEqual([ofOther.id, open.id, second.id]);
  expect(await clear({ jobId: job.jobId })).toMatchObject({ deleted: 1 });
  expect(await ids()).toEqual([ofOther.id, open.id]);
  expect(await clear()).toMatchObject({ deleted: 1 });
  expect(await ids()).toEqual([open.id]);
  expect((await get(other.jobId)).lastExecution).toBeNull();
  expect((await actionsOn(projectId)).filter(({ action }) => action === 'job-history.deleted')).toMatchObject([
    { detail: { deleted: 1 } },
    { detail: { deleted: 1 } },
  ]);
  expect((await actionsOn(job.jobId)).at(-1)).toMatchObject({ action: 'job-history.deleted', detail: { deleted: 1 } });
});

test('when the last result of a job is deleted, the one before it is shown', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId));
  const row = await rowOf(job);
  const ended = (daysAgo: number, status: 'PASSED' | 'FAILED') => {
    const at = new Date(clock.now().getTime() - daysAgo * dayMs);
    return newExecution(server, row, { status, dueAt: at, startAt: null, finishedAt: at });
  };
  await ended(2, 'FAILED');
  const latest = await ended(1, 'PASSED');
  await jobsStore.setLast(server.platform.database.sql, [job.jobId]);
  expect((await get(job.jobId)).lastExecution?.status).toBe('PASSED');
  await client.call(calls.deleteExecutions, { query: { projectId, executionIds: [latest.id] } });
  expect((await get(job.jobId)).lastExecution?.status).toBe('FAILED');
});

test('completed jobs are listed by their last due time, upcoming ones by their next', async () => {
  const { projectId, suiteId } = await newPlace();
  const titles = async (route: typeof calls.listCompletedJobs | typeof calls.listUpcomingJobs, query: object = {}) => {
    const { content, totalElements } = await client.call(route, { query: { projectId, ...query } });
    return [totalElements, content.map(({ title }) => title)];
  };
  const completed = async (title: string, daysAgo: number | undefined) => {
    const job = await newJob(client, projectId, daily(suiteId, { title }));
    await jobsStore.setState(server.platform.database.sql, job.jobId, { nextDueAt: null });
    if (daysAgo === undefined) return;
    const dueAt = new Date(clock.now().getTime() - daysAgo * dayMs);
    await newExecution(server, await rowOf(job), { dueAt, status: 'PASSED', startAt: null, finishedAt: dueAt });
    await jobsStore.setLast(server.platform.database.sql, [job.jobId]);
  };
  await completed('Never ran', undefined);
  await completed('Long ago', 9);
  await completed('Yesterday', 1);
  await newJob(client, projectId, daily(suiteId, { title: 'Paused', time: '01:00', isPaused: true }));
  await newJob(client, projectId, daily(suiteId, { title: 'Late', time: '05:00' }));
  await newJob(client, projectId, daily(suiteId, { title: 'Early', time: '03:00' }));
  expect(await titles(calls.listCompletedJobs)).toEqual([3, ['Yesterday', 'Long ago', 'Never ran']]);
  expect(await titles(calls.listCompletedJobs, { page: 1, size: 2 })).toEqual([3, ['Never ran']]);
  expect(await titles(calls.listUpcomingJobs)).toEqual([3, ['Early', 'Late', 'Paused']]);
  expect(await titles(calls.listUpcomingJobs, { page: 1, size: 1 })).toEqual([3, ['Late']]);
  const count = await client.call(calls.countJobs, { query: { projectId } });
  expect(count).toEqual({ total: 6, upcoming: 3, completed: 3, paused: 1 });
});

test('a workspace can have 10,000 jobs, even if several are created at the same time', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId));
  const { pool } = server.platform.database;
  await pool.query(
    `insert into scheduler.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid()))).*
     from scheduler.job j, generate_series(2, 9999) where j.id = $1`,
    [job.jobId],
  );
  const create = () => newJob(client, projectId, daily(suiteId));
  const full = {
    status: 422,
    message: 'A workspace can have 10000 jobs. Delete one you no longer need.',
  };
  expect(await race(server, 'scheduler.job', [create, create])).toEqual([expect.objectContaining(full)]);
  expect(await failureOf(create())).toMatchObject(full);
  await pool.query('delete from scheduler.job where project_id = $1', [projectId]);
});

test('invalid jobs are refused, with the place of the fault', async () => {
  const { projectId, suiteId } = await newPlace();
  const flowId = await newFlow(client, projectId, { nodes: [start] });
  const other = await newProject(client);
  const foreign = await client.call(flowRoutes.createConfiguration, { body: { projectId: other, name: 'Foreign' } });
  const own = await client.call(flowRoutes.createConfiguration, { body: { projectId, name: 'Own' } });
  const refusal = async (given: Partial<SchedulerJobInput>) => {
    const { status, details, message } = await failureOf(newJob(client, projectId, daily(suiteId, given)));
    return [status, details[0]?.path, message];
  };
  const suite = { kind: 'api-suite', id: suiteId };
  const workflow = { kind: 'workflow', id: flowId };
  const noRecipient = [400, undefined, 'Enter an e-mail address or a webhook that is told the result.'];
  expect(await refusal({ notify: { when: 'FAILURE' } })).toEqual(noRecipient);
  expect(await refusal({ timezone: 'Mars/Base' })).toEqual([400, 'timezone', expect.stringContaining('Mars/Base')]);
  const text = 'The run configuration does not exist in this workspace. Choose another one.';
  const { configurationId } = foreign;
  expect(await refusal({ target: { ...workflow, configurationId } })).toEqual([400, 'target.configurationId', text]);
  const takesNone = 'API suite: takes no run configuration.';
  expect(await refusal({ target: { ...suite, configurationId: own.configurationId } })).toEqual([
    400,
    'target.configurationId',
    takesNone,
  ]);
  const { environmentId } = await client.call(workspaceRoutes.createEnvironment, {
    body: { projectId: other, environmentName: 'Foreign' },
  });
  const noEnvironment = [404, undefined, 'No such environment. It may have been deleted.'];
  expect(await refusal({ target: { ...suite, environmentId } })).toEqual(noEnvironment);
  const badOption = await refusal({ target: { ...workflow, options: { parallel: 0 } } });
  expect(badOption.slice(0, 2)).toEqual([400, 'target.options.parallel']);
  const accepted = { ...workflow, configurationId: own.configurationId, options: { parallel: 3 } };
  expect((await newJob(client, projectId, daily(suiteId, { target: accepted }))).target).toMatchObject(accepted);
});

test('a job says that its run configuration was deleted', async () => {
  const { projectId, suiteId } = await newPlace();
  const target = { kind: 'workflow', id: await newFlow(client, projectId, { nodes: [start] }) };
  const { configurationId } = await client.call(flowRoutes.createConfiguration, {
    body: { projectId, name: 'Nightly' },
  });
  const job = await newJob(client, projectId, daily(suiteId, { target: { ...target, configurationId } }));
  const without = await newJob(client, projectId, daily(suiteId, { target }));
  expect(job.problem).toBeNull();
  await client.call(flowRoutes.deleteConfiguration, { params: { configurationId } });
  expect((await get(job.jobId)).problem).toBe('Its run configuration was deleted. Choose another one.');
  expect((await get(without.jobId)).problem).toBeNull();
});

test('a webhook sent back as it was shown to viewers stays unchanged', async () => {
  const { projectId, suiteId } = await newPlace();
  const withHook = (webhookUrl: string | null) => daily(suiteId, { notify: { when: 'ALWAYS', webhookUrl } });
  const job = await newJob(client, projectId, withHook('https://hooks.example.test/T1/secret'));
  const shown = 'https://hooks.example.test/…';
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const listed = await guest.call(calls.listUpcomingJobs, { query: { projectId } });
  expect([listed.content[0]?.notify.webhookUrl, (await get(job.jobId, guest)).notify.webhookUrl]).toEqual([
    shown,
    shown,
  ]);
  expect((await save(job.jobId, withHook(shown))).notify.webhookUrl).toBe('https://hooks.example.test/T1/secret');
  const changed = await save(job.jobId, withHook('https://hooks.example.test/T2/other'));
  expect(changed.notify.webhookUrl).toBe('https://hooks.example.test/T2/other');
  const none = await save(job.jobId, daily(suiteId, { notify: { when: 'NEVER', webhookUrl: null } }));
  expect(none.notify.webhookUrl).toBeNull();
});

test('the schedules of all projects of test orchestration show no address of a webhook', async () => {
  const { folderUuid, projectId } = await client.call(orchestrationRoutes.createFolder, { body: { name: 'Nightly' } });
  const { flowId: id } = await client.call(orchestrationRoutes.createWorkflow, { body: { folderUuid, name: 'Pay' } });
  const notify = { when: 'ALWAYS', webhookUrl: 'https://hooks.example.test/T1/secret' } as const;
  await newJob(client, projectId, daily('', { target: { kind: 'workflow', id }, notify }));
  const { content } = await client.call(orchestrationScheduleRoutes.listSchedules, { query: { projectId } });
  expect(content.map(({ notify: shown }) => shown.webhookUrl)).toEqual(['https://hooks.example.test/…']);
});

test('a job of a deleted test ends and cannot be resumed', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId));
  await client.call(apiTestingRoutes.deleteSuite, { query: { suiteId: [suiteId] } });
  const deleted = await get(job.jobId);
  expect(deleted).toMatchObject({
    nextDueAt: null,
    problem: 'The test was deleted.',
    target: { title: null, link: null },
  });
  expect(deleted.target.kindTitle).toBe('API suite');
  expect(
    await failureOf(
      runNow(job.jobId)
        .then(() => pause(job, true))
        .then(() => pause(job, false)),
    ),
  ).toMatchObject({
    status: 409,
    code: 'SCHEDULER_TARGET_DELETED',
  });
});

test('tests to choose from are listed page by page; an unknown kind is refused', async () => {
  const { projectId } = await newPlace();
  await newSuite(client, projectId, 'Bookings');
  await newSuite(client, projectId, 'Returns');
  const list = (query: { kind: string; searchTerm?: string; page?: number; size?: number }) =>
    client.call(calls.listTargets, { query: { projectId, ...query } });
  const page = await list({ kind: 'api-suite', page: 1, size: 2 });
  expect(page).toMatchObject({ page: 1, size: 2, totalElements: 3 });
  expect(page.content).toHaveLength(1);
  expect((await list({ kind: 'api-suite', searchTerm: 'turn' })).content.map(({ title }) => title)).toEqual([
    'Returns',
  ]);
  const unknown = await failureOf(list({ kind: 'teleport' }));
  expect(unknown).toMatchObject({ status: 400, message: 'Unknown kind of test: "teleport". Choose another.' });
});

test('viewers change nothing, other organizations find nothing, and plans without PRO only pause and delete', async () => {
  const { projectId, suiteId } = await newPlace();
  const job = await newJob(client, projectId, daily(suiteId));
  const guest = (await server.createUser(server.admin, { role: 'ROLE_GUEST' })).client;
  const stranger = (await server.createOrganization()).client;
  const changes = (by: Client) => [
    newJob(by, projectId, daily(suiteId)),
    save(job.jobId, daily(suiteId), by),
    pause(job, true, by),
    runNow(job.jobId, by),
    by.call(calls.deleteJobs, { query: { projectId, jobIds: [job.jobId] } }),
    by.call(calls.deleteExecutions, { query: { projectId } }),
  ];
  const reads = (by: Client) => [
    get(job.jobId, by),
    by.call(calls.countJobs, { query: { projectId } }),
    by.call(calls.listUpcomingJobs, { query: { projectId } }),
    by.call(calls.listExecutions, { query: { projectId } }),
    by.call(calls.listTargetKinds, { query: { projectId } }),
    by.call(calls.listTargets, { query: { projectId, kind: 'api-suite' } }),
    by.call(calls.previewSchedule, {
      body: { projectId, schedule: { scheduleType: 'DAILY', timezone: 'UTC', startDate: '2026-06-01', time: '03:00' } },
    }),
  ];
  const statuses = async (all: Promise<unknown>[]) =>
    (await Promise.all(all.map(failureOf))).map(({ status }) => status);
  expect(new Set(await statuses(changes(guest)))).toEqual(new Set([403]));
  await Promise.all(reads(guest));
  expect(new Set(await statuses([...changes(stranger), ...reads(stranger)]))).toEqual(new Set([404]));

  await server.platform.database.pool.query(`update workspaces.project set workspace_plan = 'FREE' where id = $1`, [
    projectId,
  ]);
  const needPro = [newJob(client, projectId, daily(suiteId)), save(job.jobId, daily(suiteId)), runNow(job.jobId)];
  expect(await statuses(needPro)).toEqual([403, 403, 403]);
  expect((await pause(job, true)).isPaused).toBe(true);
  expect(await failureOf(pause(job, false))).toMatchObject({ status: 403, code: 'SCHEDULER_PRO_ONLY' });
  await remove(projectId, job.jobId);
});
