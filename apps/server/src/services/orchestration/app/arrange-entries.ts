import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PlacedFlows } from '../../flows/index.ts';
import type { Actor, Workspaces, WorkspacesDoor } from '../../workspaces/index.ts';
import { orchestrationErrors } from '../errors.ts';
import { type FolderRow, type FolderScope, foldersStore } from '../store/folders.store.ts';
import { folderIdOf, holdTree, isProject, type OpenFolder, openHeld } from './open-folder.ts';
import { folderNamed } from './write-folders.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  moveToTrash: WorkspacesDoor['moveToTrash'];
  placedFlows: PlacedFlows;
  openFolder: OpenFolder;
}
/** The folders and workflows of a call. */
interface Chosen {
  folderUuids: readonly string[];
  workflowIds: readonly string[];
}
/** The selected entries of one project. */
interface OfProject {
  scope: FolderScope;
  folders: FolderRow[];
  flowIds: string[];
}

/** createArrangeEntries moves and deletes folders and workflows. */
export function createArrangeEntries({ platform, workspaces, moveToTrash, placedFlows, openFolder }: Needs) {
  const { database } = platform;

  /** The selected entries by project; throws if any doesn't exist or can't be changed. */
  const openChosen = async (caller: Actor, { folderUuids, workflowIds }: Chosen): Promise<OfProject[]> => {
    const { organizationId } = caller;
    const byProject = new Map<string, OfProject>();
    const of = (projectId: string): OfProject => {
      const found = byProject.get(projectId) ?? { scope: { organizationId, projectId }, folders: [], flowIds: [] };
      byProject.set(projectId, found);
      return found;
    };
    const folderIds = [...new Set(folderUuids)];
    const rows = await foldersStore.findMany(database.sql, organizationId, folderIds);
    if (rows.length < folderIds.length) throw new AppError(orchestrationErrors.notFound);
    for (const row of rows) of(row.projectId).folders.push(row);
    for (const flowId of new Set(workflowIds)) {
      const { projectId } = await placedFlows.placeOf(caller, flowId);
      of(projectId).flowIds.push(flowId);
    }
    for (const { scope, folders } of byProject.values())
      await workspaces.open(caller, scope.projectId, folders.some(isProject) ? 'own' : 'edit');
    return [...byProject.values()];
  };

  const deleteIn = async (caller: Actor, { scope, folders, flowIds }: OfProject): Promise<void> => {
    const deletedWorkspaces = await database.transaction(async (sql) => {
      await holdTree(sql, scope);
      const tree = await foldersStore.subtreeOf(
        sql,
        folders.map(({ id }) => id),
      );
      const folderIds = tree.map(({ id }) => id);
      const flows = await placedFlows.delete(sql, scope, { flowIds, folderIds });
      await foldersStore.delete(sql, folderIds);
      return flows;
    });
    for (const { id, name } of folders)
      await platform.audit(caller, { action: 'folder.deleted', target: id, detail: { name } });
    for (const { id, name } of deletedWorkspaces)
      await platform.audit(caller, { action: 'workflow.deleted', target: id, detail: { name } });
  };

  return {
    /** Deletes projects, permanently or restorably, folders with everything in them, and workflows. */
    async delete(
      caller: Actor,
      { restorable, ...chosen }: Chosen & { restorable?: boolean | undefined },
    ): Promise<void> {
      for (const ofProject of await openChosen(caller, chosen)) {
        const { scope, folders } = ofProject;
        if (!folders.some(isProject)) await deleteIn(caller, ofProject);
        else if (restorable) await moveToTrash(caller, scope.projectId);
        else
          await workspaces.delete(caller, scope.projectId, { also: (sql) => foldersStore.deleteProject(sql, scope) });
      }
    },

    /** Moves folders and workflows to another folder of their project. */
    async move(caller: Actor, { targetFolderUuid, ...chosen }: Chosen & { targetFolderUuid: string }): Promise<void> {
      const { row: target } = await openFolder(caller, { id: targetFolderUuid }, 'edit');
      for (const { scope, folders, flowIds } of await openChosen(caller, chosen)) {
        if (folders.some(isProject)) throw new AppError(orchestrationErrors.projectStays);
        if (scope.projectId !== target.projectId) throw new AppError(orchestrationErrors.notInProject);
        await database.transaction(async (sql) => {
          await holdTree(sql, scope);
          await moveFolders(sql, folders, await openHeld(sql, scope.organizationId, target.id));
          await placedFlows.move(sql, scope, flowIds, folderIdOf(target));
        });
      }
    },
  };
}
export type ArrangeEntries = ReturnType<typeof createArrangeEntries>;

async function moveFolders(sql: Sql, folders: readonly FolderRow[], target: FolderRow): Promise<void> {
  const way = new Set((await foldersStore.wayTo(sql, target.id)).map(({ id }) => id));
  for (const { id, name } of folders) {
    if (way.has(id)) throw new AppError(orchestrationErrors.intoItself, { params: { name } });
    await folderNamed(name, foldersStore.update(sql, id, { parentId: target.id }));
  }
}
