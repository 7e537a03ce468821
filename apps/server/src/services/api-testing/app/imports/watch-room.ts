import { assertRoom } from '../../../../platform/database/assert-room.ts';
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import { apiTestingErrors } from '../../errors.ts';
import { sourceWatchesStore } from '../../store/source-watches.store.ts';

/** The most watched sources of a workspace. */
const maxWatched = 200;
const placeOf = (projectId: string): string => `watched sources of ${projectId}`;

/** lockWatchRoom makes other changes of what a workspace watches wait until the transaction ends. */
export const lockWatchRoom = (sql: Sql, projectId: string): Promise<void> => lockUntilCommit(sql, placeOf(projectId));

/** assertWatchRoom throws if a workspace can't watch `added` further sources. */
export const assertWatchRoom = (sql: Sql, projectId: string, added: number): Promise<void> =>
  assertRoom(
    sql,
    { place: placeOf(projectId), most: maxWatched, full: apiTestingErrors.tooManyWatched },
    () => sourceWatchesStore.count(sql, projectId),
    added,
  );
