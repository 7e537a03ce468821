import type { Page } from '@touchstone/contracts';
import type { Collection } from '@touchstone/contracts/api-monitoring';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor } from '../../../workspaces/index.ts';
import { statusCounts } from '../../domain/status-counts.ts';
import { apiMonitoringErrors } from '../../errors.ts';
import { monitorsStore } from '../../store/monitors.store.ts';
import { type CollectionRow, type CountsByStatus, projectsStore } from '../../store/projects.store.ts';
import type { Open } from '../open.ts';

interface NewCollection {
  projectId: string;
  name: string;
  description: string;
  sloPercent?: number | null;
}

/** createCollections manages collections: groups of monitors in a project. */
export function createCollections({ platform, open }: { platform: Platform; open: Open }) {
  const { database } = platform;
  const show = async (rows: readonly CollectionRow[]): Promise<Collection[]> => {
    const ids = rows.map(({ id }) => id);
    const counts = await projectsStore.countMonitors(database.sql, 'collectionId', ids);
    return rows.map((row) => toCollection(row, counts.get(row.id)));
  };

  /** Inserts a collection; the caller holds the project. */
  const insert = (sql: Sql, organizationId: string, input: NewCollection): Promise<CollectionRow> =>
    named(input.name, projectsStore.insertCollection(sql, { id: newId(), organizationId, ...input }));

  return {
    insert,
    async list(
      caller: Actor,
      { projectId, searchTerm }: { projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ): Promise<Page<Collection>> {
      await open.project(caller, projectId, 'view');
      const { rows, totalElements } = await projectsStore.listCollections(database.sql, projectId, searchTerm, page);
      return { ...page, totalElements, content: await show(rows) };
    },
    async create(caller: Actor, input: NewCollection): Promise<Collection> {
      await open.project(caller, input.projectId, 'edit');
      const row = await database.transaction(async (sql) => {
        if (!(await projectsStore.hold(sql, input.projectId))) throw new AppError(apiMonitoringErrors.projectNotFound);
        return insert(sql, caller.organizationId, input);
      });
      await platform.audit(caller, { action: 'monitor-collection.created', target: row.id });
      return toCollection(row, undefined);
    },
    async update(
      caller: Actor,
      {
        collectionId,
        ...change
      }: {
        collectionId: string;
        name?: string | undefined;
        description?: string | undefined;
        sloPercent?: number | null | undefined;
      },
    ): Promise<Collection> {
      const before = await open.collection(caller, collectionId, 'edit');
      const { name = before.name, description = before.description, sloPercent = before.sloPercent } = change;
      const values = { name, description, sloPercent };
      const row = await named(name, projectsStore.updateCollection(database.sql, collectionId, values));
      if (!row) throw new AppError(apiMonitoringErrors.collectionNotFound);
      return (await show([row]))[0] as Collection;
    },
    /** Deletes collections of a project, including their monitors. */
    async delete(caller: Actor, collectionIds: readonly string[], inProject?: string): Promise<void> {
      const rows: CollectionRow[] = [];
      for (const id of new Set(collectionIds)) {
        const row = await open.collection(caller, id, 'edit');
        if (inProject !== undefined && row.projectId !== inProject)
          throw new AppError(apiMonitoringErrors.collectionNotFound);
        rows.push(row);
      }
      for (const { id, projectId, name } of rows) {
        await database.transaction(async (sql) => {
          await monitorsStore.delete(sql, await monitorsStore.idsOf(sql, { collectionIds: [id] }));
          await projectsStore.deleteCollections(sql, projectId, [id]);
        });
        await platform.audit(caller, { action: 'monitor-collection.deleted', target: id, detail: { name } });
      }
    },
  };
}
/** Collections manages groups of monitors. */
export type Collections = ReturnType<typeof createCollections>;

const toCollection = (row: CollectionRow, counts: CountsByStatus | undefined): Collection => ({
  collectionId: row.id,
  projectId: row.projectId,
  name: row.name,
  description: row.description,
  sloPercent: row.sloPercent,
  monitors: statusCounts(counts),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'collection_name'))
      throw new AppError(apiMonitoringErrors.collectionNameTaken, { params: { name } });
    throw error;
  });
