import { AppError, newId } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PlacedFlows } from '../../flows/index.ts';
import { type Actor, actorOf, type Workspaces } from '../../workspaces/index.ts';
import { orchestrationErrors } from '../errors.ts';
import { foldersStore } from '../store/folders.store.ts';
import { isProject, type OpenFolder, workspaceService } from './open-folder.ts';

/** What is copied. */
export type CloneKind = 'PROJECT' | 'FOLDER' | 'WORKFLOW';

/** A request for a copy. */
export interface CloneOrder {
  caller: Actor;
  folderType: CloneKind;
  /** The source, and the id of the copy: an existing copy isn't made again. */
  sourceId: string;
  copyId: string;
  /** By default a free name is derived from the source's. */
  name?: string;
  uniqueIdentifier: string;
}

interface Needs {
  platform: Platform;
  workspaces: Workspaces;
  placedFlows: PlacedFlows;
  openFolder: OpenFolder;
}

/** createOpenSource opens the source of a copy; also returns the names that the copy can't have. */
export function createOpenSource({ workspaces, placedFlows, openFolder }: Omit<Needs, 'platform'>) {
  return async function openSource(
    caller: Actor,
    { folderType, sourceId }: Pick<CloneOrder, 'folderType' | 'sourceId'>,
  ) {
    if (folderType === 'WORKFLOW') {
      const place = await placedFlows.placeOf(caller, sourceId);
      const { row, workspace } = await openFolder(caller, { id: place.folderId ?? place.projectId }, 'edit');
      return { row, workspace, name: place.name, taken: (sql: Sql) => placedFlows.namesIn(sql, place, place.folderId) };
    }
    const { row, workspace } = await openFolder(caller, { id: sourceId }, 'edit');
    if (isProject(row) !== (folderType === 'PROJECT')) throw new AppError(orchestrationErrors.notFound);
    if (row.parentId !== null) {
      const { parentId, name } = row;
      return { row, workspace, name, taken: (sql: Sql) => foldersStore.namesIn(sql, parentId) };
    }
    const teamId = teamOfCopy(caller, workspace.project.teamId);
    const taken = async (sql: Sql) => (teamId ? workspaces.namesIn(sql, teamId, workspaceService) : []);
    return { row, workspace, name: workspace.project.name, taken };
  };
}
export type OpenSource = ReturnType<typeof createOpenSource>;

/** teamOfCopy returns the team of a copied project: the same, if the caller belongs to it. */
export const teamOfCopy = (caller: Actor, teamId: string): string | undefined =>
  caller.teamIds.includes(teamId) ? teamId : caller.teamId;

/** createOrderClone accepts requests for copies, which a job makes. */
export function createOrderClone({ platform, openSource }: Pick<Needs, 'platform'> & { openSource: OpenSource }) {
  return async function orderClone(
    caller: Actor,
    input: { uuid: string; folderType: CloneKind; name?: string | undefined; uniqueIdentifier?: string | undefined },
  ) {
    const { uuid: sourceId, folderType, name, uniqueIdentifier = newId() } = input;
    const { taken } = await openSource(caller, { folderType, sourceId });
    if (name !== undefined && hasName(await taken(platform.database.sql), name))
      throw folderType === 'PROJECT'
        ? new AppError(orchestrationErrors.projectNameTaken)
        : new AppError(orchestrationErrors.copyNameTaken, { params: { name } });
    const order: CloneOrder = {
      caller: actorOf(caller),
      folderType,
      sourceId,
      copyId: newId(),
      uniqueIdentifier,
      ...(name !== undefined && { name }),
    };
    await platform.jobs.send(cloneQueue, order);
    const executionStatus: 'RUNNING' = 'RUNNING';
    return { uniqueIdentifier, folderType, executionStatus, message: 'Cloning may take a few minutes.' };
  };
}
export type OrderClone = ReturnType<typeof createOrderClone>;

/** The queue of requested copies. */
export const cloneQueue = 'orchestration.clone';

const hasName = (names: readonly string[], name: string): boolean =>
  names.some((other) => other.toLowerCase() === name.toLowerCase());
