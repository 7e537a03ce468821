import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { workspaceErrors } from '../errors.ts';
import { environmentsStore } from '../store/environments.store.ts';
import { variablesStore } from '../store/variables.store.ts';
import { storedValue } from './sealed-variables.ts';

/** KeptValues are the values produced by a run, and the environment that stores them. */
export interface KeptValues {
  organizationId: string;
  projectId: string;
  environmentId: string;
  values: Record<string, string>;
  isSecret: boolean;
}

/**
 * createKeepVariables writes values produced by a run into an environment; variables that are secret there stay secret.
 */
export function createKeepVariables(platform: Platform) {
  const { database, secrets } = platform;

  return async function keepVariables({ values, isSecret, ...scope }: KeptValues): Promise<void> {
    const environment = await environmentsStore.find(database.sql, scope.organizationId, scope.environmentId);
    if (environment?.environment.projectId !== scope.projectId) throw new AppError(workspaceErrors.environmentNotFound);
    await database.transaction(async (sql) => {
      const existing = await variablesStore.list(sql, scope);
      for (const [name, value] of Object.entries(values)) {
        const row = existing.find((variable) => variable.name === name);
        const id = row?.id ?? newId();
        const secret = isSecret || (row?.isSecret ?? false);
        const stored = { isSecret: secret, value: storedValue(secrets, { id, value, isSecret: secret }) };
        if (row) await variablesStore.update(sql, id, stored);
        else await variablesStore.insert(sql, [{ id, ...scope, name, ...stored }]);
      }
    });
  };
}
/** KeepVariables writes values produced by a run into an environment. */
export type KeepVariables = ReturnType<typeof createKeepVariables>;
