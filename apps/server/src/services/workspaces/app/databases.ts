import type { DatabaseConfiguration } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import { assertRoom } from '../../../platform/database/assert-room.ts';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { defineSlot } from '../../../platform/slots.ts';
import { workspaceErrors } from '../errors.ts';
import { type DatabaseRow, databasesStore } from '../store/databases.store.ts';
import type { Actor } from './actor.ts';
import { assertPassword, assertSignIn, type DatabaseFields, openPassword, sealPassword } from './database-sign-in.ts';
import type { Workspaces } from './workspaces.ts';

/**
 * DatabaseUse returns the names of another service's items that query a database; as long as there are any, it can't be
 * deleted.
 */
export type DatabaseUse = (databaseId: string) => Promise<string[]>;

/** Slot for services whose items query databases. */
export const databaseUses = defineSlot<DatabaseUse>('uses of databases');

export type NewDatabase = DatabaseFields & { projectId: string; password: string };
export type ChangedDatabase = DatabaseFields & { databaseConfigurationId: string; password?: string };

const maxDatabases = 100;

/** assertDatabaseRoom throws if `added` further databases exceed the limit of a workspace. */
export const assertDatabaseRoom = (sql: Sql, projectId: string, added: number): Promise<void> =>
  assertRoom(
    sql,
    {
      place: `database configurations of ${projectId}`,
      most: maxDatabases,
      full: workspaceErrors.tooManyDatabases,
    },
    async () => (await databasesStore.list(sql, projectId)).length,
    added,
  );

/** createDatabases manages the database configurations of workspaces; their passwords are sealed and never returned. */
export function createDatabases(needs: { platform: Platform; workspaces: Workspaces; uses: readonly DatabaseUse[] }) {
  const { platform, workspaces, uses } = needs;
  const { database, secrets } = platform;
  const { sql } = database;
  const open = async (actor: Actor, id: string): Promise<DatabaseRow> => {
    const row = await databasesStore.find(sql, actor.organizationId, id);
    if (!row) throw new AppError(workspaceErrors.databaseNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };

  return {
    open,
    /** Throws if the workspace has no such database. */
    async assertExists(scope: { organizationId: string; projectId: string }, id: string): Promise<void> {
      const row = await databasesStore.find(sql, scope.organizationId, id);
      if (row?.projectId !== scope.projectId) throw new AppError(workspaceErrors.databaseNotFound);
    },
    async list(actor: Actor, projectId: string): Promise<DatabaseConfiguration[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await databasesStore.list(sql, projectId)).map(toConfiguration);
    },
    async create(actor: Actor, { password, ...input }: NewDatabase): Promise<DatabaseConfiguration> {
      await workspaces.open(actor, input.projectId, 'edit');
      assertSignIn(input);
      const id = newId();
      const { organizationId } = actor;
      const values = { id, organizationId, ...input, password: sealPassword(secrets, id, password) };
      await database
        .transaction(async (tx) => {
          await assertDatabaseRoom(tx, input.projectId, 1);
          await databasesStore.insert(tx, values);
        })
        .catch(databaseTaken);
      await platform.audit(actor, { action: 'database.created', target: id, detail: { name: input.name } });
      return toConfiguration(await open(actor, id));
    },
    async update(actor: Actor, input: ChangedDatabase): Promise<DatabaseConfiguration> {
      const { databaseConfigurationId: id, password, ...fields } = input;
      const row = await open(actor, id);
      assertSignIn(input);
      assertPassword(row, input);
      const sealed = password === undefined ? {} : { password: sealPassword(secrets, id, password) };
      await databasesStore.update(sql, id, { ...fields, ...sealed }).catch(databaseTaken);
      await platform.audit(actor, { action: 'database.changed', target: id, detail: { name: fields.name } });
      return toConfiguration(await open(actor, id));
    },
    async delete(actor: Actor, id: string): Promise<void> {
      const row = await open(actor, id);
      const users = (await Promise.all(uses.map((use) => use(id)))).flat();
      if (users.length) throw new AppError(workspaceErrors.databaseInUse, { params: { names: users.join(', ') } });
      await databasesStore.delete(sql, id);
      await platform.audit(actor, { action: 'database.deleted', target: id, detail: { name: row.name } });
    },
    /** The saved database with a name and its password, for a run of the workspace, and the names of all databases. */
    async findByName({ organizationId, projectId }: { organizationId: string; projectId: string }, name: string) {
      const all = (await databasesStore.list(sql, projectId)).filter((row) => row.organizationId === organizationId);
      const row = all.find((one) => one.name === name);
      return {
        target: row && { ...row, password: openPassword(secrets, row) },
        names: all.map((one) => one.name),
      };
    },
    /** A saved database with its password, for a run of the workspace; undefined if it was deleted. */
    async findTarget(scope: { organizationId: string; projectId: string }, id: string) {
      const row = await databasesStore.find(sql, scope.organizationId, id);
      return row?.projectId === scope.projectId ? { ...row, password: openPassword(secrets, row) } : undefined;
    },
  };
}
/** Databases manages the database configurations of workspaces. */
export type Databases = ReturnType<typeof createDatabases>;

const toConfiguration = (row: DatabaseRow): DatabaseConfiguration => {
  const { id, organizationId: _organization, password, createdAt, updatedAt, ...fields } = row;
  return {
    databaseConfigurationId: id,
    ...fields,
    hasPassword: password !== null,
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
};

/** databaseTaken converts a unique violation to "name taken"; rethrows any other error. */
export function databaseTaken(error: unknown): never {
  if (isUniqueViolation(error, 'database_configuration_name')) throw new AppError(workspaceErrors.databaseNameTaken);
  throw error;
}
