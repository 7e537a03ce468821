import type { Page } from '@touchstone/contracts';
import type { RepositoryModule } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type ModuleRow, modulesStore } from '../store/modules.store.ts';
import { recentsStore } from '../store/recents.store.ts';
import type { Open } from './open.ts';
import { mostRecent } from './projects.ts';
import { deleteScripts } from './scripts/delete-scripts.ts';

const maxModules = 2000;

/** createModules manages modules: folders of scripts. */
export function createModules({
  platform,
  workspaces,
  open,
}: {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
}) {
  const { database } = platform;
  const { sql } = database;

  const show = async (rows: readonly ModuleRow[]): Promise<RepositoryModule[]> => {
    const counts = await modulesStore.countScripts(
      sql,
      rows.map(({ id }) => id),
    );
    return rows.map((row) => ({
      uuid: row.id,
      moduleName: row.name,
      description: row.description,
      projectUUID: row.projectId,
      scriptCount: counts.get(row.id) ?? 0,
      createdAt: row.createdAt.toISOString(),
      updatedAt: row.updatedAt.toISOString(),
    }));
  };
  const showOne = async (row: ModuleRow): Promise<RepositoryModule> => (await show([row]))[0] as RepositoryModule;

  return {
    async list(
      caller: Actor,
      projectId: string,
      filter: { searchTerm?: string | undefined; page: number; size: number },
    ): Promise<Page<RepositoryModule>> {
      await open.project(caller, projectId, 'view');
      const { content, totalElements } = await modulesStore.list(sql, projectId, filter);
      return { content: await show(content), totalElements, page: filter.page, size: filter.size };
    },
    async view(caller: Actor, moduleId: string): Promise<RepositoryModule> {
      const row = await open.module(caller, moduleId, 'view');
      await recentsStore.note(sql, caller, { kind: 'module', itemId: moduleId, projectId: row.projectId });
      return showOne(row);
    },
    async listRecent(caller: Actor, projectId: string) {
      await open.project(caller, projectId, 'view');
      const recent = await recentsStore.list(sql, caller, { kind: 'module', projectId, most: 100 });
      const rows = await modulesStore.findMany(
        sql,
        caller.organizationId,
        recent.map(({ itemId }) => itemId),
      );
      const known = new Map((await show(rows)).map((one) => [one.uuid, one]));
      return recent
        .flatMap(({ itemId, at }) => {
          const found = known.get(itemId);
          return found ? [{ ...found, workedAt: at.toISOString() }] : [];
        })
        .slice(0, mostRecent);
    },
    async create(
      caller: Actor,
      projectId: string,
      { moduleName: name, description }: { moduleName: string; description: string },
    ): Promise<RepositoryModule> {
      await open.project(caller, projectId, 'edit');
      const row = await named(
        name,
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          return insertModule(db, caller, { projectId, name, description });
        }),
      );
      return showOne(row);
    },
    async update(
      caller: Actor,
      projectId: string,
      {
        uuid,
        moduleName,
        description,
      }: { uuid: string; moduleName?: string | undefined; description?: string | undefined },
    ): Promise<RepositoryModule> {
      const row = await open.module(caller, uuid, 'edit');
      if (row.projectId !== projectId) throw new AppError(repositoryErrors.moduleNotFound);
      const values = { name: moduleName ?? row.name, description: description ?? row.description };
      const changed = await named(values.name, modulesStore.update(sql, uuid, values));
      if (!changed) throw new AppError(repositoryErrors.moduleNotFound);
      return showOne(changed);
    },
    async delete(caller: Actor, moduleId: string): Promise<void> {
      const row = await open.module(caller, moduleId, 'edit');
      const { name, projectId } = row;
      const all = { ids: [], allBut: true };
      await open.assertUnlockedIn(caller, moduleId, all);
      await deleteScripts(platform, row, all, (db) => modulesStore.delete(db, moduleId));
      await platform.audit(caller, { action: 'module.deleted', target: moduleId, detail: { name, projectId } });
    },
  };
}
/** Modules manages folders of scripts. */
export type Modules = ReturnType<typeof createModules>;

/** insertModule stores a module if its project has room; the caller holds the project. */
export async function insertModule(
  sql: Sql,
  { organizationId }: { organizationId: string },
  values: { projectId: string; name: string; description: string },
): Promise<ModuleRow> {
  const { projectId } = values;
  await assertRoom(
    sql,
    { place: `modules of ${projectId}`, most: maxModules, full: repositoryErrors.tooManyModules },
    async () => (await modulesStore.countInProjects(sql, [projectId])).get(projectId)?.modules ?? 0,
  );
  return modulesStore.insert(sql, { id: newId(), organizationId, ...values });
}

/** Converts a unique violation to "name taken". */
const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'module_name'))
      throw new AppError(repositoryErrors.moduleNameTaken, { params: { name } });
    throw error;
  });
