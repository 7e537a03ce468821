import type { Variable } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import { workspaceErrors } from '../errors.ts';
import { oauthTokensStore } from '../store/oauth-tokens.store.ts';
import { type VariableRow, variablesStore } from '../store/variables.store.ts';
import {
  newRows,
  openValue,
  storedValue,
  toVariable,
  type VariableInput,
  type VariableScope,
} from './sealed-variables.ts';

export interface VariableChange {
  name?: string;
  value?: string;
  isSecret?: boolean;
  enabled?: boolean;
  description?: string;
}

/**
 * createWriteVariables adds and updates variables; the caller has checked permissions. Tokens fetched with the old
 * values are deleted.
 */
export function createWriteVariables({ database, secrets }: Platform) {
  return {
    async add(scope: VariableScope, variables: readonly VariableInput[]): Promise<Variable[]> {
      const rows = newRows(secrets, scope, variables);
      await database.transaction((sql) => variablesStore.insert(sql, rows)).catch(variableTaken);
      await oauthTokensStore.deleteScope(database.sql, scope.projectId, scope.environmentId ?? undefined);
      const added = new Set(rows.map((row) => row.id));
      const all = scope.suiteId
        ? await variablesStore.listOfSuites(database.sql, [scope.suiteId])
        : await variablesStore.list(database.sql, scope);
      return all.filter((row) => added.has(row.id)).map(toVariable);
    },
    async change(row: VariableRow, input: VariableChange): Promise<Variable> {
      const isSecret = input.isSecret ?? row.isSecret;
      if (row.isSecret && !isSecret && input.value === undefined) throw new AppError(workspaceErrors.secretNeedsValue);
      const { name, enabled, description, value = openValue(secrets, row) } = input;
      const stored = storedValue(secrets, { id: row.id, value, isSecret });
      const values = { name, isSecret, enabled, description, value: stored };
      await variablesStore.update(database.sql, row.id, values).catch(variableTaken);
      await oauthTokensStore.deleteScope(database.sql, row.projectId, row.environmentId ?? undefined);
      return toVariable((await variablesStore.find(database.sql, row.organizationId, row.id)) as VariableRow);
    },
  };
}
export type WriteVariables = ReturnType<typeof createWriteVariables>;

/** variableTaken converts a unique violation to the name that the scope already has; rethrows any other error. */
export function variableTaken(error: unknown): never {
  if (!isUniqueViolation(error, 'variable_name')) throw error;
  const detail = String((error as { cause?: { detail?: string } }).cause?.detail ?? '');
  // Such as `Key (project_id, …, name)=(…, …, host) already exists.`
  const name = /\)=\(.*, ([^,()]+)\)/.exec(detail)?.[1];
  throw new AppError(workspaceErrors.variableNameTaken, { params: { name: name ?? 'see the list' } });
}
