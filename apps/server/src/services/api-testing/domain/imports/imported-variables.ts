import type { ImportPreview } from '@touchstone/contracts/api-testing';
import { variableNamePattern } from '@touchstone/contracts/workspaces';
import type { ImportedVariable } from '@touchstone/engine-import';
import type { ImportProblem } from '../suites/script-from-step.ts';

/** Formats whose variables belong to the collection, as those of a suite do here. */
export const haveCollectionScope = (format: ImportPreview['format']): boolean => format === 'postman';

/** usableVariables are those whose names the product can hold, each once; the others are said. */
export function usableVariables(
  place: string,
  variables: readonly ImportedVariable[],
  problems: ImportProblem[],
): ImportedVariable[] {
  const kept = new Map<string, ImportedVariable>();
  for (const variable of variables) {
    if (variableNamePattern.test(variable.name) && variable.name.length <= 255) kept.set(variable.name, variable);
    else problems.push({ place: `${place}: ${variable.name}`, reason: 'Please give valid variable name.' });
  }
  return [...kept.values()];
}
