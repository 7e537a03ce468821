import { type Variable, variableInputSchema } from '@touchstone/contracts/workspaces';

/** A row of the variables grid. The `value` of a saved secret is undefined until the user replaces it. */
export interface VariableRow {
  variableId?: string;
  name: string;
  value: string | undefined;
  isSecret: boolean;
  /** A variable that is off has no effect. */
  enabled: boolean;
  /** Description; shown, but not editable here. */
  description?: string;
}
export interface VariableChanges {
  created: { name: string; value: string; isSecret: boolean; enabled: boolean }[];
  updated: { variableId: string; name?: string; value?: string; isSecret?: boolean; enabled?: boolean }[];
  removed: string[];
}

export const toRows = (variables: readonly Variable[]): VariableRow[] =>
  variables.map(({ variableId, name, value, isSecret, enabled, description }) => ({
    variableId,
    name,
    isSecret,
    enabled,
    value: isSecret ? undefined : value,
    ...(description && { description }),
  }));

/** changesOf returns what must be created, updated and removed to turn the saved variables into the rows. */
export function changesOf(saved: readonly Variable[], rows: readonly VariableRow[]): VariableChanges {
  const kept = new Set(rows.map((row) => row.variableId));
  const changes: VariableChanges = {
    created: [],
    updated: [],
    removed: saved.filter((variable) => !kept.has(variable.variableId)).map((variable) => variable.variableId),
  };
  for (const row of rows) {
    const before = saved.find((variable) => variable.variableId === row.variableId);
    if (!before) {
      const { name, value = '', isSecret, enabled } = row;
      changes.created.push({ name, value, isSecret, enabled });
      continue;
    }
    const patch: VariableChanges['updated'][number] = { variableId: before.variableId };
    if (row.name !== before.name) patch.name = row.name;
    if (row.isSecret !== before.isSecret) patch.isSecret = row.isSecret;
    if (row.enabled !== before.enabled) patch.enabled = row.enabled;
    if (row.value !== undefined && (before.isSecret || row.value !== before.value)) patch.value = row.value;
    if (Object.keys(patch).length > 1) changes.updated.push(patch);
  }
  return changes;
}

export const hasChanges = (changes: VariableChanges): boolean =>
  changes.created.length + changes.updated.length + changes.removed.length > 0;

/** problemsOf returns what prevents rows from being saved, by `index.field`. */
export function problemsOf(rows: VariableRow[]): Record<string, string> {
  const problems: Record<string, string> = {};
  rows.forEach((row, index) => {
    const parsed = variableInputSchema.safeParse({ name: row.name, value: row.value ?? '', isSecret: row.isSecret });
    for (const issue of parsed.error?.issues ?? []) problems[`${index}.${String(issue.path[0])}`] ??= issue.message;
    if (rows.findIndex((other) => other.name === row.name) < index)
      problems[`${index}.name`] ??= `${row.name} is already in this list. Use another name.`;
  });
  return problems;
}
