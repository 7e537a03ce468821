import { AppError } from '@touchstone/kernel';
import { type ActingUsers, type ActsFor, actFor } from '../../user-management/index.ts';
import { schedulerErrors } from '../errors.ts';
import type { ExecutionRow, JobRow } from '../store/jobs.store.ts';

/**
 * createJobOwner returns the user on whose behalf a job runs, with their current permissions; throws if that user has
 * lost access.
 */
export function createJobOwner(users: ActingUsers) {
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
