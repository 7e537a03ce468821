import { AppError } from '@touchstone/kernel';
import { type ActsFor, actFor, type UserManagement } from '../../user-management/index.ts';
import { schedulerErrors } from '../errors.ts';
import type { ExecutionRow, JobRow } from '../store/jobs.store.ts';

/** createJobOwner gives the person in whose name a job runs, with the rights of now; throws where that person may not act any more. */
export function createJobOwner(users: Pick<UserManagement, 'findUser' | 'visitOrganization'>) {
  return async function ownerOf(
    { createdBy: userId, organizationId }: Pick<JobRow, 'createdBy' | 'organizationId'>,
    execution: Pick<ExecutionRow, 'id'>,
  ): Promise<ActsFor> {
    const origin = { requestId: `schedule-${execution.id}`, address: 'scheduler' };
    const owner = await actFor(users, { userId, organizationId }, origin);
    if (!owner) throw new AppError(schedulerErrors.ownerGone);
    return owner;
  };
}
export type JobOwner = ReturnType<typeof createJobOwner>;
