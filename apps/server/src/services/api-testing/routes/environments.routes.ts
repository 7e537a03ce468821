import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import type { Registrar } from '../../../platform/http/registrar.ts';
import type { DetectVariables } from '../app/workspaces/detect-variables.ts';
import type { Environments } from '../app/workspaces/environments.ts';

const calls = apiTestingRoutes;

export function addEnvironmentRoutes(
  registrar: Registrar,
  environments: Environments,
  detectVariables: DetectVariables,
): void {
  registrar.add(calls.listEnvironments, async ({ caller, query }) => ({
    environments: await environments.list(caller, query.projectId),
  }));
  registrar.add(calls.createEnvironment, ({ caller, body }) => environments.create(caller, body));
  registrar.add(calls.renameEnvironment, ({ caller, body }) =>
    environments.rename(caller, body.environmentId, body.environmentName),
  );
  registrar.add(calls.deleteEnvironment, async ({ caller, query }) => {
    await environments.delete(caller, query.environmentId);
    return { message: 'Environment deleted' };
  });
  registrar.add(calls.cloneEnvironment, ({ caller, query }) =>
    environments.clone(caller, query.environmentId, query.environmentName),
  );
  registrar.add(calls.listVariables, async ({ caller, query }) => ({
    variables: await environments.listVariables(caller, query),
  }));
  registrar.add(calls.listEnvironmentVariables, async ({ caller, query }) => ({
    variables: await environments.listVariables(caller, query),
  }));
  registrar.add(calls.listSuiteVariables, async ({ caller, query }) => ({
    variables: await environments.listSuiteVariables(caller, query.suiteId),
  }));
  registrar.add(calls.createSuiteVariables, async ({ caller, body }) => ({
    variables: await environments.addSuiteVariables(caller, body.suiteId, body.variables),
  }));
  registrar.add(calls.createVariables, async ({ caller, body }) => ({
    variables: await environments.addVariables(caller, body.environmentId, body.variables),
  }));
  registrar.add(calls.updateVariable, ({ caller, body }) => environments.updateVariable(caller, body));
  registrar.add(calls.deleteVariables, async ({ caller, query }) => {
    await environments.deleteVariables(caller, query.projectId, query.variableIds, 'environment');
    return { message: 'Variables deleted' };
  });
  registrar.add(calls.createGlobals, async ({ caller, body }) => ({
    variables: await environments.addGlobals(caller, body.projectId, body.variables),
  }));
  registrar.add(calls.updateGlobal, ({ caller, body }) => environments.updateVariable(caller, body));
  registrar.add(calls.deleteGlobals, async ({ caller, query }) => {
    await environments.deleteVariables(caller, query.projectId, query.variableIds, 'global');
    return { message: 'Variables deleted' };
  });
  registrar.add(calls.detectVariables, async ({ caller, body }) => ({
    variables: await detectVariables(caller, body),
  }));
}
