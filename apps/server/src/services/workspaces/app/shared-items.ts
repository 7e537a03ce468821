import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { sendsPasswordElsewhere } from '../domain/database-access.ts';
import { workspaceErrors } from '../errors.ts';
import { type DatabaseRow, databasesStore } from '../store/databases.store.ts';
import { environmentsStore } from '../store/environments.store.ts';
import { oauthTokensStore } from '../store/oauth-tokens.store.ts';
import { type VariableRow, variablesStore } from '../store/variables.store.ts';
import type { Actor } from './actor.ts';
import { assertSignIn, type DatabaseFields } from './database-sign-in.ts';
import { assertDatabaseRoom, databaseTaken } from './databases.ts';
import { type Deletion, keepEnvironment, keepVariables } from './deleted/keep-deleted.ts';
import { environmentTaken } from './environments.ts';
import { newRows, storedValue, type VariableScope } from './sealed-variables.ts';

/**
 * SharedVariable is a variable without its ids. When read, a secret has no value; when written without a value, it
 * keeps the stored one.
 */
export interface SharedVariable {
  name: string;
  value?: string | undefined;
  isSecret: boolean;
  enabled: boolean;
  description?: string | undefined;
}

interface Item {
  id: string;
  isNew: boolean;
}
/** Who removes items that a file lacks; all of them share one id for restoring. */
type Remover = Omit<Deletion, 'now'>;
interface Scope {
  organizationId: string;
  projectId: string;
}

/**
 * createSharedItems reads and writes what a workspace's tests share, inside a transaction of the service that stores
 * the tests. That service has opened the workspace for the caller.
 */
export function createSharedItems(platform: Platform) {
  const setVariables = createSetVariables(platform);

  return {
    /** The shared items of a workspace, each kind by name. */
    async read(sql: Sql, projectId: string) {
      const variables = Map.groupBy(await variablesStore.list(sql, { projectId }), (row) => row.environmentId);
      const environments = await environmentsStore.list(sql, projectId);
      return {
        globals: (variables.get(null) ?? []).map(toShared),
        environments: environments.map(({ environment: { id, name } }) => ({
          id,
          name,
          variables: (variables.get(id) ?? []).map(toShared),
        })),
        databases: (await databasesStore.list(sql, projectId)).map(
          ({ id, name, kind, host, port, databaseName, username, tls, caCertificate }) => ({
            id,
            name,
            kind,
            host,
            port,
            databaseName,
            username,
            tls,
            caCertificate,
          }),
        ),
      };
    },
    /** Variables of suites, by suite. */
    async readOfSuites(sql: Sql, suiteIds: string[]): Promise<Map<string, SharedVariable[]>> {
      const rows = Map.groupBy(await variablesStore.listOfSuites(sql, suiteIds), (row) => row.suiteId ?? '');
      return new Map([...rows].map(([suiteId, own]) => [suiteId, own.map(toShared)]));
    },
    /** Throws if the plan doesn't include global variables. */
    assertGlobals(actor: Actor, project: { workspacePlan: 'FREE' | 'PRO' }): void {
      if (actor.plan === 'FREE' || actor.plan === 'EXPIRED') throw new AppError(workspaceErrors.globalsNotInFreePlan);
      if (project.workspacePlan === 'FREE') throw new AppError(workspaceErrors.globalsNotInFreeWorkspace);
    },
    async setGlobals(sql: Sql, scope: Scope, by: Remover, wanted: readonly SharedVariable[]): Promise<string[]> {
      const present = await variablesStore.list(sql, { projectId: scope.projectId, environmentId: null });
      return setVariables(sql, { ...scope, environmentId: null }, by, { present, wanted });
    },
    async setOfSuite(sql: Sql, scope: Scope & { suiteId: string }, by: Remover, wanted: readonly SharedVariable[]) {
      const present = await variablesStore.listOfSuites(sql, [scope.suiteId]);
      return setVariables(sql, { ...scope, environmentId: null }, by, { present, wanted });
    },
    async putEnvironment(
      sql: Sql,
      scope: Scope,
      by: Remover,
      { id, isNew, name, variables }: Item & { name: string; variables: readonly SharedVariable[] },
    ): Promise<string[]> {
      const { organizationId, projectId } = scope;
      const stored = isNew
        ? environmentsStore.insert(sql, { id, organizationId, projectId, name })
        : environmentsStore.rename(sql, id, name);
      await stored.catch(environmentTaken);
      const present = await variablesStore.list(sql, { projectId, environmentId: id });
      return setVariables(sql, { organizationId, projectId, environmentId: id }, by, { present, wanted: variables });
    },
    /** Can be restored with its variables, like one deleted in the UI. */
    async deleteEnvironment(sql: Sql, by: Remover, environmentId: string): Promise<void> {
      await keepEnvironment(sql, environmentId, { ...by, now: platform.clock.now() });
      await environmentsStore.delete(sql, environmentId);
    },
    /** Renames environments and databases that are about to be renamed or deleted, so that their names become free. */
    async renameApart(sql: Sql, ids: { environmentIds: string[]; databaseIds: string[] }): Promise<void> {
      await environmentsStore.renameApart(sql, ids.environmentIds);
      await databasesStore.renameApart(sql, ids.databaseIds);
    },
    /** Throws if the workspace has no room for so many further databases. */
    assertDatabaseRoom,
    /** Returns whether the password has to be entered: a stored one isn't sent to another destination. */
    async putDatabase(sql: Sql, scope: Scope, { id, isNew, ...fields }: Item & DatabaseFields): Promise<boolean> {
      assertSignIn(fields);
      const { organizationId, projectId } = scope;
      if (isNew) {
        const values = { id, organizationId, projectId, ...fields, password: null };
        await databasesStore.insert(sql, values).catch(databaseTaken);
        return true;
      }
      const row = (await databasesStore.find(sql, organizationId, id)) as DatabaseRow;
      const isLost = row.password !== null && sendsPasswordElsewhere(row, fields);
      await databasesStore.update(sql, id, { ...fields, ...(isLost ? { password: null } : {}) }).catch(databaseTaken);
      return isLost;
    },
    /** The caller has verified that nothing queries the database any more. */
    deleteDatabase: (sql: Sql, id: string): Promise<void> => databasesStore.delete(sql, id),
    /** Of these ids, the ones used by environments and databases of any workspace. */
    async taken(sql: Sql, ids: string[]): Promise<string[]> {
      return [...(await environmentsStore.taken(sql, ids)), ...(await databasesStore.taken(sql, ids))];
    },
  };
}
/** SharedItems reads and writes what a workspace's tests share. */
export type SharedItems = ReturnType<typeof createSharedItems>;

const toShared = ({ name, value, isSecret, enabled, description }: VariableRow): SharedVariable => ({
  name,
  ...(isSecret ? {} : { value }),
  isSecret,
  enabled,
  ...(description === '' ? {} : { description }),
});

/** Sets the variables of a scope to the given ones; returns the secrets that have no value yet. */
function createSetVariables({ secrets, clock }: Platform) {
  const changeOf = (row: VariableRow, { value, isSecret, enabled, description = '' }: SharedVariable) => {
    const keeps = isSecret && row.isSecret && value === undefined;
    return {
      isSecret,
      enabled,
      description,
      ...(keeps ? {} : { value: storedValue(secrets, { id: row.id, value: value ?? '', isSecret }) }),
    };
  };

  return async (
    sql: Sql,
    scope: VariableScope,
    by: Remover,
    { present, wanted }: { present: readonly VariableRow[]; wanted: readonly SharedVariable[] },
  ): Promise<string[]> => {
    const rows = new Map(present.map((row) => [row.name, row]));
    const fillIn: string[] = [];
    const added: SharedVariable[] = [];
    for (const variable of wanted) {
      const row = rows.get(variable.name);
      rows.delete(variable.name);
      if (variable.isSecret && variable.value === undefined && !row?.isSecret) fillIn.push(variable.name);
      if (!row) added.push(variable);
      else await variablesStore.update(sql, row.id, changeOf(row, variable));
    }
    const deletedIds = [...rows.values()].map(({ id }) => id);
    if (deletedIds.length > 0) {
      const deleted = await variablesStore.delete(sql, scope.projectId, deletedIds, 'environment');
      await keepVariables(sql, deleted, { ...by, now: clock.now() });
    }
    const values = added.map((variable) => ({ ...variable, value: variable.value ?? '' }));
    await variablesStore.insert(sql, newRows(secrets, scope, values));
    await oauthTokensStore.deleteScope(sql, scope.projectId, scope.environmentId ?? undefined);
    return fillIn;
  };
}
