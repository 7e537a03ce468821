import { assertRoom } from '../../../../platform/database/assert-room.ts';
import { lockUntilCommit } from '../../../../platform/database/lock-until-commit.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import { virtualizationErrors } from '../../errors.ts';
import { assetsStore } from '../../store/assets.store.ts';

const maxAssets = 20_000;
const placeOf = (projectId: string): string => `assets of ${projectId}`;

/** lockAssetRoom makes other additions of assets to a project wait until the transaction ends. */
export const lockAssetRoom = (sql: Sql, projectId: string): Promise<void> => lockUntilCommit(sql, placeOf(projectId));

/**
 * assertAssetRoom throws if `added` further assets exceed the limit of a project. Against deadlocks, a transaction
 * locks the tree of suites first, then this, then the capacity of the plan, then rows of assets.
 */
export const assertAssetRoom = (sql: Sql, projectId: string, added: number): Promise<void> =>
  assertRoom(
    sql,
    { place: placeOf(projectId), most: maxAssets, full: virtualizationErrors.tooManyAssets },
    () => assetsStore.count(sql, projectId),
    added,
  );
