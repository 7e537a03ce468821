import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { orchestrationErrors } from '../errors.ts';
import { type FolderRow, type FolderScope, foldersStore } from '../store/folders.store.ts';

/** The service name of test orchestration workspaces. */
export const workspaceService = 'orchestration';

/** createOpenFolder opens folders for a caller, according to their role in the workspace. */
export function createOpenFolder({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  return async function openFolder(
    caller: Actor,
    by: { id: string } | { deepLinkId: string },
    need: 'view' | 'edit' | 'own',
  ) {
    const row = await foldersStore.find(platform.database.sql, caller.organizationId, by);
    if (!row) throw new AppError(orchestrationErrors.notFound);
    const workspace = await workspaces.open(caller, row.projectId, need);
    return { row, workspace };
  };
}
export type OpenFolder = ReturnType<typeof createOpenFolder>;

/** isProject returns whether a row is a project rather than a folder. */
export const isProject = (row: Pick<FolderRow, 'parentId'>): boolean => row.parentId === null;

/** folderIdOf returns the folder id of workflows in a folder; null if they are directly in the project. */
export const folderIdOf = (row: FolderRow): string | null => (isProject(row) ? null : row.id);

/** holdTree locks the tree of a project until the transaction ends, and allocates numbers for new folders. */
export async function holdTree(sql: Sql, scope: FolderScope, newFolders = 0) {
  const numbers = await foldersStore.takeNumbers(sql, scope, newFolders);
  if (!numbers) throw new AppError(orchestrationErrors.notFound);
  return numbers;
}

/** openHeld reads a folder of a locked tree. */
export async function openHeld(sql: Sql, organizationId: string, id: string): Promise<FolderRow> {
  const row = await foldersStore.find(sql, organizationId, { id });
  if (!row) throw new AppError(orchestrationErrors.notFound);
  return row;
}
