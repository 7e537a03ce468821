import type { Page } from '@touchstone/contracts';
import type { ImportSource, LinkedSpecification, WatchInterval } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../../workspaces/index.ts';
import { nextCheckAt } from '../../domain/imports/source-watch.ts';
import { apiTestingErrors } from '../../errors.ts';
import { type LinkedFilter, sourceWatchesStore } from '../../store/source-watches.store.ts';
import { suitesStore } from '../../store/suites.store.ts';
import { type ImportSources, sourceOf } from './import-sources.ts';
import type { WatchChecks } from './watch-checks.ts';
import { assertWatchRoom, lockWatchRoom } from './watch-room.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  sources: ImportSources;
  checks: WatchChecks;
}

/** createSourceWatches returns the use cases of watched specifications. */
export function createSourceWatches({ platform, workspaces, sources, checks }: Needs) {
  const { clock, database } = platform;
  const { sql } = database;

  const shown = async (actor: Actor, sourceId: string): Promise<ImportSource> => {
    const { suiteId } = await sources.find(actor, sourceId, 'view');
    const all = await sources.list(actor, suiteId);
    const source = all.find((one) => one.sourceId === sourceId);
    if (!source) throw new AppError(apiTestingErrors.importSourceNotFound);
    return source;
  };

  const begin = async (
    actor: Actor,
    { id: sourceId, suiteId }: { id: string; suiteId: string },
    everyMinutes: WatchInterval,
  ): Promise<void> => {
    const { organizationId, userId } = actor;
    const [suite] = await suitesStore.findMany(sql, organizationId, [suiteId]);
    if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
    const { projectId } = suite;
    const now = clock.now();
    await database.transaction(async (tx) => {
      await lockWatchRoom(tx, projectId);
      const known = await sourceWatchesStore.find(tx, sourceId);
      if (!known) await assertWatchRoom(tx, projectId, 1);
      await sourceWatchesStore.save(tx, {
        sourceId,
        organizationId,
        projectId,
        everyMinutes,
        createdBy: userId,
        followers: [userId],
        nextCheckAt: known ? nextCheckAt(known.checkedAt ?? now, { everyMinutes, failures: 0 }, Math.random()) : now,
      });
    });
  };

  return {
    async checkNow(actor: Actor, sourceId: string): Promise<ImportSource> {
      await sources.find(actor, sourceId, 'edit');
      if (!(await sourceWatchesStore.find(sql, sourceId))) throw new AppError(apiTestingErrors.sourceNotWatched);
      if (!(await checks.checkOne(sourceId))) throw new AppError(apiTestingErrors.sourceBeingChecked);
      return shown(actor, sourceId);
    },

    /** Checks an address regularly, first within a minute; null stops it. */
    async watch(
      actor: Actor,
      { sourceId, everyMinutes }: { sourceId: string; everyMinutes: WatchInterval | null },
    ): Promise<ImportSource> {
      const row = await sources.find(actor, sourceId, 'edit');
      if (everyMinutes !== null && !row.isAddress) throw new AppError(apiTestingErrors.sourceHasNoAddress);
      const target = { action: 'import-source.watched', target: sourceId, detail: { everyMinutes } };
      if (everyMinutes === null) await sourceWatchesStore.delete(sql, sourceId);
      else await begin(actor, row, everyMinutes);
      await platform.audit(actor, target);
      return shown(actor, sourceId);
    },

    async follow(
      actor: Actor,
      { sourceId, isFollowed }: { sourceId: string; isFollowed: boolean },
    ): Promise<ImportSource> {
      await sources.find(actor, sourceId, 'view');
      if (!(await sourceWatchesStore.find(sql, sourceId))) throw new AppError(apiTestingErrors.sourceNotWatched);
      await sourceWatchesStore.follow(sql, sourceId, actor.userId, isFollowed);
      return shown(actor, sourceId);
    },

    async list(
      actor: Actor,
      { page, size, ...filter }: Omit<LinkedFilter, 'organizationId'> & { page: number; size: number },
    ): Promise<Page<LinkedSpecification>> {
      await workspaces.open(actor, filter.projectId, 'view');
      const wanted = { ...filter, organizationId: actor.organizationId };
      const { rows, totalElements } = await sourceWatchesStore.list(sql, wanted, { page, size });
      const content = rows.map(({ suiteName, ...row }) => ({ ...sourceOf(row, actor), suiteName }));
      return { content, totalElements, page, size };
    },
  };
}
export type SourceWatches = ReturnType<typeof createSourceWatches>;
