import { AppError, type ErrorDefinition } from '@touchstone/kernel';
import { lockUntilCommit } from './lock-until-commit.ts';
import type { Sql } from './pool.ts';

/** A limit on the number of items in a place. */
export interface Limit {
  /** Identifies the items and their place, as in `hooks of workflow ID`; unique in the installation. */
  place: string;
  most: number;
  /** Thrown with the parameter `most`. */
  full: ErrorDefinition;
}

/**
 * assertRoom throws if `added` further items exceed the limit of a place. `db` is the transaction that adds them:
 * transactions with the same place wait for each other, so that concurrent ones can't exceed the limit together.
 */
export async function assertRoom(
  db: Sql,
  { place, most, full }: Limit,
  count: () => Promise<number>,
  added = 1,
): Promise<void> {
  await lockUntilCommit(db, place);
  if ((await count()) + added > most) throw new AppError(full, { params: { most } });
}
