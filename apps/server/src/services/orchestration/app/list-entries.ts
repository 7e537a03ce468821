import type { Page } from '@touchstone/contracts';
import type { FolderEntry } from '@touchstone/contracts/orchestration';
import type { Platform } from '../../../platform/platform.ts';
import type { PlacedFlows } from '../../flows/index.ts';
import type { Actor, Workspaces } from '../../workspaces/index.ts';
import { foldersStore } from '../store/folders.store.ts';
import { marksStore } from '../store/marks.store.ts';
import { folderIdOf, type OpenFolder, workspaceService } from './open-folder.ts';
import { type ShowFolders, toEntry } from './show-folders.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  placedFlows: PlacedFlows;
  openFolder: OpenFolder;
  show: ShowFolders;
}
interface PageOf {
  page: number;
  size: number;
}

/** createListEntries lists projects, contents of folders, and a caller's recently opened entries. */
export function createListEntries({ platform, workspaces, placedFlows, openFolder, show }: Needs) {
  const { sql } = platform.database;

  const listProjects = async (
    caller: Actor,
    searchTerm: string | undefined,
    page: PageOf,
  ): Promise<Page<FolderEntry>> => {
    const filter = { service: workspaceService, ...(searchTerm && { searchTerm }) };
    const { content, totalElements } = await workspaces.list(caller, filter, page);
    const names = new Map(
      content.map(({ projectId, projectName, projectDescription }) => [
        projectId,
        { name: projectName, description: projectDescription },
      ]),
    );
    const rows = await foldersStore.findMany(sql, caller.organizationId, [...names.keys()]);
    const byId = new Map((await show.folders(caller, rows, names)).map((folder) => [folder.folderUuid, folder]));
    const projects = content.flatMap(({ projectId }) => byId.get(projectId) ?? []);
    return { ...page, totalElements, content: projects.map(toEntry) };
  };

  return {
    /** Folders first, then workflows, each by name; without a folder, the projects. */
    async list(
      caller: Actor,
      { deepLinkId, searchTerm }: { deepLinkId?: string | undefined; searchTerm?: string | undefined },
      page: PageOf,
    ): Promise<Page<FolderEntry>> {
      if (deepLinkId === undefined) return listProjects(caller, searchTerm, page);
      const { row } = await openFolder(caller, { deepLinkId }, 'view');
      const { organizationId, projectId } = row;
      const offset = page.page * page.size;
      const folders = await foldersStore.listIn(sql, row.id, searchTerm, { limit: page.size, offset });
      const flows = await placedFlows.list(
        { organizationId, projectId, folderId: folderIdOf(row), searchTerm },
        { limit: page.size - folders.content.length, offset: Math.max(0, offset - folders.totalElements) },
      );
      const shown = await show.folders(caller, folders.content, new Map());
      return {
        ...page,
        totalElements: folders.totalElements + flows.totalElements,
        content: [...shown.map(toEntry), ...(await show.workflows(caller, flows.content))],
      };
    },

    /** The caller's recently opened entries that they may still open. */
    async listRecent(
      caller: Actor,
      { teamId, size }: { teamId?: string | undefined; size: number },
    ): Promise<FolderEntry[]> {
      const visible = await workspaces.listVisible(caller, teamId, workspaceService);
      const names = new Map(
        visible.map(({ projectId, projectName, projectDescription }) => [
          projectId,
          { name: projectName, description: projectDescription },
        ]),
      );
      const ids = await marksStore.listRecent(sql, caller, [...names.keys()]);
      const [rows, flows] = await Promise.all([
        foldersStore.findMany(sql, caller.organizationId, ids),
        placedFlows.find(caller.organizationId, ids),
      ]);
      const entries: [string, FolderEntry][] = [
        ...(await show.folders(caller, rows, names)).map((folder): [string, FolderEntry] => [
          folder.folderUuid,
          toEntry(folder),
        ]),
        ...(await show.workflows(caller, flows)).map((entry): [string, FolderEntry] => [
          'flowId' in entry ? entry.flowId : '',
          entry,
        ]),
      ];
      const byId = new Map(entries);
      return ids.flatMap((id) => byId.get(id) ?? []).slice(0, size);
    },
  };
}
export type ListEntries = ReturnType<typeof createListEntries>;
