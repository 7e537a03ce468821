import { on } from '../../platform/events.ts';
import { defineService } from '../../platform/service.ts';
import { defineSlot, take } from '../../platform/slots.ts';
import { runsService } from '../runs/index.ts';
import { userManagementService } from '../user-management/index.ts';
import { workspaceDeleted, workspacesService } from '../workspaces/index.ts';
import { createOpenJob } from './app/open-job.ts';
import { createReadJobs } from './app/read-jobs.ts';
import { createShowJobs } from './app/show-jobs.ts';
import { TargetKinds } from './app/target-kinds.ts';
import { createWriteJobs } from './app/write-jobs.ts';
import type { ScheduleTargetKind } from './domain/target-kind.ts';
import { schedulerErrors } from './errors.ts';
import { addSchedulerRoutes } from './routes/scheduler.routes.ts';
import { jobsStore } from './store/jobs.store.ts';

export type { DescribedTarget, ScheduleTargetKind, StartedTarget, TargetScope } from './domain/target-kind.ts';

/** Services with tests that can be scheduled add their kinds here. */
export const scheduleTargets = defineSlot<ScheduleTargetKind>('kinds of scheduled tests');

const needs = { runs: runsService, users: userManagementService, workspaces: workspacesService };

/** schedulerService starts tests at their times; see the README. */
export const schedulerService = defineService<undefined, typeof needs>({
  name: 'scheduler',
  needs,
  errors: schedulerErrors,
  migrations: new URL('./store/migrations/', import.meta.url),
  create(platform, { runs, workspaces: { workspaces } }) {
    const kinds = new TargetKinds();
    const openJob = createOpenJob({ platform, workspaces });
    const show = createShowJobs({ platform, runs, kinds });
    const shared = { platform, workspaces, kinds, openJob, show };
    const read = createReadJobs(shared);
    const write = createWriteJobs({ ...shared, read });
    return {
      door: undefined,
      takes: [take(scheduleTargets, (kind) => kinds.register(kind))],
      on: [
        on(workspaceDeleted, ({ projectId, deletedBy: { organizationId } }) =>
          jobsStore.deleteProject(platform.database.sql, { organizationId, projectId }),
        ),
      ],
      routes: (registrar) => addSchedulerRoutes(registrar, { read, write, clock: platform.clock }),
    };
  },
});
