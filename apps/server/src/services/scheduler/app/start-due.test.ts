import { AppError, defineErrors, FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import { newProject } from '../../api-testing/testing/builders.ts';
import { runsService } from '../../runs/index.ts';
import { userManagementService } from '../../user-management/index.ts';
import { workspacesService } from '../../workspaces/index.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type ExecutionRow, type JobRow, jobsStore } from '../store/jobs.store.ts';
import { newExecution, newToyJob, ToyTests } from '../testing/toy-jobs.ts';
import { createEndExecution } from './end-execution.ts';
import { createJobOwner } from './job-owner.ts';
import type { ResultNotifier } from './result-notifier.ts';
import { createStartDue, type StartDue } from './start-due.ts';

const clock = new FakeClock('2026-06-01T12:00:00Z');
const problems = defineErrors('TOYS', {
  broken: [409, 'This toy is broken.'],
  offline: [503, 'The toys are offline.'],
});
let server: TestServer;
let projectId: string;
let toys: ToyTests;
let startDue: StartDue;
/** Executions whose results were reported. */
let reported: string[];
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
  projectId = await newProject(server.admin.client);
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  const { platform, app } = server;
  await platform.database.pool.query('delete from scheduler.job');
  toys = new ToyTests();
  reported = [];
  const notifier: ResultNotifier = {
    callWebhook: async () => null,
    order: async (_client, _job, executionId) => void reported.push(executionId),
  };
  const { kinds } = toys;
  const { workspaces } = app.door(workspacesService);
  const end = createEndExecution({ platform, runs: app.door(runsService), notifier });
  const users = app.door(userManagementService);
  const ownerOf = createJobOwner(users);
  startDue = createStartDue({ platform, users, workspaces, kinds, ownerOf, end });
});

const read = async ({ id }: ExecutionRow) =>
  (await executionsStore.find(server.platform.database.sql, id)) as ExecutionRow;
const readJob = async ({ id }: JobRow) => (await jobsStore.get(server.platform.database.sql, id)) as JobRow;
const now = () => clock.now();

test('a due execution starts its test as the creator of the job', async () => {
  const [environmentId, configurationId] = [newId(), newId()];
  const job = await newToyJob(server, projectId, {
    environmentId,
    configurationId,
    options: { speed: 3 },
    variables: [
      { name: 'tenant', value: 'job', isSecret: false },
      { name: 'token', value: 'sealed', isSecret: true },
    ],
    refusals: 2,
  });
  const execution = await newExecution(server, job);
  await startDue();
  expect(toys.started).toMatchObject([
    {
      runId: execution.runId,
      caller: {
        userId: server.admin.userId,
        organizationId: server.admin.organizationId,
        requestId: `schedule-${execution.id}`,
        address: 'scheduler',
      },
      target: {
        projectId,
        id: job.targetId,
        environmentId,
        configurationId,
        options: { speed: 3 },
        variables: [
          { name: 'tenant', value: 'job' },
          { name: 'token', value: 'sealed', sealedAt: `scheduler.job.variable:${job.id}:token` },
        ],
      },
    },
  ]);
  expect(await read(execution)).toMatchObject({
    status: 'RUNNING',
    message: null,
    startAt: null,
    startedAt: now(),
    finishedAt: null,
    runs: [{ attempt: 1, runId: execution.runId, status: null }],
  });
  expect((await readJob(job)).refusals).toBe(0);
  await startDue();
  expect(toys.started).toHaveLength(1);
});

test('a further attempt is added to the runs and keeps the time of the first start', async () => {
  const firstRunId = newId();
  const startedAt = new Date('2026-06-01T11:00:00Z');
  const runs = [{ attempt: 1, runId: firstRunId, status: 'failed' as const }];
  const given = { attempt: 2, startedAt, runs, message: '1 of 2 steps failed.' };
  const execution = await newExecution(server, await newToyJob(server, projectId), given);
  await startDue();
  expect(await read(execution)).toMatchObject({
    status: 'RUNNING',
    message: null,
    startedAt,
    runs: [
      { attempt: 1, runId: firstRunId, status: 'failed' },
      { attempt: 2, runId: execution.runId, status: null },
    ],
  });
});

test('all due executions are started, no others', async () => {
  const due = [];
  for (const secondsAgo of [0, 1, 60, 3600, 7200]) {
    const startAt = new Date(now().getTime() - secondsAgo * 1000);
    due.push(await newExecution(server, await newToyJob(server, projectId), { startAt }));
  }
  const soon = { startAt: new Date(now().getTime() + 1) };
  const later = await newExecution(server, await newToyJob(server, projectId), soon);
  const stopped = new AbortController();
  stopped.abort();
  await startDue(stopped.signal);
  expect(toys.started).toEqual([]);
  await startDue();
  expect(toys.started.map(({ runId }) => runId).toSorted()).toEqual(due.map(({ runId }) => runId).toSorted());
  expect((await read(later)).status).toBe('WAITING');
});

test('a refused start ends the execution with the reason; the third in a row pauses the job', async () => {
  const job = await newToyJob(server, projectId, { notifyWhen: 'ALWAYS' });
  const refuse = async (error: AppError) => {
    toys.problems.push(error);
    const execution = await newExecution(server, job);
    await startDue();
    clock.advance(60_000);
    const { id, status, message, startAt, finishedAt } = await read(execution);
    return { id, status, message, startAt, isFinished: finishedAt !== null };
  };
  const message = 'Started in the name of Ada Admin: This toy is broken.';
  const first = await refuse(new AppError(problems.broken));
  expect(first).toMatchObject({ status: 'REFUSED', message, startAt: null, isFinished: true });
  expect(reported).toEqual([first.id]);
  expect(await readJob(job)).toMatchObject({ refusals: 1, isPaused: false, problem: null });
  await refuse(new AppError(problems.broken));
  expect(await readJob(job)).toMatchObject({ refusals: 2, isPaused: false, problem: null });
  await refuse(new AppError(problems.broken));
  expect(await readJob(job)).toMatchObject({
    refusals: 3,
    isPaused: true,
    problem: `Paused, because it could not start 3 times in a row. ${message}`,
  });
});

test('a job of a deleted test ends', async () => {
  const job = await newToyJob(server, projectId);
  toys.deletedIds.add(job.targetId);
  const execution = await newExecution(server, job);
  await startDue();
  expect(toys.started).toEqual([]);
  const message = 'The test of this job was deleted. Choose another test first.';
  expect(await read(execution)).toMatchObject({ status: 'REFUSED', message });
  expect(await readJob(job)).toMatchObject({
    nextDueAt: null,
    problem: 'The test was deleted.',
    isPaused: false,
    refusals: 0,
  });
});

test('a job starts nothing if its workspace or organization has no PRO plan, or its creator no access', async () => {
  const free = await newProject(server.admin.client);
  const { pool } = server.platform.database;
  await pool.query(`update workspaces.project set workspace_plan = 'FREE' where id = $1`, [free]);
  const outsider = await server.createUser(server.admin, { role: 'ROLE_USER', teamIds: [] });
  const guest = await server.createUser(server.admin, { role: 'ROLE_GUEST' });
  const jobs = [
    await newToyJob(server, free),
    await newToyJob(server, projectId, { createdBy: newId(), createdByName: 'Gone' }),
    await newToyJob(server, projectId, { createdBy: outsider.userId, createdByName: 'Otto' }),
    await newToyJob(server, projectId, { createdBy: guest.userId, createdByName: 'Gus' }),
  ];
  const messages = [];
  for (const job of jobs) {
    const execution = await newExecution(server, job);
    await startDue();
    messages.push((await read(execution)).message);
  }
  expect(toys.started).toEqual([]);
  expect(messages).toEqual([
    'Scheduled tests are a Pro feature.',
    "The account that scheduled this test can't sign in anymore. Save the job to run it as yourself.",
    'Started in the name of Otto: No such workspace, or you have no access to it.',
    expect.stringMatching(/^Started in the name of Gus: /),
  ]);
});

test('a start that fails because of the server is tried again after 15 seconds, 40 times at most', async () => {
  const job = await newToyJob(server, projectId, { notifyWhen: 'ALWAYS' });
  const execution = await newExecution(server, job);
  const message = 'The run could not be started because of a fault of the server.';
  toys.problems.push(new Error('disk full'));
  await startDue();
  const again = new Date(now().getTime() + 15_000);
  expect(await read(execution)).toMatchObject({ status: 'WAITING', message, failedStarts: 1, startAt: again });
  await startDue();
  expect((await read(execution)).failedStarts).toBe(1);
  clock.advance(15_000);
  toys.problems.push(new AppError(problems.offline));
  await startDue();
  expect(await read(execution)).toMatchObject({ status: 'WAITING', message, failedStarts: 2, finishedAt: null });
  expect(await readJob(job)).toMatchObject({ refusals: 0, problem: null });

  await executionsStore.update(server.platform.database.sql, execution.id, { failedStarts: 38 });
  for (const failedStarts of [39, 39]) {
    clock.advance(15_000);
    toys.problems.push(new Error('disk full'));
    await startDue();
    expect((await read(execution)).failedStarts).toBe(failedStarts);
  }
  expect(await read(execution)).toMatchObject({
    status: 'ERROR',
    message: `${message} It was tried 40 times.`,
    startAt: null,
    finishedAt: now(),
  });
  expect(reported).toEqual([execution.id]);
  clock.advance(15_000);
  await startDue();
  expect(toys.started).toEqual([]);
});

test('an execution of a paused job is skipped, without a report', async () => {
  const job = await newToyJob(server, projectId, { isPaused: true, notifyWhen: 'ALWAYS' });
  const execution = await newExecution(server, job);
  await startDue();
  expect(await read(execution)).toMatchObject({
    status: 'SKIPPED',
    message: 'The job was paused.',
    startAt: null,
    finishedAt: now(),
  });
  expect([toys.started, reported]).toEqual([[], []]);
});

test('a job that is paused before its next attempt ends with the result of the last one', async () => {
  const job = await newToyJob(server, projectId, { isPaused: true, notifyWhen: 'FAILURE', retryAttempts: 1 });
  const runs = [{ attempt: 1, runId: newId(), status: 'failed' as const }];
  const execution = await newExecution(server, job, { attempt: 2, runs, message: '1 of 2 steps failed.' });
  await startDue();
  expect(await read(execution)).toMatchObject({
    status: 'FAILED',
    message: '1 of 2 steps failed.',
    startAt: null,
    finishedAt: now(),
    runs,
  });
  expect([toys.started, reported]).toEqual([[], [execution.id]]);
});
