import { AppError } from '@touchstone/kernel';
import { lockUntilCommit } from '../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { LimitOf } from '../../subscription/index.ts';
import { virtualizationErrors } from '../errors.ts';
import { assetsStore } from '../store/assets.store.ts';

/** createCapacity enforces how many APIs an organization may virtualize simultaneously; an API is an enabled asset. */
export function createCapacity(limitOf: LimitOf) {
  return async function capacityOf(organizationId: string) {
    const limit = await limitOf(organizationId, 'VIRTUALIZED_APIS');
    /** Makes others that enable assets wait until the transaction ends. */
    const hold = async (sql: Sql): Promise<void> => {
      if (limit !== null) await lockUntilCommit(sql, `virtualized APIs of ${organizationId}`);
    };
    /** How many more may be enabled; holds the capacity. Null: unlimited. */
    const left = async (sql: Sql): Promise<number | null> => {
      if (limit === null) return null;
      await hold(sql);
      return Math.max(0, limit - (await assetsStore.countEnabled(sql, organizationId)));
    };
    return {
      limit,
      hold,
      left,
      /** Throws if `more` further APIs exceed the limit. */
      async assert(sql: Sql, more: number): Promise<void> {
        if (more <= 0) return;
        const free = await left(sql);
        if (free === null || free >= more) return;
        throw new AppError(virtualizationErrors.limitReached, { params: { limit: limit ?? 0 } });
      },
    };
  };
}
/** CapacityOf reads an organization's limit of virtualized APIs; call it before the transaction that uses it. */
export type CapacityOf = ReturnType<typeof createCapacity>;
