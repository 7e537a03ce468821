import type { Environment } from '@touchstone/contracts/workspaces';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation, type NameQuestion } from '../../../platform/database/conditions.ts';
import type { Platform } from '../../../platform/platform.ts';
import { freeName } from '../domain/free-name.ts';
import type { Need } from '../domain/workspace-access.ts';
import { workspaceErrors } from '../errors.ts';
import { type EnvironmentRow, environmentsStore } from '../store/environments.store.ts';
import { variablesStore } from '../store/variables.store.ts';
import type { Actor } from './actor.ts';
import { keepEnvironment } from './deleted/keep-deleted.ts';
import { copiedRows, newRows, type VariableInput } from './sealed-variables.ts';
import type { Workspaces } from './workspaces.ts';
import { variableTaken } from './write-variables.ts';

interface WorkspaceScope {
  organizationId: string;
  projectId: string;
}

/** createEnvironments manages the environments of workspaces. */
export function createEnvironments({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { database, secrets } = platform;
  const open = async (actor: Actor, environmentId: string, need: Need): Promise<EnvironmentRow> => {
    const row = await environmentsStore.find(database.sql, actor.organizationId, environmentId);
    if (!row) throw new AppError(workspaceErrors.environmentNotFound);
    await workspaces.open(actor, row.environment.projectId, need);
    return row;
  };
  /** The name of an environment; throws if it isn't in the workspace. */
  const nameOf = async ({ organizationId, projectId }: WorkspaceScope, environmentId: string): Promise<string> => {
    const row = await environmentsStore.find(database.sql, organizationId, environmentId);
    if (row?.environment.projectId !== projectId) throw new AppError(workspaceErrors.environmentNotFound);
    return row.environment.name;
  };

  return {
    open,
    namesOf: (projectId: string) => environmentsStore.namesOf(database.sql, projectId),
    /** Environments by name in workspaces the caller may see. */
    find: (projectIds: string[], question: NameQuestion) =>
      environmentsStore.findByName(database.sql, projectIds, question),
    count: (projectId: string) => environmentsStore.count(database.sql, projectId),
    /** Throws if the environment isn't in the workspace. */
    async assertExists(scope: WorkspaceScope, environmentId: string): Promise<void> {
      await nameOf(scope, environmentId);
    },
    nameOf,
    async list(actor: Actor, projectId: string): Promise<Environment[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await environmentsStore.list(database.sql, projectId)).map(toEnvironment);
    },
    async create(
      actor: Actor,
      input: { projectId: string; environmentName: string; variables?: VariableInput[] },
    ): Promise<Environment> {
      const { projectId, environmentName: name, variables = [] } = input;
      const { organizationId } = actor;
      await workspaces.open(actor, projectId, 'edit');
      const id = newId();
      await database
        .transaction(async (sql) => {
          await environmentsStore.insert(sql, { id, organizationId, projectId, name });
          const scope = { organizationId, projectId, environmentId: id };
          await variablesStore.insert(sql, newRows(secrets, scope, variables));
        })
        .catch(environmentTaken);
      return toEnvironment(await open(actor, id, 'view'));
    },
    async rename(actor: Actor, environmentId: string, name: string): Promise<Environment> {
      await open(actor, environmentId, 'edit');
      await environmentsStore.rename(database.sql, environmentId, name).catch(environmentTaken);
      return toEnvironment(await open(actor, environmentId, 'view'));
    },
    /**
     * Can be restored with its variables for 30 days; items that reference it are notified once the deletion is
     * permanent.
     */
    async delete(actor: Actor, environmentId: string, trashId?: string): Promise<void> {
      const { name } = (await open(actor, environmentId, 'edit')).environment;
      await database.transaction(async (sql) => {
        await keepEnvironment(sql, environmentId, { actor, now: platform.clock.now(), trashId });
        await environmentsStore.delete(sql, environmentId);
      });
      await platform.audit(actor, { action: 'environment.deleted', target: environmentId, detail: { name } });
    },
    async clone(actor: Actor, environmentId: string, wanted: string | undefined): Promise<Environment> {
      const { organizationId, projectId, name } = (await open(actor, environmentId, 'edit')).environment;
      const id = newId();
      await database
        .transaction(async (sql) => {
          const free = wanted ?? freeName(`${name} copy`, await environmentsStore.namesOf(sql, projectId));
          await environmentsStore.insert(sql, { id, organizationId, projectId, name: free });
          const rows = await variablesStore.list(sql, { projectId, environmentId });
          const scope = { organizationId, projectId, environmentId: id };
          await variablesStore.insert(sql, copiedRows(secrets, scope, rows));
        })
        .catch(environmentTaken);
      return toEnvironment(await open(actor, id, 'view'));
    },
  };
}
/** Environments manages the environments of workspaces. */
export type Environments = ReturnType<typeof createEnvironments>;

const toEnvironment = ({ environment, variableCount }: EnvironmentRow): Environment => ({
  environmentId: environment.id,
  projectId: environment.projectId,
  environmentName: environment.name,
  variableCount,
  createdAt: environment.createdAt.toISOString(),
  updatedAt: environment.updatedAt.toISOString(),
});

/**
 * environmentTaken converts a unique violation to the name of an environment or a variable that is taken; rethrows any
 * other error.
 */
export function environmentTaken(error: unknown): never {
  if (isUniqueViolation(error, 'environment_name')) throw new AppError(workspaceErrors.environmentNameTaken);
  return variableTaken(error);
}
