import type { Environment, Variable } from '@touchstone/contracts/api-testing';
import { AppError, newId } from '@touchstone/kernel';
import { isUniqueViolation } from '../../../../platform/database/conditions.ts';
import type { Sql } from '../../../../platform/database/pool.ts';
import type { Platform } from '../../../../platform/platform.ts';
import { freeName } from '../../domain/suites/free-name.ts';
import { apiTestingErrors } from '../../errors.ts';
import { environmentsStore, type VariableRow } from '../../store/environments.store.ts';
import { oauthTokensStore } from '../../store/oauth-tokens.store.ts';
import type { Actor, Workspaces } from './workspaces.ts';

export interface VariableInput {
  name: string;
  value: string;
  isSecret: boolean;
  enabled?: boolean;
  description?: string | undefined;
}

export const variablePlace = (variableId: string) => `api_testing.variable.value:${variableId}`;

/** A variable as plans carry it: a secret stays sealed until the runner needs it. */
export interface PlannedVariable {
  name: string;
  value: string;
  /** Where the value is sealed. */
  sealedAt?: string;
}

/** Whose variables they are: of an environment, of a suite, or of the workspace where both are missing. */
interface VariableScope {
  organizationId: string;
  projectId: string;
  environmentId: string | null;
  suiteId?: string;
}

export function createEnvironments({ platform, workspaces }: { platform: Platform; workspaces: Workspaces }) {
  const { database, secrets } = platform;

  const toEnvironment = (row: NonNullable<Awaited<ReturnType<typeof environmentsStore.find>>>): Environment => ({
    environmentId: row.environment.id,
    projectId: row.environment.projectId,
    environmentName: row.environment.name,
    variableCount: row.variableCount,
    createdAt: row.environment.createdAt.toISOString(),
    updatedAt: row.environment.updatedAt.toISOString(),
  });
  const toVariable = (row: VariableRow): Variable => ({
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
  const open = async (actor: Actor, environmentId: string, need: 'view' | 'edit') => {
    const row = await environmentsStore.find(database.sql, actor.organizationId, environmentId);
    if (!row) throw new AppError(apiTestingErrors.environmentNotFound);
    await workspaces.open(actor, row.environment.projectId, need);
    return row;
  };
  const openVariable = async (actor: Actor, variableId: string) => {
    const row = await environmentsStore.findVariable(database.sql, actor.organizationId, variableId);
    if (!row) throw new AppError(apiTestingErrors.variableNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };
  const openGlobals = async (actor: Actor, projectId: string) => {
    const { project } = await workspaces.open(actor, projectId, 'edit');
    if (actor.plan === 'FREE' || actor.plan === 'EXPIRED') throw new AppError(apiTestingErrors.globalsNotInFreePlan);
    if (project.workspacePlan === 'FREE') throw new AppError(apiTestingErrors.globalsNotInFreeWorkspace);
  };
  const seal = (id: string, value: string, isSecret: boolean) =>
    isSecret ? secrets.seal(value, variablePlace(id)) : value;
  const reveal = (row: VariableRow) => (row.isSecret ? secrets.open(row.value, variablePlace(row.id)) : row.value);
  const toPlanned = (row: VariableRow): PlannedVariable => ({
    name: row.name,
    value: row.value,
    ...(row.isSecret && { sealedAt: variablePlace(row.id) }),
  });
  const toRows = (scope: VariableScope, variables: VariableInput[]) =>
    variables.map(({ name, value, isSecret, enabled = true, description = '' }) => {
      const id = newId();
      return { id, ...scope, name, isSecret, enabled, description, value: seal(id, value, isSecret) };
    });
  const taken = (error: unknown): never => {
    if (isUniqueViolation(error, 'environment_name')) throw new AppError(apiTestingErrors.environmentNameTaken);
    if (isUniqueViolation(error, 'variable_name')) {
      const name = /\(.*, ([^,)]+)\)=|, ([^,()]+)\) already/.exec(
        String((error as { cause?: { detail?: string } }).cause?.detail ?? ''),
      );
      throw new AppError(apiTestingErrors.variableNameTaken, {
        params: { name: name?.[2] ?? name?.[1] ?? 'see the list' },
      });
    }
    throw error;
  };
  /** A token that was fetched with the old values must not be sent again. */
  const forgetTokens = (projectId: string, environmentId?: string | null) =>
    oauthTokensStore.deleteScope(database.sql, projectId, environmentId ?? undefined);
  const add = async (scope: VariableScope, variables: VariableInput[]): Promise<Variable[]> => {
    const rows = toRows(scope, variables);
    await database.transaction((sql) => environmentsStore.insertVariables(sql, rows)).catch(taken);
    await forgetTokens(scope.projectId, scope.environmentId);
    const added = new Set(rows.map((row) => row.id));
    const all = scope.suiteId
      ? await environmentsStore.listSuiteVariables(database.sql, [scope.suiteId])
      : await environmentsStore.listVariables(database.sql, scope);
    return all.filter((row) => added.has(row.id)).map(toVariable);
  };
  const change = async (
    row: VariableRow,
    input: { name?: string; value?: string; isSecret?: boolean; enabled?: boolean; description?: string },
  ): Promise<Variable> => {
    const isSecret = input.isSecret ?? row.isSecret;
    if (row.isSecret && !isSecret && input.value === undefined) throw new AppError(apiTestingErrors.secretNeedsValue);
    const value = input.value ?? reveal(row);
    const { name, enabled, description } = input;
    const values = { name, isSecret, enabled, description, value: seal(row.id, value, isSecret) };
    await environmentsStore.updateVariable(database.sql, row.id, values).catch(taken);
    await forgetTokens(row.projectId, row.environmentId);
    return toVariable((await environmentsStore.findVariable(database.sql, row.organizationId, row.id)) as VariableRow);
  };

  return {
    async list(actor: Actor, projectId: string): Promise<Environment[]> {
      await workspaces.open(actor, projectId, 'view');
      return (await environmentsStore.list(database.sql, projectId)).map(toEnvironment);
    },
    async create(
      actor: Actor,
      input: { projectId: string; environmentName: string; variables?: VariableInput[] },
    ): Promise<Environment> {
      await workspaces.open(actor, input.projectId, 'edit');
      const id = newId();
      const { organizationId } = actor;
      await database
        .transaction(async (sql) => {
          await environmentsStore.insert(sql, {
            id,
            organizationId,
            projectId: input.projectId,
            name: input.environmentName,
          });
          await environmentsStore.insertVariables(
            sql,
            toRows({ organizationId, projectId: input.projectId, environmentId: id }, input.variables ?? []),
          );
        })
        .catch(taken);
      return toEnvironment(await open(actor, id, 'view'));
    },
    async rename(actor: Actor, environmentId: string, name: string): Promise<Environment> {
      await open(actor, environmentId, 'edit');
      await environmentsStore.rename(database.sql, environmentId, name).catch(taken);
      return toEnvironment(await open(actor, environmentId, 'view'));
    },
    async delete(actor: Actor, environmentId: string): Promise<void> {
      const row = await open(actor, environmentId, 'edit');
      await environmentsStore.delete(database.sql, environmentId);
      await platform.audit(actor, {
        action: 'environment.deleted',
        target: environmentId,
        detail: { name: row.environment.name },
      });
    },
    async clone(actor: Actor, environmentId: string, name: string | undefined): Promise<Environment> {
      const source = await open(actor, environmentId, 'edit');
      const { organizationId, projectId } = source.environment;
      const id = newId();
      await database
        .transaction(async (sql) => {
          const free =
            name ?? freeName(`${source.environment.name} copy`, await environmentsStore.namesOf(sql, projectId));
          await environmentsStore.insert(sql, { id, organizationId, projectId, name: free });
          const rows = await environmentsStore.listVariables(sql, { projectId, environmentId });
          const copies = rows.map((row) => ({ ...row, value: reveal(row) }));
          await environmentsStore.insertVariables(
            sql,
            toRows({ organizationId, projectId, environmentId: id }, copies),
          );
        })
        .catch(taken);
      return toEnvironment(await open(actor, id, 'view'));
    },
    async listVariables(actor: Actor, filter: { projectId: string } | { environmentId: string }): Promise<Variable[]> {
      if ('projectId' in filter) {
        await workspaces.open(actor, filter.projectId, 'view');
        return (await environmentsStore.listVariables(database.sql, filter)).map(toVariable);
      }
      const { environment } = await open(actor, filter.environmentId, 'view');
      return (
        await environmentsStore.listVariables(database.sql, {
          projectId: environment.projectId,
          environmentId: environment.id,
        })
      ).map(toVariable);
    },
    async addVariables(actor: Actor, environmentId: string, variables: VariableInput[]): Promise<Variable[]> {
      const { environment } = await open(actor, environmentId, 'edit');
      return add({ organizationId: actor.organizationId, projectId: environment.projectId, environmentId }, variables);
    },
    async updateVariable(
      actor: Actor,
      input: {
        variableId: string;
        name?: string;
        value?: string;
        isSecret?: boolean;
        enabled?: boolean;
        description?: string;
      },
    ): Promise<Variable> {
      const row = await openVariable(actor, input.variableId);
      if (row.environmentId === null && row.suiteId === null) await openGlobals(actor, row.projectId);
      return change(row, input);
    },
    async deleteVariables(
      actor: Actor,
      projectId: string,
      variableIds: string[],
      scope: 'global' | 'environment',
    ): Promise<void> {
      await workspaces.open(actor, projectId, 'edit');
      const deleted = await environmentsStore.deleteVariables(database.sql, projectId, variableIds, scope);
      if (!deleted) throw new AppError(apiTestingErrors.variableNotFound);
      await forgetTokens(projectId);
    },
    async addGlobals(actor: Actor, projectId: string, variables: VariableInput[]): Promise<Variable[]> {
      await openGlobals(actor, projectId);
      return add({ organizationId: actor.organizationId, projectId, environmentId: null }, variables);
    },
    async listSuiteVariables(actor: Actor, suiteId: string): Promise<Variable[]> {
      await workspaces.openSuites(actor, [suiteId], 'view');
      return (await environmentsStore.listSuiteVariables(database.sql, [suiteId])).map(toVariable);
    },
    async addSuiteVariables(actor: Actor, suiteId: string, variables: VariableInput[]): Promise<Variable[]> {
      const [suite] = await workspaces.openSuites(actor, [suiteId], 'edit');
      if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
      const { organizationId, projectId } = suite;
      return add({ organizationId, projectId, environmentId: null, suiteId }, variables);
    },
    /** Adds those of the variables whose name the suite does not have yet. */
    async addMissingSuiteVariables(actor: Actor, suiteId: string, variables: VariableInput[]): Promise<void> {
      const [suite] = await workspaces.openSuites(actor, [suiteId], 'edit');
      if (!suite) throw new AppError(apiTestingErrors.suiteNotFound);
      const known = new Set(
        (await environmentsStore.listSuiteVariables(database.sql, [suiteId])).map((row) => row.name),
      );
      const missing = variables.filter((variable) => !known.has(variable.name));
      const { organizationId, projectId } = suite;
      if (missing.length) await add({ organizationId, projectId, environmentId: null, suiteId }, missing);
    },
    /** Copies the variables of a suite, secrets included, inside the caller's transaction. */
    async copySuiteVariables(
      sql: Sql,
      fromSuiteId: string,
      to: { suiteId: string; organizationId: string; projectId: string },
    ) {
      const rows = await environmentsStore.listSuiteVariables(sql, [fromSuiteId]);
      const copies = rows.map((row) => ({ ...row, value: reveal(row) }));
      await environmentsStore.insertVariables(sql, toRows({ ...to, environmentId: null }, copies));
    },
    /** Variables of suites as plans carry them, by suite; those of a suite without any are absent. */
    async planSuiteVariables(suiteIds: string[]): Promise<Record<string, PlannedVariable[]>> {
      const planned: Record<string, PlannedVariable[]> = {};
      for (const row of await environmentsStore.listSuiteVariables(database.sql, suiteIds)) {
        const suiteId = row.suiteId ?? '';
        if (row.enabled) planned[suiteId] = [...(planned[suiteId] ?? []), toPlanned(row)];
      }
      return planned;
    },
    /** The variables that a run uses, narrowest scope first, secrets still sealed. */
    async planVariables(
      actor: Actor,
      projectId: string,
      environmentId: string | undefined,
    ): Promise<{ environmentName: string | null; scopes: PlannedVariable[][] }> {
      await workspaces.open(actor, projectId, 'view');
      const environment = environmentId ? (await open(actor, environmentId, 'view')).environment : undefined;
      if (environment && environment.projectId !== projectId) throw new AppError(apiTestingErrors.environmentNotFound);
      const load = async (scope: string | null) =>
        (await environmentsStore.listVariables(database.sql, { projectId, environmentId: scope }))
          .filter(({ enabled }) => enabled)
          .map(toPlanned);
      const scopes = [environment ? await load(environment.id) : [], await load(null)];
      return { environmentName: environment?.name ?? null, scopes };
    },
  };
}
export type Environments = ReturnType<typeof createEnvironments>;
