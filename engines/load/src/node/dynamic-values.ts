import { type DynamicValueSource, dynamicNames } from '@touchstone/engine-http/core';
import type { LoadPlan } from '../core/plan.ts';

/**
 * findDynamicValues loads a source for the plan's dynamic names that the `http` engine doesn't know, or undefined if
 * there are none. The engine resolves its own names itself, because that is cheaper.
 */
export async function findDynamicValues(
  { scenarios }: LoadPlan,
  module: string | undefined,
): Promise<DynamicValueSource | undefined> {
  if (module === undefined) return undefined;
  const known = new Set(dynamicNames);
  const text = JSON.stringify(scenarios.map(({ steps, scopes }) => [steps, scopes]));
  const isComplete = text.matchAll(/\{\{\s*(\$\w+)/g).every(([, name]) => known.has(name!));
  if (isComplete) return undefined;
  const { loadDynamicValues }: { loadDynamicValues: () => Promise<DynamicValueSource> } = await import(module);
  const source = await loadDynamicValues();
  return (name, context) => (known.has(name) ? undefined : source(name, context));
}
