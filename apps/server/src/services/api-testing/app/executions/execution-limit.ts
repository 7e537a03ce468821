import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { RunQuota, Runs } from '../../../runs/index.ts';
import type { LimitOf } from '../../../subscription/index.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';

/**
 * createExecutionLimit rejects a run if the organization has used up its executions of the day (UTC); otherwise, returns
 * the quota to check when the run is stored.
 */
export function createExecutionLimit(needs: { platform: Platform; runs: Runs; limitOf: LimitOf }) {
  const { platform, runs, limitOf } = needs;
  return async function assertWithinLimit({
    organizationId,
  }: Pick<Actor, 'organizationId'>): Promise<{ quota?: RunQuota }> {
    const limit = await limitOf(organizationId, 'EXECUTIONS_PER_DAY');
    if (limit === null) return {};
    const midnight = new Date(platform.clock.now());
    midnight.setUTCHours(0, 0, 0, 0);
    const used = await runs.statistics.countSince(organizationId, midnight);
    const full = apiTestingErrors.executionLimit;
    if (used >= limit) throw new AppError(full);
    return { quota: { since: midnight, most: limit, full } };
  };
}
export type AssertWithinLimit = ReturnType<typeof createExecutionLimit>;
