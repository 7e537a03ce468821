import { newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PlacedFlows } from '../../flows/index.ts';
import { type Actor, type CopyDataFiles, type CopyShared, freeName, type Workspaces } from '../../workspaces/index.ts';
import { type FolderRow, type FolderScope, foldersStore } from '../store/folders.store.ts';
import { type CloneOrder, type OpenSource, teamOfCopy } from './clone-entries.ts';
import { holdTree, workspaceService } from './open-folder.ts';
import type { WriteFolders } from './write-folders.ts';

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  placedFlows: PlacedFlows;
  openSource: OpenSource;
  storeProject: WriteFolders['storeProject'];
  copyShared: CopyShared;
  copyDataFiles: CopyDataFiles;
}
type Source = Awaited<ReturnType<OpenSource>>;

/** createMakeClone makes a requested copy in a single transaction. */
export function createMakeClone({
  platform,
  workspaces,
  placedFlows,
  openSource,
  storeProject,
  copyShared,
  copyDataFiles,
}: Needs) {
  const { database } = platform;
  const copyTree = createCopyTree(placedFlows);
  const nameOf = async (sql: Sql, { name }: CloneOrder, source: Source) =>
    name ?? freeName(`${source.name} copy`, await source.taken(sql));

  const copyProject = async (order: CloneOrder, source: Source): Promise<void> => {
    const { caller, copyId } = order;
    const { row, workspace } = source;
    const { description, workspaceType, teamId: ofSource } = workspace.project;
    const teamId = teamOfCopy(caller, ofSource);
    const name = await nameOf(database.sql, order, source);
    const from = { organizationId: row.organizationId, projectId: row.projectId };
    const fileIds = await placedFlows.dataFilesIn(from);
    const files = await copyDataFiles(row.organizationId, { from: row.projectId, to: copyId }, fileIds);
    const create = workspaces.create(
      caller,
      { projectName: name, projectDescription: description, workspaceType, ...(teamId && { teamId }) },
      {
        service: workspaceService,
        id: copyId,
        also: async (sql) => {
          await holdTree(sql, row);
          const { color, icon, organizationId } = row;
          await storeProject(sql, caller, { id: copyId, name, color, icon });
          const to = { organizationId, projectId: copyId };
          const copies = new Map([...(await copyShared(sql, row.projectId, to)), ...files]);
          await placedFlows.copyConfigurations(sql, caller, { from, to, copies });
          await copyTree(sql, caller, { source: row, to, copies, root: undefined });
        },
      },
    );
    await create.catch(async (error: unknown) => {
      for (const fileId of files.values()) await platform.files.delete(row.organizationId, fileId);
      throw error;
    });
  };

  const copyFolder = async (order: CloneOrder, source: Source): Promise<void> => {
    const { caller, copyId: id } = order;
    const { row } = source;
    await database.transaction(async (sql) => {
      await holdTree(sql, row);
      const root = { id, name: await nameOf(sql, order, source) };
      await copyTree(sql, caller, { source: row, to: row, copies: new Map(), root });
    });
    await platform.audit(caller, { action: 'folder.cloned', target: id, detail: { from: row.id } });
  };

  const copyWorkflow = async (order: CloneOrder, source: Source): Promise<void> => {
    const { caller, copyId: id, sourceId: flowId } = order;
    await database.transaction(async (sql) => {
      await holdTree(sql, source.row);
      await placedFlows.copyOne(sql, caller, { flowId, id, name: await nameOf(sql, order, source) });
    });
    await platform.audit(caller, { action: 'workflow.cloned', target: id, detail: { from: flowId } });
  };

  return async function makeClone(order: CloneOrder): Promise<void> {
    const { caller, folderType, copyId } = order;
    const { organizationId } = caller;
    const made = [
      await foldersStore.findMany(database.sql, organizationId, [copyId]),
      await placedFlows.find(organizationId, [copyId]),
    ];
    // A process may have made it and died before reporting it.
    if (made.flat().length > 0) return;
    const source = await openSource(caller, order);
    const copy = { PROJECT: copyProject, FOLDER: copyFolder, WORKFLOW: copyWorkflow }[folderType];
    await copy(order, source);
  };
}
export type MakeClone = ReturnType<typeof createMakeClone>;

/** Copies the contents of a folder: with `root` as the copy of the folder itself, otherwise into the project. */
function createCopyTree(placedFlows: PlacedFlows) {
  return async (
    sql: Sql,
    caller: Actor,
    {
      source,
      to,
      copies,
      root,
    }: {
      source: FolderRow;
      to: FolderScope;
      copies: ReadonlyMap<string, string>;
      root: { id: string; name: string } | undefined;
    },
  ): Promise<void> => {
    const { organizationId, projectId } = to;
    const tree = await foldersStore.subtreeOf(sql, [source.id]);
    const rows = root ? tree : tree.filter(({ id }) => id !== source.id);
    const ids = new Map(rows.map(({ id }) => [id, id === source.id && root ? root.id : newId()]));
    const parentOf = (row: FolderRow) =>
      row.id === source.id ? source.parentId : (ids.get(row.parentId ?? '') ?? projectId);
    const { key, first } = await holdTree(sql, to, rows.length);
    await foldersStore.insertMany(
      sql,
      rows.map((row, index) => ({
        id: ids.get(row.id) as string,
        organizationId,
        projectId,
        parentId: parentOf(row),
        deepLinkId: `${key}-${first + index}`,
        name: row.id === source.id && root ? root.name : row.name,
        description: row.description,
        color: row.color,
        icon: row.icon,
        createdByName: caller.name,
      })),
    );
    const folders = new Map<string | null, string | null>(ids);
    if (!root) folders.set(null, null);
    const from = { organizationId: source.organizationId, projectId: source.projectId };
    await placedFlows.copyAll(sql, caller, { from, to: { organizationId, projectId }, folders, copies });
  };
}
