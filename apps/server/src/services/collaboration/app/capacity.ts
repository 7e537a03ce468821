import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { LimitOf } from '../../subscription/index.ts';
import type { Members, WorkspaceFacts } from '../../workspaces/index.ts';
import { collaboratorCount, maxPeople } from '../domain/invitation.ts';
import { collaborationErrors } from '../errors.ts';
import { invitationsStore } from '../store/invitations.store.ts';

type Place = Pick<WorkspaceFacts, 'organizationId' | 'projectId'>;

/** createCapacity enforces how many people a workspace may have. */
export function createCapacity(needs: { platform: Platform; members: Members; limitOf: LimitOf }) {
  const { platform, members, limitOf } = needs;
  /** Maximum collaborators of a free workspace of the organization; null: unlimited. */
  const freeLimit = (organizationId: string) => limitOf(organizationId, 'COLLABORATORS_PER_FREE_WORKSPACE');
  const count = async (sql: Sql, projectId: string): Promise<number> =>
    collaboratorCount({
      members: await members.count(sql, projectId),
      invited: await invitationsStore.countOpen(sql, projectId, platform.clock.now()),
    });
  return {
    count,
    freeLimit,
    /** Throws if there is no room for one more person: `full` if a free workspace has reached `limit`. */
    async assertRoom(
      sql: Sql,
      { projectId, workspacePlan }: Pick<WorkspaceFacts, 'projectId' | 'workspacePlan'>,
      { limit, full }: { limit: number | null; full: ErrorDefinition },
    ): Promise<void> {
      const used = await count(sql, projectId);
      if (used >= maxPeople) throw new AppError(collaborationErrors.tooManyPeople, { params: { most: maxPeople } });
      if (workspacePlan === 'FREE' && limit !== null && used >= limit) throw new AppError(full, { params: { limit } });
    },
    /** Throws if a workspace has more people than the free plan allows. */
    async assertFitsFree(sql: Sql, { organizationId, projectId }: Place): Promise<void> {
      const limit = await freeLimit(organizationId);
      if (limit !== null && (await count(sql, projectId)) > limit)
        throw new AppError(collaborationErrors.downgradeWithExtras, { params: { limit } });
    },
  };
}
/** Capacity enforces how many people a workspace may have. */
export type Capacity = ReturnType<typeof createCapacity>;
