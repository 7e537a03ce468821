import type { RunStatus } from '@touchstone/contracts/runs';
import { FakeClock, newId } from '@touchstone/kernel';
import { createTestServer, type TestServer } from '@touchstone/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest';
import type { Run, Runs } from '../../runs/index.ts';
import { executionsStore } from '../store/executions.store.ts';
import type { ExecutionRow, JobRow, JobValues } from '../store/jobs.store.ts';
import { newExecution, newToyJob } from '../testing/toy-jobs.ts';
import { createEndExecution, type EndExecution } from './end-execution.ts';
import { runIdOf } from './plan-due.ts';
import type { ResultNotifier } from './result-notifier.ts';

const clock = new FakeClock('2026-06-01T12:00:00Z');
const projectId = newId();
let server: TestServer;
let end: EndExecution;
/** Executions whose results were reported. */
let reported: string[];
/** The runs that exist, by organization. */
let existing: Map<string, Partial<Run>[]>;
beforeAll(async () => {
  server = await createTestServer({ postgresUrl: inject('postgresUrl'), start: false, clock });
}, 120_000);
afterAll(() => server.close());
beforeEach(async () => {
  await server.platform.database.pool.query('delete from scheduler.job');
  reported = [];
  existing = new Map();
  const notifier: ResultNotifier = {
    callWebhook: async () => null,
    order: async (_client, _job, executionId) => void reported.push(executionId),
  };
  const listByIds = async (organizationId: string, runIds: string[]) =>
    (existing.get(organizationId) ?? []).filter(({ runId = '' }) => runIds.includes(runId));
  end = createEndExecution({ platform: server.platform, runs: { listByIds } as unknown as Runs, notifier });
});

const read = async ({ id }: ExecutionRow) =>
  (await executionsStore.find(server.platform.database.sql, id)) as ExecutionRow;
const startedAt = new Date('2026-06-01T11:59:00Z');
/** A running execution of a job. */
async function running(job: JobRow, given: Partial<ExecutionRow> = {}): Promise<ExecutionRow> {
  const runId = newId();
  const runs = [{ attempt: 1, runId, status: null }];
  clock.advance(1);
  return newExecution(server, job, { status: 'RUNNING', startAt: null, startedAt, runId, runs, ...given });
}
const newJob = (given: Partial<JobValues> = {}) => newToyJob(server, projectId, given);
const ended = ({ runId }: ExecutionRow, status: RunStatus | null, message: string | null = null) =>
  end.attemptEnded({ runId, status, message });

test.each([
  { run: 'passed', status: 'PASSED' },
  { run: 'skipped', status: 'PASSED' },
  { run: 'failed', status: 'FAILED' },
  { run: 'error', status: 'ERROR' },
  { run: 'cancelled', status: 'CANCELLED' },
] as const)('a run that ended as $run ends its execution as $status', async ({ run, status }) => {
  const execution = await running(await newJob());
  const other = await running(await newJob());
  await ended(execution, run, 'Why it ended so');
  expect(await read(execution)).toMatchObject({
    status,
    message: 'Why it ended so',
    startedAt,
    finishedAt: clock.now(),
    runs: [{ attempt: 1, runId: execution.runId, status: run }],
  });
  expect(await read(other)).toEqual(other);
});

test('results are reported as the job is set', async () => {
  const results = async (notifyWhen: JobRow['notifyWhen'], ...statuses: RunStatus[]) => {
    const job = await newJob({ notifyWhen });
    const isReported: boolean[] = [];
    for (const status of statuses) {
      const execution = await running(job);
      await ended(execution, status);
      isReported.push(reported.includes(execution.id));
    }
    return isReported;
  };
  const statuses = ['passed', 'failed', 'failed', 'passed'] as const;
  expect(await results('NEVER', ...statuses)).toEqual([false, false, false, false]);
  expect(await results('ALWAYS', ...statuses)).toEqual([true, true, true, true]);
  expect(await results('FAILURE', ...statuses)).toEqual([false, true, true, false]);
  expect(await results('CHANGE', ...statuses)).toEqual([false, true, false, true]);
});

test('a failed run is followed by another attempt after the pause of the job, as often as it is set', async () => {
  const job = await newJob({ retryAttempts: 1, retryDelaySeconds: 90, notifyWhen: 'ALWAYS' });
  const execution = await running(job, { failedStarts: 5 });
  await ended(execution, 'failed', '1 of 2 steps failed.');
  const waiting = await read(execution);
  expect(waiting).toMatchObject({
    status: 'WAITING',
    message: '1 of 2 steps failed.',
    attempt: 2,
    failedStarts: 0,
    runId: runIdOf(job.id, execution.dueAt, 2),
    startAt: new Date(clock.now().getTime() + 90_000),
    startedAt,
    finishedAt: null,
    runs: [{ attempt: 1, runId: execution.runId, status: 'failed' }],
  });
  await ended(execution, 'failed');
  expect(await read(execution)).toEqual(waiting);
  expect(reported).toEqual([]);
  await ended(waiting, 'failed', 'Again');
  expect(await read(execution)).toMatchObject({
    status: 'FAILED',
    message: 'Again',
    attempt: 2,
    startAt: null,
    finishedAt: clock.now(),
    runs: [
      { attempt: 1, status: 'failed' },
      { attempt: 2, runId: waiting.runId, status: 'failed' },
    ],
  });
  expect(reported).toEqual([execution.id]);
});

test('a run that was stopped is not repeated, nor is a failed one of a paused job', async () => {
  const stopped = await running(await newJob({ retryAttempts: 3 }));
  await ended(stopped, 'cancelled');
  const paused = await running(await newJob({ retryAttempts: 3, isPaused: true }));
  await ended(paused, 'failed');
  expect([(await read(stopped)).status, (await read(paused)).status]).toEqual(['CANCELLED', 'FAILED']);
});

test('an end that is announced twice, or belongs to no execution, changes nothing', async () => {
  const execution = await running(await newJob({ notifyWhen: 'ALWAYS' }));
  await ended(execution, 'passed');
  const first = await read(execution);
  clock.advance(1000);
  await ended(execution, 'failed');
  await end.attemptEnded({ runId: newId(), status: 'failed', message: null });
  expect(await read(execution)).toEqual(first);
  expect(reported).toEqual([execution.id]);
});

test('a run that ended before its start was recorded counts as started when it ended', async () => {
  const execution = await running(await newJob(), { status: 'WAITING', startedAt: null, runs: [] });
  await ended(execution, 'passed');
  expect(await read(execution)).toMatchObject({
    status: 'PASSED',
    startedAt: clock.now(),
    runs: [{ attempt: 1, runId: execution.runId, status: 'passed' }],
  });
});

test('an end without an event is found after a minute, as is a deleted run', async () => {
  const { organizationId } = server.admin;
  const otherOrganization = newId();
  const job = await newJob();
  const foreignJob = await newJob({ organizationId: otherOrganization });
  const longAgo = { startedAt: new Date(clock.now().getTime() - 60_001) };
  const [lost, going, deleted] = [
    await running(job, longAgo),
    await running(job, longAgo),
    await running(job, longAgo),
  ];
  const foreign = await running(foreignJob, longAgo);
  const recent = await running(job, { startedAt: clock.now() });
  const waiting = await running(job, { ...longAgo, status: 'WAITING', startAt: clock.now() });
  const runOf = ({ runId }: ExecutionRow, status: RunStatus) => ({ runId, status, message: `It is ${status}` });
  existing.set(organizationId, [runOf(lost, 'error'), runOf(going, 'running'), runOf(recent, 'passed')]);
  existing.set(otherOrganization, [runOf(foreign, 'passed')]);
  await end.endStale();
  expect(await read(lost)).toMatchObject({ status: 'ERROR', message: 'It is error' });
  expect(await read(foreign)).toMatchObject({ status: 'PASSED', message: 'It is passed' });
  expect(await read(deleted)).toMatchObject({
    status: 'CANCELLED',
    message: 'The run was deleted.',
    runs: [{ runId: deleted.runId, status: null }],
  });
  for (const untouched of [going, recent, waiting]) expect(await read(untouched)).toEqual(untouched);
});
