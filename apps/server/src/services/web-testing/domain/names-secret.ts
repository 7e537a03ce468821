import { type Step, scriptVariables } from '@touchstone/engine-keyword/core';
import type { PlannedScript, ScriptPlan } from './script-plan.ts';

/** namesSecret returns whether steps of a script, or of functions they call, name a secret variable. */
export function namesSecret(plan: Pick<ScriptPlan, 'variables' | 'functions'>, script: PlannedScript): boolean {
  const secret = new Set(
    plan.variables.flatMap((scope) => scope.flatMap(({ name, sealedAt }) => (sealedAt === undefined ? [] : [name]))),
  );
  if (secret.size === 0) return false;
  const { needed } = scriptVariables(script.steps as Step[], { functions: plan.functions });
  return needed.some((name) => secret.has(name));
}
