import { deletedRoutes } from '@touchstone/contracts/recently-deleted';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { DeletedVariables } from '../app/deleted/deleted-variables.ts';
import type { Environments } from '../app/environments.ts';
import type { Variables } from '../app/variables.ts';

const calls = workspaceRoutes;

export function addEnvironmentRoutes(registrar: Registrar, environments: Environments): void {
  registrar.add(calls.listEnvironments, async ({ caller, query }) => ({
    environments: await environments.list(caller, query.projectId),
  }));
  registrar.add(calls.createEnvironment, ({ caller, body }) => environments.create(caller, body));
  registrar.add(calls.renameEnvironment, ({ caller, body }) =>
    environments.rename(caller, body.environmentId, body.environmentName),
  );
  registrar.add(calls.deleteEnvironment, async ({ caller, query }) => {
    await environments.delete(caller, query.environmentId, query.trashId);
    return { message: 'Environment deleted' };
  });
  registrar.add(calls.cloneEnvironment, ({ caller, query }) =>
    environments.clone(caller, query.environmentId, query.environmentName),
  );
}

export function addVariableRoutes(registrar: Registrar, variables: Variables): void {
  registrar.add(calls.listVariables, async ({ caller, query }) => ({
    variables: await variables.list(caller, query),
  }));
  registrar.add(calls.listEnvironmentVariables, async ({ caller, query }) => ({
    variables: await variables.list(caller, query),
  }));
  registrar.add(calls.createVariables, async ({ caller, body }) => ({
    variables: await variables.add(caller, body.environmentId, body.variables),
  }));
  registrar.add(calls.updateVariable, ({ caller, body }) => variables.update(caller, body));
  registrar.add(calls.deleteVariables, async ({ caller, query }) => {
    await variables.delete(caller, query.projectId, query.variableIds, { trashId: query.trashId });
    return { message: 'Variables deleted' };
  });
  registrar.add(calls.createGlobals, async ({ caller, body }) => ({
    variables: await variables.addGlobals(caller, body.projectId, body.variables),
  }));
  registrar.add(calls.updateGlobal, ({ caller, body }) => variables.update(caller, body));
  registrar.add(calls.deleteGlobals, async ({ caller, query }) => {
    await variables.delete(caller, query.projectId, query.variableIds, { scope: 'global', trashId: query.trashId });
    return { message: 'Variables deleted' };
  });
}

export function addDeletedRoutes(registrar: Registrar, deleted: DeletedVariables): void {
  registrar.add(deletedRoutes.listDeletedVariables, ({ caller, query: { page, size, ...filter } }) =>
    deleted.list(caller, filter, { page, size }),
  );
  registrar.add(deletedRoutes.restoreDeletedVariables, async ({ caller, body }) => ({
    restored: await deleted.restore(caller, body),
  }));
  registrar.add(deletedRoutes.deleteVariablesForGood, async ({ caller, query }) => {
    const count = await deleted.deleteForGood(caller, query);
    return { message: count === 1 ? 'Deleted for good' : `${count} deleted for good` };
  });
}
