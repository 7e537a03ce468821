import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { nextDue } from '../domain/calendar.ts';
import { testDeleted, workspaceTrashedProblem } from '../domain/execution.ts';
import { type EndedJobs, jobsStore } from '../store/jobs.store.ts';

/**
 * reactivateJobs reactivates jobs that ended because their test or workspace was deleted, once it is restored; they are
 * next due by their schedule from now.
 */
export async function reactivateJobs({ clock }: Pick<Platform, 'clock'>, sql: Sql, which: EndedJobs): Promise<void> {
  const now = clock.now().getTime();
  const problem = 'projectId' in which ? workspaceTrashedProblem : testDeleted;
  for (const { id, schedule } of await jobsStore.lockEnded(sql, { ...which, problem })) {
    const due = nextDue(schedule, now);
    await jobsStore.setState(sql, id, { problem: null, nextDueAt: due === undefined ? null : new Date(due) });
  }
}
