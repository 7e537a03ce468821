import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { LimitOf } from '../../../subscription/index.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';

/** createCapacity enforces how many APIs an organization may monitor simultaneously. */
export function createCapacity(limitOf: LimitOf) {
  return async function capacityOf(organizationId: string) {
    const limit = await limitOf(organizationId, 'MONITORED_APIS');
    /** How many more may be started; blocks other starts until the transaction ends. Null: unlimited. */
    const left = async (sql: Sql): Promise<number | null> =>
      limit === null ? null : Math.max(0, limit - (await monitorsStore.countStarted(sql, organizationId)));
    return {
      left,
      /** Throws if `more` further monitors exceed the limit. */
      async assert(sql: Sql, more: number): Promise<void> {
        const free = await left(sql);
        if (free === null || free >= more) return;
        throw new AppError(apiMonitoringErrors.limitReached, { params: { limit: limit ?? 0 } });
      },
    };
  };
}
/** CapacityOf reads an organization's limit of monitored APIs; call it before the transaction that uses it. */
export type CapacityOf = ReturnType<typeof createCapacity>;
