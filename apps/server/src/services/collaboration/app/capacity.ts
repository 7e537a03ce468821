import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { LimitOf } from '../../subscription/index.ts';
import type { Members, WorkspaceFacts } from '../../workspaces/index.ts';
import { collaboratorCount, mostPeople } from '../domain/invitation.ts';
import { collaborationErrors } from '../errors.ts';
import { invitationsStore } from '../store/invitations.store.ts';

type Place = Pick<WorkspaceFacts, 'organizationId' | 'projectId'>;

/** createCapacity knows how many people a workspace may have. */
export function createCapacity(needs: { platform: Platform; members: Members; limitOf: LimitOf }) {
  const { platform, members, limitOf } = needs;
  /** Most collaborators of a free workspace of the organization; null: no limit. */
  const freeLimit = (organizationId: string) => limitOf(organizationId, 'COLLABORATORS_PER_FREE_WORKSPACE');
  const count = async (sql: Sql, projectId: string): Promise<number> =>
    collaboratorCount({
      members: await members.count(sql, projectId),
      invited: await invitationsStore.countOpen(sql, projectId, platform.clock.now()),
    });
  return {
    count,
    freeLimit,
    /** Throws `full` where one more person is too many; `limit` is that of free workspaces. */
    async assertRoom(
      sql: Sql,
      { projectId, workspacePlan }: Pick<WorkspaceFacts, 'projectId' | 'workspacePlan'>,
      { limit, full }: { limit: number | null; full: ErrorDefinition },
    ): Promise<void> {
      const used = await count(sql, projectId);
      if (used >= mostPeople) throw new AppError(collaborationErrors.tooManyPeople, { params: { most: mostPeople } });
      if (workspacePlan === 'FREE' && limit !== null && used >= limit) throw new AppError(full, { params: { limit } });
    },
    /** Refuses the free plan while more people are in a workspace than it allows. */
    async assertFitsFree(sql: Sql, { organizationId, projectId }: Place): Promise<void> {
      const limit = await freeLimit(organizationId);
      if (limit !== null && (await count(sql, projectId)) > limit)
        throw new AppError(collaborationErrors.downgradeWithExtras, { params: { limit } });
    },
  };
}
/** Capacity knows how many people a workspace may have. */
export type Capacity = ReturnType<typeof createCapacity>;
