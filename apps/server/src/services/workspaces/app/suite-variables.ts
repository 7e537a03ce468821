import type { Variable } from '@touchstone/contracts/workspaces';
import type { Sql } from '../../../platform/database/pool.ts';
import type { Platform } from '../../../platform/platform.ts';
import { deletedStore } from '../store/deleted.store.ts';
import { type VariableRow, variablesStore } from '../store/variables.store.ts';
import { copiedRows, type PlannedVariable, planVariable, toVariable, type VariableInput } from './sealed-variables.ts';
import type { WriteVariables } from './write-variables.ts';

/** SuitePlace identifies a suite; the service that stores it has checked the caller's access. */
export interface SuitePlace {
  organizationId: string;
  projectId: string;
  suiteId: string;
}

/** KeptVariable is a variable as JSON; its secret can only be opened under its own id. */
export type KeptVariable = Omit<VariableRow, 'updatedAt'> & { updatedAt: string };

/** createSuiteVariables stores the variables of suites for the services that store the suites. */
export function createSuiteVariables({ database, secrets }: Platform, write: WriteVariables) {
  return {
    list: async (suiteIds: string[]): Promise<Variable[]> =>
      (await variablesStore.listOfSuites(database.sql, suiteIds)).map(toVariable),
    add: ({ organizationId, projectId, suiteId }: SuitePlace, variables: VariableInput[]): Promise<Variable[]> =>
      write.add({ organizationId, projectId, suiteId, environmentId: null }, variables),
    /** Copies the variables of a suite, secrets included, inside the caller's transaction. */
    async copy(sql: Sql, fromSuiteId: string, { organizationId, projectId, suiteId }: SuitePlace): Promise<void> {
      const scope = { organizationId, projectId, suiteId, environmentId: null };
      await variablesStore.insert(
        sql,
        copiedRows(secrets, scope, await variablesStore.listOfSuites(sql, [fromSuiteId])),
      );
    },
    /** Deletes the variables of suites, including restorable ones, inside the transaction that deletes the suites. */
    async delete(sql: Sql, suiteIds: string[]): Promise<void> {
      await variablesStore.deleteOfSuites(sql, suiteIds);
      await deletedStore.deleteOfSuites(sql, suiteIds);
    },
    /** The variables of a suite as stored, secrets sealed, to be kept while the suite is deleted. */
    keep: async (sql: Sql, suiteId: string): Promise<KeptVariable[]> =>
      (await variablesStore.listOfSuites(sql, [suiteId])).map(({ updatedAt, ...row }) => ({
        ...row,
        updatedAt: updatedAt.toISOString(),
      })),
    /** Restores kept variables, inside the transaction that restores the suite. */
    restore: (sql: Sql, kept: readonly KeptVariable[]): Promise<void> =>
      variablesStore.insert(
        sql,
        kept.map((row) => ({ ...row, updatedAt: new Date(row.updatedAt) })),
      ),
    /** Variables of suites as stored in plans, by suite; suites without variables are absent. */
    async plan(suiteIds: string[]): Promise<Record<string, PlannedVariable[]>> {
      const planned: Record<string, PlannedVariable[]> = {};
      for (const row of await variablesStore.listOfSuites(database.sql, suiteIds)) {
        const suiteId = row.suiteId ?? '';
        if (row.enabled) planned[suiteId] = [...(planned[suiteId] ?? []), planVariable(row)];
      }
      return planned;
    },
  };
}
/** SuiteVariables stores the variables of suites for the services that store the suites. */
export type SuiteVariables = ReturnType<typeof createSuiteVariables>;
