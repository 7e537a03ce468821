import { findVariables, providedVariables, variableNames } from '@touchstone/engine-http';
import type { Platform } from '../../../../platform/platform.ts';
import type { Actor, SuiteVariables, Variables } from '../../../workspaces/index.ts';
import { toHttpStep } from '../../domain/executions/functional-plan.ts';
import { scriptsStore } from '../../store/scripts.store.ts';
import type { OpenSuites } from './open-suites.ts';

export interface DetectInput {
  projectId: string;
  environmentId?: string;
  suiteId?: string;
  scriptId?: string;
  text?: string;
}

/** createDetectVariables finds the variables used in a string, a script or a suite, and which of them have a value. */
export function createDetectVariables({
  platform,
  access,
  variables,
  suiteVariables,
}: {
  platform: Platform;
  access: OpenSuites;
  variables: Variables;
  suiteVariables: SuiteVariables;
}) {
  return async function detectVariables(
    actor: Actor,
    input: DetectInput,
  ): Promise<{ name: string; defined: boolean }[]> {
    const { scopes } = await variables.plan(actor, input.projectId, input.environmentId);
    const defined = new Set(scopes.flat().map((variable) => variable.name));
    const used = new Set(input.text ? variableNames(input.text) : []);
    const suiteIds = new Set(input.suiteId ? [input.suiteId] : []);
    const rows = input.scriptId ? await access.openScripts(actor, [input.scriptId], 'view') : [];
    if (input.suiteId) {
      await access.openSuites(actor, [input.suiteId], 'view');
      rows.push(...(await scriptsStore.listOfSuite(platform.database.sql, input.suiteId)));
    }
    for (const row of rows) suiteIds.add(row.suiteId);
    const ofSuites = await suiteVariables.plan([...suiteIds]);
    for (const variable of Object.values(ofSuites).flat()) defined.add(variable.name);
    for (const row of rows) {
      const step = toHttpStep({ stepId: row.id, suiteId: row.suiteId, document: row.document }, { type: 'none' });
      for (const name of findVariables(step)) used.add(name);
      for (const name of providedVariables(step)) defined.add(name);
    }
    return [...used].sort().map((name) => ({ name, defined: defined.has(name) || name.startsWith('$') }));
  };
}
export type DetectVariables = ReturnType<typeof createDetectVariables>;
