import type { JobInFile } from '@touchstone/contracts/scheduler';
import type { Sql } from '../../platform/database/pool.ts';
import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { defineSlot, take } from '../../platform/slots.ts';
import { runEnded, runsService } from '../runs/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { type FilePart, workspaceDeleted, workspacesService, workspaceTrashed } from '../workspaces/index.ts';
import { createEndExecution } from './app/end-execution.ts';
import { createJobOwner } from './app/job-owner.ts';
import { createJobPart } from './app/job-part.ts';
import { createOpenJob } from './app/open-job.ts';
import { createPlanDue } from './app/plan-due.ts';
import { reactivateJobs } from './app/reactivate-jobs.ts';
import { createReadJobs, type ReadJobs } from './app/read-jobs.ts';
import { createResendResult } from './app/resend-result.ts';
import { createResultNotifier } from './app/result-notifier.ts';
import { createShowJobs } from './app/show-jobs.ts';
import { createStartDue } from './app/start-due.ts';
import { TargetKinds } from './app/target-kinds.ts';
import { createWriteJobs } from './app/write-jobs.ts';
import { testDeleted, workspaceTrashedProblem } from './domain/execution.ts';
import type { ScheduleTargetKind } from './domain/target-kind.ts';
import { schedulerErrors } from './errors.ts';
import { addHistoryJob } from './jobs/history.job.ts';
import { Ticker } from './jobs/ticker.ts';
import { addSchedulerRoutes } from './routes/scheduler.routes.ts';
import { jobsStore } from './store/jobs.store.ts';

export { cronFault, nextCronDue } from './domain/calendar.ts';
export type { DescribedTarget, ScheduleTargetKind, StartedTarget, TargetScope } from './domain/target-kind.ts';
export { instantOf, isTimezone, wallOf } from './domain/time-zone.ts';

/** Services with schedulable tests register their kinds here. */
export const scheduleTargets = defineSlot<ScheduleTargetKind>('kinds of scheduled tests');

/** SchedulerDoor is for services with schedulable tests: reports deleted and restored tests. */
export interface SchedulerDoor {
  /** Ends the jobs of deleted tests, in the transaction that deletes them. */
  testsDeleted(sql: Sql, organizationId: string, ids: readonly string[]): Promise<void>;
  /**
   * Reactivates the jobs that `testsDeleted` ended, in the transaction that restores their tests; times missed in
   * between are skipped.
   */
  testsRestored(sql: Sql, organizationId: string, ids: readonly string[]): Promise<void>;
  /** The jobs part of workspace files. */
  jobPart: FilePart<JobInFile>;
  /** Jobs of workspaces that the caller may open, those due next first. */
  listJobs: ReadJobs['listOf'];
}

const needs = { runs: runsService, users: userManagementService, workspaces: workspacesService };

/** schedulerService starts tests at their scheduled times; see the README. */
export const schedulerService = defineService<SchedulerDoor, typeof needs>({
  name: 'scheduler',
  needs,
  errors: schedulerErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { runs, users, workspaces: { workspaces, environments } }) {
    const kinds = new TargetKinds();
    const openJob = createOpenJob({ platform, workspaces });
    const show = createShowJobs({ platform, runs, kinds });
    const shared = { platform, workspaces, kinds, openJob, show };
    const read = createReadJobs(shared);
    const write = createWriteJobs({ ...shared, environments, read });
    const notifier = createResultNotifier({ platform, runs });
    const end = createEndExecution({ platform, runs, notifier });
    const resendResult = createResendResult({ platform, workspaces, show, notifier });
    const startDue = createStartDue({ platform, users, workspaces, kinds, ownerOf: createJobOwner(users), end });
    const ticker = new Ticker({ log: platform.log, planDue: createPlanDue({ platform, users }), startDue, end });
    addHistoryJob(platform, runs);
    return {
      door: {
        listJobs: read.listOf,
        jobPart: createJobPart({ platform, kinds }),
        testsDeleted: (sql, organizationId, ids) => jobsStore.endOfTargets(sql, organizationId, ids, testDeleted),
        testsRestored: (sql, organizationId, ids) => reactivateJobs(platform, sql, { organizationId, targetIds: ids }),
      },
      takes: [take(scheduleTargets, (kind) => kinds.register(kind))],
      on: [
        on(runEnded, end.attemptEnded),
        on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
          jobsStore.deleteProject(platform.database.sql, { organizationId, projectId }),
        ),
        // Applies the current state: events may arrive twice, and late.
        on(workspaceTrashed, ({ organizationId, projectId }) =>
          platform.database.transaction(async (sql) => {
            const scope = { organizationId, projectId };
            if (await workspaces.findService(scope)) await reactivateJobs(platform, sql, scope);
            else await jobsStore.endOfProject(sql, scope, workspaceTrashedProblem);
          }),
        ),
      ],
      async start() {
        if (platform.config.roles.includes('scheduler')) ticker.start();
      },
      stop: () => ticker.stop(),
      routes: (registrar) => addSchedulerRoutes(registrar, { read, write, resendResult, clock: platform.clock }),
    };
  },
});
