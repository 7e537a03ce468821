import { assertRoom } from '../../../platform/database/assert-room.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import { schedulerErrors } from '../errors.ts';
import { jobsStore } from '../store/jobs.store.ts';

const most = 10_000;

/** assertJobRoom throws if `added` further jobs exceed the limit of a workspace. */
export const assertJobRoom = (
  sql: Sql,
  scope: { organizationId: string; projectId: string },
  added: number,
): Promise<void> =>
  assertRoom(
    sql,
    { place: `jobs of ${scope.projectId}`, most, full: schedulerErrors.tooManyJobs },
    async () => (await jobsStore.count(sql, scope)).total,
    added,
  );
