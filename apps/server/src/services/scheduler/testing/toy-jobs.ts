import { newId } from '@touchstone/kernel';
import type { TestServer } from '@touchstone/testing';
import type { Run, RunViewer } from '../../runs/index.ts';
import { TargetKinds } from '../app/target-kinds.ts';
import type { ScheduleTargetKind, StartedTarget } from '../domain/target-kind.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type ExecutionRow, type JobRow, type JobValues, jobsStore } from '../store/jobs.store.ts';

/** ToyTests are tests that start nothing; `problems` are thrown by the next starts. */
export class ToyTests {
  readonly started: { caller: RunViewer; target: StartedTarget; runId: string }[] = [];
  readonly problems: Error[] = [];
  readonly deletedIds = new Set<string>();
  readonly kinds = new TargetKinds();

  constructor() {
    const kind: ScheduleTargetKind = {
      kind: 'toy',
      title: 'Toy',
      takesEnvironment: true,
      takesConfiguration: true,
      list: async () => ({ content: [], totalElements: 0 }),
      describe: async (_scope, ids) =>
        new Map(ids.filter((id) => !this.deletedIds.has(id)).map((id) => [id, { title: 'Toy', link: null }])),
      start: async (caller, target, runId) => {
        const problem = this.problems.shift();
        if (problem) throw problem;
        this.started.push({ caller, target, runId });
        return { runId } as Run;
      },
    };
    this.kinds.register(kind);
  }
}

/** newToyJob stores a job of toy tests. */
export async function newToyJob(
  { platform, admin }: Pick<TestServer, 'platform' | 'admin'>,
  projectId: string,
  given: Partial<JobValues> = {},
): Promise<JobRow> {
  const id = newId();
  const { sql } = platform.database;
  await jobsStore.insert(sql, {
    id,
    organizationId: admin.organizationId,
    projectId,
    title: 'Toy job',
    targetKind: 'toy',
    targetId: newId(),
    options: {},
    scheduleType: 'DAILY',
    schedule: {
      scheduleType: 'DAILY',
      timezone: 'UTC',
      startDate: '2026-01-01',
      endDate: null,
      time: '03:00',
      daysOfWeek: [],
      daysOfMonth: [],
      cron: null,
    },
    isPaused: false,
    missedPolicy: 'RUN_ONCE',
    retryAttempts: 0,
    retryDelaySeconds: 0,
    notifyWhen: 'NEVER',
    notifyEmails: [],
    nextDueAt: new Date('2030-01-01T00:00:00Z'),
    createdBy: admin.userId,
    createdByName: 'Ada Admin',
    ...given,
  });
  return (await jobsStore.get(sql, id)) as JobRow;
}

/** newExecution stores an execution of a job that is due now, with the given values. */
export async function newExecution(
  { platform }: Pick<TestServer, 'platform'>,
  job: JobRow,
  given: Partial<ExecutionRow> = {},
): Promise<ExecutionRow> {
  const id = newId();
  const now = platform.clock.now();
  const { organizationId, projectId, title } = job;
  const fixed = { id, jobId: job.id, organizationId, projectId, title, missed: 0, attempt: 1, runId: newId() };
  await executionsStore.insert(platform.database.sql, [
    { ...fixed, dueAt: now, startAt: now, status: 'WAITING', ...given },
  ]);
  return (await executionsStore.find(platform.database.sql, id)) as ExecutionRow;
}
