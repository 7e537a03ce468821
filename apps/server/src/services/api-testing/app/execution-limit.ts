import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import type { Runs } from '../../runs/index.ts';
import { apiTestingErrors } from '../errors.ts';
import type { Actor } from './workspaces.ts';

/** Executions a day of an organization on the FREE plan. */
const freeExecutionsPerDay = 100;

/** createExecutionLimit refuses a run of an organization that has used up the executions of its plan for the day (UTC). */
export function createExecutionLimit({ platform, runs }: { platform: Platform; runs: Runs }) {
  return async function assertWithinLimit(actor: Actor): Promise<void> {
    if (actor.plan === 'PRO' || actor.plan === 'ENTERPRISE') return;
    const midnight = new Date(platform.clock.now());
    midnight.setUTCHours(0, 0, 0, 0);
    const used = await runs.statistics.countSince(actor.organizationId, midnight);
    if (used >= freeExecutionsPerDay) throw new AppError(apiTestingErrors.executionLimit);
  };
}
export type AssertWithinLimit = ReturnType<typeof createExecutionLimit>;
