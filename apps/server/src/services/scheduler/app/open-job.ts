import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { schedulerErrors } from '../errors.ts';
import { type JobInList, type JobScope, jobsStore } from '../store/jobs.store.ts';

/** createOpenJob opens jobs for a caller, according to their role in the workspace. */
export function createOpenJob({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  return async function openJob(caller: Actor, jobId: string, need: 'view' | 'edit'): Promise<JobInList> {
    const row = await jobsStore.find(platform.database.sql, caller.organizationId, jobId);
    if (!row) throw new AppError(schedulerErrors.jobNotFound);
    await workspaces.open(caller, row.job.projectId, need);
    return row;
  };
}

/** assertInProject throws if the job doesn't belong to the workspace. */
export async function assertInProject(sql: Sql, scope: JobScope, jobId: string | undefined): Promise<void> {
  if (jobId === undefined) return;
  const row = await jobsStore.find(sql, scope.organizationId, jobId);
  if (row?.job.projectId !== scope.projectId) throw new AppError(schedulerErrors.jobNotFound);
}
export type OpenJob = ReturnType<typeof createOpenJob>;

/** assertPro throws if the caller can't schedule tests: that requires PRO, of the organization and of the workspace. */
export function assertPro(caller: Pick<Actor, 'plan'>, workspacePlan: 'FREE' | 'PRO'): void {
  if (!isPro(caller, workspacePlan)) throw new AppError(schedulerErrors.proOnly);
}

/** isPro returns whether the caller can schedule tests in a workspace. */
export const isPro = ({ plan }: Pick<Actor, 'plan'>, workspacePlan: 'FREE' | 'PRO'): boolean =>
  (plan === 'PRO' || plan === 'ENTERPRISE') && workspacePlan === 'PRO';
