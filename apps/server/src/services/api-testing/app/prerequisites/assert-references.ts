import type { PrerequisiteInput } from '@touchstone/contracts/api-testing';
import { AppError } from '@touchstone/kernel';
import type { Actor } from '../../../workspaces/index.ts';
import { apiTestingErrors } from '../../errors.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { PrerequisiteNeeds } from './prerequisites.ts';

/** The fields of a prerequisite without its workspace. */
export type Fields = Omit<PrerequisiteInput, 'projectId'>;

/** createAssertReferences verifies that everything a prerequisite references is in its workspace. */
export function createAssertReferences({ platform, databases, environments }: PrerequisiteNeeds) {
  const { sql } = platform.database;
  return async function assertReferences(
    actor: Actor,
    projectId: string,
    { action, targetEnvironmentId }: Partial<Fields>,
  ): Promise<void> {
    const { organizationId } = actor;
    if (action?.kind === 'script') {
      const [script] = await scriptsStore.findMany(sql, organizationId, [action.scriptId]);
      if (script?.projectId !== projectId) throw new AppError(apiTestingErrors.scriptNotFound);
    }
    if (action?.kind === 'database')
      await databases.assertExists({ organizationId, projectId }, action.databaseConfigurationId);
    if (targetEnvironmentId) await environments.assertExists({ organizationId, projectId }, targetEnvironmentId);
  };
}
