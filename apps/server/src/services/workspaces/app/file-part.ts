import type { Sql } from '../../../platform/database/pool.ts';
import type { Actor } from './actor.ts';

/** Where the items of a workspace file are stored, and who writes them. */
export interface FilePlace {
  actor: Actor;
  organizationId: string;
  projectId: string;
}

/** An item of a workspace file. */
export interface PartItem {
  id?: string | undefined;
  name: string;
}

/** A fault of an item in a workspace file, and its place. */
export interface PartFault {
  path: string;
  message: string;
}

/**
 * FilePart reads and writes one kind of items of workspace files, without their secrets, inside the transaction of the
 * service that reads and writes the files. That service has opened the workspace for the caller.
 */
export interface FilePart<Item extends PartItem> {
  /** `forUpdate` locks them until the transaction ends. */
  read(
    sql: Sql,
    scope: { organizationId: string; projectId: string },
    options: { forUpdate?: boolean },
  ): Promise<Item[]>;
  /** Normalizes an item of a file to the form that is stored. */
  normal?(item: Item): { item: Item } | { faults: PartFault[] };
  /** Why a workspace on this plan can't have an item from the caller; undefined if it can. */
  problemOf?(actor: Actor, workspacePlan: 'FREE' | 'PRO', item: Item): string | undefined;
  /** Throws if the workspace has no room for so many further items; absent if it may have any number. */
  assertRoom?(sql: Sql, place: FilePlace, added: number): Promise<void>;
  /** Renames items that are about to be renamed, so that they can take each other's names. */
  renameApart?(sql: Sql, ids: readonly string[]): Promise<void>;
  /** Returns the secrets that a user has to enter. */
  put(sql: Sql, place: FilePlace, item: Item & { id: string }, isNew: boolean): Promise<string[]>;
  delete(sql: Sql, place: FilePlace, ids: readonly string[]): Promise<void>;
  /** Of these ids, the ones in use in any workspace. */
  taken(sql: Sql, ids: readonly string[]): Promise<string[]>;
}
