import type { FlowSummary } from '@touchstone/contracts/flows';
import type { Folder, FolderEntry, FolderInfo } from '@touchstone/contracts/orchestration';
import type { Platform } from '../../../platform/platform.ts';
import type { PlacedFlows } from '../../flows/index.ts';
import { type Actor, roleIn } from '../../workspaces/index.ts';
import { type FolderRow, foldersStore } from '../store/folders.store.ts';
import { marksStore } from '../store/marks.store.ts';
import { isProject, type OpenFolder } from './open-folder.ts';

/** The part of a workspace that its project shows. */
export interface ProjectName {
  name: string;
  description: string;
}
type Opened = Awaited<ReturnType<OpenFolder>>;

/** createShowFolders converts folders and workflows to their API form. */
export function createShowFolders({ platform, placedFlows }: { platform: Platform; placedFlows: PlacedFlows }) {
  const { sql } = platform.database;

  /** Folders as a caller sees them; projects with the names of their workspaces. */
  const folders = async (
    caller: Actor,
    rows: readonly FolderRow[],
    names: ReadonlyMap<string, ProjectName>,
  ): Promise<Folder[]> => {
    const ids = rows.map(({ id }) => id);
    const [starred, folderCounts, workflowCounts] = await Promise.all([
      marksStore.starredAmong(sql, caller, ids),
      foldersStore.countIn(sql, ids),
      placedFlows.count(caller.organizationId, ids),
    ]);
    return rows.map((row) => ({
      folderUuid: row.id,
      projectId: row.projectId,
      parentUuid: row.parentId,
      deepLinkId: row.deepLinkId,
      isRootFolder: isProject(row),
      isStarred: starred.has(row.id),
      name: row.name,
      description: row.description,
      ...(isProject(row) && names.get(row.id)),
      color: row.color,
      icon: row.icon,
      folderCount: folderCounts.get(row.id) ?? 0,
      workflowCount: workflowCounts.get(row.id) ?? 0,
      createdAt: row.createdAt.toISOString(),
      createdByName: row.createdByName,
      updatedAt: row.updatedAt.toISOString(),
    }));
  };

  return {
    folders,
    async info(caller: Actor, { row, workspace }: Opened): Promise<FolderInfo> {
      const { name, description } = workspace.project;
      const [[folder], way] = await Promise.all([
        folders(caller, [row], new Map([[row.projectId, { name, description }]])),
        foldersStore.wayTo(sql, row.id),
      ]);
      const path = way.map((place, index) => ({
        folderUuid: place.id,
        deepLinkId: place.deepLinkId,
        name: index === 0 ? name : place.name,
      }));
      // `open` refuses callers without a role.
      return { ...(folder as Folder), path, role: roleIn(caller, workspace) ?? 'VIEWER' };
    },
    async workflows(caller: Actor, flows: readonly FlowSummary[]): Promise<FolderEntry[]> {
      const ids = flows.map(({ flowId }) => flowId);
      const starred = await marksStore.starredAmong(sql, caller, ids);
      return flows.map((flow) => ({ ...flow, folderType: 'WORKFLOW', isStarred: starred.has(flow.flowId) }));
    },
  };
}
export type ShowFolders = ReturnType<typeof createShowFolders>;

/** toEntry returns a folder as an entry in a list of folders and workflows. */
export const toEntry = (folder: Folder): FolderEntry => ({
  ...folder,
  folderType: folder.isRootFolder ? 'PROJECT' : 'FOLDER',
});
