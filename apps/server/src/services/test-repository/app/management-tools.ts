import type { ManagementTool, ManagementToolSettings } from '@touchstone/contracts/test-repository';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { repositoryErrors } from '../errors.ts';
import { type ManagementToolRow, managementToolsStore } from '../store/management-tools.store.ts';
import type { Open } from './open.ts';

const maxTools = 20;

interface Input {
  name: string;
  settings: ManagementToolSettings;
}
interface Needs {
  platform: Platform;
  workspaces: Pick<Workspaces, 'hold'>;
  open: Open;
}

/**
 * createManagementTools manages where faults found by a project's tests are reported. Nothing is sent there: users open
 * its form.
 */
export function createManagementTools({ platform, workspaces, open }: Needs) {
  const { database } = platform;
  const { sql } = database;
  return {
    async list(caller: Actor, projectId: string): Promise<ManagementTool[]> {
      await open.project(caller, projectId, 'view');
      const { organizationId } = caller;
      return (await managementToolsStore.list(sql, { organizationId, projectId })).map(toManagementTool);
    },
    async create(
      caller: Actor,
      { projectUUID: projectId, name, settings }: Input & { projectUUID: string },
    ): Promise<ManagementTool> {
      await open.project(caller, projectId, 'edit');
      const { organizationId } = caller;
      const row = await named(
        name,
        database.transaction(async (db) => {
          await workspaces.hold(db, projectId);
          await assertRoom(
            db,
            {
              place: `management tools of ${projectId}`,
              most: maxTools,
              full: repositoryErrors.tooManyManagementTools,
            },
            () => managementToolsStore.count(db, projectId),
          );
          const values = { id: newId(), organizationId, projectId, name, settings, updatedByName: caller.name };
          return managementToolsStore.insert(db, values);
        }),
      );
      await audit(platform, caller, 'created', row);
      return toManagementTool(row);
    },
    async update(caller: Actor, { uuid, name, settings }: Input & { uuid: string }): Promise<ManagementTool> {
      await open.managementTool(caller, uuid, 'edit');
      const change = { name, settings, updatedByName: caller.name };
      const row = await named(name, managementToolsStore.update(sql, uuid, change));
      if (!row) throw new AppError(repositoryErrors.managementToolNotFound);
      await audit(platform, caller, 'changed', row);
      return toManagementTool(row);
    },
    async delete(caller: Actor, uuid: string): Promise<void> {
      const row = await open.managementTool(caller, uuid, 'edit');
      await managementToolsStore.delete(sql, uuid);
      await audit(platform, caller, 'deleted', row);
    },
  };
}
/** ManagementTools manages where faults of projects are reported. */
export type ManagementTools = ReturnType<typeof createManagementTools>;

const audit = (platform: Platform, caller: Actor, what: string, { id, name }: ManagementToolRow): Promise<void> =>
  platform.audit(caller, { action: `management-tool.${what}`, target: id, detail: { name } });

const toManagementTool = ({ id, projectId, name, settings, updatedByName, updatedAt }: ManagementToolRow) => ({
  uuid: id,
  projectUUID: projectId,
  name,
  settings,
  updatedBy: updatedByName,
  updatedAt: updatedAt.toISOString(),
});

const named = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'management_tool_name'))
      throw new AppError(repositoryErrors.managementToolNameTaken, { params: { name } });
    throw error;
  });
