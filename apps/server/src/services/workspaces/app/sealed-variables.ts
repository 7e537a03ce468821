import type { Variable } from '@touchstone/contracts/workspaces';
import { newId } from '@touchstone/kernel';
import type { SecretBox } from '../../../platform/secrets.ts';
import type { VariableRow } from '../store/variables.store.ts';

export interface VariableInput {
  name: string;
  value: string;
  isSecret: boolean;
  enabled?: boolean;
  description?: string | undefined;
}

/** PlannedVariable is a variable as stored in plans: a secret stays sealed until the runner needs it. */
export interface PlannedVariable {
  name: string;
  value: string;
  /** Where the value is sealed. */
  sealedAt?: string;
}

/** The owner of variables: an environment, a suite, or the workspace if both are missing. */
export interface VariableScope {
  organizationId: string;
  projectId: string;
  environmentId: string | null;
  suiteId?: string;
}

/** Values are sealed for the location where they were first stored; stored values and plans depend on it. */
const placeOf = (variableId: string) => `api_testing.variable.value:${variableId}`;

/** storedValue returns a value as stored in its row: sealed if it is secret. */
export const storedValue = (
  secrets: SecretBox,
  { id, value, isSecret }: { id: string; value: string; isSecret: boolean },
): string => (isSecret ? secrets.seal(value, placeOf(id)) : value);

/** openValue returns a row's value, opened if it is sealed. */
export const openValue = (secrets: SecretBox, { id, value, isSecret }: VariableRow): string =>
  isSecret ? secrets.open(value, placeOf(id)) : value;

export const planVariable = (row: VariableRow): PlannedVariable => ({
  name: row.name,
  value: row.value,
  ...(row.isSecret && { sealedAt: placeOf(row.id) }),
});

/** newRows returns new rows of variables for a scope. */
export const newRows = (secrets: SecretBox, scope: VariableScope, variables: readonly VariableInput[]) =>
  variables.map(({ name, value, isSecret, enabled = true, description = '' }) => {
    const id = newId();
    return { id, ...scope, name, isSecret, enabled, description, value: storedValue(secrets, { id, value, isSecret }) };
  });

/** copiedRows copies rows of variables to another scope, secrets included. */
export const copiedRows = (secrets: SecretBox, scope: VariableScope, rows: readonly VariableRow[]) =>
  newRows(
    secrets,
    scope,
    rows.map((row) => ({ ...row, value: openValue(secrets, row) })),
  );

/** toVariable returns a row as callers see it: without the value of a secret. */
export const toVariable = (row: VariableRow): Variable => ({
  variableId: row.id,
  name: row.name,
  isSecret: row.isSecret,
  value: row.isSecret ? '' : row.value,
  enabled: row.enabled,
  description: row.description,
  environmentId: row.environmentId,
  suiteId: row.suiteId,
  updatedAt: row.updatedAt.toISOString(),
});
