import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { nextDue } from '../domain/calendar.ts';
import { testDeleted } from '../domain/execution.ts';
import { jobsStore } from '../store/jobs.store.ts';

/** goOn lets jobs be due again whose tests were deleted and are there again: from now on, by their schedules. */
export async function goOn(
  { clock }: Pick<Platform, 'clock'>,
  sql: Sql,
  { organizationId, targetIds }: { organizationId: string; targetIds: readonly string[] },
): Promise<void> {
  const now = clock.now().getTime();
  for (const { id, schedule } of await jobsStore.lockEnded(sql, { organizationId, targetIds, problem: testDeleted })) {
    const due = nextDue(schedule, now);
    await jobsStore.setState(sql, id, { problem: null, nextDueAt: due === undefined ? null : new Date(due) });
  }
}
