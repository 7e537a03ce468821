import type { SchedulerJob } from '@touchstone/contracts/scheduler';
import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Environments, Workspaces } from '../../workspaces/index.ts';
import { nextDue } from '../domain/calendar.ts';
import { schedulerErrors } from '../errors.ts';
import { type ExecutionFilter, executionsStore } from '../store/executions.store.ts';
import { type JobRow, jobsStore } from '../store/jobs.store.ts';
import type { JobInput } from './check-job.ts';
import { assertJobRoom } from './job-room.ts';
import { createJobValues } from './job-values.ts';
import { assertInProject, assertPro, type OpenJob } from './open-job.ts';
import { toRow } from './plan-due.ts';
import type { ReadJobs } from './read-jobs.ts';
import type { TargetKinds } from './target-kinds.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  environments: Environments;
  kinds: TargetKinds;
  openJob: OpenJob;
  read: ReadJobs;
}

/** createWriteJobs creates, updates and deletes jobs. */
export function createWriteJobs({ platform, workspaces, environments, kinds, openJob, read }: Needs) {
  const { sql } = platform.database;
  const valuesOf = createJobValues({ platform, kinds, environments });

  const openPro = async (caller: Actor, projectId: string): Promise<void> => {
    const { project } = await workspaces.open(caller, projectId, 'edit');
    assertPro(caller, project.workspacePlan);
  };

  return {
    async create(caller: Actor, projectId: string, input: JobInput): Promise<SchedulerJob> {
      await openPro(caller, projectId);
      const { organizationId } = caller;
      const jobId = newId();
      const scope = { organizationId, projectId, jobId };
      const values = await valuesOf(caller, scope, input);
      const row = { ...values, organizationId, projectId, id: jobId, isPaused: input.isPaused ?? false };
      await platform.database.transaction(async (tx) => {
        await assertJobRoom(tx, scope, 1);
        await jobsStore.insert(tx, row);
      });
      await platform.audit(caller, { action: 'job.created', target: jobId, detail: { title: input.title, projectId } });
      return read.get(caller, jobId);
    },

    async update(caller: Actor, jobId: string, input: JobInput): Promise<SchedulerJob> {
      const { job } = await openJob(caller, jobId, 'edit');
      await openPro(caller, job.projectId);
      const values = await valuesOf(caller, { ...job, jobId }, input, job);
      await jobsStore.update(sql, jobId, { ...values, isPaused: input.isPaused ?? job.isPaused });
      await platform.audit(caller, { action: 'job.changed', target: jobId, detail: { title: input.title } });
      return read.get(caller, jobId);
    },

    /** Pauses or resumes a job; times that pass while it is paused are skipped. */
    async pause(
      caller: Actor,
      { jobId, projectId, isPaused }: { jobId: string; projectId: string; isPaused: boolean },
    ) {
      const { job } = await openJob(caller, jobId, 'edit');
      if (job.projectId !== projectId) throw new AppError(schedulerErrors.jobNotFound);
      if (!isPaused) await openPro(caller, projectId);
      if (job.isPaused !== isPaused) {
        await jobsStore.update(sql, jobId, isPaused ? { isPaused } : await resumed(job));
        const action = isPaused ? 'job.paused' : 'job.resumed';
        await platform.audit(caller, { action, target: jobId, detail: { title: job.title } });
      }
      return read.get(caller, jobId);
    },

    /** Makes a job due now, in addition to its schedule; returns the execution's id. */
    async runNow(caller: Actor, jobId: string): Promise<string> {
      const { job } = await openJob(caller, jobId, 'edit');
      await openPro(caller, job.projectId);
      if (job.isPaused) throw new AppError(schedulerErrors.jobPaused);
      const executionId = await platform.database.transaction(async (tx) => {
        const id = await insertAtFreeTime(tx, job);
        await jobsStore.setLast(tx, [jobId]);
        return id;
      });
      await platform.audit(caller, { action: 'job.run', target: jobId, detail: { title: job.title } });
      return executionId;
    },

    async delete(caller: Actor, projectId: string, jobIds: readonly string[]): Promise<void> {
      await workspaces.open(caller, projectId, 'edit');
      const { organizationId } = caller;
      const wanted = new Set(jobIds);
      const rows = await platform.database.transaction(async (tx) => {
        const deleted = await jobsStore.delete(tx, { organizationId, projectId }, [...wanted]);
        if (deleted.length < wanted.size) throw new AppError(schedulerErrors.jobNotFound);
        return deleted;
      });
      for (const { id, title } of rows)
        await platform.audit(caller, { action: 'job.deleted', target: id, detail: { title } });
    },

    async deleteExecutions(
      caller: Actor,
      filter: { projectId: string; jobId?: string; executionIds?: readonly string[] },
    ): Promise<number> {
      await workspaces.open(caller, filter.projectId, 'edit');
      const scope = { organizationId: caller.organizationId, projectId: filter.projectId };
      await assertInProject(sql, scope, filter.jobId);
      const deleted = await platform.database.transaction((tx) => deleteHistory(tx, { ...filter, ...scope }));
      await platform.audit(caller, {
        action: 'job-history.deleted',
        target: filter.jobId ?? filter.projectId,
        detail: { deleted },
      });
      return deleted;
    },
  };

  /** Due now, or some milliseconds later: a job has one execution for each due time. */
  async function insertAtFreeTime(tx: Sql, job: JobRow): Promise<string> {
    const now = platform.clock.now();
    for (let dueAtMs = now.getTime(); ; dueAtMs += 1) {
      const row = toRow(job, { dueAtMs, missed: 0, isSkipped: false }, now);
      if ((await executionsStore.insert(tx, [row])) > 0) return row.id;
    }
  }

  async function resumed(job: JobRow) {
    const { targetId, schedule } = job;
    if (!(await kinds.describe(job, [job])).has(targetId)) throw new AppError(schedulerErrors.targetDeleted);
    const due = nextDue(schedule, platform.clock.now().getTime());
    return { isPaused: false, problem: null, refusals: 0, nextDueAt: due === undefined ? null : new Date(due) };
  }
}
export type WriteJobs = ReturnType<typeof createWriteJobs>;

/** Deletes ended executions; their jobs show the newest of the others. Returns how many. */
async function deleteHistory(sql: Sql, filter: ExecutionFilter): Promise<number> {
  const jobIds = await executionsStore.delete(sql, filter);
  await jobsStore.setLast(sql, [...new Set(jobIds)]);
  return jobIds.length;
}
