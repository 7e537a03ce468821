import { schedulerRoutes } from '@touchstone/contracts/scheduler';
import type { Clock } from '@touchstone/kernel';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { ReadJobs } from '../app/read-jobs.ts';
import type { ResendResult } from '../app/resend-result.ts';
import type { WriteJobs } from '../app/write-jobs.ts';
import { listTimezones } from '../domain/timezones.ts';

/** Removes undefined values. */
const given = <T extends object>(values: T) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]: Exclude<T[Key], undefined>;
  };

export function addSchedulerRoutes(
  registrar: Registrar,
  { read, write, resendResult, clock }: { read: ReadJobs; write: WriteJobs; resendResult: ResendResult; clock: Clock },
): void {
  registrar.add(schedulerRoutes.listUpcomingJobs, ({ caller, query: { page, size, ...filter } }) =>
    read.list(caller, { ...given(filter), isUpcoming: true }, { page, size }),
  );
  registrar.add(schedulerRoutes.listCompletedJobs, ({ caller, query: { page, size, ...filter } }) =>
    read.list(caller, { ...given(filter), isUpcoming: false }, { page, size }),
  );
  registrar.add(schedulerRoutes.countJobs, ({ caller, query }) => read.count(caller, query.projectId));
  registrar.add(schedulerRoutes.getJob, ({ caller, query }) => read.get(caller, query.jobId));
  registrar.add(schedulerRoutes.listTimezones, async () => ({ content: listTimezones(clock.now().getTime()) }));
  registrar.add(schedulerRoutes.createJob, ({ caller, query, body }) => write.create(caller, query.projectId, body));
  registrar.add(schedulerRoutes.pauseJob, ({ caller, body }) => write.pause(caller, body));
  registrar.add(schedulerRoutes.updateJob, ({ caller, params, body }) => write.update(caller, params.jobId, body));
  registrar.add(schedulerRoutes.runJobNow, async ({ caller, params }) => ({
    executionId: await write.runNow(caller, params.jobId),
  }));
  registrar.add(schedulerRoutes.deleteJobs, async ({ caller, query }) => {
    await write.delete(caller, query.projectId, query.jobIds);
    return { message: 'Deleted' };
  });
  registrar.add(schedulerRoutes.previewSchedule, async ({ caller, body }) => ({
    dueAt: await read.preview(caller, body.projectId, body.schedule),
  }));
  registrar.add(schedulerRoutes.listTargetKinds, async ({ caller, query }) => ({
    content: await read.listKinds(caller, query.projectId),
  }));
  registrar.add(schedulerRoutes.listTargets, ({ caller, query: { page, size, ...filter } }) =>
    read.listTargets(caller, given(filter), { page, size }),
  );
  registrar.add(schedulerRoutes.listExecutions, ({ caller, query: { page, size, ...filter } }) =>
    read.listExecutions(caller, given(filter), { page, size }),
  );
  registrar.add(schedulerRoutes.tellExecution, ({ caller, params, query }) =>
    resendResult(caller, { ...query, ...params }),
  );
  registrar.add(schedulerRoutes.deleteExecutions, async ({ caller, query }) => ({
    deleted: await write.deleteExecutions(caller, given(query)),
    message: 'Deleted',
  }));
}
