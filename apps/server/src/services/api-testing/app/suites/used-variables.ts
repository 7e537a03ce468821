import type { Actor, Environments, UsedVariables } from '../../../workspaces/index.ts';
import type { DetectVariables } from './detect-variables.ts';

/** What to run with a data file. */
export interface UsedVariablesInput {
  projectId: string;
  suiteIds?: string[];
  scriptIds?: string[];
  environmentId?: string;
}

/**
 * createUsedVariables finds the variables that suites and scripts use, and whether a scope or an earlier script sets
 * them.
 */
export function createUsedVariables({
  detectVariables,
  environments,
}: {
  detectVariables: DetectVariables;
  environments: Pick<Environments, 'assertExists'>;
}) {
  return async function usedVariables(actor: Actor, input: UsedVariablesInput): Promise<UsedVariables> {
    const { projectId, environmentId, suiteIds = [], scriptIds = [] } = input;
    const { organizationId } = actor;
    // Without suites and scripts nothing else would check it.
    if (environmentId) await environments.assertExists({ organizationId, projectId }, environmentId);
    const scope = { projectId, ...(environmentId && { environmentId }) };
    const variables = new Map<string, boolean>();
    const sources = [...suiteIds.map((suiteId) => ({ suiteId })), ...scriptIds.map((scriptId) => ({ scriptId }))];
    for (const source of sources)
      for (const { name, defined } of await detectVariables(actor, { ...scope, ...source }))
        variables.set(name, (variables.get(name) ?? true) && defined);
    return variables;
  };
}
export type FindUsedVariables = ReturnType<typeof createUsedVariables>;
