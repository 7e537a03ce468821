import { newId } from '@touchstone/kernel';
import { derivedId } from '../../../platform/derived-id.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { takeDue } from '../domain/due.ts';
import { executionsStore } from '../store/executions.store.ts';
import { type JobRow, jobsStore } from '../store/jobs.store.ts';

/** DeactivatedOrganizations lists the organizations for which nothing is started. */
export type DeactivatedOrganizations = Pick<UserManagement, 'listDeactivatedOrganizations'>;

/** Jobs per transaction. */
const batchSize = 200;

/** runIdOf returns the id of an attempt's run: the same in every process, so no attempt starts twice. */
export const runIdOf = (jobId: string, dueAt: Date, attempt: number): string =>
  derivedId([jobId, dueAt.toISOString(), attempt]);

/**
 * createPlanDue plans the executions of due jobs. One transaction stores a job's executions and its next due time, so a
 * process that dies in between has done both or neither. Jobs of deactivated organizations wait.
 */
export function createPlanDue({ platform, users }: { platform: Platform; users: DeactivatedOrganizations }) {
  const { database, clock } = platform;
  const planSome = async (): Promise<number> => {
    const except = await users.listDeactivatedOrganizations();
    return database.transaction(async (sql) => {
      const now = clock.now();
      const jobs = await jobsStore.takeDue(sql, { at: now, except, limit: batchSize });
      const planned = jobs.map((job) => ({
        job,
        due: takeDue({ ...job, nextDueAt: job.nextDueAt as Date }, now.getTime()),
      }));
      const rows = planned.flatMap(({ job, due }) => due.executions.map((one) => toRow(job, one, now)));
      await executionsStore.insert(sql, rows);
      await jobsStore.moveOn(
        sql,
        planned.map(({ job, due }) => ({ id: job.id, nextDueAt: due.nextDueAt })),
      );
      return jobs.length;
    });
  };

  return async function planDue(): Promise<void> {
    while ((await planSome()) === batchSize);
  };
}
export type PlanDue = ReturnType<typeof createPlanDue>;

/** toRow returns the row of an execution for a due time. */
export function toRow(job: JobRow, due: { dueAtMs: number; missed: number; isSkipped: boolean }, now: Date) {
  const dueAt = new Date(due.dueAtMs);
  return {
    id: newId(),
    jobId: job.id,
    organizationId: job.organizationId,
    projectId: job.projectId,
    title: job.title,
    dueAt,
    missed: due.missed,
    attempt: 1,
    runId: runIdOf(job.id, dueAt, 1),
    ...(due.isSkipped
      ? {
          status: 'SKIPPED' as const,
          message: 'Missed while the server was down or the organization was deactivated.',
          finishedAt: now,
        }
      : { status: 'WAITING' as const, startAt: now }),
  };
}
