import type { FolderInfo, folderChangeSchema, newFolderSchema } from '@touchstone/contracts/orchestration';
import { AppError, newId } from '@touchstone/kernel';
import type { z } from 'zod';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { type Actor, isNameTaken, type Workspaces } from '../../workspaces/index.ts';
import { freeKey, keyOf } from '../domain/project-key.ts';
import { orchestrationErrors } from '../errors.ts';
import { foldersStore } from '../store/folders.store.ts';
import { marksStore } from '../store/marks.store.ts';
import { holdTree, isProject, type OpenFolder, openHeld, workspaceService } from './open-folder.ts';
import type { ShowFolders } from './show-folders.ts';

type NewFolder = z.output<typeof newFolderSchema>;
type FolderChange = z.output<typeof folderChangeSchema>;

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  openFolder: OpenFolder;
  show: ShowFolders;
}

/** createWriteFolders creates and changes projects and folders. */
export function createWriteFolders({ platform, workspaces, openFolder, show }: Needs) {
  const { database } = platform;
  const storeProject = createStoreProject();

  const createProject = async (caller: Actor, input: NewFolder): Promise<string> => {
    const { name, description, workspaceType, teamId } = input;
    const { projectId } = await workspaces
      .create(
        caller,
        {
          projectName: name,
          ...(description !== undefined && { projectDescription: description }),
          ...(workspaceType && { workspaceType }),
          ...(teamId && { teamId }),
        },
        { service: workspaceService, also: (sql, id) => storeProject(sql, caller, { ...input, id }) },
      )
      .catch(projectNameTaken);
    return projectId;
  };

  const createFolder = async (caller: Actor, input: NewFolder): Promise<string> => {
    if (!input.parentUuid) throw new AppError(orchestrationErrors.parentMissing);
    const { row: parent } = await openFolder(caller, { id: input.parentUuid }, 'edit');
    const { organizationId, projectId } = parent;
    const { name, description = '', color = '', icon } = input;
    const id = newId();
    const values = { id, organizationId, projectId, name, description, color, icon, createdByName: caller.name };
    await folderNamed(
      name,
      database.transaction(async (sql) => {
        const { key, first } = await holdTree(sql, parent, 1);
        const { id: parentId } = await openHeld(sql, organizationId, parent.id);
        await foldersStore.insert(sql, { ...values, parentId, deepLinkId: `${key}-${first}` });
      }),
    );
    await platform.audit(caller, { action: 'folder.created', target: id, detail: { name, projectId } });
    return id;
  };

  /** Stars are personal: anyone who sees the folder may set one. */
  const setStar = async (caller: Actor, id: string, isStarred: boolean): Promise<void> => {
    const { projectId } = (await openFolder(caller, { id }, 'view')).row;
    await marksStore.setStar(database.sql, caller, { itemId: id, projectId }, isStarred);
  };

  return {
    storeProject,
    setStar,
    /** Creates a project, or a folder in another one. */
    async create(caller: Actor, input: NewFolder): Promise<FolderInfo> {
      const isRoot = input.isRootFolder ?? input.parentUuid === undefined;
      if (isRoot && input.parentUuid) throw new AppError(orchestrationErrors.projectHasNoParent);
      const id = await (isRoot ? createProject : createFolder)(caller, input);
      if (input.isStarred) await setStar(caller, id, true);
      return show.info(caller, await openFolder(caller, { id }, 'view'));
    },

    /** Updates the given fields of a project or folder. */
    async update(caller: Actor, { folderUuid: id, isStarred, ...changes }: FolderChange): Promise<FolderInfo> {
      const { row } = await openFolder(caller, { id }, 'view');
      const { name, description, color, icon } = changes;
      if (Object.values(changes).some((change) => change !== undefined)) {
        await openFolder(caller, { id }, isProject(row) ? 'own' : 'edit');
        if (isProject(row)) {
          const projectId = row.id;
          const named = {
            ...(name !== undefined && { projectName: name }),
            ...(description !== undefined && { projectDescription: description }),
          };
          await workspaces.update(caller, { projectId, ...named }).catch(projectNameTaken);
        }
        const own = isProject(row) ? { color, icon } : { name, description, color, icon };
        const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
        await folderNamed(name ?? row.name, foldersStore.update(database.sql, id, given));
      }
      if (isStarred !== undefined) await setStar(caller, id, isStarred);
      return show.info(caller, await openFolder(caller, { id }, 'view'));
    },
  };
}
export type WriteFolders = ReturnType<typeof createWriteFolders>;

/** Stores the project of a new workspace, with the given key or a free one derived from its name. */
function createStoreProject() {
  return async (
    sql: Sql,
    { organizationId, name: createdByName }: Pick<Actor, 'organizationId' | 'name'>,
    project: Pick<NewFolder, 'name' | 'color' | 'icon' | 'deepLinkId'> & { id: string },
  ): Promise<void> => {
    const { id, name, color = '', icon } = project;
    const values = { id, projectId: id, organizationId, parentId: null, name: '', description: '', color, icon };
    const store = (key: string) => foldersStore.insertProject(sql, { ...values, deepLinkId: key, createdByName });
    if (project.deepLinkId !== undefined) {
      const { deepLinkId: key } = project;
      if (!(await store(key))) throw new AppError(orchestrationErrors.keyTaken, { params: { key } });
      return;
    }
    const wanted = keyOf(name);
    const taken = await foldersStore.keysLike(sql, organizationId, wanted.slice(0, 1));
    for (let key = freeKey(wanted, taken); !(await store(key)); key = freeKey(wanted, taken)) taken.add(key);
  };
}

const projectNameTaken = (error: unknown): never => {
  throw isNameTaken(error) ? new AppError(orchestrationErrors.projectNameTaken) : error;
};

/** Turns a unique violation into the "name taken" error. */
export const folderNamed = <T>(name: string, work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (isUniqueViolation(error, 'folder_name'))
      throw new AppError(orchestrationErrors.folderNameTaken, { params: { name } });
    throw error;
  });
