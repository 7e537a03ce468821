import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client } from '@touchstone/contracts';
import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { runRoutes } from '@touchstone/contracts/runs';
import { type SchedulerExecution, schedulerRoutes } from '@touchstone/contracts/scheduler';
import { FakeClock } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { failureOf, newProject, newScript, newSuite } from '../../api-testing/testing/builders.ts';
import { startTargetServer } from '../../api-testing/testing/target-server.ts';
import { newFlow, start } from '../../flows/testing/flow-builders.ts';
import { organizationSwitch } from '../../user-management/testing/switch-organization.ts';
import { daily, newJob } from '../testing/builders.ts';

const timeout = 120_000;
const status = (expected: number) => ({
  kind: 'status' as const,
  operator: 'equals' as const,
  expected,
  enabled: true,
});
const minuteMs = 60_000;
const clock = new FakeClock('2026-06-01T12:00:00Z');
let server: TestServer;
let target: Awaited<ReturnType<typeof startTargetServer>>;
let client: Client;
let projectId: string;
let suiteId: string;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), clock });
  target = await startTargetServer();
  ({ client } = server.admin);
  projectId = await newProject(client);
  suiteId = await newSuite(client, projectId, 'Orders');
  await newScript(client, suiteId, { url: `${target.url}/json`, assertions: [status(200)] });
}, timeout);
afterAll(async () => {
  await server.close();
  await target.close();
});

const passMinutes = (count: number): void => clock.advance(count * minuteMs);
/** A job due every minute; the clock is stopped until a test moves it. */
const everyMinute = (given: object = {}) =>
  daily(suiteId, { scheduleType: 'CRON', time: null, cron: '* * * * *', ...given });
const history = async (jobId: string): Promise<SchedulerExecution[]> =>
  (await client.call(schedulerRoutes.listExecutions, { query: { projectId, jobId } })).content;
const statusesOf = async (jobId: string) => (await history(jobId)).map(({ status }) => status);
const pause = (jobId: string, isPaused: boolean) =>
  client.call(schedulerRoutes.pauseJob, { body: { jobId, projectId, isPaused } });
/** Waits for this many results, newest first. */
async function ended(jobId: string, count = 1): Promise<SchedulerExecution[]> {
  const isDone = async () => (await history(jobId)).filter(({ finishedAt }) => finishedAt).length;
  await expect.poll(isDone, { timeout }).toBe(count);
  return history(jobId);
}
const mailsAbout = async (title: string) =>
  (await server.platform.mailer.list(50)).filter(({ subject }) => subject.includes(title));

test('[schedulers-3] a due job runs its test once, on behalf of its creator, and its history is shown and deleted', {
  timeout,
}, async () => {
  const once = { scheduleType: 'ONCE', startDate: '2026-06-01', time: '14:01' } as const;
  const job = await newJob(client, projectId, daily(suiteId, { ...once, title: 'Once' }));
  expect(job.nextDueAt).toBe('2026-06-01T12:01:00.000Z');
  expect(await history(job.jobId)).toEqual([]);
  passMinutes(1);
  const [execution] = await ended(job.jobId);
  expect(execution).toMatchObject({ status: 'PASSED', dueAt: job.nextDueAt, missed: 0, attempt: 1, title: 'Once' });
  const [attempt] = execution?.attempts ?? [];
  expect(attempt).toMatchObject({ status: 'passed', link: `/api-testing/report/${attempt?.runId}` });
  const run = await client.call(runRoutes.getRun, { params: { runId: attempt?.runId ?? '' } });
  expect(run).toMatchObject({ kind: 'api-functional', status: 'passed', startedBy: 'Ada Admin' });

  const completed = await client.call(schedulerRoutes.listCompletedJobs, { query: { projectId } });
  expect(completed.content).toMatchObject([
    { title: 'Once', lastExecution: { status: 'PASSED', link: attempt?.link } },
  ]);
  const remove = { projectId, jobId: job.jobId };
  expect(await client.call(schedulerRoutes.deleteExecutions, { query: remove })).toMatchObject({ deleted: 1 });
  expect(await history(job.jobId)).toEqual([]);
});

test('[schedulers-4] a paused job does not run, and continues when it is resumed', { timeout }, async () => {
  const job = await newJob(client, projectId, everyMinute());
  const other = await newJob(client, projectId, everyMinute());
  expect((await pause(job.jobId, true)).isPaused).toBe(true);
  passMinutes(1);
  await ended(other.jobId, 1);
  expect(await history(job.jobId)).toEqual([]);
  const resumed = await pause(job.jobId, false);
  expect([resumed.isPaused, Date.parse(resumed.nextDueAt ?? '') - clock.now().getTime()]).toEqual([false, minuteMs]);
  await pause(other.jobId, true);
  passMinutes(1);
  await ended(job.jobId, 1);
  expect(await statusesOf(other.jobId)).toEqual(['PASSED']);
  await pause(job.jobId, true);
});

test('a job can be run now in addition to its schedule, unless it is paused', { timeout }, async () => {
  const { jobId, nextDueAt } = await newJob(client, projectId, daily(suiteId));
  const { executionId } = await client.call(schedulerRoutes.runJobNow, { params: { jobId } });
  const [execution] = await ended(jobId);
  expect(execution).toMatchObject({ executionId, status: 'PASSED', missed: 0, attempts: [{ status: 'passed' }] });
  expect((await client.call(schedulerRoutes.getJob, { query: { jobId } })).nextDueAt).toBe(nextDueAt);
  await pause(jobId, true);
  expect(await failureOf(client.call(schedulerRoutes.runJobNow, { params: { jobId } }))).toMatchObject({
    code: 'SCHEDULER_JOB_PAUSED',
  });
});

test('times missed while no scheduler was running are run once or skipped, as the job is set', {
  timeout,
}, async () => {
  const jobs = await Promise.all(
    (['RUN_ONCE', 'SKIP'] as const).map((missedPolicy) =>
      newJob(client, projectId, everyMinute({ cron: '0 * * * *', missedPolicy })),
    ),
  );
  passMinutes(570);
  const [runOnce, skip] = await Promise.all(jobs.map(async ({ jobId }) => ended(jobId, 1)));
  expect(runOnce).toMatchObject([{ status: 'PASSED', missed: 9, attempts: [{ attempt: 1 }] }]);
  expect(skip).toMatchObject([{ status: 'SKIPPED', missed: 9, attempts: [] }]);
  await Promise.all(jobs.map(({ jobId }) => pause(jobId, true)));
});

test('a failed run is retried, and the result is reported by mail and webhook', { timeout }, async () => {
  const calls: { body: unknown; key: unknown }[] = [];
  const hook = await receive(calls);
  const broken = await newSuite(client, projectId, 'Broken');
  await newScript(client, broken, { url: `${target.url}/json`, assertions: [status(500)] });
  const notify = { when: 'CHANGE', emails: ['team@example.test'], webhookUrl: hook.url } as const;
  const retry = { attempts: 1, delaySeconds: 60 };
  const job = await newJob(client, projectId, {
    ...everyMinute({ notify, retry, title: 'Broken one' }),
    target: { kind: 'api-suite', id: broken },
  });
  passMinutes(1);
  const first = async () => (await history(job.jobId))[0];
  await expect.poll(async () => (await first())?.attempt, { timeout }).toBe(2);
  expect(await first()).toMatchObject({ status: 'WAITING', attempts: [{ attempt: 1, status: 'failed' }] });
  await pauseAfterRetry(job.jobId);
  const [execution] = await ended(job.jobId, 1);
  expect(execution).toMatchObject({ status: 'FAILED', attempts: [{ attempt: 1 }, { attempt: 2, status: 'failed' }] });
  await expect.poll(async () => (await mailsAbout('Broken one')).length, { timeout }).toBe(1);
  const [mail] = await mailsAbout('Broken one');
  expect([mail?.subject, mail?.recipient]).toEqual(['Failed: Broken one', 'team@example.test']);
  await expect.poll(() => calls.length, { timeout }).toBe(1);
  expect(calls[0]).toMatchObject({
    key: execution?.executionId,
    body: { event: 'scheduled-test.finished', status: 'FAILED', title: 'Broken one', jobId: job.jobId, attempt: 2 },
  });
  hook.server.close();
});

test('a webhook that responds with an error is shown in the history', { timeout }, async () => {
  const notify = { when: 'ALWAYS', webhookUrl: `${target.url}/status/500` } as const;
  const job = await newJob(client, projectId, everyMinute({ notify }));
  passMinutes(1);
  await ended(job.jobId, 1);
  await pause(job.jobId, true);
  const problem = async () => (await history(job.jobId))[0]?.tellProblem;
  await expect.poll(problem, { timeout }).toMatch(/^The webhook could not be called\. It answered with status \d+\.$/);
});

test('a result that did not reach its webhook can be sent again, and the response reports the outcome', {
  timeout,
}, async () => {
  const calls: { body: unknown; key: unknown }[] = [];
  const hook = await receive(calls);
  const broken = { when: 'ALWAYS', webhookUrl: `${target.url}/status/500` } as const;
  const job = await newJob(client, projectId, everyMinute({ notify: broken, title: 'Told by hand' }));
  passMinutes(1);
  const [execution] = await ended(job.jobId, 1);
  await pause(job.jobId, true);
  const params = { executionId: execution?.executionId ?? '' };
  const again = () => client.call(schedulerRoutes.tellExecution, { params, query: { projectId } });
  expect(await again()).toMatchObject({ tellProblem: expect.stringMatching(/status \d+/), toldAt: null });

  const change = (webhookUrl: string | null) =>
    client.call(schedulerRoutes.updateJob, {
      params: { jobId: job.jobId },
      body: { ...everyMinute({ title: 'Told by hand' }), notify: { when: 'NEVER', webhookUrl }, isPaused: true },
    });
  await change(hook.url);
  expect(await again()).toMatchObject({ tellProblem: null, toldAt: expect.any(String) });
  expect(calls).toMatchObject([{ key: params.executionId, body: { status: 'PASSED', title: 'Told by hand' } }]);
  await change(null);
  expect(await failureOf(again())).toMatchObject({ status: 409, code: 'SCHEDULER_NO_WEBHOOK' });
  const stranger = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  expect(
    await failureOf(stranger.client.call(schedulerRoutes.tellExecution, { params, query: { projectId } })),
  ).toMatchObject({
    status: 404,
  });
  hook.server.close();
});

test('jobs of deleted tests end immediately and say so, and resume with another test', {
  timeout,
}, async () => {
  const flowId = await newFlow(client, projectId, { nodes: [start], links: [] });
  const kept = await newFlow(client, projectId, { nodes: [start], links: [] });
  const deletedSuiteId = await newSuite(client, projectId, 'To be deleted');
  const workflow = (id: string) => ({ ...everyMinute(), target: { kind: 'workflow', id } });
  const jobs = [
    await newJob(client, projectId, workflow(flowId)),
    await newJob(client, projectId, { ...everyMinute(), target: { kind: 'api-suite', id: deletedSuiteId } }),
  ];
  await client.call(apiTestingRoutes.deleteSuite, { query: { suiteId: [deletedSuiteId] } });
  await client.call(flowRoutes.deleteFlows, { query: { flowIds: flowId } });
  for (const { jobId } of jobs) {
    expect(await client.call(schedulerRoutes.getJob, { query: { jobId } })).toMatchObject({
      problem: 'The test was deleted.',
      nextDueAt: null,
      target: { title: null, link: null },
    });
    await pause(jobId, true);
    expect((await failureOf(pause(jobId, false))).code).toBe('SCHEDULER_TARGET_DELETED');
  }
  const { jobId = '' } = jobs[0] ?? {};
  const body = { ...workflow(kept), isPaused: false };
  const changed = await client.call(schedulerRoutes.updateJob, { params: { jobId }, body });
  expect(changed).toMatchObject({ problem: null, isPaused: false });
  passMinutes(1);
  expect((await ended(jobId, 1))[0]?.status).toBe('PASSED');
  await pause(jobId, true);
});

test('a job runs a suite under load, with its load and thresholds', { timeout }, async () => {
  const performance = {
    load: { type: 'shared-iterations' as const, vus: 1, iterations: 5 },
    thresholds: [{ expression: 'failed < 1%' }],
  };
  const target = { kind: 'api-performance', id: suiteId, options: { performance } };
  const job = await newJob(client, projectId, { ...everyMinute(), target });
  passMinutes(1);
  const [execution] = await ended(job.jobId, 1);
  expect(execution).toMatchObject({ status: 'PASSED', attempts: [{ link: expect.stringContaining('performance') }] });
  await pause(job.jobId, true);
});

test('a job whose creator lost access is refused with the reason, and paused after three times', {
  timeout,
}, async () => {
  const maker = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const job = await newJob(maker.client, projectId, everyMinute({ title: 'Orphan' }));
  await server.platform.database.pool.query(`update user_management."user" set active = false where id = $1`, [
    maker.userId,
  ]);
  for (const count of [1, 2, 3]) {
    passMinutes(1);
    await ended(job.jobId, count);
  }
  const executions = await history(job.jobId);
  expect(executions.map(({ status, message }) => [status, message])).toEqual(
    executions.map(() => [
      'REFUSED',
      "The account that scheduled this test can't sign in anymore. Save the job to run it as yourself.",
    ]),
  );
  const paused = await client.call(schedulerRoutes.getJob, { query: { jobId: job.jobId } });
  expect([paused.isPaused, paused.problem]).toEqual([true, expect.stringContaining('3 times in a row')]);
  const saved = await client.call(schedulerRoutes.updateJob, {
    params: { jobId: job.jobId },
    body: { ...everyMinute({ title: 'Orphan' }), isPaused: false },
  });
  expect(saved).toMatchObject({ isPaused: false, problem: null, createdByName: 'Ada Admin' });
  passMinutes(1);
  expect((await ended(job.jobId, 4))[0]?.status).toBe('PASSED');
  await pause(job.jobId, true);
});

test('a job whose creator is now only a viewer of the workspace says so, and is reported as a failure', {
  timeout,
}, async () => {
  const maker = await server.createUser(server.admin, { role: 'ROLE_USER' });
  const notify = { when: 'FAILURE', emails: ['owner@example.test'] } as const;
  const job = await newJob(maker.client, projectId, everyMinute({ title: 'Demoted', notify }));
  await server.platform.database.pool.query(`update user_management."user" set role = 'ROLE_GUEST' where id = $1`, [
    maker.userId,
  ]);
  passMinutes(1);
  const [execution] = await ended(job.jobId, 1);
  await pause(job.jobId, true);
  expect([execution?.status, execution?.message]).toEqual([
    'REFUSED',
    expect.stringMatching(/^Started in the name of /),
  ]);
  await expect.poll(async () => (await mailsAbout('Demoted')).length, { timeout }).toBe(1);
});

test('a viewer can read jobs but not change them', { timeout }, async () => {
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  const job = await newJob(client, projectId, daily(suiteId));
  expect((await guest.client.call(schedulerRoutes.getJob, { query: { jobId: job.jobId } })).title).toBe(job.title);
  const pausing = guest.client.call(schedulerRoutes.pauseJob, {
    body: { jobId: job.jobId, projectId, isPaused: true },
  });
  expect((await failureOf(pausing)).status).toBe(403);
});

/** The next attempt is due a minute later, and so is the job itself, which must not run again then. */
async function pauseAfterRetry(jobId: string): Promise<void> {
  await server.platform.database.pool.query('update scheduler.job set next_due_at = null where id = $1', [jobId]);
  passMinutes(1);
}

async function receive(calls: { body: unknown; key: unknown }[]): Promise<{ server: Server; url: string }> {
  const hook = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    request.on('end', () => {
      calls.push({ body: JSON.parse(text), key: request.headers['idempotency-key'] });
      response.end('ok');
    });
  });
  await new Promise<void>((resolve) => hook.listen(0, '127.0.0.1', resolve));
  return { server: hook, url: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook` };
}

test('jobs of a deactivated organization wait, and catch up by their rule once it is active again', {
  timeout,
}, async () => {
  const setActive = await organizationSwitch(server);
  const owner = await server.createOrganization();
  const place = await newProject(owner.client);
  const suite = await newSuite(owner.client, place);
  await newScript(owner.client, suite, { url: `${target.url}/json`, assertions: [status(200)] });
  const job = (given: object) =>
    newJob(owner.client, place, daily(suite, { scheduleType: 'CRON', time: null, cron: '* * * * *', ...given }));
  const [once, skipping] = [await job({ missedPolicy: 'RUN_ONCE' }), await job({ missedPolicy: 'SKIP' })];
  const own = await newJob(client, projectId, everyMinute());
  const rowsOf = async (jobId: string) =>
    (
      await server.platform.database.pool.query(
        'select status, missed, message from scheduler.execution where job_id = $1 order by due_at',
        [jobId],
      )
    ).rows;
  await setActive(owner.organizationId, false);
  // More often than a job may be refused in a row.
  for (let count = 1; count <= 5; count += 1) {
    passMinutes(1);
    await ended(own.jobId, count);
  }
  expect([await rowsOf(once.jobId), await rowsOf(skipping.jobId)]).toEqual([[], []]);
  await setActive(owner.organizationId, true);
  const [caughtUp, onTime] = [
    { status: 'PASSED', missed: 2 },
    { status: 'PASSED', missed: 0 },
  ];
  await expect.poll(() => rowsOf(once.jobId), { timeout }).toMatchObject([caughtUp, onTime, onTime]);
  const message = 'Missed while the server was down or the organization was deactivated.';
  await expect
    .poll(() => rowsOf(skipping.jobId), { timeout })
    .toMatchObject([{ status: 'SKIPPED', missed: 2, message }, onTime, onTime, onTime]);
  await pause(own.jobId, true);
});
