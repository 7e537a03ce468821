import type { Variable } from '@touchstone/contracts/workspaces';
import { AppError } from '@touchstone/kernel';
import type { Platform } from '../../../platform/platform.ts';
import { workspaceErrors } from '../errors.ts';
import { oauthTokensStore } from '../store/oauth-tokens.store.ts';
import { type VariableRow, variablesStore } from '../store/variables.store.ts';
import type { Actor } from './actor.ts';
import { keepVariables } from './deleted/keep-deleted.ts';
import type { Environments } from './environments.ts';
import { copiedRows, type PlannedVariable, planVariable, toVariable, type VariableInput } from './sealed-variables.ts';
import type { Workspaces } from './workspaces.ts';
import { type VariableChange, variableTaken, type WriteVariables } from './write-variables.ts';

/** createVariables manages the variables of environments and workspaces. */
export function createVariables(needs: {
  platform: Platform;
  workspaces: Workspaces;
  environments: Environments;
  write: WriteVariables;
}) {
  const { workspaces, environments, write } = needs;
  const { sql } = needs.platform.database;
  const open = async (actor: Actor, variableId: string): Promise<VariableRow> => {
    const row = await variablesStore.find(sql, actor.organizationId, variableId);
    if (!row) throw new AppError(workspaceErrors.variableNotFound);
    await workspaces.open(actor, row.projectId, 'edit');
    return row;
  };
  const openGlobals = async (actor: Actor, projectId: string): Promise<void> => {
    const refusal = refusalOfGlobals(actor, await workspaces.open(actor, projectId, 'edit'));
    if (refusal) throw new AppError(refusal);
  };

  return {
    async list(actor: Actor, filter: { projectId: string } | { environmentId: string }): Promise<Variable[]> {
      if ('projectId' in filter) {
        await workspaces.open(actor, filter.projectId, 'view');
        return (await variablesStore.list(sql, filter)).map(toVariable);
      }
      const { projectId, id: environmentId } = (await environments.open(actor, filter.environmentId, 'view'))
        .environment;
      return (await variablesStore.list(sql, { projectId, environmentId })).map(toVariable);
    },
    async add(actor: Actor, environmentId: string, variables: VariableInput[]): Promise<Variable[]> {
      const { projectId } = (await environments.open(actor, environmentId, 'edit')).environment;
      return write.add({ organizationId: actor.organizationId, projectId, environmentId }, variables);
    },
    /** Whether the plans of caller and workspace include global variables. */
    async hasGlobals(actor: Actor, projectId: string): Promise<boolean> {
      return refusalOfGlobals(actor, await workspaces.open(actor, projectId, 'edit')) === undefined;
    },
    async addGlobals(actor: Actor, projectId: string, variables: VariableInput[]): Promise<Variable[]> {
      await openGlobals(actor, projectId);
      return write.add({ organizationId: actor.organizationId, projectId, environmentId: null }, variables);
    },
    /** Updates a variable of any scope. */
    async update(actor: Actor, { variableId, ...change }: VariableChange & { variableId: string }): Promise<Variable> {
      const row = await open(actor, variableId);
      if (row.environmentId === null && row.suiteId === null) await openGlobals(actor, row.projectId);
      return write.change(row, change);
    },
    /** Copies variables of a workspace, secrets included, into one of its environments; existing names are skipped. */
    async copy(
      actor: Actor,
      projectId: string,
      variableIds: readonly string[],
      environmentId: string,
    ): Promise<{ variables: Variable[]; skipped: string[] }> {
      const { environment } = await environments.open(actor, environmentId, 'edit');
      if (environment.projectId !== projectId) throw new AppError(workspaceErrors.environmentNotFound);
      const all = await variablesStore.list(sql, { projectId });
      const chosen = all.filter(({ id }) => variableIds.includes(id));
      if (chosen.length < new Set(variableIds).size) throw new AppError(workspaceErrors.variableNotFound);
      const taken = new Set(all.filter((row) => row.environmentId === environmentId).map(({ name }) => name));
      const fresh: VariableRow[] = [];
      const skipped: string[] = [];
      for (const row of chosen) {
        if (taken.has(row.name)) skipped.push(row.name);
        else fresh.push(row);
        taken.add(row.name);
      }
      const scope = { organizationId: actor.organizationId, projectId, environmentId };
      const rows = copiedRows(needs.platform.secrets, scope, fresh);
      await variablesStore.insert(sql, rows).catch(variableTaken);
      const made = new Set(rows.map(({ id }) => id));
      const present = await variablesStore.list(sql, { projectId, environmentId });
      return { variables: present.filter(({ id }) => made.has(id)).map(toVariable), skipped };
    },
    /** Deleted variables can be restored for 30 days. */
    async delete(
      actor: Actor,
      projectId: string,
      variableIds: string[],
      { scope = 'environment', trashId }: { scope?: 'global' | 'environment'; trashId?: string | undefined } = {},
    ): Promise<void> {
      await workspaces.open(actor, projectId, 'edit');
      await needs.platform.database.transaction(async (tx) => {
        const deleted = await variablesStore.delete(tx, projectId, variableIds, scope);
        if (deleted.length === 0) throw new AppError(workspaceErrors.variableNotFound);
        await keepVariables(tx, deleted, { actor, now: needs.platform.clock.now(), trashId });
      });
      await oauthTokensStore.deleteScope(sql, projectId);
    },
    /** The variables that a run uses, narrowest scope first, secrets still sealed. */
    async plan(
      actor: Actor,
      projectId: string,
      environmentId: string | undefined,
    ): Promise<{ environmentName: string | null; scopes: PlannedVariable[][] }> {
      const load = async (scope: string | null) =>
        (await variablesStore.list(sql, { projectId, environmentId: scope }))
          .filter(({ enabled }) => enabled)
          .map(planVariable);
      // Every step of a workflow calls this, so reads run in parallel where possible.
      const [, globals] = await Promise.all([workspaces.open(actor, projectId, 'view'), load(null)]);
      const chosen = environmentId ? (await environments.open(actor, environmentId, 'view')).environment : undefined;
      if (chosen && chosen.projectId !== projectId) throw new AppError(workspaceErrors.environmentNotFound);
      return { environmentName: chosen?.name ?? null, scopes: [chosen ? await load(chosen.id) : [], globals] };
    },
  };
}
/** Variables manages the variables of environments and workspaces, and plans them for runs. */
export type Variables = ReturnType<typeof createVariables>;

/** refusalOfGlobals returns why the plan of a caller or a workspace doesn't include global variables. */
export function refusalOfGlobals({ plan }: Pick<Actor, 'plan'>, { project }: { project: { workspacePlan: string } }) {
  if (plan === 'FREE' || plan === 'EXPIRED') return workspaceErrors.globalsNotInFreePlan;
  return project.workspacePlan === 'FREE' ? workspaceErrors.globalsNotInFreeWorkspace : undefined;
}
