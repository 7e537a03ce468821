import { AppError, newId } from '@touchstone/kernel';
import type { Platform } from '../../../../platform/platform.ts';
import { apiTestingErrors } from '../../errors.ts';
import { environmentsStore } from '../../store/environments.store.ts';
import { variablePlace } from './environments.ts';

export interface KeptValues {
  organizationId: string;
  projectId: string;
  environmentId: string;
  values: Record<string, string>;
  isSecret: boolean;
}

/** createKeepVariables writes values that a run made into an environment; a variable that is secret there stays so. */
export function createKeepVariables(platform: Platform) {
  const { database, secrets } = platform;

  return async function keepVariables({ values, isSecret, ...scope }: KeptValues): Promise<void> {
    const environment = await environmentsStore.find(database.sql, scope.organizationId, scope.environmentId);
    if (environment?.environment.projectId !== scope.projectId)
      throw new AppError(apiTestingErrors.environmentNotFound);
    await database.transaction(async (sql) => {
      const existing = await environmentsStore.listVariables(sql, scope);
      for (const [name, value] of Object.entries(values)) {
        const row = existing.find((variable) => variable.name === name);
        const id = row?.id ?? newId();
        const secret = isSecret || (row?.isSecret ?? false);
        const stored = { isSecret: secret, value: secret ? secrets.seal(value, variablePlace(id)) : value };
        if (row) await environmentsStore.updateVariable(sql, id, stored);
        else await environmentsStore.insertVariables(sql, [{ id, ...scope, name, ...stored }]);
      }
    });
  };
}
export type KeepVariables = ReturnType<typeof createKeepVariables>;
