import type { KnownTarget, KnownTargetInput } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type KnownTargetRow, knownTargetsStore } from '../store/known-targets.store.ts';
import type { Open } from './open.ts';

const maxTargets = 2000;

interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
}

/**
 * createKnownTargets manages the named elements of a project's pages. Steps copy them, so later changes don't affect
 * steps.
 */
export function createKnownTargets({ platform, workspaces, open }: Needs) {
  const { database } = platform;
  const { sql } = database;
  return {
    async list(caller: Actor, projectId: string): Promise<KnownTarget[]> {
      await open.project(caller, projectId, 'view');
      const { organizationId } = caller;
      return (await knownTargetsStore.list(sql, { organizationId, projectId })).map(toKnownTarget);
    },
    async create(
      caller: Actor,
      { projectUUID: projectId, ...input }: KnownTargetInput & { projectUUID: string },
    ): Promise<KnownTarget> {
      await open.project(caller, projectId, 'edit');
      const { organizationId } = caller;
      const row = await named(
        input,
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          await assertRoom(
            db,
            { place: `known targets of ${projectId}`, most: maxTargets, full: repositoryErrors.tooManyKnownTargets },
            () => knownTargetsStore.count(db, projectId),
          );
          return knownTargetsStore.insert(db, { id: newId(), organizationId, projectId, ...stored(caller, input) });
        }),
      );
      await audit(platform, caller, 'created', row);
      return toKnownTarget(row);
    },
    async update(caller: Actor, { uuid, ...input }: KnownTargetInput & { uuid: string }): Promise<KnownTarget> {
      await open.knownTarget(caller, uuid, 'edit');
      const row = await named(input, knownTargetsStore.update(sql, uuid, stored(caller, input)));
      if (!row) throw new AppError(repositoryErrors.knownTargetNotFound);
      await audit(platform, caller, 'changed', row);
      return toKnownTarget(row);
    },
    async delete(caller: Actor, uuid: string): Promise<void> {
      const row = await open.knownTarget(caller, uuid, 'edit');
      await knownTargetsStore.delete(sql, uuid);
      await audit(platform, caller, 'deleted', row);
    },
  };
}
/** KnownTargets manages the named elements of projects. */
export type KnownTargets = ReturnType<typeof createKnownTargets>;

const stored = (caller: Actor, { target, pageUrl }: KnownTargetInput) => ({
  name: target.name,
  target,
  pageUrl,
  updatedByName: caller.name,
});

const audit = (platform: Platform, caller: Actor, what: string, { id, name }: KnownTargetRow): Promise<void> =>
  platform.audit(caller, { action: `known-target.${what}`, target: id, detail: { name } });

const toKnownTarget = (row: KnownTargetRow): KnownTarget => ({
  uuid: row.id,
  projectUUID: row.projectId,
  target: row.target,
  pageUrl: row.pageUrl,
  updatedBy: row.updatedByName,
  updatedAt: row.updatedAt.toISOString(),
});

const named = <T>({ target: { name } }: KnownTargetInput, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'known_target_name'))
      throw new AppError(repositoryErrors.knownTargetNameTaken, { params: { name } });
    throw error;
  });
