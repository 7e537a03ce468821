import { apiTestingRoutes } from '@touchstone/contracts/api-testing';
import { flowRoutes } from '@touchstone/contracts/flows';
import { workspaceRoutes } from '@touchstone/contracts/workspaces';
import { api } from '../../../shared/api.ts';
import type { Choice, ChoiceQuery, ChoiceSource } from '../../../shared/choices.ts';
import type { TestKind } from '../model/definition-draft.ts';
import { monitoringKeys } from './keys.ts';

/** API testing workspaces whose tests the user may monitor, as choices. */
export const workspaceChoices: ChoiceSource = {
  queryKey: [...monitoringKeys.all, 'workspaces'],
  load: async (query, signal) => {
    const { content, totalElements } = await api.call(workspaceRoutes.listProjects, { query }, { signal });
    const choices = content.map(({ projectId, projectName, role }) => ({
      value: projectId,
      label: role === 'VIEWER' ? `${projectName} (view only)` : projectName,
      isDisabled: role === 'VIEWER',
    }));
    return { choices, total: totalElements };
  },
};

type Load = (
  query: ChoiceQuery & { projectId: string },
  signal: AbortSignal,
) => Promise<{ choices: Choice[]; total: number }>;

const loads: Record<TestKind, Load> = {
  'api-script': async (query, signal) => {
    const { content, totalElements } = await api.call(apiTestingRoutes.listScripts, { query }, { signal });
    const choices = content.map(({ scriptId, scriptName, method }) => ({
      value: scriptId,
      label: `${method} ${scriptName}`,
    }));
    return { choices, total: totalElements };
  },
  'api-suite': async (query, signal) => {
    const { content, totalElements } = await api.call(apiTestingRoutes.listSuites, { query }, { signal });
    return {
      choices: content.map((suite) => ({ value: suite.suiteId, label: suite.suiteName })),
      total: totalElements,
    };
  },
  workflow: async (query, signal) => {
    const { content, totalElements } = await api.call(flowRoutes.listFlows, { query }, { signal });
    return { choices: content.map(({ flowId, name }) => ({ value: flowId, label: name })), total: totalElements };
  },
};

/** The tests of a kind in a workspace, as choices. */
export const testChoices = (kind: TestKind, projectId: string): ChoiceSource => ({
  queryKey: [...monitoringKeys.all, 'tests', kind, projectId],
  load: (query, signal) => loads[kind]({ projectId, ...query }, signal),
});
