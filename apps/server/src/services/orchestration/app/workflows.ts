import type { FlowDetail, FlowDocument, FlowFile } from '@touchstone/contracts/flows';
import type { FolderInfo } from '@touchstone/contracts/orchestration';
import type { Platform } from '../../../platform/platform.ts';
import type { FlowFiles, PlacedFlows } from '../../flows/index.ts';
import type { Actor } from '../../workspaces/index.ts';
import { marksStore } from '../store/marks.store.ts';
import { folderIdOf, holdTree, type OpenFolder, openHeld } from './open-folder.ts';
import type { ShowFolders } from './show-folders.ts';

interface Needs {
  platform: Platform;
  placedFlows: PlacedFlows;
  files: FlowFiles;
  openFolder: OpenFolder;
  show: ShowFolders;
}

interface NewWorkflow {
  folderUuid: string;
  name: string;
  description?: string | undefined;
  document?: FlowDocument | undefined;
}

/** createWorkflows creates workflows in folders, and opens what callers view. */
export function createWorkflows({ platform, placedFlows, files, openFolder, show }: Needs) {
  const { sql } = platform.database;

  const create = async (caller: Actor, { folderUuid: id, ...input }: NewWorkflow): Promise<FlowDetail> => {
    const { row } = await openFolder(caller, { id }, 'edit');
    const { organizationId, projectId } = row;
    return placedFlows.create(caller, { ...input, projectId, folderId: folderIdOf(row) }, async (transaction) => {
      await holdTree(transaction, row);
      await openHeld(transaction, organizationId, id);
    });
  };

  return {
    create,

    /** Creates a workflow from a file; references not found by name are returned in `missing`. */
    async import(caller: Actor, input: { folderUuid: string; name?: string | undefined; file: FlowFile }) {
      const { folderUuid, file } = input;
      const { row } = await openFolder(caller, { id: folderUuid }, 'edit');
      const { document, missing } = await files.read(
        caller,
        { projectId: row.projectId, folderId: folderIdOf(row) },
        file,
      );
      const given = { folderUuid, name: input.name ?? file.name, description: file.description };
      return {
        ...(await create(caller, { ...given, document: { ...document, flow: { ...document.flow } } })),
        missing,
      };
    },

    /** Opens a project or folder that the caller views, and adds it to their recent entries. */
    async openFolder(caller: Actor, by: { id: string } | { deepLinkId: string }): Promise<FolderInfo> {
      const opened = await openFolder(caller, by, 'view');
      const { id: itemId, projectId } = opened.row;
      await marksStore.noteOpened(sql, caller, { itemId, projectId });
      return show.info(caller, opened);
    },

    /** Opens the folder of a workflow that the caller views, and adds the workflow to their recent entries. */
    async openWorkflow(caller: Actor, flowId: string): Promise<FolderInfo> {
      const { projectId, folderId } = await placedFlows.placeOf(caller, flowId);
      const opened = await openFolder(caller, { id: folderId ?? projectId }, 'view');
      await marksStore.noteOpened(sql, caller, { itemId: flowId, projectId });
      return show.info(caller, opened);
    },

    async setStar(caller: Actor, flowId: string, isStarred: boolean): Promise<void> {
      const { projectId } = await placedFlows.placeOf(caller, flowId);
      await openFolder(caller, { id: projectId }, 'view');
      await marksStore.setStar(sql, caller, { itemId: flowId, projectId }, isStarred);
    },
  };
}
export type Workflows = ReturnType<typeof createWorkflows>;
