import type { Sql } from '../../../platform/database/pool.ts';
import type { Actor } from './actor.ts';

/** Where the things of a workspace file lie, and who writes them. */
export interface FilePlace {
  actor: Actor;
  organizationId: string;
  projectId: string;
}

/** A thing in a workspace file. */
export interface PartItem {
  id?: string | undefined;
  name: string;
}

/** What is wrong with a thing in a workspace file, and where. */
export interface PartFault {
  path: string;
  message: string;
}

/**
 * FilePart keeps one kind of things that workspace files hold, without their secrets, inside the transaction of the service that reads and
 * writes such files. That service has opened the workspace for the caller.
 */
export interface FilePart<Item extends PartItem> {
  /** With `forUpdate` they stay as they are until the transaction ends. */
  read(
    sql: Sql,
    scope: { organizationId: string; projectId: string },
    options: { forUpdate?: boolean },
  ): Promise<Item[]>;
  /** An item of a file in the one spelling that is stored. */
  normal?(item: Item): { item: Item } | { faults: PartFault[] };
  /** Why a workspace of this plan can't have an item that the caller brings; undefined: nothing stands against it. */
  problemOf?(actor: Actor, workspacePlan: 'FREE' | 'PRO', item: Item): string | undefined;
  /** Answers the secrets that a person has to enter. */
  put(sql: Sql, place: FilePlace, item: Item & { id: string }, isNew: boolean): Promise<string[]>;
  delete(sql: Sql, place: FilePlace, ids: readonly string[]): Promise<void>;
  /** Those of these ids that are in use, in any workspace. */
  taken(sql: Sql, ids: readonly string[]): Promise<string[]>;
}
