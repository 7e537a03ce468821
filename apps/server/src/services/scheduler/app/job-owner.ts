import { isShutOut } from '@touchstone/contracts';
import { AppError } from '@touchstone/kernel';
import { isSuperRole } from '../../../platform/http/caller.ts';
import type { RunViewer } from '../../runs/index.ts';
import type { UserManagement } from '../../user-management/index.ts';
import { schedulerErrors } from '../errors.ts';
import type { ExecutionRow, JobRow } from '../store/jobs.store.ts';

/** createJobOwner gives the person in whose name a job runs, with the rights of now; throws where that person may not act any more. */
export function createJobOwner(users: Pick<UserManagement, 'findUser' | 'visitOrganization'>) {
  return async function ownerOf(
    { createdBy, organizationId }: Pick<JobRow, 'createdBy' | 'organizationId'>,
    execution: Pick<ExecutionRow, 'id'>,
  ): Promise<RunViewer> {
    const gone = new AppError(schedulerErrors.ownerGone);
    const user = await users.findUser(createdBy);
    if (!user?.active || !user.activated || isShutOut(user.role)) throw gone;
    const isHome = user.organizationId === organizationId;
    const visited = !isHome && isSuperRole(user.role) ? await users.visitOrganization(organizationId) : undefined;
    if (!isHome && !visited) throw gone;
    const teamIds = visited?.teamIds ?? user.teams.map(({ teamId }) => teamId);
    return {
      userId: user.userId,
      email: user.email,
      name: `${user.firstName} ${user.lastName}`.trim(),
      role: user.role,
      organizationId,
      plan: visited?.plan ?? user.plan,
      teamIds,
      teamId: teamIds[0],
      requestId: `schedule-${execution.id}`,
      address: 'scheduler',
    };
  };
}
export type JobOwner = ReturnType<typeof createJobOwner>;
