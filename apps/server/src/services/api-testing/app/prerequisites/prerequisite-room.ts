import { assertRoom } from '../../../../platform/database/assert-room.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import { apiTestingErrors } from '../../errors.ts';
import { prerequisitesStore } from '../../store/prerequisites.store.ts';

const most = 200;

/** assertPrerequisiteRoom throws if `added` further prerequisites exceed the limit of a workspace. */
export const assertPrerequisiteRoom = (sql: Sql, projectId: string, added: number): Promise<void> =>
  assertRoom(
    sql,
    { place: `prerequisites of ${projectId}`, most, full: apiTestingErrors.tooManyPrerequisites },
    async () => (await prerequisitesStore.list(sql, projectId)).length,
    added,
  );
