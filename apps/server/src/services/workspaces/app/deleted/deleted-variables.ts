import type { DeletedVariableItem, RestoredVariableItem } from '@touchstone/contracts/recently-deleted';
import { trashDays } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { freeName, freeVariableName } from '../../domain/free-name.ts';
import { workspaceErrors } from '../../errors.ts';
import { environmentDeleted } from '../../events.ts';
import { type DeletedChoice, type DeletedRow, deletedStore } from '../../store/deleted.store.ts';
import { environmentsStore } from '../../store/environments.store.ts';
import { oauthTokensStore } from '../../store/oauth-tokens.store.ts';
import type { Stored } from '../../store/tables.ts';
import { type VariableRow, variablesStore } from '../../store/variables.store.ts';
import type { Actor } from '../actor.ts';
import { environmentTaken } from '../environments.ts';
import { refusalOfGlobals } from '../variables.ts';
import type { Workspaces } from '../workspaces.ts';

/**
 * createDeletedVariables lists and restores the environments and variables deleted within 30 days. Other services are
 * only notified of an environment's deletion once it is permanent: until then, references to it are kept.
 */
export function createDeletedVariables({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { database, clock, events, audit } = platform;
  const deleteForGood = (which: Parameters<typeof deletedStore.deleteForGood>[1]): Promise<number> =>
    database.transaction(async (sql, client) => {
      const deletedItems = await deletedStore.deleteForGood(sql, which);
      for (const { kind, organizationId, projectId, environmentId } of deletedItems)
        if (kind === 'environment' && environmentId)
          await events.publish(environmentDeleted, { organizationId, projectId, environmentId }, client);
      return deletedItems.length;
    });
  return {
    async list(
      actor: Actor,
      { projectId, searchTerm }: { projectId: string; searchTerm?: string | undefined },
      page: { page: number; size: number },
    ) {
      await workspaces.open(actor, projectId, 'view');
      const filter = { projectId, searchTerm, now: clock.now() };
      const { rows, totalElements } = await deletedStore.list(database.sql, filter, page);
      const content = rows.map(
        ({ id, environmentId, suiteId, deletedAt, ...row }): DeletedVariableItem => ({
          itemId: id,
          ...row,
          scope: suiteId ? 'suite' : environmentId ? 'environment' : 'global',
          deletedAt: deletedAt.toISOString(),
          expiresAt: new Date(deletedAt.getTime() + trashDays * 86_400_000).toISOString(),
        }),
      );
      return { content, totalElements, ...page };
    },
    /** Restores all given items or none, each only once under concurrent calls. */
    async restore(actor: Actor, input: DeletedChoice): Promise<RestoredVariableItem[]> {
      const { projectId } = input;
      const workspace = await workspaces.open(actor, projectId, 'edit');
      const restored = await database
        .transaction(async (sql) => {
          await workspaces.hold(sql, projectId);
          const items = await deletedStore.lock(sql, input, clock.now());
          if (items.length === 0 || (input.itemIds && items.length < new Set(input.itemIds).size))
            throw new AppError(workspaceErrors.nothingDeletedHere);
          const refusal = items.some(isGlobal) && refusalOfGlobals(actor, workspace);
          if (refusal) throw new AppError(refusal);
          const done: RestoredVariableItem[] = [];
          for (const item of items) {
            const name =
              item.kind === 'environment' ? await restoreEnvironment(sql, item) : await restoreVariable(sql, item);
            done.push({ itemId: item.id, kind: item.kind, name });
          }
          const itemIds = items.map(({ id }) => id);
          await deletedStore.delete(sql, itemIds);
          await oauthTokensStore.deleteScope(sql, projectId);
          return done;
        })
        .catch(environmentTaken);
      const names = restored.slice(0, 20).map(({ name }) => name);
      await audit(actor, {
        action: 'variables.restored',
        target: projectId,
        detail: { count: restored.length, names },
      });
      return restored;
    },
    async deleteForGood(actor: Actor, which: { projectId: string; itemIds: string[] }): Promise<number> {
      await workspaces.open(actor, which.projectId, 'edit');
      const count = await deleteForGood(which);
      if (count === 0) throw new AppError(workspaceErrors.nothingDeletedHere);
      await audit(actor, { action: 'variables.deletedForGood', target: which.projectId, detail: { count } });
      return count;
    },
    /** Permanently deletes items older than 30 days. */
    async purge(): Promise<void> {
      await deleteForGood({ now: clock.now() });
    },
  };
}
/** DeletedVariables restores environments and variables. */
export type DeletedVariables = ReturnType<typeof createDeletedVariables>;

const isGlobal = ({ environmentId, suiteId }: DeletedRow): boolean => environmentId === null && suiteId === null;

/** Restores an environment under its own id; returns its name, with a number appended if it has been taken. */
async function restoreEnvironment(sql: Sql, { projectId, content, name: was }: DeletedRow): Promise<string> {
  const { environment, variables } = content;
  if (!environment) throw new AppError(workspaceErrors.nothingDeletedHere);
  if ((await environmentsStore.taken(sql, [environment.id])).length > 0)
    throw new AppError(workspaceErrors.environmentExists, { params: { name: was } });
  const name = freeName(was, await environmentsStore.namesOf(sql, projectId));
  const { createdAt, updatedAt } = environment;
  const times = { createdAt: new Date(createdAt), updatedAt: new Date(updatedAt) };
  await environmentsStore.insert(sql, { ...environment, ...times, name });
  await variablesStore.insert(sql, variables.map(rowOf));
  return name;
}

async function restoreVariable(sql: Sql, item: DeletedRow): Promise<string> {
  const { projectId, environmentId, suiteId, content } = item;
  if (environmentId && !(await environmentsStore.find(sql, item.organizationId, environmentId)))
    throw new AppError(workspaceErrors.environmentDeletedFirst, { params: { name: item.name } });
  const present = suiteId
    ? await variablesStore.listOfSuites(sql, [suiteId])
    : await variablesStore.list(sql, { projectId, environmentId });
  const taken = present.map(({ name }) => name);
  const name = freeVariableName(item.name, taken);
  await variablesStore.insert(
    sql,
    content.variables.map((row) => ({ ...rowOf(row), name })),
  );
  return name;
}

const rowOf = (row: Stored<VariableRow>): VariableRow => ({ ...row, updatedAt: new Date(row.updatedAt) });
